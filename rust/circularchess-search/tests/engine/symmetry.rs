//! Boards turned, mirrored, turned inside out, with armies exchanged: the same game, and the same
//! numbers to the last point.

use circularchess::any::{Position, Rules};
use circularchess::board::shape::Square;
use circularchess::position::moves::Move;
use circularchess::position::setup::Setup;
use circularchess::variant::PieceType;
use circularchess_search::{Control, Features, Limits, Score, Search};

use crate::mates::problems;
use crate::positions::{endings, rules, walk};

/// A map of the board onto itself, and whether it exchanges two armies.
#[derive(Clone, Copy, Debug)]
struct Image {
    turn: i32,
    mirrored: bool,
    inside_out: bool,
    exchanged: bool,
}

impl Image {
    fn square(self, rules: &Rules, square: Square) -> Square {
        let shape = &rules.variant().shape;
        let files = i32::from(shape.files());
        let (ring, file) = (shape.ring(square), shape.file(square) - 1);
        let file = if self.mirrored { -1 - file } else { file } + self.turn;
        let ring = if self.inside_out {
            shape.rings() + 1 - ring
        } else {
            ring
        };
        shape.square(ring, file.rem_euclid(files) + 1)
    }

    fn army(self, army: usize) -> usize {
        army ^ usize::from(self.exchanged)
    }

    /// The image of a position without rights; `None` where that cannot be.
    fn of(self, rules: &Rules, position: &Position) -> Option<Position> {
        let setup = position.setup();
        let pieces = setup.pieces.iter().map(|&(square, piece)| {
            let army = self.army(piece.army);
            (
                self.square(rules, square),
                circularchess::rules::Piece { army, ..piece },
            )
        });
        let image = Setup {
            pieces: pieces.collect(),
            turn: self.army(setup.turn),
            castling: Vec::new(),
            en_passant: Vec::new(),
            ..setup
        };
        Some(rules.position(&image).ok()?.0)
    }

    fn moved(self, rules: &Rules, mv: Move) -> Move {
        Move {
            from: self.square(rules, mv.from),
            to: self.square(rules, mv.to),
            promotion: mv.promotion,
        }
    }
}

/// All maps that leave the game as it is, as far as some positions show: their moves are the
/// images of the moves.
fn images(rules: &Rules, positions: &[Position]) -> Vec<Image> {
    let mut found = Vec::new();
    for turn in 0..i32::from(rules.variant().shape.files()) {
        for bits in 0..8 {
            let image = Image {
                turn,
                mirrored: bits & 1 != 0,
                inside_out: bits & 2 != 0,
                exchanged: bits & 4 != 0,
            };
            let same = positions.iter().all(|position| {
                let Some(other) = image.of(rules, position) else {
                    return false;
                };
                let mut moves: Vec<Move> = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| image.moved(rules, mv))
                    .collect();
                let mut others = other.legal_moves();
                moves.sort_unstable();
                others.sort_unstable();
                moves == others
            });
            if same {
                found.push(image);
            }
        }
    }
    found
}

/// Positions of random games without rights of castling or en passant.
fn positions(rules: &Rules, count: usize) -> Vec<Position> {
    let mut found = Vec::new();
    let mut seed = 10;
    while found.len() < count {
        seed += 1;
        let walked = walk(rules, 20 + 9 * seed as usize, seed);
        let last = walked.into_iter().next_back().expect("the start");
        let setup = Setup {
            castling: Vec::new(),
            en_passant: Vec::new(),
            ..last.setup()
        };
        if let Ok((position, _)) = rules.position(&setup)
            && position.end().is_none()
        {
            found.push(position);
        }
    }
    found
}

fn score(engine: &Search, position: &Position, depth: u32) -> Score {
    engine.clear();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let report = engine.go(position, &[], &limits, &Control::default(), &mut |_| {});
    report.infos[0].score
}

fn assert_same(id: &str, count: usize, depth: u32, positions: &[Position]) {
    let rules = rules(id);
    let images = images(&rules, positions);
    assert_eq!(images.len(), count, "{id}: {images:?}");
    let plain = Search::new(&rules, 1, 1).expect("memory");
    let mut full = Search::new(&rules, 1, 1).expect("memory");
    full.set_features(Features::FULL_WIDTH);
    for (index, position) in positions.iter().enumerate() {
        let worth = plain.evaluate(position);
        let found = score(&full, position, depth);
        for (number, image) in images.iter().enumerate() {
            let other = image.of(&rules, position).expect("an image");
            assert_eq!(
                plain.evaluate(&other),
                worth,
                "{id}: {position:?} {image:?}"
            );
            // Some of the many, each position others.
            if number % 8 == index % 8 || images.len() <= 8 {
                let score = score(&full, &other, depth);
                assert_eq!(score, found, "{id}: {position:?} {image:?}");
            }
        }
    }
}

#[test]
fn with_pawns_the_circular_board_has_eight_images() {
    // Mirrored, inside out, armies exchanged, and all of these together.
    for id in ["circular", "circular-strict"] {
        assert_same(id, 8, 3, &positions(&rules(id), 12));
    }
}

#[test]
fn without_pawns_it_has_sixty_four_and_as_many_with_armies_exchanged() {
    let rules = rules("circular-strict");
    let men = [PieceType::Rook, PieceType::Knight, PieceType::Bishop];
    assert_same("circular-strict", 128, 3, &endings(&rules, &men, 6, 5));
}

#[test]
fn the_orthodox_board_has_four_images() {
    assert_same("orthodox", 4, 3, &positions(&rules("orthodox"), 12));
}

#[test]
fn a_cylinder_turns_by_any_file() {
    // Eight turns, mirrored or not, either army below: each exchange turns the ranks about.
    assert_same("cylinder", 32, 2, &positions(&rules("cylinder"), 8));
}

#[test]
fn mates_with_everything_on_are_the_same_in_all_images() {
    for id in ["circular", "orthodox", "cylinder"] {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 1).expect("memory");
        let images = images(&rules, &positions(&rules, 8));
        assert!(images.len() >= 4, "{id}");
        let mut met = 0;
        for position in problems(id, 2, 6) {
            let setup = Setup {
                castling: Vec::new(),
                en_passant: Vec::new(),
                ..position.setup()
            };
            let (position, _) = rules.position(&setup).expect("with fewer rights");
            for image in &images {
                let other = image.of(&rules, &position).expect("an image");
                assert_eq!(score(&engine, &other, 9), Score::Mate(2), "{id}: {image:?}");
                met += 1;
            }
        }
        assert!(met > 0, "{id}: no mates");
    }
}
