//! What is worked out once for a board: attacks, slides, hash keys.

pub mod attacks;
mod rays;
mod rotor;
pub(crate) mod zobrist;
