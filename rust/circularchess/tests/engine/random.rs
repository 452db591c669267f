//! Random positions and moves that reach the rarer rules.

use std::collections::BTreeSet;

use circularchess::board::shape::Square;
use circularchess::position::moves::Move;
use circularchess::rules::Piece;
use circularchess::variant::{CheckRule, Checkmate, PawnWay, PieceType, Variant, VariantError};
use circularchess_referee::{Referee, State};
use fastrand::Rng;

/// A variant file with options set at random, as far as they have a meaning for it.
pub(crate) fn with_random_options(text: &str, rng: &mut Rng) -> Variant {
    let mut variant = Variant::from_toml(text).unwrap();
    let values: [(&str, &[&str]); 6] = [
        ("check", &["strict", "snaffle"]),
        ("stalemate", &["pass", "eliminate", "draw"]),
        ("double_step", &["true", "false"]),
        ("en_passant", &["true", "false"]),
        ("castling", &["true", "false"]),
        ("null_shift", &["0", "1", "2"]),
    ];
    let mut set = Vec::new();
    for (key, values) in values {
        if rng.u8(..3) == 0 {
            set.push((key, values[rng.usize(..values.len())]));
            match Variant::with_options(text, &set) {
                Ok(with) => variant = with,
                Err(VariantError::Option(_)) => {
                    set.pop();
                }
                Err(VariantError::File(error)) => panic!("{error}"),
            }
        }
    }
    variant
}

/// Whether a pawn may stand on a square of a position.
pub(crate) fn pawn_may_stand(referee: &Referee, pawn: Piece, square: Square) -> bool {
    let army = &referee.variant.armies[pawn.army];
    let (ring, _) = referee.plain.spot(square);
    let null = referee.plain.shift.is_some();
    let rim = ring == referee.plain.rings;
    match army.pawns {
        PawnWay::Inward if null && pawn.outbound => !army.promotion.contains(&square),
        PawnWay::Inward if null => !rim && !army.promotion.contains(&square),
        _ if pawn.outbound => false,
        PawnWay::Outward => ring != 1 && !army.promotion.contains(&square),
        PawnWay::Inward => !rim && !army.promotion.contains(&square),
        PawnWay::Own => true,
        PawnWay::Ring { .. } => referee.ahead(pawn.army, false, square).is_some(),
    }
}

/// A position with few or many pieces, some of them at home; a king for each army in play.
pub(crate) fn random_state(referee: &Referee, rng: &mut Rng) -> State {
    let variant = &referee.variant;
    let count = variant.armies.len();
    let spots = referee.plain.spots();
    let mut state = State {
        men: vec![None; variant.shape.len()],
        turn: 0,
        in_play: vec![false; count],
        rights: BTreeSet::new(),
        passed: vec![None; count],
        halfmove: rng.u32(..100),
        round: rng.u32(1..100),
        end: None,
    };
    let keep = [0, 20, 60, 95][rng.usize(..4)];
    for (army, data) in variant.armies.iter().enumerate() {
        // Now and then an army is out of play from the beginning.
        if count > 2 && rng.u8(..5) == 0 {
            continue;
        }
        let put = |men: &mut Vec<Option<Piece>>, square: Square, kind, outbound| {
            let place = &mut men[usize::from(square)];
            let free = place.is_none();
            if free {
                *place = Some(Piece {
                    army,
                    kind,
                    outbound,
                });
            }
            free
        };
        let anywhere = |rng: &mut Rng| referee.plain.number(spots[rng.usize(..spots.len())]);
        let king_home = data
            .castling
            .as_ref()
            .map(|c| c.king)
            .filter(|_| rng.bool());
        let placed = king_home
            .is_some_and(|home| put(&mut state.men, home, PieceType::King, false))
            || (0..100).any(|_| put(&mut state.men, anywhere(rng), PieceType::King, false));
        if !placed {
            continue;
        }
        state.in_play[army] = true;
        let king_home = referee.king(&state, army);
        if let Some(castling) = &data.castling {
            for (side, rook) in castling.rooks.iter().enumerate() {
                if let Some(rook) = *rook
                    && rng.bool()
                    && put(&mut state.men, rook, PieceType::Rook, false)
                    && king_home == Some(castling.king)
                    && variant.options.castling
                    && rng.u8(..4) != 0
                {
                    state.rights.insert((army, side));
                }
            }
        }
        for &(square, kind) in &data.start {
            if kind != PieceType::King && rng.u8(..100) < keep {
                put(&mut state.men, square, kind, false);
            }
        }
        for _ in 0..rng.usize(..6) {
            let kind = PieceType::ALL[rng.usize(..5)];
            let outbound = kind == PieceType::Pawn && rng.bool();
            let square = anywhere(rng);
            let man = Piece {
                army,
                kind,
                outbound,
            };
            if kind != PieceType::Pawn || pawn_may_stand(referee, man, square) {
                put(&mut state.men, square, kind, outbound);
            }
        }
    }
    let playing: Vec<_> = (0..count).filter(|&a| state.in_play[a]).collect();
    if playing.is_empty() {
        return random_state(referee, rng);
    }
    state.turn = playing[rng.usize(..playing.len())];
    state
}

/// Whether a position without a history is one that can be: in a strict game of two armies
/// the king of the army that has just moved is not attacked.
pub(crate) fn can_be(referee: &Referee, state: &State) -> bool {
    referee.variant.armies.len() > 2
        || referee.variant.options.check == CheckRule::Snaffle
        || !referee.in_check(state, 1 - state.turn)
}

/// One of the moves; captures, pawn moves, castling and promotions more often than the rest.
pub(crate) fn choose(referee: &Referee, state: &State, moves: &[Move], rng: &mut Rng) -> Move {
    let wanted = |mv: &Move, wish: u8| {
        let at = |s: Square| state.men[usize::from(s)];
        let man = at(mv.from).unwrap();
        let pawn = man.kind == PieceType::Pawn;
        match wish {
            // The rarest first: capturing in passing, castling, taking a king.
            0..4 => pawn && state.passed.contains(&Some(mv.to)),
            4..8 => man.kind == PieceType::King && !referee.reach(state, mv.from).contains(&mv.to),
            8 => at(mv.to).is_some_and(|m| m.kind == PieceType::King),
            9 | 10 => at(mv.to).is_some(),
            11..14 => pawn,
            14 => referee
                .double_step(man, mv.from)
                .is_some_and(|d| d.1 == mv.to),
            _ => true,
        }
    };
    for _ in 0..3 {
        let wish = rng.u8(..18);
        let liked: Vec<_> = moves.iter().filter(|mv| wanted(mv, wish)).collect();
        if !liked.is_empty() {
            return *liked[rng.usize(..liked.len())];
        }
    }
    moves[rng.usize(..moves.len())]
}

/// Whether a position can be read again from its description: an army that lost its king and
/// left its pieces behind can only be described as out of play.
pub(crate) fn is_over_and_gone(state: &State, variant: &Variant) -> bool {
    state.end.is_some()
        && (variant.checkmate == Checkmate::Eliminates || !state.in_play.iter().all(|&p| p))
}
