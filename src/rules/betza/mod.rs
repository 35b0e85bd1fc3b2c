//! Betza notation: how a piece moves, in a few letters.
//!
//! The dialect is XBetza, as XBoard and the Interactive Diagram read it; docs/betza.md
//! has all of it, with examples. [`parse()`] reads a text into a [`Betza`], which prints
//! back to an equivalent text; [`Betza::patterns`] expands it into elementary
//! [`Pattern`](super::Pattern)s. What XBetza has and is not supported here is refused
//! with the position of the letter, never ignored.
//!
//! | atom | step | atom | step |
//! |---|---|---|---|
//! | `W` | 1,0 | `H` | 3,0 |
//! | `F` | 1,1 | `C` or `L` | 3,1 |
//! | `D` | 2,0 | `Z` or `J` | 3,2 |
//! | `N` | 2,1 | `G` | 3,3 |
//! | `A` | 2,2 | `K` | `WF` |
//!
//! Any other leap is written `(4,1)`. `R`, `B` and `Q` slide without limit; a number
//! behind an atom limits the steps (`R6`, `K2`), `0` or the letter once more removes the
//! limit (`N0`, `NN`). Before the atom stand directions (`f b l r v s h`) and modes
//! (`m c e i n j p g o q z`); `a` continues the move with another leg, `y` and `g` before
//! it exchange slides and single steps.

mod aim;
mod ast;
mod expand;
mod parse;
pub(super) mod turn;

pub use ast::{Atom, Betza, BetzaLeg, Direction, Mode, Range, Term};
pub use parse::{BetzaError, MAX_LENGTH, Problem, parse};

#[cfg(test)]
mod tests;
