//! What is known of pawns before any game: how far they have to go, and what can stop them.

use circularchess::board::shape::Square;
use circularchess::board::square_set::SquareSet;
use circularchess::rules::Rules;

/// Tables of all classes of pawns: by army and heading.
pub(crate) struct Pawns<const W: usize> {
    /// By class and square: steps to promotion; 0 where it never promotes.
    pub(crate) steps: Vec<[u8; 256]>,
    /// By class and square: the squares ahead, to the one where it promotes, or for ever.
    pub(crate) path: Vec<Box<[SquareSet<W>; 256]>>,
    /// By class and square: the next square ahead.
    pub(crate) next: Vec<[Option<Square>; 256]>,
    /// By class, square and class of the other: where a pawn of the other stands in its way, or
    /// guards it, now or when it has gone on.
    stoppers: Vec<Vec<SquareSet<W>>>,
    /// By army and heading: squares from which a step promotes.
    pub(crate) last: Vec<SquareSet<W>>,
    classes: usize,
}

/// The number of a class.
#[inline]
pub(crate) fn class(army: usize, outbound: bool) -> usize {
    army * 2 + usize::from(outbound)
}

impl<const W: usize> Pawns<W> {
    pub(crate) fn new<const A: usize, const K: usize>(rules: &Rules<W, A, K>) -> Self {
        let armies = rules.variant().armies.len();
        let classes = armies * 2;
        let mut tables = Self {
            steps: vec![[0; 256]; classes],
            path: (0..classes)
                .map(|_| Box::new([SquareSet::EMPTY; 256]))
                .collect(),
            next: vec![[None; 256]; classes],
            stoppers: vec![vec![SquareSet::EMPTY; 256 * classes]; classes],
            last: vec![SquareSet::EMPTY; classes],
            classes,
        };
        // By class and square: what a pawn attacks from there and all along its way.
        let mut guarded = vec![[SquareSet::EMPTY; 256]; classes];
        let headings: &[bool] = if rules.has_headings() {
            &[false, true]
        } else {
            &[false]
        };
        for army in 0..armies {
            for &outbound in headings {
                let own = class(army, outbound);
                for from in rules.board() {
                    let s = usize::from(from);
                    guarded[own][s] = rules.pawn_attacks(army, outbound, from);
                    let (mut at, mut heading, mut steps) = (from, outbound, 0);
                    while let Some((to, turned)) = rules.pawn_step(army, heading, at) {
                        let promotes = rules.promotion_squares(army, heading).has(to);
                        steps += 1;
                        if steps == 1 {
                            tables.next[own][s] = Some(to);
                            if promotes {
                                tables.last[own].insert(from);
                            }
                        }
                        if tables.path[own][s].has(to) || to == from {
                            break; // it has come round
                        }
                        tables.path[own][s].insert(to);
                        if promotes {
                            tables.steps[own][s] = steps;
                            break;
                        }
                        (at, heading) = (to, turned);
                        guarded[own][s] |= rules.pawn_attacks(army, heading, at);
                    }
                }
            }
        }
        for army in 0..armies {
            for other in (0..armies).filter(|&b| rules.side_of(army) >> b & 1 == 0) {
                for (&mine, &theirs) in headings
                    .iter()
                    .flat_map(|mine| headings.iter().map(move |theirs| (mine, theirs)))
                {
                    let (own, enemy) = (class(army, mine), class(other, theirs));
                    for from in rules.board() {
                        let path = tables.path[own][usize::from(from)];
                        let stops = |&at: &Square| {
                            path.has(at) || guarded[enemy][usize::from(at)].meets(path)
                        };
                        let stoppers = rules.board().into_iter().filter(stops).collect();
                        tables.stoppers[own][usize::from(from) * classes + enemy] = stoppers;
                    }
                }
            }
        }
        tables
    }

    /// Where pawns of another class stop a pawn.
    #[inline]
    pub(crate) fn stoppers(&self, own: usize, at: Square, enemy: usize) -> SquareSet<W> {
        self.stoppers[own][usize::from(at) * self.classes + enemy]
    }
}
