//! What a game *is*: pieces and their moves, the board, promotion, castling, the
//! ends of the game. All of it is data read from an ini file.
//!
//! Reading goes one way: [`ini`] splits a file into sections, [`Catalog`] resolves
//! inheritance, `build` turns the keys of one section into a [`Variant`], with the
//! help of [`betza`] for the moves and [`keys`] for the names of keys. A `Variant` is
//! immutable; [`crate::position`] compiles it into tables and plays it.

mod advice;
pub mod betza;
mod build;
mod catalog;
pub mod describe;
mod fields;
mod hints;
pub mod ini;
pub mod keys;
mod pattern;
mod piece;
mod placement;
mod sets;
mod variant;

pub use advice::ReachFn;
pub use build::completed_fen;
pub use catalog::{BUILT_IN_INI, Catalog, CatalogError};
pub use hints::{HintCheck, Hints};
pub use ini::{IniProblem, Location};
pub use pattern::{Hop, Leg, Manner, Pattern, UNLIMITED};
pub use piece::{Color, ColorMap, Piece, PieceId, PieceType, TypeSet};
pub use placement::{Cell, Letters, Placement, PlacementError, parse_placement};
pub use sets::IdError;
pub use variant::{
    Blast, Castling, CastlingSide, CastlingText, Ends, Extinction, Flag, MoveLimits, PawnPromotion,
    PieceChoice, PieceDef, SelfPromotion, Strip, Variant, Verdict,
};
