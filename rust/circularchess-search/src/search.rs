//! Principal variation search by one thread.

mod leaves;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use circularchess::board::square_set::SquareSet;
use circularchess::position::Position;
use circularchess::position::moves::{Move, Which};
use circularchess::rules::Rules;
use circularchess::variant::PieceType;

use crate::evaluate::{Evaluator, playing};
use crate::exchange::gains;
use crate::limits::{Control, Features, MATE, MAX_PLY, WON};
use crate::order::{Candidate, History, Played, collect, only_safe, pick, victim_first};
use crate::table::{Bound, Entry, Table, from_table, to_table};

/// How many nodes pass between two looks at the clock.
const LOOK: u64 = 512;

/// Beyond this score the game is won, and what is left to find is a mate: nothing is left out.
const CLEAR: i32 = 1_200;

/// What all threads of a search share.
pub(crate) struct Common<'a, const W: usize, const A: usize, const K: usize> {
    pub(crate) rules: &'a Rules<W, A, K>,
    pub(crate) evaluator: &'a Evaluator<W, A, K>,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) features: Features,
    /// The armies of the side the root's army is of.
    pub(crate) ours: u8,
    /// Mixed into the keys of positions, since in games of more than two sides a score holds
    /// only for those it is reckoned for.
    pub(crate) salt: u64,
    /// What a draw is worth to the root's side.
    pub(crate) draw: i32,
    pub(crate) node_limit: u64,
    /// By thread: nodes searched so far.
    pub(crate) nodes: &'a [AtomicU64],
    /// By depth and number of the move: plies a late move is searched less.
    pub(crate) reductions: &'a [[u8; 64]; 64],
}

/// What is kept for each ply of the line being searched.
#[derive(Clone, Copy, Default)]
struct Frame {
    eval: i32,
    has_eval: bool,
    killers: [Option<Move>; 2],
    played: Played,
    null: bool,
    /// Left out, to see whether any other move is nearly as good.
    excluded: Option<Move>,
}

/// One thread of a search.
pub(crate) struct Worker<'a, const W: usize, const A: usize, const K: usize> {
    pub(crate) common: &'a Common<'a, W, A, K>,
    index: usize,
    pub(crate) nodes: u64,
    look_at: u64,
    pub(crate) stopped: bool,
    pub(crate) seldepth: usize,
    /// Keys of the game's positions, and of those on the line being searched.
    keys: Vec<u64>,
    frames: Vec<Frame>,
    moves: Vec<Candidate>,
    tried: Vec<Candidate>,
    pub(crate) history: History,
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) root_depth: i32,
}

impl<'a, const W: usize, const A: usize, const K: usize> Worker<'a, W, A, K> {
    pub(crate) fn new(common: &'a Common<'a, W, A, K>, index: usize, history: &[u64]) -> Self {
        let variant = common.rules.variant();
        Self {
            common,
            index,
            nodes: 0,
            look_at: LOOK.min(common.node_limit),
            stopped: false,
            seldepth: 0,
            keys: history.to_vec(),
            frames: vec![Frame::default(); MAX_PLY + 4],
            moves: Vec::with_capacity(1024),
            tried: Vec::with_capacity(256),
            history: History::new(
                variant.shape.len(),
                variant.armies.len(),
                variant.kinds().count(),
            ),
            lines: vec![Vec::new(); MAX_PLY + 4],
            root_depth: 0,
        }
    }

    #[inline]
    fn is_ours(&self, army: usize) -> bool {
        self.common.ours >> army & 1 != 0
    }

