//! The rules of the first games again, slow and obvious: what the tests and the fuzz targets hold
//! the engine against.
//!
//! Everything is worked out as the rules are written: every piece is walked, square by square;
//! every move is tried on a copied board; every check is looked for from every enemy piece. It
//! shares the engine's words, which are variants as data, squares, pieces, moves, set-ups and
//! events, and nothing that the engine works out: no tables, no topology, no sets of squares. So
//! a fault in one is not likely to be in the other.
//!
//! It knows the first edition's games and others of no wider rules ([`Referee::covers`]): boards
//! with a closed or a null centre, an open seam round a closed one, the six orthodox kinds, radial and ring pawns, castling and capturing in passing,
//! games of two that end with mate, and games of more whose armies go out one after another.
//!
//! | module | |
//! |---|---|
//! | [`board`] | rings and files: steps, slides, leaps |
//! | [`state`] | a position by its meaning, to and from set-ups |
//! | `attacks` | what a piece could capture, and who is in check |
//! | `moves` | the moves that are tried, the safe ones, the legal ones |
//! | `play` | what a move leaves behind |
//! | `judge` | mate, stalemate, resignation, and whose turn it is then |
//!
//! ```
//! use circularchess::any::Rules;
//! use circularchess::position::setup::Setup;
//! use circularchess::variant::Variant;
//! use circularchess_referee::Referee;
//! let variant = Variant::builtin("circular").unwrap();
//! let referee = Referee::new(variant.clone());
//! let state = referee.read(&Setup::start(&variant));
//! let mut found = Rules::new(variant).start().legal_moves();
//! found.sort_unstable();
//! assert_eq!(found, referee.legal_moves(&state));
//! ```

mod attacks;
pub mod board;
mod judge;
mod moves;
mod play;
pub mod state;

pub use state::State;

use circularchess::board::shape::{Centre, Square};
use circularchess::variant::{
    BareKingRule, Checkmate, DEFAULT_PROMOTION, MeetingPawns, PawnWay, StalemateRule, Variant,
};

use crate::board::{DIAGONAL, Plain, STRAIGHT, Way};

/// One game's rules.
pub struct Referee {
    /// The game as data.
    pub variant: Variant,
    /// Its board.
    pub plain: Plain,
    /// By square: slides in the straight and the diagonal ways, steps, leaps.
    slides: Vec<[Vec<Vec<Square>>; 2]>,
    leaps: Vec<Vec<Square>>,
    /// By square: a king's steps.
    steps: Vec<Vec<Square>>,
}

impl Referee {
    /// The rules of a game.
    ///
    /// # Panics
    /// When they are not among those that it knows: see [`Referee::covers`].
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        assert!(Self::covers(&variant), "unknown rules: {}", variant.id);
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

    /// Whether a game's rules are among those that it knows.
    #[must_use]
    pub fn covers(variant: &Variant) -> bool {
        let plan = variant.shape.plan();
        let options = &variant.options;
        let ring = |square| variant.shape.ring(square);
        plan.centre != Centre::Torus
            && plan.null_step == 1
            && (!plan.open_seam || plan.centre == Centre::Closed)
            && plan.citadels == 0
            && plan.moats.is_empty()
            && variant.pieces.is_empty()
            && !variant.sidestep
            && variant.eliminated_leave
            && (variant.armies.len() == 2 || variant.checkmate == Checkmate::Eliminates)
            && options.bare_king != Some(BareKingRule::Loses)
            && options.meeting_pawns != Some(MeetingPawns::Removed)
            && options.stalemate != Some(StalemateRule::Loses)
            && variant.armies.iter().all(|army| {
                let along_a_ring = army.castling.as_ref().is_none_or(|homes| {
                    let rooks = homes.rooks.iter().flatten();
                    rooks.copied().all(|rook| ring(rook) == ring(homes.king))
                });
                army.pawns != PawnWay::Own && army.promotes_to == DEFAULT_PROMOTION && along_a_ring
            })
    }

    /// Whether two armies are of one side.
    #[must_use]
    pub fn is_friend(&self, a: usize, b: usize) -> bool {
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
}

#[cfg(test)]
mod tests {
    use circularchess::variant::{BUILTIN, Variant};

    use super::Referee;

    #[test]
    fn knows_the_games_without_wider_rules() {
        let known = BUILTIN.iter().map(|(id, _)| *id);
        let known = known.filter(|id| Referee::covers(&Variant::builtin(id).unwrap()));
        let expected = [
            "circular",
            "circular-strict",
            "circular-society",
            "bhati-2",
            "bhati-3",
            "bhati-4",
            "bhati-4-pairs",
            "bhati-5",
            "bhati-6",
            "bhati-6-pairs",
            "bhati-6-trios",
            "orthodox",
            "cylinder",
            // Later games of the same rules; the others have pieces, pawns, boards or endings
            // that these have not.
            "mattlage",
            "mattlage-68",
            "mattlage-66",
            "bhati-4-small",
            "bhati-4-small-pairs",
        ];
        assert_eq!(known.collect::<Vec<_>>(), expected);
    }
}
