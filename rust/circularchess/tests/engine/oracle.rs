//! A slow generator and referee, written from the rules alone: every piece is walked, every
//! move is tried on a copied board, and every check is looked for from every enemy piece.

use std::collections::BTreeSet;

use circularchess::board::shape::Square;
use circularchess::position::moves::Move;
use circularchess::position::{End, Event, EventKind};
use circularchess::rules::Piece;
use circularchess::variant::{CheckRule, Checkmate, PawnWay, PieceType, StalemateRule, Variant};

use crate::plain::{DIAGONAL, Plain, STRAIGHT, Way};

/// A position by its meaning alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) men: Vec<Option<Piece>>,
    pub(crate) turn: usize,
    pub(crate) in_play: Vec<bool>,
    /// (army, side) of castling rights.
    pub(crate) rights: BTreeSet<(usize, usize)>,
    /// By owner: the square a double step passed over.
    pub(crate) passed: Vec<Option<Square>>,
    pub(crate) halfmove: u32,
    pub(crate) round: u32,
    pub(crate) end: Option<(End, u8)>,
}

/// A variant and its walks.
pub(crate) struct Oracle {
    pub(crate) variant: Variant,
    pub(crate) plain: Plain,
    /// By square: slides in the straight and the diagonal ways, steps, leaps.
    slides: Vec<[Vec<Vec<Square>>; 2]>,
    leaps: Vec<Vec<Square>>,
    /// By square: a king's steps.
    steps: Vec<Vec<Square>>,
}