    /// Counts a node; true when the search is to end.
    #[inline]
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let common = self.common;
        common.nodes[self.index].store(self.nodes, Relaxed);
        let all: u64 = common.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum();
        if all >= common.node_limit {
            common.control.stop();
        }
        self.stopped = common.control.stopped() || common.control.time_is_up();
        let left = common.node_limit.saturating_sub(all);
        self.look_at = self.nodes + LOOK.min(left.max(1));
    }

    /// Tells the others how many nodes it has searched.
    pub(crate) fn publish(&self) {
        self.common.nodes[self.index].store(self.nodes, Relaxed);
    }

    /// The key of a position in the table.
    #[inline]
    fn key(&self, position: &Position<W, A, K>) -> u64 {
        position.hash(self.common.rules) ^ self.common.salt
    }

    /// What a draw is worth to the army to move.
    fn draw(&self, position: &Position<W, A, K>) -> i32 {
        if self.is_ours(position.turn()) {
            self.common.draw
        } else {
            -self.common.draw
        }
    }

    pub(crate) fn evaluate(&self, position: &Position<W, A, K>) -> i32 {
        let score = self.common.evaluator.evaluate(position, self.common.ours);
        if self.is_ours(position.turn()) {
            score
        } else {
            -score
        }
    }

    /// The result of a finished game, for the army to move.
    fn result(&self, position: &Position<W, A, K>, ply: usize) -> i32 {
        let ours = match position.winners(self.common.rules) {
            0 => return self.draw(position),
            winners => winners & self.common.ours != 0,
        };
        if ours == self.is_ours(position.turn()) {
            MATE - ply as i32
        } else {
            -MATE + ply as i32
        }
    }

    /// The score if the game is over here, or one side is out of play.
    #[inline]
    fn decided(&self, position: &Position<W, A, K>, ply: usize) -> Option<i32> {
        if position.end().is_some() {
            return Some(self.result(position, ply));
        }
        if A > 2 && position.in_play() & self.common.ours == 0 {
            return Some(-MATE + ply as i32);
        }
        None
    }

    /// Whether the position was there before on this line, or twice in the game; or too many
    /// moves were made without progress; or nobody can win any more.
    fn is_draw(&self, position: &Position<W, A, K>, key: u64, ply: usize) -> bool {
        let halfmove = position.halfmove() as usize;
        if halfmove == 0 {
            return position.is_dead(self.common.rules);
        }
        let rounds = 50 * position.in_play().count_ones() as usize;
        if halfmove >= rounds {
            // A mate on the last move counts.
            let rules = self.common.rules;
            return !position.is_check(rules, position.turn()) || position.count_legal(rules) > 0;
        }
        let mut seen = false;
        let earlier = self.keys.iter().rev().take(halfmove).enumerate();
        for (back, &other) in earlier {
            if other == key {
                if back < ply || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }

    /// The score of a position after a move of `mover`, for the mover.
    #[inline]
    fn reply(
        &mut self,
        next: &Position<W, A, K>,
        mover: usize,
        depth: i32,
        window: (i32, i32),
        ply: usize,
    ) -> i32 {
        if self.is_ours(next.turn()) == self.is_ours(mover) {
            self.value(next, depth, window.0, window.1, ply + 1)
        } else {
            -self.value(next, depth, -window.1, -window.0, ply + 1)
        }
    }

    /// Judges an army without moves, and goes on with what follows.
    #[cold]
    fn without_moves(
        &mut self,
        position: &Position<W, A, K>,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let mut judged = *position;
        judged.judge_turn(self.common.rules);
        if let Some(score) = self.decided(&judged, ply) {
            return if self.is_ours(judged.turn()) == self.is_ours(position.turn()) {
                score
            } else {
                -score
            };
        }
        if judged.turn() == position.turn() && judged.in_play() == position.in_play() {
            // It had moves after all: none can be left out here.
            return self.evaluate(position);
        }
        if self.is_ours(judged.turn()) == self.is_ours(position.turn()) {
            self.value(&judged, depth, alpha, beta, ply)
        } else {
            -self.value(&judged, depth, -beta, -alpha, ply)
        }
    }

    /// Whether a move of the table may be played here.
    #[inline]
    fn is_playable(&self, position: &Position<W, A, K>, mv: Move) -> bool {
        let rules = self.common.rules;
        if only_safe(rules) {
            position.is_safe(rules, mv)
        } else {
            position.is_legal(rules, mv)
        }
    }

    /// Whether the army to move could take a king, where only that matters: where kings are
    /// taken, and the move before was not one that the search chose.
    fn takes_king(&self, position: &Position<W, A, K>, ply: usize) -> bool {
        let rules = self.common.rules;
        ply == 1 && only_safe(rules) && position.is_check(rules, position.turn() ^ 1)
    }

    /// What a position is worth to the army to move, searched so deep.
    #[allow(clippy::too_many_lines)] // one node, step by step
    pub(crate) fn value(
        &mut self,
        position: &Position<W, A, K>,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
    ) -> i32 {
        let common = self.common;
        let (rules, on) = (common.rules, &common.features);
        if depth <= 0 {
            return self.leaf(position, alpha, beta, ply, true);
        }
        if self.enter() {
            return 0;
        }
        self.lines[ply].clear();
        let is_pv = beta - alpha > 1;
        if is_pv {
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.decided(position, ply) {
            return score;
        }
        if position.is_over_unjudged(rules) {
            return self.without_moves(position, depth, (alpha, beta), ply);
        }
        let key = self.key(position);
        common.table.prefetch(key);
        let army = position.turn();
        let in_check = position.is_check(rules, army);
        let excluded = self.frames[ply].excluded;
        if excluded.is_none() && self.is_draw(position, key ^ common.salt, ply) {
            return self.draw(position);
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        if self.takes_king(position, ply) {
            return MATE - ply as i32 - 1;
        }
        // No line can be better or worse than a win already found nearer the root.
        alpha = alpha.max(-MATE + ply as i32);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let found = if on.table {
            common.table.probe(key)
        } else {
            None
        };
        if let Some(entry) = found
            && !is_pv
            && excluded.is_none()
            && entry.depth >= depth
            && let Some(score) = entry.cutoff(ply, alpha, beta)
        {
            return score;
        }
        let mut depth = depth;
        if in_check && on.extensions && (ply as i32) < 2 * self.root_depth {
            depth += 1;
        }
        let eval = if in_check {
            -MATE
        } else {
            found.map_or_else(|| self.evaluate(position), |entry| entry.eval)
        };
        self.frames[ply].eval = eval;
        self.frames[ply].has_eval = !in_check;
        self.frames[ply + 2].killers = [None; 2];
        let raw_eval = eval;
        // What a search found tells more than the evaluation, as far as it goes.
        let eval = match found {
            Some(entry) if !in_check && entry.score.abs() < WON => match entry.bound {
                Bound::Exact => entry.score,
                Bound::Lower => eval.max(entry.score),
                Bound::Upper => eval.min(entry.score),
            },
            _ => eval,
        };
        let improving = !in_check
            && ply >= 2
            && (!self.frames[ply - 2].has_eval || eval > self.frames[ply - 2].eval);
        if !is_pv && !in_check && excluded.is_none() && beta.abs() < CLEAR {
            if on.reverse_futility
                && depth <= 5
                && eval - 110 * depth - 60 + 50 * i32::from(improving) >= beta
            {
                return eval;
            }
            if on.razoring && depth <= 3 && eval + 180 * depth + 100 < alpha {
                let score = self.leaf(position, alpha, beta, ply, true);
                if score <= alpha {
                    return score;
                }
            }
            if on.null_move
                && depth >= 3
                && eval >= beta
                && ply > 0
                && !self.frames[ply - 1].null
                && self.has_pieces(position)
            {
                let score = self.pass(position, key, depth, eval, (alpha, beta), ply);
                if self.stopped {
                    return 0;
                }
                if let Some(score) = score {
                    return score;
                }
            }
        }
        let best_before = found
            .and_then(|entry| entry.best)
            .filter(|&mv| self.is_playable(position, mv));
        if on.internal_reductions && best_before.is_none() && excluded.is_none() && depth >= 4 {
            depth -= 1;
        }
        let extended = match (found, best_before) {
            (Some(entry), Some(mv))
                if on.singular
                    && depth >= 7
                    && ply > 0
                    && (ply as i32) < 2 * self.root_depth
                    && excluded.is_none()
                    && entry.bound != Bound::Upper
                    && entry.depth >= depth - 3
                    && entry.score.abs() < WON =>
            {
                self.is_singular(position, mv, depth, from_table(entry.score, ply), ply)
            }
            _ => false,
        };
        if self.stopped {
            return 0;
        }
        self.keys.push(key ^ common.salt);
        let score = self.try_moves(
            position,
            &Node {
                depth,
                alpha,
                beta,
                ply,
                key,
                eval,
                in_check,
                improving,
                is_pv,
                best_before: best_before.filter(|_| excluded.is_none()),
                excluded,
                extended,
                raw_eval,
            },
        );
        self.keys.pop();
        score
    }

    /// Whether all moves but one are worth clearly less than it: then it deserves a closer look.
    fn is_singular(
        &mut self,
        position: &Position<W, A, K>,
        mv: Move,
        depth: i32,
        score: i32,
        ply: usize,
    ) -> bool {
        let below = score - 2 * depth;
        self.frames[ply].excluded = Some(mv);
        let others = self.value(position, (depth - 1) / 2, below - 1, below, ply);
        self.frames[ply].excluded = None;
        !self.stopped && others < below
    }

    /// Whether the army to move has more than king and pawns, so that passing is seldom best.
    fn has_pieces(&self, position: &Position<W, A, K>) -> bool {
        let army = position.turn();
        let few = position.pieces(PieceType::Pawn, army) | position.pieces(PieceType::King, army);
        !position.army(army).without(few).is_empty()
    }

    /// The score if even passing would be good enough.
    fn pass(
        &mut self,
        position: &Position<W, A, K>,
        key: u64,
        depth: i32,
        eval: i32,
        (_, beta): (i32, i32),
        ply: usize,
    ) -> Option<i32> {
        let common = self.common;
        let mut next = *position;
        next.pass_unjudged(common.rules);
        if self.is_ours(next.turn()) == self.is_ours(position.turn()) {
            return None;
        }
        let less = 3 + depth / 4 + ((eval - beta) / 200).clamp(0, 3);
        self.frames[ply].null = true;
        self.frames[ply].played = None;
        self.keys.push(key ^ common.salt);
        let score = -self.value(&next, depth - 1 - less, -beta, 1 - beta, ply + 1);
        self.keys.pop();
        self.frames[ply].null = false;
        if self.stopped || score < beta {
            return None;
        }
        // A win that rests on a pass is none.
        Some(if score >= WON { beta } else { score })
    }

    fn try_moves(&mut self, position: &Position<W, A, K>, node: &Node) -> i32 {
        let (base, tried) = (self.moves.len(), self.tried.len());
        let score = self.try_each(position, node, base, tried);
        self.moves.truncate(base);
        self.tried.truncate(tried);
        score
    }

    #[allow(clippy::too_many_lines)]
    fn try_each(
        &mut self,
        position: &Position<W, A, K>,
        node: &Node,
        base: usize,
        tried: usize,
    ) -> i32 {
        let common = self.common;
        let (rules, on) = (common.rules, &common.features);
        let values = &common.evaluator.worth.values;
        let &Node {
            depth, beta, ply, ..
        } = node;
        let army = position.turn();
        let camp = if self.is_ours(army) {
            common.ours
        } else {
            !common.ours
        };
        let mut alpha = node.alpha;
        let mut best = -MATE;
        let mut best_move = None;
        let mut count = 0;
        let mut stage = Stage::First;
        let mut next_move = base;
        let mut skip_quiets = false;
        let checks = CheckSquares::new(position, rules);
        let before = [
            if ply >= 1 {
                self.frames[ply - 1].played
            } else {
                None
            },
            if ply >= 2 {
                self.frames[ply - 2].played
            } else {
                None
            },
        ];
        loop {
            // The next move, and whether it loses material.
            let mut loses = false;
            let candidate = match stage {
                Stage::First => {
                    stage = Stage::StartCaptures;
                    let Some(mv) = node.best_before else {
                        continue;
                    };
                    let kind = position.kind_on(mv.from).unwrap_or(PieceType::Pawn);
                    Candidate {
                        mv,
                        kind,
                        quiet: mv.promotion.is_none() && !self.takes(position, mv, kind),
                        score: 0,
                    }
                }
                Stage::StartCaptures => {
                    collect(position, rules, Which::Captures, &mut self.moves);
                    for index in base..self.moves.len() {
                        let Candidate { mv, kind, .. } = self.moves[index];
                        let taken = position.kind_on(mv.to);
                        let mut score = victim_first(values, taken, kind, mv.promotion);
                        score += self.history.capture(
                            army,
                            kind,
                            mv.to,
                            taken.unwrap_or(PieceType::Pawn),
                        ) / 4;
                        self.moves[index].score = score;
                    }
                    stage = Stage::Captures;
                    continue;
                }
                Stage::Captures => {
                    if next_move >= self.moves.len() {
                        stage = Stage::StartQuiets;
                        continue;
                    }
                    let candidate = pick(&mut self.moves, next_move);
                    next_move += 1;
                    if Some(candidate.mv) == node.best_before || Some(candidate.mv) == node.excluded
                    {
                        continue;
                    }
                    if on.exchanges && !gains(position, rules, values, camp, candidate.mv, 0) {
                        // For later: it stays on the stack, below those still to come.
                        self.tried.push(candidate);
                        continue;
                    }
                    candidate
                }
                Stage::StartQuiets => {
                    next_move = self.moves.len();
                    {
                        collect(position, rules, Which::Quiet, &mut self.moves);
                        let killers = self.frames[ply].killers;
                        for index in next_move..self.moves.len() {
                            let Candidate { mv, kind, .. } = self.moves[index];
                            let mut score = 0;
                            if let Some(promotion) = mv.promotion {
                                score += 200_000 + values[promotion as usize];
                            }
                            if on.killers && killers[0] == Some(mv) {
                                score += 100_000;
                            } else if on.killers && killers[1] == Some(mv) {
                                score += 90_000;
                            }
                            if on.history {
                                score += self.history.quiet(army, mv);
                            }
                            if on.continuation {
                                score += self.history.continued(before[0], kind, mv.to);
                                score += self.history.continued(before[1], kind, mv.to);
                            }
                            self.moves[index].score = score;
                        }
                    }
                    stage = Stage::Quiets;
                    continue;
                }
                Stage::Quiets => {
                    if next_move >= self.moves.len() {
                        stage = Stage::Losing(tried);
                        continue;
                    }
                    let candidate = if skip_quiets {
                        self.moves[next_move]
                    } else {
                        pick(&mut self.moves, next_move)
                    };
                    next_move += 1;
                    if skip_quiets
                        && candidate.quiet
                        && !checks.given_by(candidate.kind, candidate.mv)
                    {
                        continue;
                    }
                    if Some(candidate.mv) == node.best_before || Some(candidate.mv) == node.excluded
                    {
                        continue;
                    }
                    candidate
                }
                Stage::Losing(index) => {
                    // Losing captures were put aside at the front of those tried.
                    let Some(&candidate) = self.tried.get(index) else {
                        break;
                    };
                    stage = Stage::Losing(index + 1);
                    if candidate.quiet || candidate.score == DONE {
                        continue;
                    }
                    loses = true;
                    candidate
                }
            };
            let Candidate {
                mv, kind, quiet, ..
            } = candidate;
            count += 1;
            let history = if quiet {
                self.history.quiet(army, mv)
                    + self.history.continued(before[0], kind, mv.to)
                    + self.history.continued(before[1], kind, mv.to)
            } else {
                0
            };
            let gives_check = quiet && checks.given_by(kind, mv);
            if best > -WON && !node.is_pv && !node.in_check && !gives_check && beta.abs() < CLEAR {
                if quiet {
                    let most = 6 + 2 * depth * depth / if node.improving { 1 } else { 2 };
                    if on.late_moves
                        && depth <= 4
                        && count > most
                        && node.eval + 40 * depth <= alpha
                    {
                        skip_quiets = true;
                        continue;
                    }
                    if on.futility
                        && depth <= 6
                        && node.eval + 110 + 85 * depth + history / 200 <= alpha
                    {
                        skip_quiets = true;
                        continue;
                    }
                    if on.exchanges
                        && depth <= 5
                        && !gains(position, rules, values, camp, mv, -25 * depth * depth)
                    {
                        continue;
                    }
                } else if loses
                    && depth <= 5
                    && !gains(position, rules, values, camp, mv, -90 * depth)
                {
                    continue;
                }
            }
            let mut next = *position;
            next.play_unjudged(rules, mv);
            self.frames[ply].played = Some((kind, mv.to));
            let mut score;
            if count == 1 {
                let deeper = i32::from(node.extended && Some(mv) == node.best_before);
                score = self.reply(&next, army, depth - 1 + deeper, (alpha, beta), ply);
            } else {
                let mut less = 0;
                if on.reductions
                    && depth >= 3
                    && count > 2 + i32::from(node.is_pv)
                    && (quiet || loses)
                {
                    less = i32::from(
                        common.reductions[depth.min(63) as usize][count.min(63) as usize],
                    );
                    less -= i32::from(node.is_pv);
                    less -= i32::from(node.in_check || gives_check);
                    less += i32::from(!node.improving);
                    if quiet {
                        less -= history / 8000;
                        if self.frames[ply].killers.contains(&Some(mv)) {
                            less -= 1;
                        }
                    }
                    less = less.clamp(0, depth - 2);
                }
                score = self.reply(&next, army, depth - 1 - less, (alpha, alpha + 1), ply);
                if score > alpha && less > 0 && !self.stopped {
                    score = self.reply(&next, army, depth - 1, (alpha, alpha + 1), ply);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.reply(&next, army, depth - 1, (alpha, beta), ply);
                }
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if node.is_pv {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        self.remember(position, node, candidate, tried, before);
                        break;
                    }
                }
            }
            if !loses {
                self.tried.push(Candidate {
                    score: DONE,
                    ..candidate
                });
            }
        }
        if count == 0 && node.excluded.is_some() {
            return node.alpha;
        }
        if count == 0 {
            return self.without_moves(position, depth, (node.alpha, beta), ply);
        }
        if on.table && node.excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            common.table.store(
                node.key,
                Entry {
                    best: best_move,
                    score: to_table(best, ply),
                    eval: node.raw_eval.clamp(-16_000, 16_000),
                    depth,
                    bound,
                },
            );
        }
        best
    }

    /// Puts a move before the line of the next ply.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut before[ply], &after[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    /// Whether a move takes something.
    fn takes(&self, position: &Position<W, A, K>, mv: Move, kind: PieceType) -> bool {
        position.occupied().has(mv.to)
            || kind == PieceType::Pawn
                && playing::<A>(position.in_play())
                    .any(|owner| position.en_passant(owner) == Some(mv.to))
                && self
                    .common
                    .rules
                    .pawn_attacks(position.turn(), position.outbound().has(mv.from), mv.from)
                    .has(mv.to)
    }

    /// Remembers what a move that cut off did, and that those before it did not.
    fn remember(
        &mut self,
        position: &Position<W, A, K>,
        node: &Node,
        best: Candidate,
        tried: usize,
        before: [Played; 2],
    ) {
        let army = position.turn();
        let bonus = (node.depth * node.depth * 16 + 32 * node.depth).min(1600);
        let mut reward = |candidate: Candidate, by: i32| {
            let Candidate {
                mv, kind, quiet, ..
            } = candidate;
            if quiet {
                self.history.reward(army, mv, by);
                self.history.reward_continuation(before[0], kind, mv.to, by);
                self.history.reward_continuation(before[1], kind, mv.to, by);
            } else {
                let taken = position.kind_on(mv.to).unwrap_or(PieceType::Pawn);
                self.history.reward_capture(army, kind, mv.to, taken, by);
            }
        };
        reward(best, bonus);
        for index in tried..self.tried.len() {
            let candidate = self.tried[index];
            if candidate.score == DONE && (best.quiet || !candidate.quiet) {
                reward(candidate, -bonus);
            }
        }
        if best.quiet {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(best.mv) {
                *killers = [Some(best.mv), killers[0]];
            }
        }
    }
}

/// The squares from which a piece of each of the six kinds attacks an enemy's king. Lines opened
/// by a man that leaves, and men of other kinds, are not looked for.
struct CheckSquares<const W: usize> {
    straight: SquareSet<W>,
    diagonal: SquareSet<W>,
    knight: SquareSet<W>,
    pawn: SquareSet<W>,
}

impl<const W: usize> CheckSquares<W> {
    #[inline]
    fn new<const A: usize, const K: usize>(
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
    ) -> Self {
        let army = position.turn();
        let mut squares = Self {
            straight: SquareSet::EMPTY,
            diagonal: SquareSet::EMPTY,
            knight: SquareSet::EMPTY,
            pawn: SquareSet::EMPTY,
        };
        let (tables, occupied) = (rules.attacks(), position.occupied());
        let enemies = position.in_play() & !rules.side_of(army);
        for king in playing::<A>(enemies).filter_map(|enemy| position.king(enemy)) {
            squares.straight |= tables.rook(king, occupied);
            squares.diagonal |= tables.bishop(king, occupied);
            squares.knight |= tables.knight(king);
            squares.pawn |= rules.pawn_sources(army, king);
        }
        squares
    }

    #[inline]
    fn given_by(&self, kind: PieceType, mv: Move) -> bool {
        match kind {
            PieceType::Pawn => self.pawn.has(mv.to),
            PieceType::Knight => self.knight.has(mv.to),
            PieceType::Bishop => self.diagonal.has(mv.to),
            PieceType::Rook => self.straight.has(mv.to),
            PieceType::Queen => self.straight.has(mv.to) || self.diagonal.has(mv.to),
            _ => false,
        }
    }
}

/// Marks moves that were searched, among those put aside.
const DONE: i32 = i32::MIN;

/// What is known of a node when its moves are tried.
struct Node {
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    key: u64,
    eval: i32,
    in_check: bool,
    improving: bool,
    is_pv: bool,
    best_before: Option<Move>,
    excluded: Option<Move>,
    /// Whether the best move before is searched a ply deeper.
    extended: bool,
    raw_eval: i32,
}

/// Which moves come next.
#[derive(Clone, Copy)]
enum Stage {
    First,
    StartCaptures,
    Captures,
    StartQuiets,
    Quiets,
    Losing(usize),
}

impl<const W: usize, const A: usize, const K: usize> Worker<'_, W, A, K> {
    /// What a move at the root is worth to the army to move there.
    pub(crate) fn root_move(
        &mut self,
        position: &Position<W, A, K>,
        mv: Move,
        depth: i32,
        (alpha, beta): (i32, i32),
        first: bool,
    ) -> i32 {
        let army = position.turn();
        let kind = position.kind_on(mv.from).unwrap_or(PieceType::Pawn);
        self.frames[0] = Frame {
            played: Some((kind, mv.to)),
            ..Frame::default()
        };
        let mut next = *position;
        next.play_unjudged(self.common.rules, mv);
        self.keys.push(position.hash(self.common.rules));
        let mut score = alpha + 1;
        if !first {
            score = self.reply(&next, army, depth - 1, (alpha, alpha + 1), 0);
        }
        if first || score > alpha && !self.stopped {
            score = self.reply(&next, army, depth - 1, (alpha, beta), 0);
        }
        self.keys.pop();
        score
    }
}
