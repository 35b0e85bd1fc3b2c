//! Bytes as a game: legal moves, texts that are refused, moves taken back.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sliderule_fuzz::fuzz_like::play(bytes));
