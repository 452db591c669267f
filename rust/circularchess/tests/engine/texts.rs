//! Position texts, read for the tests: the package reads them in Python.

use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::{FenStyle, PieceType, Variant};

fn kind(variant: &Variant, letter: char) -> (PieceType, bool) {
    let own = || {
        variant
            .pieces
            .iter()
            .position(|piece| piece.letter == letter)
    };
    let kind = match letter {
        'P' | 'O' => PieceType::Pawn,
        'N' => PieceType::Knight,
        'B' => PieceType::Bishop,
        'R' => PieceType::Rook,
        'Q' => PieceType::Queen,
        'K' => PieceType::King,
        _ => PieceType::OWN[own().unwrap()],
    };
    (kind, letter == 'O')
}

/// The set-up of a well-formed text.
pub(crate) fn read_position(variant: &Variant, text: &str) -> Setup {
    let fields: Vec<&str> = text.split(' ').collect();
    let shape = &variant.shape;
    let letters = variant.fen_style == FenStyle::Letters;
    let army = |letter: char| {
        variant
            .armies
            .iter()
            .position(|a| a.letter == letter)
            .unwrap()
    };
    let mut setup = Setup {
        castling: Vec::new(),
        pieces: Vec::new(),
        ..Setup::start(variant)
    };
    for (row, items) in fields[0].split('/').enumerate() {
        let ring = shape.rings().saturating_sub(row as u8);
        let mut file = 1;
        let mut rest = items.chars().peekable();
        while let Some(first) = rest.next() {
            if first == ',' {
                continue;
            }
            if let Some(mut number) = first.to_digit(10) {
                while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                    number = number * 10 + digit;
                    rest.next();
                }
                file += number as i32;
                continue;
            }
            if first != '*' {
                let (army, (kind, outbound)) = if letters {
                    let lower = first.is_ascii_lowercase();
                    (
                        usize::from(lower),
                        kind(variant, first.to_ascii_uppercase()),
                    )
                } else {
                    (army(first), kind(variant, rest.next().unwrap()))
                };
                let square = if ring == 0 {
                    shape.parse(&format!("z{file}")).unwrap()
                } else {
                    shape.square(ring, file)
                };
                let piece = Piece {
                    army,
                    kind,
                    outbound,
                };
                setup.pieces.push((square, piece));
            }
            file += 1;
        }
    }
    let (turn, inert) = fields[1].split_once('~').unwrap_or((fields[1], ""));
    setup.turn = army(turn.chars().next().unwrap());
    setup.inert = inert.chars().fold(0, |all, letter| all | 1 << army(letter));
    let mut side_of = 0;
    for letter in fields[2].chars().filter(|c| *c != '-' && *c != ',') {
        match letter {
            'K' | 'Q' if letters => setup.castling.push((0, usize::from(letter == 'Q'))),
            'k' | 'q' => setup.castling.push((1, usize::from(letter == 'q'))),
            'K' | 'Q' => setup.castling.push((side_of, usize::from(letter == 'Q'))),
            _ => side_of = army(letter),
        }
    }
    let passed = fields[3].split(',').filter(|name| *name != "-");
    setup.en_passant = passed.map(|name| shape.parse(name).unwrap()).collect();
    setup.halfmove = fields[4].parse().unwrap();
    setup.round = fields[5].parse().unwrap();
    for name in fields.get(6).into_iter().flat_map(|list| list.split(',')) {
        let moats = &shape.plan().moats;
        if let Ok(file) = name.parse::<u16>() {
            setup.bridged |= 1 << moats.iter().position(|&moat| moat == file).unwrap();
        }
    }
    setup
}
