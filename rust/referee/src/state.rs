//! A position by its meaning, read from a set-up and described as one.

use std::collections::BTreeSet;

use circularchess::board::shape::Square;
use circularchess::position::End;
use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::PieceType;

use crate::Referee;

/// A position by its meaning alone.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// By square: the piece there.
    pub men: Vec<Option<Piece>>,
    /// The army to move.
    pub turn: usize,
    /// By army: whether it is in play.
    pub in_play: Vec<bool>,
    /// (army, side) of castling rights.
    pub rights: BTreeSet<(usize, usize)>,
    /// By owner: the square a double step passed over.
    pub passed: Vec<Option<Square>>,
    /// Single moves since the last capture, pawn move or elimination.
    pub halfmove: u32,
    /// Round, from 1.
    pub round: u32,
    /// How the game ended and the armies that won, as bits.
    pub end: Option<(End, u8)>,
}

impl State {
    /// The armies in play as bits.
    #[must_use]
    pub fn in_play_bits(&self) -> u8 {
        let armies = self.in_play.iter().enumerate();
        armies.fold(0, |all, (army, &playing)| all | u8::from(playing) << army)
    }

    /// It in the engine's words.
    ///
    /// # Panics
    /// When it has more squares than a board can have.
    #[must_use]
    pub fn describe(&self) -> Setup {
        let men = self.men.iter().enumerate();
        Setup {
            pieces: men
                .filter_map(|(s, man)| Some((Square::try_from(s).unwrap(), (*man)?)))
                .collect(),
            turn: self.turn,
            castling: self.rights.iter().copied().collect(),
            en_passant: self.passed.iter().copied().flatten().collect(),
            halfmove: self.halfmove,
            round: self.round,
            in_play: Some(self.in_play_bits()),
            inert: 0,
            bridged: 0,
        }
    }
}

impl Referee {
    /// The position that a playable set-up describes, not yet judged. Where the set-up does not
    /// say which armies are in play, those that have pieces are.
    ///
    /// # Panics
    /// When no pawn can have passed over a square of [`Setup::en_passant`].
    #[must_use]
    pub fn read(&self, setup: &Setup) -> State {
        let count = self.variant.armies.len();
        let mut men = vec![None; self.variant.shape.len()];
        for &(square, man) in &setup.pieces {
            men[usize::from(square)] = Some(man);
        }
        let plays = |army: usize| match setup.in_play {
            Some(bits) => bits >> army & 1 != 0,
            None => setup.pieces.iter().any(|(_, man)| man.army == army),
        };
        let mut state = State {
            in_play: (0..count).map(plays).collect(),
            men,
            turn: setup.turn,
            rights: setup.castling.iter().copied().collect(),
            passed: vec![None; count],
            halfmove: setup.halfmove,
            round: setup.round,
            end: None,
        };
        for &passed in &setup.en_passant {
            let owner = (0..count).find(|&army| self.has_passed(&state, army, passed));
            state.passed[owner.expect("a pawn has passed over it")] = Some(passed);
        }
        state
    }

    /// Whether a pawn of an army can just have passed over an empty square: it stands beyond,
    /// and the square that it started from is empty, or another army's by now.
    fn has_passed(&self, state: &State, army: usize, passed: Square) -> bool {
        let at = |s: Square| state.men[usize::from(s)];
        let pawn = Piece {
            army,
            kind: PieceType::Pawn,
            outbound: false,
        };
        let left = |from: Square| match at(from) {
            None => true,
            Some(other) => state.in_play.len() > 2 && other.army != army,
        };
        let starts = self.variant.shape.squares().filter(|&from| left(from));
        at(passed).is_none()
            && starts
                .filter_map(|from| self.double_step(pawn, from))
                .any(|(over, to)| over == passed && at(to) == Some(pawn))
    }

    /// What the rule of repetition compares.
    #[must_use]
    pub fn repetition_key(&self, state: &State) -> Vec<u16> {
        let mut key: Vec<u16> = Vec::new();
        for man in &state.men {
            key.push(man.map_or(0, |m| {
                1 + m.army as u16 * 16 + m.kind as u16 * 2 + u16::from(m.outbound)
            }));
        }
        key.push(state.turn as u16);
        key.extend(state.in_play.iter().map(|&p| u16::from(p)));
        let mut rights = 0;
        for &(army, side) in &state.rights {
            rights |= 1 << (army * 2 + side);
        }
        key.push(rights);
        let mut squares: Vec<u16> = Vec::new();
        for (owner, passed) in state.passed.iter().enumerate() {
            let Some(passed) = *passed else { continue };
            let attacked = self.variant.shape.squares().any(|s| {
                state.men[usize::from(s)].is_some_and(|m| {
                    m.kind == PieceType::Pawn
                        && self.are_enemies(state, owner, m.army)
                        && self.pawn_captures(m, s).contains(&passed)
                })
            });
            // With two armies, only a legal capture makes a difference.
            let matters = attacked
                && (state.in_play.len() > 2
                    || self.legal_moves(state).iter().any(|mv| {
                        mv.to == passed
                            && state.men[usize::from(mv.from)].is_some_and(|m| {
                                m.kind == PieceType::Pawn
                                    && self.pawn_captures(m, mv.from).contains(&passed)
                            })
                    }));
            if matters {
                squares.push(u16::from(passed));
            }
        }
        squares.sort_unstable();
        key.extend(squares);
        key
    }
}
