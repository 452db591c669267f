//! Rules of chess on round boards: topology, legal moves, perft.
//!
//! Squares lie on rings round a centre. Rook and queen run round a ring until they meet
//! themselves; where the centre is open, pieces run through it. Two to six armies play, alone or
//! in teams. What a variant is, and all built-in ones, are data: [`variant::Variant`].
//!
//! # What to read first
//!
//! 1. This example, and [`any::Position`]: a position of any variant behind one type. Front ends
//!    need no more.
//! 2. [`position::setup::Setup`]: positions described piece by piece, and all the reasons why one
//!    cannot be played.
//! 3. [`position::Position`] and [`rules::Rules`]: the same positions with the board's size known
//!    when compiling, for searches and tables that count every cycle.
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
//!
//! # The rooms
//!
//! Each may use those above it.
//!
//! | room | what it knows |
//! |---|---|
//! | [`board`] | squares by number, sets of them, steps and rays; no piece and no player |
//! | [`variant`] | what a variant file says, read and checked |
//! | [`tables`] | attacks and hash keys, worked out once for a board |
//! | [`rules`] | a variant with its tables, ready for play |
//! | [`position`] | a playable state: its moves, playing them, set-ups, attacks, pins |
//! | [`any`] | positions of a size known only at run time |
//! | [`count`] | perft and random games, on threads, watched and stopped |
//!
//! # Writing a search or a table
//!
//! The size of a board goes by three numbers known when compiling: words of 64 squares, armies,
//! and kinds of piece: six, or more for games that [`variant::Variant::is_general`] tells.
//! [`position::Position`] is a plain value that is copied for each move:
//!
//! ```
//! use std::ops::ControlFlow::Continue;
//! use circularchess::position::{Position, moves::Which};
//! use circularchess::{rules::Rules, variant::Variant};
//!
//! /// Counts captures in a tree, as a search looks at them.
//! fn captures<const W: usize, const A: usize, const K: usize>(
//!     rules: &Rules<W, A, K>,
//!     position: &Position<W, A, K>,
//!     depth: u8,
//! ) -> usize {
//!     let mut found = position.legal_captures(rules).len();
//!     if depth > 1 {
//!         let _ = position.generate(rules, Which::All, |moves| {
//!             for mv in moves {
//!                 let mut next = *position;
//!                 next.play_unchecked(rules, mv);
//!                 found += captures(rules, &next, depth - 1);
//!             }
//!             Continue(())
//!         });
//!     }
//!     found
//! }
//!
//! let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
//! assert_eq!(captures(&rules, &Position::start(&rules), 2), 0);
//! ```
//!
//! Two programs in `examples` go further: `search`, by alpha and beta and for any number of
//! armies, and `endgame`, which solves king and queen against king backwards from mate.
//!
//! # Words
//!
//! An *army* is one player's pieces, by number in the order of seats; armies of one team are of
//! one *side*. A *legal* move may be played; a *safe* one also leaves the own king unattacked,
//! which in games where kings may be taken (*snaffled*) is not asked of every move. An *outbound*
//! pawn has crossed an open centre. A *round* is a move of every army in play. Python's
//! `circularchess` uses the same words.
#![allow(clippy::cast_possible_truncation)]

pub mod any;
pub mod board;
pub mod count;
pub mod position;
mod random;
pub mod rules;
pub mod tables;
pub mod variant;
