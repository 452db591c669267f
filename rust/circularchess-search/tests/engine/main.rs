//! The engine held against full search, symmetries of boards, and itself.
#![allow(clippy::cast_possible_truncation)]

mod mates;
mod play;
mod positions;
mod symmetry;
mod worth;
