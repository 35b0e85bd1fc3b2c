//! What the targets try: the same functions that the property tests of
//! `tests/fuzz_inputs.rs` call with bytes of chance.

#[path = "../tests/common/alone.rs"]
pub mod alone;
#[path = "../tests/common/choose.rs"]
pub mod choose;
#[path = "../tests/fuzz_like/mod.rs"]
pub mod fuzz_like;
#[allow(dead_code, reason = "not everything is asked for")]
#[path = "../tests/reference/mod.rs"]
mod reference;

/// Where the tests of the main crate have these.
mod common {
    pub use crate::{alone, choose};
}
