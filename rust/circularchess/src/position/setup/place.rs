//! Positions from set-ups, and set-ups from positions.

use crate::board::topology::Topology;
use crate::position::{End, Event, EventKind, Position};
use crate::rules::{Piece, Rules, right_bit};
use crate::variant::PieceType;

use super::{Problem, ProblemKind, Setup, en_passant_owner, problems};

/// The king of the army not to move being attacked, in a strict game of two armies.
fn opposite_check<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
    setup: &Setup,
) -> Option<Problem> {
    let other = setup.turn ^ 1;
    let position = Position::placed(rules, setup);
    let wrong = !rules.kings_can_fall
        && position.in_play >> other & 1 != 0
        && position.is_check(rules, other);
    wrong.then(|| Problem {
        kind: ProblemKind::OppositeCheck,
        text: format!(
            "{} is not to move but its king is attacked",
            rules.variant.armies[other].name
        ),
        square: position.king(other),
    })
}

/// Moats that must be bridged by now, and pawns that would have been removed as they met.
fn general_problems<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
    setup: &Setup,
) -> Vec<Problem> {
    let mut found = Vec::new();
    let shape = &rules.variant.shape;
    let position = Position::placed(rules, setup);
    let mut due = position;
    due.bridge(rules);
    for (index, file) in shape.plan().moats.iter().enumerate() {
        if (due.bridged() & !setup.bridged) >> index & 1 != 0 {
            found.push(Problem {
                kind: ProblemKind::Moat,
                text: format!("the moat at file {file} would have been bridged"),
                square: None,
            });
        }
    }
    if rules.general.removes_meeting {
        for &(square, piece) in &setup.pieces {
            let ahead = rules.attacks.pawns[0].push[usize::from(square)].first();
            let meets = piece.kind == PieceType::Pawn
                && !piece.outbound
                && ahead.and_then(|s| position.piece_at(s))
                    == Some(Piece {
                        outbound: true,
                        ..piece
                    });
            if meets {
                let (name, at) = (&rules.variant.armies[piece.army].name, shape.name(square));
                found.push(Problem {
                    kind: ProblemKind::Pawn,
                    text: format!(
                        "{name}'s pawn on {at} and another would have been removed as they meet"
                    ),
                    square: Some(square),
                });
            }
        }
    }
    found
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// The start position.
    ///
    /// # Panics
    /// When the variant's start position cannot be played, as [`Position::from_setup`] tells.
    #[must_use]
    pub fn start(rules: &Rules<W, A, K>) -> Self {
        match Self::from_setup(rules, &Setup::start(&rules.variant)) {
            Ok((position, _)) => position,
            Err(problems) => panic!("the start position cannot be played: {problems:?}"),
        }
    }

    /// The position a set-up describes, judged as at the start of a turn, with what the
    /// judging brought about.
    ///
    /// # Errors
    /// All the reasons why it cannot be played.
    ///
    /// ```
    /// use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("cylinder").unwrap());
    /// let start = Position::start(&rules);
    /// let (again, events) = Position::from_setup(&rules, &start.setup(&rules)).unwrap();
    /// assert!(again.hash(&rules) == start.hash(&rules) && events.is_empty());
    /// ```
    pub fn from_setup(
        rules: &Rules<W, A, K>,
        setup: &Setup,
    ) -> Result<(Self, Vec<Event>), Vec<Problem>> {
        let mut position = Self::from_setup_unjudged(rules, setup)?;
        let mut events = Vec::new();
        if let Some(army) = position.left_standing(rules) {
            let resigned = position.king_of(army).is_some();
            let (end, event) = if resigned {
                (End::Resignation, EventKind::Resigned)
            } else {
                (End::KingTaken, EventKind::KingTaken)
            };
            events.extend([(event, army), (EventKind::Eliminated, army)]);
            position.end = Some(end);
        }
        position.judge(rules, &mut events);
        Ok((position, events))
    }

    /// The army of three or more that has lost a game which the first mate ends: its men stand,
    /// its king too if it resigned, but it is out of play.
    fn left_standing(&self, rules: &Rules<W, A, K>) -> Option<usize> {
        let armies = rules.variant.armies.len();
        if rules.eliminates || armies == 2 {
            return None;
        }
        (0..armies).find(|&army| self.in_play >> army & 1 == 0 && !self.armies[army].is_empty())
    }

    /// The position a set-up describes, not yet judged.
    pub(crate) fn from_setup_unjudged(
        rules: &Rules<W, A, K>,
        setup: &Setup,
    ) -> Result<Self, Vec<Problem>> {
        let variant = &rules.variant;
        let mut problems = problems(variant, setup);
        let placed = !problems.iter().any(|p| p.kind.forbids_placing());
        if placed && K > 6 {
            problems.extend(general_problems(rules, setup));
        }
        if placed && let Some(problem) = opposite_check(rules, setup) {
            problems.push(problem);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut position = Self::placed(rules, setup);
        for &(army, side) in &setup.castling {
            position.castling |= right_bit(army, side);
        }
        let topology = Topology::new(variant.shape.clone());
        for &passed in &setup.en_passant {
            let at = |square| position.piece_at(square);
            if let Some(owner) = en_passant_owner(variant, &topology, passed, at) {
                position.en_passant[owner] = passed;
            }
        }
        position.bridged = setup.bridged as u8;
        position.halfmove = setup.halfmove;
        position.round = setup.round;
        position.key = position.key_from_scratch(rules);
        Ok(position)
    }

    /// Pieces, turn and armies in play of a set-up, without rights.
    fn placed(rules: &Rules<W, A, K>, setup: &Setup) -> Self {
        let mut position = Self::EMPTY;
        for &(square, piece) in &setup.pieces {
            position.toggle(rules, piece, square);
        }
        position.in_play = setup.in_play.unwrap_or_else(|| {
            let armies = setup.pieces.iter().map(|(_, piece)| 1 << piece.army);
            armies.fold(0, |all, one| all | one) & !setup.inert
        });
        position.turn = setup.turn as u8;
        position
    }

    /// The set-up that describes this position.
    #[must_use]
    pub fn setup(&self, rules: &Rules<W, A, K>) -> Setup {
        let armies = rules.variant.armies.len();
        Setup {
            pieces: self
                .occupied()
                .into_iter()
                .filter_map(|s| Some((s, self.piece_at(s)?)))
                .collect(),
            turn: self.turn(),
            castling: (0..armies)
                .flat_map(|army| [(army, 0), (army, 1)])
                .filter(|&(army, side)| self.has_right(army, side))
                .collect(),
            en_passant: (0..armies)
                .filter_map(|army| self.en_passant(army))
                .collect(),
            halfmove: self.halfmove,
            round: self.round,
            in_play: Some(self.in_play),
            // Where the first mate ends the game none is inert: nobody goes on beside its men.
            inert: if rules.leave || !rules.eliminates {
                0
            } else {
                let men = |&army: &usize| !self.armies[army].is_empty();
                let out = (0..armies).filter(|army| self.in_play >> army & 1 == 0);
                out.filter(men).fold(0, |all, army| all | 1 << army)
            },
            bridged: self.bridged(),
        }
    }
}
