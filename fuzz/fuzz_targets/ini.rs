//! Bytes as a file of games, which are started and played for some moves.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sliderule_fuzz::fuzz_like::ini(bytes));
