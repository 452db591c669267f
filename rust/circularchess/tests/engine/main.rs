//! The engine through its public face, against the rules worked out otherwise: by hand, by the
//! slow referee (`circularchess-referee`), and by counts that others found.

mod api;
mod boards;
mod examples;
mod mid_game;
mod paths;
mod perft;
mod published;
mod random;
mod round;
mod setups;
mod texts;
mod topology;
mod variant_files;
mod variant_refusals;
mod walks;
