//! The engine through its public face, against the rules worked out otherwise: by hand, by a
//! slow walker and a slow referee, and by counts that others found.

mod boards;
mod mid_game;
mod oracle;
mod perft;
mod plain;
mod published;
mod random;
mod round;
mod setups;
mod texts;
mod topology;
mod variant_files;
mod variant_refusals;
mod walks;
