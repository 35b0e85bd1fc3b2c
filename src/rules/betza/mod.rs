//! Betza notation: how a piece moves, in a few letters.
//!
//! The dialect is XBetza, as XBoard and the Interactive Diagram read it. [`parse()`]
//! reads a text into a [`Betza`], which prints back to an equivalent text;
//! [`Betza::patterns`] expands it into elementary [`Pattern`](super::Pattern)s. What XBetza has and
//! no game here needs yet (hoppers, directions on oblique atoms, captures on the
//! way) is refused with the position of the letter, never ignored.
//!
//! | atom | step | atom | step |
//! |---|---|---|---|
//! | `W` | 1,0 | `H` | 3,0 |
//! | `F` | 1,1 | `C` or `L` | 3,1 |
//! | `D` | 2,0 | `Z` or `J` | 3,2 |
//! | `N` | 2,1 | `G` | 3,3 |
//! | `A` | 2,2 | `K` | `WF` |
//!
//! `R`, `B` and `Q` slide without limit; a number behind an atom limits the steps
//! (`R6`, `K2`), `0` removes the limit (`N0`). Before the atom stand directions
//! (`f` forward, `b` back, `l` left, `r` right, `v` both vertical, `s` both
//! sideways; `fl` and the like on diagonal atoms) and modes (`m` only without
//! capture, `c` only capturing, `e` also en passant, `i` only as a first move, `n`
//! not jumping over what is in between). `a` continues the move with another leg:
//! `cabN` captures and returns (a rifle capture), `mafsW` steps orthogonally over an
//! empty square and then diagonally outward.

mod ast;
mod expand;
mod parse;

pub use ast::{Atom, Betza, Direction, Leg, Range, Term};
pub use parse::{BetzaError, MAX_LENGTH, Problem, parse};

#[cfg(test)]
mod tests;
