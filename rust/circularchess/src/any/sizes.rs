//! The sizes of board that positions are compiled for, each behind the same table of functions.

use std::any::Any;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use crate::board::shape::Square;
use crate::count::control::Control;
use crate::count::parallel::{PerftError, PerftOptions};
use crate::count::playout::Playout;
use crate::position::describe::MoveInfo;
use crate::position::moves::{Move, Which};
use crate::position::paths::Path;
use crate::position::refusal::Refusal;
use crate::position::setup::{Problem, Setup};
use crate::position::{self, End, Event};
use crate::rules::{self, Piece};
use crate::variant::{PieceType, Variant};

use super::{ForEachSize, Position, Squares};

pub(super) trait Compiled: Any + Send + Sync {
    fn variant(&self) -> &Variant;
    fn position(&self, setup: &Setup) -> Result<(Position, Vec<Event>), Vec<Problem>>;
    fn restore(&self, setup: &Setup, end: Option<End>) -> Result<Position, Vec<Problem>>;
}

pub(super) trait Playable: Any + Send + Sync {
    fn boxed(&self) -> Box<dyn Playable>;
    fn variant(&self) -> &Variant;
    fn turn(&self) -> usize;
    fn in_play(&self) -> u8;
    fn halfmove(&self) -> u32;
    fn round(&self) -> u32;
    fn end(&self) -> Option<End>;
    fn winners(&self) -> u8;
    fn piece_at(&self, square: Square) -> Option<Piece>;
    fn setup(&self) -> Setup;
    fn hash(&self) -> u64;
    fn hash_from_scratch(&self) -> u64;
    fn for_each_legal(&self, each: &mut dyn FnMut(Move));
    fn for_each_safe(&self, each: &mut dyn FnMut(Move));
    fn count_legal(&self) -> u64;
    fn is_legal(&self, mv: Move) -> bool;
    fn is_safe(&self, mv: Move) -> bool;
    fn is_check(&self, army: usize) -> bool;
    fn attackers(&self, army: usize, square: Square) -> Vec<Square>;
    fn play(&self, mv: Move, events: &mut Vec<Event>) -> Position;
    fn resign(&self, army: usize, events: &mut Vec<Event>) -> Position;
    fn perft(&self, depth: u8, options: PerftOptions, control: &Control)
    -> Result<u64, PerftError>;
    fn playouts(
        &self,
        games: u32,
        seed: u64,
        most_plies: u32,
        threads: usize,
        control: &Control,
    ) -> Option<Vec<Playout>>;
    fn size(&self) -> usize;
    fn describe(&self, mv: Move) -> Option<MoveInfo>;
    fn paths(&self, mv: Move, info: &MoveInfo) -> Vec<Path>;
    fn refusal(&self, mv: Move) -> Option<Refusal>;
    fn generate(&self, which: Which, each: &mut dyn FnMut(Move));
    fn pieces(&self, kind: PieceType, army: usize) -> Squares;
    fn checkers(&self, army: usize) -> Squares;
    fn pinned(&self, army: usize) -> Squares;
    fn play_unchecked(&mut self, mv: Move);
    fn null_move(&self) -> Option<Position>;
    fn is_dead(&self) -> bool;
}

/// A position with its rules.
#[derive(Clone)]
pub(super) struct Live<const W: usize, const A: usize, const K: usize> {
    rules: Arc<rules::Rules<W, A, K>>,
    pub(super) position: position::Position<W, A, K>,
}

/// Rules that can be shared.
pub(super) struct Shared<const W: usize, const A: usize, const K: usize>(
    pub(super) Arc<rules::Rules<W, A, K>>,
);

impl<const W: usize, const A: usize, const K: usize> Live<W, A, K> {
    fn game(rules: &Arc<rules::Rules<W, A, K>>, position: position::Position<W, A, K>) -> Position {
        let rules = Arc::clone(rules);
        Position {
            inner: Box::new(Self { rules, position }),
        }
    }
}

impl<const W: usize, const A: usize, const K: usize> Compiled for Shared<W, A, K> {
    fn variant(&self) -> &Variant {
        self.0.variant()
    }

    fn position(&self, setup: &Setup) -> Result<(Position, Vec<Event>), Vec<Problem>> {
        let (position, events) = position::Position::<W, A, K>::from_setup(&self.0, setup)?;
        Ok((Live::game(&self.0, position), events))
    }

    fn restore(&self, setup: &Setup, end: Option<End>) -> Result<Position, Vec<Problem>> {
        let mut position = position::Position::<W, A, K>::from_setup_unjudged(&self.0, setup)?;
        position.restore_end(&self.0, end);
        Ok(Live::game(&self.0, position))
    }
}

