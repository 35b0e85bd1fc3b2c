//! Bytes as a conversation in UCI.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sliderule_fuzz::fuzz_like::uci(bytes));
