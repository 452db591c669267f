//! Leaves of the search: captures, promotions and ways out of check.

use circularchess::position::Position;
use circularchess::position::moves::{Move, Which};
use circularchess::variant::PieceType;

use super::Worker;
use crate::exchange::gains;
use crate::limits::{MATE, MAX_PLY, WON};
use crate::order::{Candidate, collect, pick, victim_first};
use crate::table::{Bound, Entry, to_table};

impl<const W: usize, const A: usize, const K: usize> Worker<'_, W, A, K> {
    /// What a leaf is worth: captures are searched until none promises more.
    pub(crate) fn leaf(
        &mut self,
        position: &Position<W, A, K>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        at_horizon: bool,
    ) -> i32 {
        if self.enter() {
            return 0;
        }
        let common = self.common;
        let (rules, on) = (common.rules, &common.features);
        self.lines[ply].clear();
        if beta - alpha > 1 {
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.decided(position, ply) {
            return score;
        }
        if position.is_over_unjudged(rules) {
            return self.without_moves(position, 0, (alpha, beta), ply);
        }
        let key = self.key(position);
        // Further down it costs more than it saves: most of these positions are met but once, and
        // looking for them is waiting for memory.
        let remembers = on.table && at_horizon;
        if remembers {
            common.table.prefetch(key);
        }
        let in_check = position.is_check(rules, position.turn());
        if self.is_draw(position, key ^ common.salt, ply) {
            return self.draw(position);
        }
        if self.takes_king(position, ply) {
            return MATE - ply as i32 - 1;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let is_pv = beta - alpha > 1;
        let found = if remembers {
            common.table.probe(key)
        } else {
            None
        };
        if let Some(entry) = found
            && !is_pv
            && let Some(score) = entry.cutoff(ply, alpha, beta)
        {
            return score;
        }
        let stand = if in_check {
            -MATE
        } else {
            found.map_or_else(|| self.evaluate(position), |entry| entry.eval)
        };
        if stand >= beta || (!on.quiescence && !in_check) {
            return stand;
        }
        let before = alpha;
        alpha = alpha.max(stand);
        self.keys.push(key ^ common.salt);
        let base = self.moves.len();
        let (best, best_move) =
            self.leaf_moves(position, (alpha, beta), stand, in_check, found, ply);
        self.moves.truncate(base);
        self.keys.pop();
        if self.stopped {
            return 0;
        }
        if in_check && best == -MATE {
            return self.without_moves(position, 0, (before, beta), ply);
        }
        if remembers {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            common.table.store(
                key,
                Entry {
                    best: best_move,
                    score: to_table(best, ply),
                    eval: stand.clamp(-16_000, 16_000),
                    depth: 0,
                    bound,
                },
            );
        }
        best
    }

    fn leaf_moves(
        &mut self,
        position: &Position<W, A, K>,
        (mut alpha, beta): (i32, i32),
        stand: i32,
        in_check: bool,
        found: Option<Entry>,
        ply: usize,
    ) -> (i32, Option<Move>) {
        let common = self.common;
        let (rules, on) = (common.rules, &common.features);
        let values = &common.evaluator.worth.values;
        let army = position.turn();
        let camp = if self.is_ours(army) {
            common.ours
        } else {
            !common.ours
        };
        let base = self.moves.len();
        collect(position, rules, Which::Captures, &mut self.moves);
        let quiets = self.moves.len();
        let promotes = {
            let pawns = position.pieces(PieceType::Pawn, army);
            let last = &common.evaluator.pawns.last;
            pawns.meets(last[army * 2]) || pawns.meets(last[army * 2 + 1])
        };
        if in_check || promotes {
            collect(position, rules, Which::Quiet, &mut self.moves);
            if !in_check {
                let mut kept = quiets;
                for index in quiets..self.moves.len() {
                    if !self.moves[index].quiet {
                        self.moves[kept] = self.moves[index];
                        kept += 1;
                    }
                }
                self.moves.truncate(kept);
            }
        }
        let first = found.and_then(|entry| entry.best);
        for index in base..self.moves.len() {
            let Candidate {
                mv, kind, quiet, ..
            } = self.moves[index];
            self.moves[index].score = if Some(mv) == first {
                i32::MAX
            } else if quiet {
                self.history.quiet(army, mv) - 1_000_000
            } else {
                victim_first(values, position.kind_on(mv.to), kind, mv.promotion)
            };
        }
        let mut best = stand;
        let mut best_move = None;
        for next_move in base..self.moves.len() {
            let Candidate {
                mv, kind, quiet, ..
            } = pick(&mut self.moves, next_move);
            if best > -WON && !in_check {
                if on.futility && mv.promotion.is_none() {
                    let taken = position.kind_on(mv.to).unwrap_or(PieceType::Pawn);
                    let reached = stand + values[taken as usize] + 150;
                    if taken != PieceType::King && reached <= alpha {
                        best = best.max(reached);
                        continue;
                    }
                }
                if on.exchanges && !gains(position, rules, values, camp, mv, 0) {
                    continue;
                }
            } else if best > -WON && quiet && on.late_moves {
                // One way out of check is enough where it is quiet.
                break;
            }
            let mut next = *position;
            next.play_unjudged(rules, mv);
            self.frames[ply].played = Some((kind, mv.to));
            let score = if self.is_ours(next.turn()) == self.is_ours(army) {
                self.leaf(&next, alpha, beta, ply + 1, false)
            } else {
                -self.leaf(&next, -beta, -alpha, ply + 1, false)
            };
            if self.stopped {
                return (0, None);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if beta - alpha > 0 {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        (best, best_move)
    }
}
