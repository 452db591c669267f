//! What is worked out once for a board: attacks, slides, hash keys.

pub mod attacks;
pub(crate) mod movements;
mod rays;
mod rotor;
pub(crate) mod zobrist;
