//! What pieces are worth, against what is known of orthodox chess and of rings.

use circularchess::variant::PieceType;
use circularchess_search::Search;

use crate::positions::{placed, rules};

fn engine(id: &str) -> Search {
    Search::new(&rules(id), 1, 1).expect("memory")
}

#[test]
fn orthodox_pieces_are_worth_what_books_say() {
    let engine = engine("orthodox");
    // Larry Kaufman's values (The Evaluation of Material Imbalances, 1999), within a tenth: pawn
    // 100, knight and bishop 325, rook 500, queen 975.
    let books = [
        (PieceType::Pawn, 100),
        (PieceType::Knight, 325),
        (PieceType::Bishop, 325),
        (PieceType::Rook, 500),
        (PieceType::Queen, 975),
    ];
    for (kind, book) in books {
        let value = engine.value(kind);
        assert!((value - book).abs() * 10 <= book, "{kind:?}: {value}");
    }
    assert_eq!(engine.value(PieceType::King), 0);
}

#[test]
fn on_rings_rooks_gain_and_bishops_lose() {
    let (flat, round) = (engine("orthodox"), engine("circular"));
    assert!(round.value(PieceType::Rook) > flat.value(PieceType::Rook));
    assert!(round.value(PieceType::Bishop) < flat.value(PieceType::Bishop));
    // A cylinder takes nothing from a bishop's sight, and gives it what the edges took.
    let cylinder = engine("cylinder");
    assert!(cylinder.value(PieceType::Bishop) > flat.value(PieceType::Bishop));
}

#[test]
fn weak_leapers_are_worth_less_than_knights() {
    let engine = engine("byzantine");
    let rules = rules("byzantine");
    let value = |name: &str| engine.value(rules.variant().kind_named(name).expect("a kind"));
    assert!(value("elephant") < value("ferz"), "it sees fewer squares");
    assert!(value("ferz") < value("knight"));
}

#[test]
fn a_pawn_nearer_its_promotion_is_worth_more() {
    let rules = rules("orthodox");
    let engine = Search::new(&rules, 1, 1).expect("memory");
    let on = |square: &str| {
        let pieces = [("Kh1", 0), (square, 0), ("Kh8", 1)];
        engine.evaluate(&placed(&rules, &pieces, 0))
    };
    let ranks = ["Pa2", "Pa3", "Pa4", "Pa5", "Pa6", "Pa7"].map(on);
    assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]), "{ranks:?}");
    // A pawn on the circular board goes along its ring, clockwise from the second file.
    let rules = self::rules("circular");
    let engine = Search::new(&rules, 1, 1).expect("memory");
    let on = |square: &str| {
        let pieces = [("Ka12", 0), (square, 0), ("Kd13", 1)];
        engine.evaluate(&placed(&rules, &pieces, 0))
    };
    let files = ["Pb2", "Pb3", "Pb4", "Pb5", "Pb6", "Pb7"].map(on);
    assert!(files.windows(2).all(|pair| pair[0] < pair[1]), "{files:?}");
}
