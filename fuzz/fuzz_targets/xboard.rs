//! Bytes as a conversation with XBoard.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sliderule_fuzz::fuzz_like::xboard(bytes));
