//! Rules of chess on round boards: topology, legal moves, perft.
//!
//! A [`variant::Variant`] is data, read from a TOML file. [`any::Rules`] makes it ready for
//! play and gives [`any::Position`]s; [`rules::Rules`] and [`position::Position`] are
//! the same with the board's width known when compiling, for those who count every cycle.
//!
//! ```
//! use circularchess::{any::Position, variant::Variant};
//!
//! let start = Position::start(Variant::builtin("circular-strict").unwrap());
//! let moves = start.legal_moves();
//! assert_eq!(moves.len(), 12);
//! let (next, events) = start.play(moves[0]).unwrap();
//! assert!(events.is_empty());
//! assert_eq!(next.legal_moves().len(), 12);
//! assert_eq!(start.perft(3), 2040);
//! ```
#![allow(clippy::cast_possible_truncation)]

pub mod any;
pub mod board;
pub mod count;
pub mod position;
mod random;
pub mod rules;
pub mod tables;
pub mod variant;
