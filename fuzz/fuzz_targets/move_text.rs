//! Bytes as the text of a move, some moves after the start of any game.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sliderule_fuzz::fuzz_like::move_text(bytes));
