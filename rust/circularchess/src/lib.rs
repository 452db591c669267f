//! Rules of chess on round boards: topology, legal moves, perft.
//!
//! A [`variant::Variant`] is data, read from a TOML file. [`game::Ruleset`] makes it ready for
//! play and gives [`game::Game`] positions; [`rules::Rules`] and [`position::Position`] are
//! the same with the board's width known when compiling, for those who count every cycle.
//!
//! ```
//! use circularchess::{game::Game, variant::Variant};
//!
//! let game = Game::start(Variant::builtin("circular-strict").unwrap());
//! let moves = game.legal_moves();
//! assert_eq!(moves.len(), 12);
//! let (next, events) = game.play(moves[0]).unwrap();
//! assert!(events.is_empty());
//! assert_eq!(next.legal_moves().len(), 12);
//! assert_eq!(game.perft(3), 2040);
//! ```
#![allow(clippy::cast_possible_truncation)]

pub mod attacks;
pub mod count_table;

mod cpu;
pub mod game;
mod make;
mod movegen;
pub mod moves;
pub mod parallel;
pub mod perft;
pub mod playout;
pub mod position;
mod queries;
mod random;
mod rays;
mod rotor;
pub mod rules;
pub mod setup;
pub mod shape;
pub mod square_set;
pub mod topology;
pub mod variant;
mod variant_check;
mod variant_file;
mod zobrist;
