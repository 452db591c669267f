//! King and queen against king on the board of 4 rings and 16 files, solved backwards from mate.
//!
//! A round board without pawns looks the same from every file, so the white king stands on file 1:
//! one position stands for sixteen.
#![allow(clippy::print_stdout)]

use circularchess::board::shape::Square;
use circularchess::position::setup::Setup;
use circularchess::position::{End, Position};
use circularchess::rules::{Piece, Rules};
use circularchess::variant::{PieceType, Variant};

const WHITE: usize = 0;
const BLACK: usize = 1;
const SQUARES: usize = 64;
const RINGS: u8 = 4;

/// Where the white king, the white queen and the black king stand, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// The white king.
    pub(crate) king: Square,
    /// The queen.
    pub(crate) queen: Square,
    /// The black king.
    pub(crate) bare: Square,
    /// The army to move.
    pub(crate) turn: usize,
}

impl Men {
    /// The position, if it is one.
    pub(crate) fn position(self, rules: &Rules<1, 2>) -> Option<Position<1, 2>> {
        let man = |army, kind| Piece {
            army,
            kind,
            outbound: false,
        };
        let mut setup = Setup::start(rules.variant());
        setup.pieces = vec![
            (self.king, man(WHITE, PieceType::King)),
            (self.queen, man(WHITE, PieceType::Queen)),
            (self.bare, man(BLACK, PieceType::King)),
        ];
        setup.turn = self.turn;
        Some(Position::from_setup(rules, &setup).ok()?.0)
    }

    /// The men of a position; none once the queen is taken.
    pub(crate) fn of(position: &Position<1, 2>) -> Option<Self> {
        Some(Self {
            king: position.king(WHITE)?,
            queen: position.pieces(PieceType::Queen, WHITE).first()?,
            bare: position.king(BLACK)?,
            turn: position.turn(),
        })
    }

    /// The place in a table, the board turned so that the white king stands on file 1.
    fn index(self) -> usize {
        let turned = self.king / RINGS * RINGS;
        let turn = |square: Square| usize::from(square.wrapping_sub(turned)) % SQUARES;
        ((self.turn * usize::from(RINGS) + turn(self.king)) * SQUARES + turn(self.queen)) * SQUARES
            + turn(self.bare)
    }

    fn all() -> impl Iterator<Item = Self> {
        let squares = 0..SQUARES as Square;
        (0..2).flat_map(move |turn| {
            let squares = squares.clone();
            (0..RINGS).flat_map(move |king| {
                let squares = squares.clone();
                squares.clone().flat_map(move |queen| {
                    squares.clone().map(move |bare| Self {
                        king,
                        queen,
                        bare,
                        turn,
                    })
                })
            })
        })
    }
}

/// By place in the table: single moves to mate with best play, where White wins.
pub(crate) fn solve(rules: &Rules<1, 2>) -> Vec<Option<u16>> {
    let all: Vec<Men> = Men::all().collect();
    let mut distance = vec![None; all.len()];
    // Who leads to a position, and how many moves are left that may not lose.
    let mut parents: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut hopes = vec![0_u32; all.len()];
    let mut wave = Vec::new();
    for (index, men) in all.iter().enumerate() {
        let Some(position) = men.position(rules) else {
            continue;
        };
        if position.end() == Some(End::Checkmate) && men.turn == BLACK {
            distance[index] = Some(0);
            wave.push(index);
        }
        for mv in position.legal_moves(rules) {
            hopes[index] += 1;
            let mut next = position;
            next.play_unjudged(rules, mv);
            if let Some(next) = Men::of(&next) {
                parents[next.index()].push(index);
            }
        }
    }
    let mut moves = 0;
    while !wave.is_empty() {
        moves += 1;
        let mut before = Vec::new();
        for &index in &wave {
            for &parent in &parents[index] {
                if distance[parent].is_some() {
                    continue;
                }
                hopes[parent] -= 1;
                if all[parent].turn == WHITE || hopes[parent] == 0 {
                    distance[parent] = Some(moves);
                    before.push(parent);
                }
            }
        }
        wave = before;
    }
    distance
}

fn main() {
    let variant = Variant::builtin("circular-strict").expect("a built-in variant");
    let rules = Rules::<1, 2>::new(variant);
    let distance = solve(&rules);
    let all: Vec<Men> = Men::all().collect();
    let of_white = |index: &usize| all[*index].turn == WHITE;
    let won = (0..all.len()).filter(of_white).filter_map(|i| distance[i]);
    let Some(longest) = won.max() else {
        println!("White never wins");
        return;
    };
    println!(
        "the longest win takes {} moves of White",
        longest.div_ceil(2)
    );
    let shape = &rules.variant().shape;
    if let Some(i) = (0..all.len())
        .filter(of_white)
        .find(|&i| distance[i] == Some(longest))
    {
        let Men {
            king, queen, bare, ..
        } = all[i];
        println!(
            "White: king {}, queen {}; Black: king {}; White to move",
            shape.name(king),
            shape.name(queen),
            shape.name(bare)
        );
    }
}
