//! What a program needs that plays, counts or analyses: `use sliderule::prelude::*;`
//!
//! [`start`] and [`start_of`] load a game by its name or from the text of an ini file;
//! everything else is asked of the [`AnyPosition`] that they return. `AnyEngine` and what
//! belongs to it need the feature `engine`.
//!
//! ```
//! use sliderule::prelude::*;
//!
//! let mut position = start("opposition")?;
//! assert_eq!(position.perft(3), 3472);
//!
//! let shift = position.parse_move("d1b1s")?;
//! position.play(shift)?;
//! assert_eq!(position.fen(), "1kh1***/mmh4/ppp4/7/4PPP/4HMM/*1HK1** b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::geometry::{Shape, Square};
pub use crate::pgn;
pub use crate::position::{
    AnyPosition, FenError, IllegalMove, Move, MoveError, MoveKind, PerftOptions, Reason, Status,
};
pub use crate::rules::{Catalog, CatalogError, Color, Piece, PieceType, Variant};
#[cfg(feature = "engine")]
pub use crate::search::{AnyEngine, Limits, Report, Score, SearchResult, Settings, Stopper};

use thiserror::Error;

/// Why a game cannot be begun.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// There is no such game, or its section has an error.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// Its start position is refused.
    #[error("startFen: {0}")]
    Start(#[from] FenError),
}

/// The start position of a built-in game, by its name or an alias.
///
/// # Errors
/// There is no such game.
///
/// ```
/// let battery = sliderule::prelude::start("battery")?;
/// assert_eq!(battery.shape().files(), 5);
/// # Ok::<(), sliderule::prelude::GameError>(())
/// ```
pub fn start(name: &str) -> Result<AnyPosition, GameError> {
    Ok(AnyPosition::start(Catalog::built_in().get(name)?)?)
}

/// The start position of a game that an ini text describes, which may inherit from a
/// built-in game. The keys are those of docs/variants.md, which [`reference`] lists, too. To
/// read games on file, which need the whole catalog, use [`Catalog::with_file`].
///
/// [`reference`]: crate::rules::keys::reference()
///
/// # Errors
/// There is no such game, or what is wrong with it, by line and key.
///
/// ```
/// use sliderule::prelude::start_of;
///
/// let ini = "[amazons:chess]\ncustomPiece1 = a:QN\nstartFen = 4k3/8/8/8/8/8/8/A3K3 w - - 0 1";
/// assert_eq!(start_of(ini, "amazons")?.count_legal_moves(), 24);
/// let error = start_of("[amazons:chess]\ncustomPiece1 = a:QN!", "amazons").err().unwrap();
/// assert!(error.to_string().contains("text:2: customPiece1"), "{error}");
/// # Ok::<(), sliderule::prelude::GameError>(())
/// ```
pub fn start_of(ini: &str, name: &str) -> Result<AnyPosition, GameError> {
    let catalog = Catalog::with_file("text", ini);
    Ok(AnyPosition::start(catalog.get(name)?)?)
}
