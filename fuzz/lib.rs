//! What the targets try: the same functions that the property tests of
//! `tests/invariants/inputs.rs` call with bytes of chance.

#[path = "../tests/invariants/alone.rs"]
pub mod alone;
#[path = "../tests/common/choose.rs"]
pub mod choose;
#[path = "../tests/invariants/fuzz_like/mod.rs"]
pub mod fuzz_like;
#[allow(dead_code, reason = "not everything is asked for")]
#[path = "../tests/invariants/reference/mod.rs"]
mod reference;
