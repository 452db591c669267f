//! Set-ups made from legal positions by a few changes, and set-ups that mean nothing at all.

use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::{PieceType, Variant};

use crate::Bytes;

/// A legal position's set-up with up to eight changes: often still playable.
pub fn damaged(bytes: &mut Bytes, variant: &Variant, mut setup: Setup) -> Setup {
    let len = variant.shape.len();
    let armies = variant.armies.len();
    if bytes.truth() {
        setup.in_play = None;
    }
    for _ in 0..bytes.below(9) {
        let (what, which) = (bytes.below(10), bytes.next());
        let count = setup.pieces.len();
        match what {
            0..=2 if count > 0 => {
                setup.pieces[usize::from(which) % count].0 = bytes.below(len) as u8;
            }
            3 if count > 0 => {
                setup.pieces.swap_remove(usize::from(which) % count);
            }
            4 => setup.pieces.push((
                bytes.below(len) as u8,
                Piece {
                    army: usize::from(which) % armies,
                    kind: PieceType::ALL[bytes.below(6)],
                    outbound: false,
                },
            )),
            5 => setup.turn = usize::from(which) % armies,
            6 => {
                let right = (usize::from(which) % armies, bytes.below(2));
                match setup.castling.iter().position(|r| *r == right) {
                    Some(at) => drop(setup.castling.remove(at)),
                    None => setup.castling.push(right),
                }
            }
            7 => setup.en_passant.push(bytes.below(len) as u8),
            8 if count > 0 => {
                let piece = &mut setup.pieces[usize::from(which) % count].1;
                piece.outbound = !piece.outbound;
            }
            9 if which & 3 == 0 => setup.halfmove = bytes.number(),
            9 if which & 3 == 1 => setup.round = bytes.number(),
            // All but the kings of an army leave: endings come often.
            9 => {
                let army = usize::from(which >> 2) % armies;
                setup
                    .pieces
                    .retain(|(_, p)| p.army != army || p.kind == PieceType::King);
            }
            _ => {}
        }
    }
    // A piece put on another takes its place.
    let mut taken = [false; 256];
    setup.pieces.reverse();
    setup
        .pieces
        .retain(|(square, _)| !std::mem::replace(&mut taken[usize::from(*square)], true));
    setup.castling.sort_unstable();
    setup
}

/// A set-up of any numbers at all: nothing in it need exist.
pub fn wild_setup(bytes: &mut Bytes) -> Setup {
    let mut setup = Setup {
        pieces: Vec::new(),
        turn: usize::from(bytes.next()),
        castling: Vec::new(),
        en_passant: Vec::new(),
        halfmove: bytes.number(),
        round: bytes.number(),
        in_play: bytes.truth().then(|| bytes.next()),
        inert: 0,
        bridged: 0,
    };
    for _ in 0..bytes.below(20) {
        let piece = Piece {
            army: usize::from(bytes.next()) % 20,
            kind: PieceType::ALL[bytes.below(6)],
            outbound: bytes.truth(),
        };
        setup.pieces.push((bytes.next(), piece));
    }
    for _ in 0..bytes.below(4) {
        setup
            .castling
            .push((usize::from(bytes.next()), usize::from(bytes.next())));
        setup.en_passant.push(bytes.next());
    }
    if bytes.below(4) == 3 {
        setup.inert = bytes.next();
        setup.bridged = u16::from_le_bytes([bytes.next(), bytes.next()]);
    }
    setup
}
