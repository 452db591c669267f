//! What a position is worth, from data worked out once for a variant.

use std::ops::{Add, AddAssign, Mul, Sub};
use std::sync::Arc;

use circularchess::board::shape::Square;
use circularchess::board::square_set::SquareSet;
use circularchess::position::Position;
use circularchess::rules::{Piece, Rules};
use circularchess::variant::{BareKingRule, PieceType};

use crate::limits::MOST_EVAL;
use crate::lone::Lone;
use crate::pawns::{Pawns, class};
use crate::worth::{KINDS, Worth, king_distances};

/// A number for the middle of the game and one for its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    middle: i32,
    end: i32,
}

impl Pair {
    const fn new(middle: i32, end: i32) -> Self {
        Self { middle, end }
    }

    fn blend(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (PHASES - phase)) / PHASES
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self::new(self.middle * factor, self.end * factor)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The phase of the start position; that of bare kings is nothing.
const PHASES: i32 = 256;

/// What the terms of an evaluation are called.
pub const TERMS: [&str; 7] = [
    "material",
    "placement",
    "pawns",
    "mobility",
    "king safety",
    "threats",
    "tempo",
];
const MATERIAL: usize = 0;
const PLACEMENT: usize = 1;
const PAWN_TERM: usize = 2;
const MOBILITY: usize = 3;
const KING_SAFETY: usize = 4;
const THREATS: usize = 5;
const TEMPO_TERM: usize = 6;

type Terms = [Pair; TERMS.len()];

/// The right to move.
const TEMPO: i32 = 12;
/// Two bishops that cover the board between them.
const BISHOP_PAIR: Pair = Pair::new(28, 45);
const DOUBLED: Pair = Pair::new(-8, -16);
const GUARDED_PAWN: Pair = Pair::new(8, 5);
/// A piece that an enemy's pawn attacks.
const PAWN_THREAT: Pair = Pair::new(-45, -40);
/// A piece, and a pawn, that is attacked and not guarded.
const LOOSE: Pair = Pair::new(-30, -28);
const LOOSE_PAWN: Pair = Pair::new(-8, -14);
/// A pawn of the own army beside its king.
const SHELTER: Pair = Pair::new(13, 0);
/// For each square that a queen would see from the king's.
const EXPOSED: Pair = Pair::new(-4, 1);

/// The evaluation of one variant.
pub(crate) struct Evaluator<const W: usize, const A: usize, const K: usize> {
    rules: Arc<Rules<W, A, K>>,
    pub(crate) worth: Worth,
    /// By kind and square; pawns are in `advance`.
    placed: Vec<[Pair; 256]>,
    /// By class of pawns and square: how far it has come, and what it is worth more if no pawn
    /// can stop it.
    advance: Vec<[Pair; 256]>,
    passed: Vec<[Pair; 256]>,
    /// By kind and number of squares.
    mobility: Vec<[Pair; 257]>,
    /// By kind: how much it adds to an attack on a king.
    threat: [i32; KINDS],
    pub(crate) pawns: Pawns<W>,
    distances: Box<[[u8; 256]]>,
    /// Material of pieces in the start position.
    start_pieces: i32,
    /// What the others' sum is divided by: the number of their sides.
    others: i32,
    minor: i32,
    /// Where no army may be bare, nobody is driven anywhere.
    bare_loses: bool,
    lone: Lone,
}

impl<const W: usize, const A: usize, const K: usize> Evaluator<W, A, K> {
    /// The evaluation of a variant, from its rules and its start position.
    #[inline(never)]
    pub(crate) fn new(rules: &Arc<Rules<W, A, K>>, start: &Position<W, A, K>) -> Self {
        let worth = Worth::new(rules, start);
        let pawns = Pawns::new(rules);
        let distances = king_distances(rules);
        let board = rules.board();
        let count = f64::from(board.len());
        let far = |from: Square| {
            let row = &distances[usize::from(from)];
            let all = board.into_iter().map(|to| f64::from(row[usize::from(to)]));
            all.filter(|&steps| steps < 255.0).sum::<f64>() / count
        };
        let mean = board.into_iter().map(far).sum::<f64>() / count;
        let mut placed = vec![[Pair::default(); 256]; KINDS];
        for kind in rules.variant().kinds() {
            let row = &mut placed[kind as usize];
            for square in board {
                let at = usize::from(square);
                row[at] = match kind {
                    PieceType::Pawn => Pair::default(),
                    PieceType::King => {
                        let central = mean - far(square);
                        Pair::new(
                            (central * -8.0).round() as i32,
                            (central * 25.0).round() as i32,
                        )
                    }
                    _ => {
                        let free = worth.freedom[kind as usize][at];
                        let gain = (free * 20.0 / worth.mobility[kind as usize]).round() as i32;
                        let gain = gain.clamp(-40, 40);
                        Pair::new(gain, gain)
                    }
                };
            }
        }
        let mut mobility = vec![[Pair::default(); 257]; KINDS];
        let mut threat = [0; KINDS];
        for kind in 0..KINDS {
            let mean = worth.mobility[kind];
            for (squares, pair) in mobility[kind].iter_mut().enumerate() {
                let more = squares as f64 - mean * 0.7;
                *pair = Pair::new(
                    (more * 20.0 / mean).round() as i32,
                    (more * 24.0 / mean).round() as i32,
                );
            }
            threat[kind] = (worth.values[kind] / 110).clamp(1, 10);
        }
        let armies = rules.variant().armies.len();
        let (mut advance, mut passed) = (
            vec![[Pair::default(); 256]; armies * 2],
            vec![[Pair::default(); 256]; armies * 2],
        );
        for army in 0..armies {
            let becomes = rules.variant().armies[army].promotes_to.iter();
            let best = becomes.map(|&kind| worth.values[kind as usize]).max();
            let gain = f64::from(best.unwrap_or(0) - worth.values[0]) / 850.0;
            let gain = gain.clamp(0.0, 1.2);
            for outbound in [false, true] {
                let own = class(army, outbound);
                for square in board {
                    let at = usize::from(square);
                    let steps = f64::from(pawns.steps[own][at]);
                    if steps > 0.0 {
                        let share = |full: f64| (full * gain / steps).round() as i32;
                        let central = ((mean - far(square)) * 9.0).round() as i32;
                        advance[own][at] = Pair::new(share(30.0) + central, share(60.0));
                        passed[own][at] = Pair::new(share(70.0), share(170.0));
                    }
                }
            }
        }
        let mut start_pieces = 0;
        for army in 0..armies {
            for kind in rules.variant().kinds().skip(1) {
                start_pieces += worth.values[kind as usize] * start.pieces(kind, army).len() as i32;
            }
        }
        let minor =
            worth.values[PieceType::Knight as usize].max(worth.values[PieceType::Bishop as usize]);
        Self {
            rules: Arc::clone(rules),
            worth,
            placed,
            advance,
            passed,
            mobility,
            threat,
            pawns,
            distances,
            start_pieces: start_pieces.max(1),
            others: (rules.sides_count() as i32 - 1).max(1),
            minor,
            bare_loses: rules.variant().options.bare_king == Some(BareKingRule::Loses),
            lone: Lone::default(),
        }
    }

