//! Counting: perft on one thread or several, and random games.

pub mod control;
mod cpu;
pub mod parallel;
pub mod perft;
pub mod playout;
pub mod table;
mod threads;
