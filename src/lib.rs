//! Sliderule plays chess variants that other engines cannot: on boards up to 16x16,
//! with holes, with strips that slide, with pieces that promote several times, capture
//! without moving, or stop sliders that pass by. A game is data: a section of an ini
//! file in which the pieces' moves are written in Betza notation.
//!
//! This is the library. Everything that a program asks of a game is asked of a
//! [`position::AnyPosition`]; the [`prelude`] has what most programs need. A program for
//! each of four common tasks:
//!
//! # Counting the moves of a game of one's own
//!
//! ```
//! use sliderule::prelude::*;
//!
//! let ini = "
//! [knightly:chess]
//! title = Knightly Chess
//! customPiece1 = m:KN
//! startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1
//! ";
//! let position = start_of(ini, "knightly")?;
//! for depth in 1..=3 {
//!     println!("{depth}: {}", position.perft(depth));
//! }
//! assert_eq!(position.perft(3), 9462);
//! assert!(position.parse_move("b1c3").is_ok());
//! let why = position.parse_move("b1b3").unwrap_err();
//! println!("{why}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Playing a game at random
//!
//! ```
//! use sliderule::prelude::*;
//!
//! let mut position = start("opposition")?;
//! let mut seed = 1_u64;
//! while !position.status().is_over() {
//!     let moves = position.legal_moves();
//!     seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
//!     let mv = moves[(seed >> 33) as usize % moves.len()];
//!     print!("{} ", position.move_text(mv));
//!     position.play(mv)?;
//! }
//! println!("{} ({})", position.status().result(), position.status());
//! while position.undo().is_some() {}
//! assert_eq!(position.fen(), start("opposition")?.fen());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Finding the best move
//!
//! With the feature `engine`, which is on by default:
//!
//! ```
//! # #[cfg(feature = "engine")] {
//! use sliderule::prelude::*;
//!
//! let position = start("chess")?.with_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let mut engine = AnyEngine::new(Settings { hash: 8, ..Settings::default() })?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let found = engine.go(&position, &limits, &Stopper::default(), &mut |report| {
//!     let line = position.line_texts(&report.lines[0].moves);
//!     println!("depth {}: {}", report.depth, line.join(" "));
//! });
//! let best = found.best.expect("there is a legal move");
//! assert_eq!(position.move_text(best), "a1a8");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checking a game on file
//!
//! ```
//! use sliderule::prelude::*;
//!
//! let text = "[Variant \"chess\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
//! let game = pgn::read(text, Catalog::built_in())?;
//! let end = game.position();
//! assert_eq!(end.status(), Status::Ended(Some(Color::White), Reason::Checkmate));
//! assert_eq!(game.result.text(), end.status().result());
//!
//! let wrong = pgn::read("1. e4 e5 2. Qh6 *", Catalog::built_in()).err().unwrap();
//! assert!(wrong.to_string().starts_with("line 1: move 2. 'Qh6' is illegal"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features and layers
//!
//! | feature | has | with it come |
//! |---|---|---|
//! | none | [`geometry`] (squares and sets of them), [`rules`] (what a game is), [`position`] (a game being played), [`drawing`] (a board as text), [`pgn`] (games on file) | a handful of small crates |
//! | `engine` | `eval` and `search` | what asks the system for memory and processors |
//! | `cli` (default) | `protocol` (UCI, XBoard), `arena` (matches) and `cli` (the program) | the rest |
//!
//! Each layer knows only those before it.

#[cfg(feature = "cli")]
pub mod arena;
#[cfg(feature = "cli")]
pub mod cli;
pub mod drawing;
#[cfg(feature = "engine")]
pub mod eval;
pub mod geometry;
pub mod pgn;
pub mod position;
pub mod prelude;
#[cfg(feature = "cli")]
pub mod protocol;
pub mod rules;
#[cfg(feature = "engine")]
pub mod search;