impl<const W: usize, const A: usize, const K: usize> Playable for Live<W, A, K> {
    fn boxed(&self) -> Box<dyn Playable> {
        Box::new(self.clone())
    }
    fn variant(&self) -> &Variant {
        self.rules.variant()
    }
    fn turn(&self) -> usize {
        self.position.turn()
    }
    fn in_play(&self) -> u8 {
        self.position.in_play()
    }
    fn halfmove(&self) -> u32 {
        self.position.halfmove()
    }
    fn round(&self) -> u32 {
        self.position.round()
    }
    fn end(&self) -> Option<End> {
        self.position.end()
    }
    fn winners(&self) -> u8 {
        self.position.winners(&self.rules)
    }
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position.piece_at(square)
    }
    fn setup(&self) -> Setup {
        self.position.setup(&self.rules)
    }
    fn hash(&self) -> u64 {
        self.position.hash(&self.rules)
    }
    fn hash_from_scratch(&self) -> u64 {
        self.position.hash_from_scratch(&self.rules)
    }
    fn for_each_legal(&self, each: &mut dyn FnMut(Move)) {
        self.position.for_each_legal(&self.rules, each);
    }
    fn for_each_safe(&self, each: &mut dyn FnMut(Move)) {
        self.position.for_each_safe(&self.rules, each);
    }
    fn count_legal(&self) -> u64 {
        self.position.count_legal(&self.rules)
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(&self.rules, mv)
    }
    fn is_safe(&self, mv: Move) -> bool {
        self.position.is_safe(&self.rules, mv)
    }
    fn is_check(&self, army: usize) -> bool {
        self.position.is_check(&self.rules, army)
    }
    fn attackers(&self, army: usize, square: Square) -> Vec<Square> {
        let found = self.position.attackers(&self.rules, army, square);
        found.into_iter().collect()
    }
    fn play(&self, mv: Move, events: &mut Vec<Event>) -> Position {
        Self::game(&self.rules, self.position.after(&self.rules, mv, events))
    }
    fn resign(&self, army: usize, events: &mut Vec<Event>) -> Position {
        Self::game(
            &self.rules,
            self.position.after_resignation(&self.rules, army, events),
        )
    }
    fn perft(
        &self,
        depth: u8,
        options: PerftOptions,
        control: &Control,
    ) -> Result<u64, PerftError> {
        self.position
            .perft_with(&self.rules, depth, options, control)
    }
    fn playouts(
        &self,
        games: u32,
        seed: u64,
        most_plies: u32,
        threads: usize,
        control: &Control,
    ) -> Option<Vec<Playout>> {
        self.position
            .playouts(&self.rules, games, seed, most_plies, threads, control)
    }
    fn size(&self) -> usize {
        size_of::<position::Position<W, A, K>>()
    }
    fn describe(&self, mv: Move) -> Option<MoveInfo> {
        self.position.describe(&self.rules, mv)
    }
    fn paths(&self, mv: Move, info: &MoveInfo) -> Vec<Path> {
        self.position.paths_of(&self.rules, mv, info)
    }
    fn refusal(&self, mv: Move) -> Option<Refusal> {
        self.position.refusal(&self.rules, mv)
    }
    fn generate(&self, which: Which, each: &mut dyn FnMut(Move)) {
        let _ = self.position.generate(&self.rules, which, |moves| {
            moves.into_iter().for_each(&mut *each);
            Continue(())
        });
    }
    fn pieces(&self, kind: PieceType, army: usize) -> Squares {
        self.position.pieces(kind, army).into_iter().collect()
    }
    fn checkers(&self, army: usize) -> Squares {
        let checkers = self.position.checkers(&self.rules, army);
        checkers.into_iter().collect()
    }
    fn pinned(&self, army: usize) -> Squares {
        let pinned = self.position.pinned(&self.rules, army);
        pinned.into_iter().collect()
    }
    fn play_unchecked(&mut self, mv: Move) {
        self.position.play_unchecked(&self.rules, mv);
    }
    fn null_move(&self) -> Option<Position> {
        let next = self.position.null_move(&self.rules)?;
        Some(Self::game(&self.rules, next))
    }
    fn is_dead(&self) -> bool {
        self.position.is_dead(&self.rules)
    }
}

impl Clone for Box<dyn Playable> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// Compiles a variant for the narrowest board that holds it; its start is not looked at.
pub(super) fn compile(variant: Variant) -> Arc<dyn Compiled> {
    fn shared<const W: usize, const A: usize, const K: usize>(
        variant: Variant,
    ) -> Arc<dyn Compiled> {
        Arc::new(Shared(Arc::new(rules::Rules::<W, A, K>::new(variant))))
    }
    let words = variant.shape.len().div_ceil(64);
    let few = variant.pieces.len() <= 4;
    match (words, variant.armies.len()) {
        // Each size costs seconds of building. Most games beyond the six kinds are for two on
        // one word or, with citadels, a little more.
        (1, 2) if variant.is_general() && few => shared::<1, 2, 10>(variant),
        (2, 2) if variant.is_general() && few => shared::<2, 2, 10>(variant),
        _ if variant.is_general() => shared::<4, 6, 25>(variant),
        (1, 2) => shared::<1, 2, 6>(variant),
        (2, 2) => shared::<2, 2, 6>(variant),
        (_, 2) => shared::<4, 2, 6>(variant),
        (1 | 2, 3 | 4) => shared::<2, 4, 6>(variant),
        (_, _) => shared::<4, 6, 6>(variant),
    }
}

/// Does work with rules of the size they are of.
pub(super) fn with_size<S: ForEachSize>(rules: &super::Rules, work: S) -> S::Output {
    macro_rules! sizes {
        ($(($words:literal, $armies:literal, $kinds:literal))*) => {
            $(if let Some(rules) = rules.sized::<$words, $armies, $kinds>() {
                return work.run(&rules);
            })*
        };
    }
    // All that `compile` gives.
    sizes!((1, 2, 6)(1, 2, 10)(2, 2, 10)(2, 2, 6)(2, 4, 6)(4, 2, 6)(
        4, 6, 6
    )(4, 6, 25));
    unreachable!("rules of a size that is not listed")
}