    /// What the position is worth to the armies of `ours`, in centipawns; their gain is the
    /// others' loss.
    pub(crate) fn evaluate(&self, position: &Position<W, A, K>, ours: u8) -> i32 {
        let (sides, phase) = self.terms(position, ours);
        let [own, others] = sides.map(|terms| {
            let terms = terms.into_iter();
            terms.fold(Pair::default(), |sum, term| sum + term)
        });
        let mut total = own * self.others - others;
        total.end = total.end * self.winnable(position, ours, total.end > 0) / 16;
        let score = total.blend(phase) / self.others;
        score.clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// The terms by name: what they give to the armies of `ours`, and to the others.
    pub(crate) fn explain(
        &self,
        position: &Position<W, A, K>,
        ours: u8,
    ) -> Vec<(&'static str, i32, i32)> {
        let ([own, others], phase) = self.terms(position, ours);
        let terms = TERMS.into_iter().zip(own.into_iter().zip(others));
        terms
            .map(|(name, (own, others))| {
                (name, own.blend(phase), others.blend(phase) / self.others)
            })
            .collect()
    }

    /// The terms of our armies and of the others, and the phase.
    #[inline(never)]
    fn terms(&self, position: &Position<W, A, K>, ours: u8) -> ([Terms; 2], i32) {
        let mut sums = [[Pair::default(); TERMS.len()]; 2];
        let rules = &*self.rules;
        let in_play = position.in_play();
        let occupied = position.occupied();
        let mut guarded = [SquareSet::EMPTY; A];
        let mut zones = [SquareSet::EMPTY; A];
        for army in playing::<A>(in_play) {
            guarded[army] = position.pawn_attacks(rules, army);
            if let Some(king) = position.king(army) {
                zones[army] = rules.attacks().king(king) | SquareSet::from_square(king);
            }
        }
        let mut attacked = guarded;
        let mut pieces_left = 0;
        for army in playing::<A>(in_play) {
            let enemies = in_play & !rules.side_of(army);
            let (mut shunned, mut zone) = (position.army(army), SquareSet::EMPTY);
            for enemy in playing::<A>(enemies) {
                shunned |= guarded[enemy];
                zone |= zones[enemy];
            }
            let mut terms = [Pair::default(); TERMS.len()];
            let (mut attackers, mut units) = (0, 0);
            let mut material = 0;
            for kind in kinds::<K>() {
                let men = position.pieces(kind, army);
                if men.is_empty() || kind == PieceType::King {
                    continue;
                }
                let index = kind as usize;
                material += self.worth.values[index] * men.len() as i32;
                let piece = Piece {
                    army,
                    kind,
                    outbound: false,
                };
                for square in men {
                    terms[PLACEMENT] += self.placed[index][usize::from(square)];
                    let reach = position.reach(rules, piece, square, occupied);
                    attacked[army] |= reach;
                    let near = reach & zone;
                    terms[MOBILITY] += self.mobility[index][reach.without(shunned).len() as usize];
                    if !near.is_empty() {
                        attackers += 1;
                        units += self.threat[index] * (1 + near.len() as i32);
                    }
                }
                if kind == PieceType::Bishop && self.worth.bound[index] && men.len() > 1 {
                    let shape = &rules.variant().shape;
                    let light = men.into_iter().filter(|&s| shape.is_light(s)).count() as u32;
                    if light != 0 && light != men.len() {
                        terms[PLACEMENT] += BISHOP_PAIR;
                    }
                }
            }
            pieces_left += material;
            let pawns = position.pieces(PieceType::Pawn, army);
            material += self.worth.values[0] * pawns.len() as i32;
            terms[MATERIAL] = Pair::new(material, material);
            terms[PAWN_TERM] = self.pawn_terms(position, army, enemies, pawns, guarded[army]);
            terms[KING_SAFETY].middle = units * attackers.min(5) / 3;
            if let Some(king) = position.king(army) {
                let at = usize::from(king);
                terms[PLACEMENT] += self.placed[PieceType::King as usize][at];
                let shelter = (pawns & zones[army]).len().min(3) as i32;
                let seen = rules.attacks().queen(king, position.army(army)).len() as i32;
                terms[KING_SAFETY] += SHELTER * shelter + EXPOSED * seen.min(24);
            }
            if material > 0 && !self.bare_loses && lone_kings(position, enemies) {
                terms[KING_SAFETY].end += self.drive(position, army, enemies);
            }
            if army == position.turn() {
                terms[TEMPO_TERM] = Pair::new(TEMPO, TEMPO);
            }
            attacked[army] |= zones[army];
            let side = usize::from(ours >> army & 1 == 0);
            for (sum, term) in sums[side].iter_mut().zip(terms) {
                *sum += term;
            }
        }
        for army in playing::<A>(in_play) {
            let side = usize::from(ours >> army & 1 == 0);
            sums[side][THREATS] += threats(position, rules, army, &guarded, &attacked);
        }
        let phase = (pieces_left * PHASES / self.start_pieces).min(PHASES);
        (sums, phase)
    }

    fn pawn_terms(
        &self,
        position: &Position<W, A, K>,
        army: usize,
        enemies: u8,
        pawns: SquareSet<W>,
        guarded: SquareSet<W>,
    ) -> Pair {
        let mut sum = GUARDED_PAWN * (pawns & guarded).len() as i32;
        let headings = self.rules.has_headings();
        let outbound = position.outbound();
        let king = position.king(army).map_or(0, usize::from);
        for square in pawns {
            let at = usize::from(square);
            let own = class(army, headings && outbound.has(square));
            sum += self.advance[own][at];
            let path = self.pawns.path[own][at];
            if path.meets(pawns) {
                sum += DOUBLED;
                continue;
            }
            if self.passed[own][at] == Pair::default() {
                continue;
            }
            let stopped = playing::<A>(enemies).any(|enemy| {
                let theirs = position.pieces(PieceType::Pawn, enemy);
                if !headings {
                    let stoppers = self.pawns.stoppers(own, square, class(enemy, false));
                    return stoppers.meets(theirs);
                }
                let inbound = self.pawns.stoppers(own, square, class(enemy, false));
                let other = self.pawns.stoppers(own, square, class(enemy, true));
                inbound.meets(theirs.without(outbound)) || other.meets(theirs & outbound)
            });
            if stopped {
                continue;
            }
            let mut bonus = self.passed[own][at];
            if let Some(next) = self.pawns.next[own][at] {
                if position.occupied().has(next) {
                    bonus = Pair::new(bonus.middle / 2, bonus.end / 2);
                }
                let steps = i32::from(self.pawns.steps[own][at]);
                if steps <= 5 {
                    let row = &self.distances[usize::from(next)];
                    let near = |king: usize| i32::from(row[king]).min(6);
                    let nearest = playing::<A>(enemies)
                        .filter_map(|enemy| position.king(enemy))
                        .map(|king| near(usize::from(king)))
                        .min();
                    let gain = (nearest.unwrap_or(6) * 2 - near(king)) * (6 - steps);
                    bonus.end += gain;
                }
            }
            sum += bonus;
        }
        sum
    }

    /// Of sixteen, how much of a material advantage at the end of the game counts: without
    /// pawns, an advantage no greater than a minor piece seldom wins, and some pieces cannot mate
    /// alone.
    fn winnable(&self, position: &Position<W, A, K>, ours: u8, we_lead: bool) -> i32 {
        if self.others > 1 || self.bare_loses {
            return 16;
        }
        let mut pieces = [0; 2];
        let mut single = None;
        let mut count = 0;
        for army in playing::<A>(position.in_play()) {
            let side = usize::from((ours >> army & 1 != 0) != we_lead);
            if !position.pieces(PieceType::Pawn, army).is_empty() {
                if side == 0 {
                    return 16;
                }
                pieces[side] += self.worth.values[0];
            }
            for kind in kinds::<K>().filter(|&kind| kind != PieceType::King) {
                let men = position.pieces(kind, army).len() as i32;
                if men > 0 {
                    pieces[side] += self.worth.values[kind as usize] * men;
                    if side == 0 {
                        count += men;
                        single = Some(kind);
                    }
                }
            }
        }
        match single {
            Some(kind) if count == 1 && pieces[1] == 0 => {
                if self.lone.wins(&self.rules, position, kind) {
                    16
                } else {
                    1
                }
            }
            _ if pieces[0] - pieces[1] <= self.minor => 2,
            _ => 16,
        }
    }

    /// What an army gains by driving lone kings together: the fewer squares such a king can still
    /// get to without stepping where it would be taken, and the nearer the own king, the better.
    #[cold]
    #[inline(never)]
    fn drive(&self, position: &Position<W, A, K>, army: usize, enemies: u8) -> i32 {
        let rules = &*self.rules;
        let Some(own) = position.king(army) else {
            return 0;
        };
        let friends = position.in_play() & rules.side_of(army);
        let mut gain = 0;
        for enemy in playing::<A>(enemies) {
            let (Some(king), 1) = (position.king(enemy), position.army(enemy).len()) else {
                return 0;
            };
            let lone = SquareSet::from_square(king);
            let open = position.occupied().without(lone);
            let mut barred = SquareSet::EMPTY;
            for friend in playing::<A>(friends) {
                for kind in kinds::<K>() {
                    let piece = Piece {
                        army: friend,
                        kind,
                        outbound: false,
                    };
                    for from in position.pieces(kind, friend) {
                        barred |= position.reach(rules, piece, from, open);
                    }
                }
            }
            let mut region = lone;
            loop {
                let mut wider = region;
                for square in region {
                    wider |= rules.attacks().king(square) & rules.board();
                }
                let wider = wider.without(barred) | lone;
                if wider == region {
                    break;
                }
                region = wider;
            }
            let far = &self.distances[usize::from(own)];
            let apart = i32::from(far[usize::from(king)]).min(24);
            gain +=
                160 - (region.len() as i32 * 160 / rules.board().len() as i32) + 6 * (24 - apart);
        }
        gain
    }
}

/// What an army stands to lose by the attacks on its men.
#[inline]
fn threats<const W: usize, const A: usize, const K: usize>(
    position: &Position<W, A, K>,
    rules: &Rules<W, A, K>,
    army: usize,
    guarded: &[SquareSet<W>; A],
    attacked: &[SquareSet<W>; A],
) -> Pair {
    let (mut by_pawns, mut by_any, mut defended) =
        (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
    let friends = rules.side_of(army);
    for other in playing::<A>(position.in_play()) {
        if friends >> other & 1 != 0 {
            defended |= attacked[other];
        } else {
            by_pawns |= guarded[other];
            by_any |= attacked[other];
        }
    }
    let pawns = position.pieces(PieceType::Pawn, army);
    let king = position.pieces(PieceType::King, army);
    let pieces = position.army(army).without(pawns | king);
    let loose = by_any.without(defended);
    PAWN_THREAT * (pieces & by_pawns).len() as i32
        + LOOSE * (pieces & loose).len() as i32
        + LOOSE_PAWN * (pawns & loose).len() as i32
}

/// Whether all these armies have nothing but their kings.
#[inline]
fn lone_kings<const W: usize, const A: usize, const K: usize>(
    position: &Position<W, A, K>,
    armies: u8,
) -> bool {
    playing::<A>(armies).all(|army| position.army(army).len() == 1)
}

/// The armies of a set of bits.
#[inline]
pub(crate) fn playing<const A: usize>(armies: u8) -> impl Iterator<Item = usize> {
    (0..A).filter(move |&army| armies >> army & 1 != 0)
}

/// All kinds but the pawn, for boards of `K` kinds.
#[inline]
fn kinds<const K: usize>() -> impl Iterator<Item = PieceType> {
    (1..K).filter_map(PieceType::numbered)
}
