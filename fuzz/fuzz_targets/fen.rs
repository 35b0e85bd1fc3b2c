//! Bytes as a FEN of any game.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sliderule_fuzz::fuzz_like::fen(bytes));
