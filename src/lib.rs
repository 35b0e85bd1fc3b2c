//! Sliderule plays chess variants that other engines cannot: on boards up to 16x16,
//! with holes, with rows that slide, with pieces that promote several times, capture
//! without moving, or stop sliders that pass by. A game is data: a section of an ini
//! file in which the pieces' moves are written in Betza notation.
//!
//! ```
//! use sliderule::position::AnyPosition;
//! use sliderule::rules::Catalog;
//!
//! let variant = Catalog::built_in().get("opposition")?;
//! let mut position = AnyPosition::start(variant)?;
//! assert_eq!(position.perft(3), 3472);
//!
//! let shift = position.parse_move("d1b1s")?;
//! position.make(shift);
//! assert_eq!(position.fen(), "1kh1***/mmh4/ppp4/7/4PPP/4HMM/*1HK1** b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of one's own, inheriting from a built-in one:
//!
//! ```
//! use sliderule::position::AnyPosition;
//! use sliderule::rules::Catalog;
//!
//! let ini = "
//! [knightly:chess]
//! title = Knightly Chess
//! customPiece1 = m:KN
//! startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1
//! ";
//! let catalog = Catalog::with_file("my.ini", ini);
//! assert!(catalog.problems().is_empty());
//! let mut position = AnyPosition::start(catalog.get("knightly")?)?;
//! assert!(position.parse_move("b1c3").is_ok());
//! assert!(position.parse_move("b1b3").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers, each of which knows only those before it: [`geometry`] (squares and
//! sets of them), [`rules`] (what a game is), [`position`] (a game being played),
//! [`pgn`] (games on file), [`eval`] and [`search`] (the engine), [`cli`] (the command
//! line and the prompt).

pub mod cli;
pub mod eval;
pub mod geometry;
pub mod pgn;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