impl Oracle {
    pub(crate) fn new(variant: Variant) -> Self {
        let plain = Plain::of(&variant.shape);
        let numbers = |spots: Vec<_>| -> Vec<Square> {
            spots.into_iter().map(|spot| plain.number(spot)).collect()
        };
        let (mut slides, mut leaps, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for square in variant.shape.squares() {
            let from = plain.spot(square);
            let lines = |ways: [Way; 4]| -> Vec<Vec<Square>> {
                let each = ways.iter().map(|&way| numbers(plain.slide(from, way)));
                each.collect()
            };
            slides.push([lines(STRAIGHT), lines(DIAGONAL)]);
            leaps.push(numbers(plain.leaps(from).into_iter().collect()));
            let all = STRAIGHT.iter().chain(&DIAGONAL);
            steps.push(numbers(all.filter_map(|&w| plain.step(from, w)).collect()));
        }
        Self {
            variant,
            plain,
            slides,
            leaps,
            steps,
        }
    }

    pub(crate) fn is_friend(&self, a: usize, b: usize) -> bool {
        self.variant.armies[a].side == self.variant.armies[b].side
    }

    /// Whether `b` is in play and of another side than `a`.
    fn are_enemies(&self, state: &State, a: usize, b: usize) -> bool {
        !self.is_friend(a, b) && state.in_play[b]
    }

    fn side_bits(&self, army: usize) -> u8 {
        let armies = 0..self.variant.armies.len();
        armies
            .filter(|&a| self.is_friend(a, army))
            .fold(0, |bits, a| bits | 1 << a)
    }

    /// The way ahead of an army's pawn on a square.
    pub(crate) fn ahead(&self, army: usize, outbound: bool, square: Square) -> Option<Way> {
        match &self.variant.armies[army].pawns {
            PawnWay::Inward if outbound => Some((1, 0)),
            PawnWay::Inward => Some((-1, 0)),
            PawnWay::Outward => Some((1, 0)),
            PawnWay::Own => Some((0, if outbound { -1 } else { 1 })),
            PawnWay::Ring {
                clockwise,
                anticlockwise,
            } => {
                let file = u16::try_from(self.plain.spot(square).1).unwrap();
                if clockwise.contains(&file) {
                    Some((0, 1))
                } else {
                    anticlockwise.contains(&file).then_some((0, -1))
                }
            }
        }
    }

    fn step(&self, square: Square, way: Way) -> Option<Square> {
        let to = self.plain.step(self.plain.spot(square), way)?;
        Some(self.plain.number(to))
    }

    fn crosses(&self, square: Square, way: Way) -> bool {
        self.plain.shift.is_some() && way.0 < 0 && self.plain.spot(square).0 == 1
    }

    fn pawn_captures(&self, pawn: Piece, square: Square) -> Vec<Square> {
        let Some(ahead) = self.ahead(pawn.army, pawn.outbound, square) else {
            return Vec::new();
        };
        let ways = match ahead {
            (0, along) => [(1, along), (-1, along)],
            (radial, _) => [(radial, 1), (radial, -1)],
        };
        let squares = ways.iter().filter_map(|&way| self.step(square, way));
        squares.collect()
    }

    /// Where the piece on a square could capture an enemy.
    pub(crate) fn reach(&self, state: &State, square: Square) -> Vec<Square> {
        let s = usize::from(square);
        let Some(man) = state.men[s] else {
            return Vec::new();
        };
        let kinds: &[usize] = match man.kind {
            PieceType::Pawn => return self.pawn_captures(man, square),
            PieceType::Knight => return self.leaps[s].clone(),
            PieceType::King => return self.steps[s].clone(),
            PieceType::Rook => &[0],
            PieceType::Bishop => &[1],
            PieceType::Queen => &[0, 1],
            own => unreachable!("{own:?} is no piece of this referee's"),
        };
        let mut seen = Vec::new();
        for line in kinds.iter().flat_map(|&k| &self.slides[s][k]) {
            for &to in line {
                seen.push(to);
                if state.men[usize::from(to)].is_some() {
                    break;
                }
            }
        }
        seen
    }

    fn squares_of(&self, state: &State, army: usize) -> impl Iterator<Item = Square> {
        let squares = self.variant.shape.squares();
        squares.filter(move |&s| state.men[usize::from(s)].is_some_and(|m| m.army == army))
    }

    /// Squares of an army's pieces that attack a square.
    pub(crate) fn attackers(&self, state: &State, army: usize, target: Square) -> Vec<Square> {
        if !state.in_play[army] {
            return Vec::new();
        }
        let squares = self.squares_of(state, army);
        squares
            .filter(|&s| s != target && self.reach(state, s).contains(&target))
            .collect()
    }

    /// Whether an enemy of `army` attacks a square.
    fn attacked(&self, state: &State, army: usize, target: Square) -> bool {
        self.variant.shape.squares().any(|s| {
            state.men[usize::from(s)].is_some_and(|m| {
                m.army != army
                    && self.are_enemies(state, army, m.army)
                    && self.reach(state, s).contains(&target)
            })
        })
    }

    pub(crate) fn king(&self, state: &State, army: usize) -> Option<Square> {
        self.squares_of(state, army)
            .find(|&s| state.men[usize::from(s)].is_some_and(|m| m.kind == PieceType::King))
    }

    pub(crate) fn in_check(&self, state: &State, army: usize) -> bool {
        self.king(state, army)
            .is_some_and(|king| self.attacked(state, army, king))
    }

    /// Where an army castles to: side, king's home, rook's home, passed, landing.
    fn castles(&self, army: usize) -> Vec<(usize, Square, Square, Square, Square)> {
        let Some(homes) = &self.variant.armies[army].castling else {
            return Vec::new();
        };
        let (ring, king) = self.plain.spot(homes.king);
        let mut found = Vec::new();
        for (side, rook) in homes.rooks.iter().enumerate() {
            let Some(rook) = *rook else { continue };
            let clockwise = self.plain.file(self.plain.spot(rook).1 - king);
            let along = if clockwise * 2 <= self.plain.files {
                1
            } else {
                -1
            };
            let at = |n: i32| self.plain.number((ring, self.plain.file(king + n * along)));
            found.push((side, homes.king, rook, at(1), at(2)));
        }
        found
    }

    /// Squares strictly between two of one ring, the short way.
    fn between(&self, a: Square, b: Square) -> Vec<Square> {
        let ((ring, from), (_, to)) = (self.plain.spot(a), self.plain.spot(b));
        let clockwise = self.plain.file(to - from);
        let (along, distance) = if clockwise * 2 <= self.plain.files {
            (1, clockwise)
        } else {
            (-1, self.plain.files - clockwise)
        };
        (1..distance)
            .map(|n| self.plain.number((ring, self.plain.file(from + n * along))))
            .collect()
    }

    /// All moves of pieces and pawns, whether or not they leave the king in check.
    fn tries(&self, state: &State) -> BTreeSet<Move> {
        let mut moves = BTreeSet::new();
        if state.end.is_some() {
            return moves;
        }
        let army = state.turn;
        let at = |s: Square| state.men[usize::from(s)];
        let mut add = |from, to, pawn: bool| {
            let promotes = pawn && self.variant.armies[army].promotion.contains(&to);
            let kinds: &[Option<PieceType>] = if promotes {
                &[
                    Some(PieceType::Queen),
                    Some(PieceType::Rook),
                    Some(PieceType::Bishop),
                    Some(PieceType::Knight),
                ]
            } else {
                &[None]
            };
            for &promotion in kinds {
                moves.insert(Move {
                    from,
                    to,
                    promotion,
                });
            }
        };
        for from in self.squares_of(state, army) {
            let man = at(from).unwrap();
            for to in self.reach(state, from) {
                let passing = |owner: usize| {
                    state.passed[owner] == Some(to) && self.are_enemies(state, army, owner)
                };
                let fits = match at(to) {
                    Some(other) => !self.is_friend(army, other.army),
                    None if man.kind == PieceType::Pawn => (0..state.passed.len()).any(passing),
                    None => true,
                };
                if fits {
                    add(from, to, man.kind == PieceType::Pawn);
                }
            }
            if man.kind == PieceType::Pawn
                && let Some(ahead) = self.ahead(army, man.outbound, from)
                && let Some(to) = self.step(from, ahead).filter(|&s| at(s).is_none())
            {
                add(from, to, true);
                if let Some((_, to)) = self.double_step(man, from).filter(|d| at(d.1).is_none()) {
                    add(from, to, true);
                }
            }
        }
        for (side, king, rook, passed, landing) in self.castles(army) {
            let mut lifted = state.clone();
            lifted.men[usize::from(king)] = None;
            if self.variant.options.castling
                && state.rights.contains(&(army, side))
                && self.between(king, rook).iter().all(|&s| at(s).is_none())
                && !self.attacked(state, army, king)
                && [passed, landing]
                    .iter()
                    .all(|&s| !self.attacked(&lifted, army, s))
            {
                add(king, landing, false);
            }
        }
        moves
    }

    /// Where a pawn's double step passes and lands, pieces in the way aside.
    pub(crate) fn double_step(&self, pawn: Piece, from: Square) -> Option<(Square, Square)> {
        let data = &self.variant.armies[pawn.army];
        let ahead = self.ahead(pawn.army, pawn.outbound, from)?;
        let passed = self.step(from, ahead)?;
        let to = self.step(passed, ahead)?;
        (self.variant.options.double_step
            && !pawn.outbound
            && data.start.contains(&(from, PieceType::Pawn))
            && !self.crosses(from, ahead)
            && !self.crosses(passed, ahead)
            && !data.promotion.contains(&passed)
            && self.ahead(pawn.army, false, passed) == Some(ahead))
        .then_some((passed, to))
    }

    /// A move on a copied board, the turn passed on and not yet judged.
    fn after(&self, state: &State, mv: Move, events: &mut Vec<Event>) -> State {
        let mut next = state.clone();
        let army = state.turn;
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut man = state.men[from].unwrap();
        let mut captured = state.men[to];
        next.halfmove += 1;
        next.men[from] = None;
        if man.kind == PieceType::King && !self.steps[from].contains(&mv.to) {
            let castles = self.castles(army);
            let (_, _, rook, passed, _) = castles.iter().find(|c| c.4 == mv.to).unwrap();
            next.men[usize::from(*rook)] = None;
            next.men[usize::from(*passed)] = state.men[usize::from(*rook)];
            captured = None;
        }
        if man.kind == PieceType::Pawn {
            next.halfmove = 0;
            let ahead = self.ahead(army, man.outbound, mv.from).unwrap();
            let straight = self.step(mv.from, ahead) == Some(mv.to);
            let doubled = self.double_step(man, mv.from).filter(|d| d.1 == mv.to);
            if captured.is_none() && !straight && doubled.is_none() {
                for owner in 0..state.passed.len() {
                    if state.passed[owner] == Some(mv.to) && !self.is_friend(army, owner) {
                        let victim = self.beyond(owner, mv.to);
                        next.men[usize::from(victim)] = None;
                        next.passed[owner] = None;
                    }
                }
            }
            if self.crosses(mv.from, ahead) {
                man.outbound = true;
            }
        }
        for owner in 0..next.passed.len() {
            if let Some(passed) = next.passed[owner]
                && (passed == mv.to || self.beyond(owner, passed) == mv.to)
            {
                next.passed[owner] = None;
            }
        }
        if self.variant.options.en_passant
            && man.kind == PieceType::Pawn
            && mv.promotion.is_none()
            && let Some((passed, landing)) = self.double_step(state.men[from].unwrap(), mv.from)
            && landing == mv.to
        {
            next.passed[army] = Some(passed);
        }
        if let Some(kind) = mv.promotion {
            man = Piece {
                army,
                kind,
                outbound: false,
            };
        }
        next.men[to] = Some(man);
        for owner in 0..self.variant.armies.len() {
            for (side, king, rook, _, _) in self.castles(owner) {
                if [king, rook].iter().any(|s| [mv.from, mv.to].contains(s)) {
                    next.rights.remove(&(owner, side));
                }
            }
        }
        if captured.is_some() {
            next.halfmove = 0;
        }
        let Some(king) = captured.filter(|c| c.kind == PieceType::King) else {
            self.pass_turn(&mut next);
            return next;
        };
        events.push((EventKind::KingTaken, king.army));
        self.eliminate(&mut next, king.army, events);
        self.pass_turn(&mut next);
        if !(0..next.in_play.len()).any(|a| self.are_enemies(&next, army, a)) {
            let end = if self.variant.armies.len() == 2 {
                End::KingTaken
            } else {
                End::LastSideStanding
            };
            next.end = Some((end, self.side_bits(army)));
        }
        next
    }

    /// The square of the pawn that has just passed over a square.
    fn beyond(&self, owner: usize, passed: Square) -> Square {
        let ahead = self.ahead(owner, false, passed).unwrap();
        self.step(passed, ahead).unwrap()
    }

    fn eliminate(&self, state: &mut State, army: usize, events: &mut Vec<Event>) {
        state.in_play[army] = false;
        state.rights.retain(|&(owner, _)| owner != army);
        state.passed[army] = None;
        state.halfmove = 0;
        if self.variant.checkmate == Checkmate::Eliminates {
            for man in &mut state.men {
                if man.is_some_and(|m| m.army == army) {
                    *man = None;
                }
            }
        }
        events.push((EventKind::Eliminated, army));
    }

    fn pass_turn(&self, state: &mut State) {
        let (count, before) = (state.in_play.len(), state.turn);
        let next = (1..=count)
            .map(|n| (before + n) % count)
            .find(|&a| state.in_play[a])
            .unwrap();
        if next <= before {
            state.round += 1;
        }
        state.turn = next;
        state.passed[next] = None;
    }

    fn is_safe(&self, state: &State, mv: Move) -> bool {
        let next = self.after(state, mv, &mut Vec::new());
        let alone = !(0..next.in_play.len()).any(|a| self.are_enemies(&next, state.turn, a));
        alone || !self.in_check(&next, state.turn)
    }

    /// The safe moves, sorted.
    pub(crate) fn safe_moves(&self, state: &State) -> Vec<Move> {
        let moves = self.tries(state).into_iter();
        moves.filter(|&mv| self.is_safe(state, mv)).collect()
    }

    /// The legal moves, sorted.
    pub(crate) fn legal_moves(&self, state: &State) -> Vec<Move> {
        let safe = self.safe_moves(state);
        if safe.is_empty() || self.variant.options.check == CheckRule::Strict {
            return safe;
        }
        self.tries(state).into_iter().collect()
    }

    pub(crate) fn play(&self, state: &State, mv: Move) -> (State, Vec<Event>) {
        let mut events = Vec::new();
        let next = self.after(state, mv, &mut events);
        (self.judge(next, &mut events), events)
    }

    pub(crate) fn resign(&self, state: &State, army: usize) -> (State, Vec<Event>) {
        let mut events = vec![(EventKind::Resigned, army)];
        let mut next = state.clone();
        self.eliminate(&mut next, army, &mut events);
        if next.turn == army {
            self.pass_turn(&mut next);
        }
        if self.one_side_left(&next) {
            next.end = Some((self.last_end(End::Resignation), self.side_bits(next.turn)));
            return (next, events);
        }
        (self.judge(next, &mut events), events)
    }

    fn one_side_left(&self, state: &State) -> bool {
        let armies = || (0..state.in_play.len()).filter(|&a| state.in_play[a]);
        armies().all(|a| armies().all(|b| self.is_friend(a, b)))
    }

    /// How a game ends whose last side is left: `of_two` where two armies began.
    fn last_end(&self, of_two: End) -> End {
        if self.variant.armies.len() == 2 {
            of_two
        } else {
            End::LastSideStanding
        }
    }

    /// Judges the army to move, and those that come after it if it cannot.
    pub(crate) fn judge(&self, mut state: State, events: &mut Vec<Event>) -> State {
        if state.end.is_some() {
            return state;
        }
        if self.one_side_left(&state) {
            state.end = Some((End::LastSideStanding, self.side_bits(state.turn)));
            return state;
        }
        let mut row: Vec<State> = Vec::new();
        loop {
            let moves = self.tries(&state);
            if moves.into_iter().any(|mv| self.is_safe(&state, mv)) {
                return state;
            }
            let army = state.turn;
            let playing = state.in_play.iter().filter(|&&p| p).count();
            if self.in_check(&state, army) {
                events.push((EventKind::Checkmated, army));
                if self.variant.checkmate == Checkmate::Ends {
                    let winner = self.side_bits(1 - army);
                    state.end = Some((End::Checkmate, winner));
                    return state;
                }
            } else {
                events.push((EventKind::Stalemated, army));
                match self.variant.options.stalemate.filter(|_| playing > 2) {
                    Some(StalemateRule::Loses) => unreachable!("for two armies"),
                    None | Some(StalemateRule::Draw) => {
                        state.end = Some((End::Stalemate, 0));
                        return state;
                    }
                    Some(StalemateRule::Eliminate) => {}
                    Some(StalemateRule::Pass) => {
                        events.push((EventKind::Passed, army));
                        row.push(state.clone());
                        if row.len() == playing {
                            let mut first = row.swap_remove(0);
                            first.end = Some((End::Stalemate, 0));
                            return first;
                        }
                        self.pass_turn(&mut state);
                        continue;
                    }
                }
            }
            row.clear();
            self.eliminate(&mut state, army, events);
            self.pass_turn(&mut state);
            if self.one_side_left(&state) {
                state.end = Some((self.last_end(End::Checkmate), self.side_bits(state.turn)));
                return state;
            }
        }
    }

    /// What the rule of repetition compares.
    pub(crate) fn repetition_key(&self, state: &State) -> Vec<u16> {
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
