//! The board: its squares, sets of them, and how they hang together.

pub mod shape;
pub mod square_set;
pub mod topology;
