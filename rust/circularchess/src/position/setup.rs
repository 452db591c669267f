//! Described positions, and the reasons why one cannot be played.

mod place;

use std::fmt;

use crate::board::shape::{Centre, Square};
use crate::board::topology::Topology;
use crate::position::MOST_COUNT;
use crate::rules::Piece;
use crate::tables::attacks::pawn_forward;
use crate::variant::{Checkmate, PawnWay, PieceType, Variant};

/// Anything a text or a program may describe as a position. Armies go by number, in the order
/// of their seats.
///
/// ```
/// use circularchess::any::Rules;
/// use circularchess::position::setup::{ProblemKind, Setup};
/// use circularchess::variant::Variant;
/// let rules = Rules::new(Variant::builtin("circular").unwrap());
/// let mut setup = Setup::start(rules.variant());
/// setup.turn = 1;
/// assert!(rules.position(&setup).is_ok());
/// // Without the king on a1.
/// setup.pieces.retain(|(square, _)| *square != 0);
/// let problems = rules.position(&setup).unwrap_err();
/// assert_eq!(problems[0].kind, ProblemKind::Kings);
/// assert_eq!(problems[0].to_string(), "White has 0 kings, not one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces on squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The army to move.
    pub turn: usize,
    /// Rights as (army, side); side 0 is the king's, 1 the queen's.
    pub castling: Vec<(usize, usize)>,
    /// Passed-over squares of double steps that may still be answered.
    pub en_passant: Vec<Square>,
    /// Single moves since the last capture, pawn move or elimination.
    pub halfmove: u32,
    /// Round, from 1.
    pub round: u32,
    /// Armies in play as bits; `None` for all that have a piece and are not inert.
    pub in_play: Option<u8>,
    /// Eliminated armies whose men stay on the board, as bits.
    pub inert: u8,
    /// Bridged moats, as bits in the order of the board's list.
    pub bridged: u16,
}

impl Setup {
    /// The start position of a variant.
    ///
    /// ```
    /// use circularchess::position::setup::Setup;
    /// use circularchess::variant::Variant;
    /// let setup = Setup::start(&Variant::builtin("bhati-6").unwrap());
    /// assert_eq!((setup.pieces.len(), setup.castling.len()), (96, 12));
    /// ```
    #[must_use]
    pub fn start(variant: &Variant) -> Self {
        let mut setup = Self {
            pieces: Vec::new(),
            turn: 0,
            castling: Vec::new(),
            en_passant: Vec::new(),
            halfmove: 0,
            round: 1,
            in_play: None,
            inert: 0,
            bridged: 0,
        };
        for (army, data) in variant.armies.iter().enumerate() {
            for &(square, kind) in &data.start {
                let piece = Piece {
                    army,
                    kind,
                    outbound: data.start_back.contains(&square),
                };
                setup.pieces.push((square, piece));
            }
            let Some(castling) = data.castling.as_ref().filter(|_| variant.options.castling) else {
                continue;
            };
            let at_home = |square, kind| data.start.contains(&(square, kind));
            for (side, rook) in castling.rooks.iter().enumerate() {
                if at_home(castling.king, PieceType::King)
                    && rook.is_some_and(|r| at_home(r, PieceType::Rook))
                {
                    setup.castling.push((army, side));
                }
            }
        }
        setup
    }
}

/// What is wrong with a described position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// An army with pieces and not exactly one king.
    Kings,
    /// The turn of an army that is not in play.
    Turn,
    /// A piece on a void square.
    Void,
    /// A square or an army that the variant does not have, or a square used twice.
    Square,
    /// A pawn where none can stand.
    Pawn,
    /// A right without king and rook at home, or in a game without castling.
    Castling,
    /// A passed-over square without its pawn beyond and an empty square behind.
    EnPassant,
    /// The king of the army not to move is attacked, in a strict game of two armies.
    OppositeCheck,
    /// Armies in play that cannot be.
    InPlay,
    /// A clock out of range.
    Counter,
    /// Inert armies that cannot be.
    Inert,
    /// A moat that would be bridged by now, or bridged ones where there are none.
    Moat,
}

impl ProblemKind {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kings => "kings",
            Self::Turn => "turn",
            Self::Void => "void",
            Self::Square => "square",
            Self::Pawn => "pawn",
            Self::Castling => "castling",
            Self::EnPassant => "en_passant",
            Self::OppositeCheck => "opposite_check",
            Self::InPlay => "in_play",
            Self::Counter => "counter",
            Self::Inert => "inert",
            Self::Moat => "moat",
        }
    }
}

impl ProblemKind {
    /// Whether pieces and turn cannot even be put on a board to look at attacks.
    const fn forbids_placing(self) -> bool {
        matches!(
            self,
            Self::Kings | Self::Turn | Self::Void | Self::Square | Self::InPlay
        )
    }
}

/// One reason why a described position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind.
    pub kind: ProblemKind,
    /// It in words, one line.
    pub text: String,
    /// The square it is about, where it is about a man or a home.
    pub square: Option<Square>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Collects the problems of one set-up.
struct Inspection<'a> {
    variant: &'a Variant,
    topology: Topology,
    setup: &'a Setup,
    /// By square: the piece there.
    board: Vec<Option<Piece>>,
    in_play: u8,
    problems: Vec<Problem>,
}

/// All that is wrong with a described position, attacks on kings aside.
pub(crate) fn problems(variant: &Variant, setup: &Setup) -> Vec<Problem> {
    let mut inspection = Inspection {
        variant,
        topology: Topology::new(variant.shape.clone()),
        setup,
        board: vec![None; variant.shape.len()],
        in_play: 0,
        problems: Vec::new(),
    };
    inspection.place();
    inspection.armies();
    inspection.pawns();
    inspection.castling();
    inspection.en_passant();
    let beyond = setup
        .bridged
        .checked_shr(variant.shape.plan().moats.len() as u32);
    if beyond.unwrap_or(0) != 0 {
        inspection.report(ProblemKind::Moat, "a bridged moat that is none".into());
    }
    inspection.problems
}

/// What is wrong with a variant's start position, attacks on kings aside.
pub(crate) fn start_problems(variant: &Variant) -> Vec<Problem> {
    problems(variant, &Setup::start(variant))
}

impl Inspection<'_> {
    fn report(&mut self, kind: ProblemKind, text: String) {
        self.problems.push(Problem {
            kind,
            text,
            square: None,
        });
    }

    /// As `report`, of a man or a home on a square.
    fn report_on(&mut self, square: Option<Square>, kind: ProblemKind, text: String) {
        self.report(kind, text);
        if let Some(problem) = self.problems.last_mut() {
            problem.square = square;
        }
    }

    fn name(&self, square: Square) -> String {
        self.variant.shape.name(square).to_string()
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.board.get(usize::from(square)).copied().flatten()
    }

    fn holds(&self, square: Square, army: usize, kind: PieceType) -> bool {
        self.piece(square)
            .is_some_and(|p| p.army == army && p.kind == kind)
    }

    fn place(&mut self) {
        let shape = &self.variant.shape;
        for &(square, piece) in &self.setup.pieces {
            if usize::from(square) >= shape.len() || piece.army >= self.variant.armies.len() {
                self.report(
                    ProblemKind::Square,
                    format!("no square {square} or no army {} here", piece.army),
                );
            } else if shape.is_void(square) {
                let text = format!("a piece on the void square {}", self.name(square));
                self.report(ProblemKind::Void, text);
            } else if self.piece(square).is_some() {
                let text = format!("two pieces on {}", self.name(square));
                self.report(ProblemKind::Square, text);
            } else {
                self.board[usize::from(square)] = Some(piece);
            }
        }
    }

    fn armies(&mut self) {
        let armies = &self.variant.armies;
        let count = |army: usize, king: bool| {
            self.board
                .iter()
                .flatten()
                .filter(|p| p.army == army && (!king || p.kind == PieceType::King))
                .count()
        };
        let ends = self.variant.checkmate == Checkmate::Ends;
        let mut left_standing = false;
        let mut found = Vec::new();
        for (a, army) in armies.iter().enumerate() {
            let (pieces, kings) = (count(a, false), count(a, true));
            let inert = self.setup.inert >> a & 1 != 0;
            let plays = self
                .setup
                .in_play
                .map_or(pieces > 0 && !inert, |mask| mask >> a & 1 != 0);
            let name = &army.name;
            if inert {
                if self.variant.eliminated_leave || ends || plays || pieces == 0 {
                    found.push((ProblemKind::Inert, format!("{name} cannot be inert")));
                } else if kings > 1 {
                    let text = format!("{name} has {kings} kings, not one");
                    found.push((ProblemKind::Kings, text));
                }
                continue;
            }
            if plays {
                self.in_play |= 1 << a;
                if pieces == 0 {
                    let text = format!("{name} is in play without a piece");
                    found.push((ProblemKind::InPlay, text));
                }
                if kings != 1 {
                    let text = format!("{name} has {kings} kings, not one");
                    found.push((ProblemKind::Kings, text));
                }
            } else if pieces > 0 {
                // Where the first mate ends the game, the army that lost is left standing.
                let lost = ends && (armies.len() == 2 || !left_standing);
                left_standing = true;
                if !lost {
                    let text = format!("{name} is out of play but has pieces");
                    found.push((ProblemKind::InPlay, text));
                }
            }
        }
        let beyond = self.setup.in_play.unwrap_or(0) >> armies.len();
        if beyond != 0 {
            found.push((ProblemKind::InPlay, "an army in play that is none".into()));
        }
        match armies.get(self.setup.turn) {
            None => found.push((ProblemKind::Turn, "the turn of no army".into())),
            Some(army) if self.in_play >> self.setup.turn & 1 == 0 => {
                let text = format!("{} is to move but not in play", army.name);
                found.push((ProblemKind::Turn, text));
            }
            Some(_) => {}
        }
        if self.setup.round == 0 || self.setup.round.max(self.setup.halfmove) > MOST_COUNT {
            let text = format!(
                "halfmove {} or round {} is out of range",
                self.setup.halfmove, self.setup.round
            );
            found.push((ProblemKind::Counter, text));
        }
        for (kind, text) in found {
            self.report(kind, text);
        }
    }

    fn pawns(&mut self) {
        let shape = &self.variant.shape;
        let null = matches!(shape.centre(), Centre::Null { .. });
        let rim = shape.rings();
        for square in shape.squares() {
            let Some(piece) = self.piece(square) else {
                continue;
            };
            let army = &self.variant.armies[piece.army];
            let ring = shape.ring(square);
            let own = army.pawns == PawnWay::Own;
            let wrong = if shape.is_citadel(square) && piece.kind != PieceType::King {
                Some("cannot stand in a citadel")
            } else if piece.kind as usize >= PieceType::ALL.len() + self.variant.pieces.len() {
                Some("is no piece of this game")
            } else if own && piece.kind == PieceType::Pawn {
                None
            } else if piece.kind != PieceType::Pawn {
                piece
                    .outbound
                    .then_some("is no pawn and cannot be outbound")
            } else if piece.outbound && !(null && matches!(army.pawns, PawnWay::Inward)) {
                Some("cannot be outbound in this game")
            } else if army.promotion.contains(&square) && (piece.outbound || !null) {
                Some("stands where it would have promoted")
            } else if pawn_forward(&army.pawns, false, shape.file(square)).is_none() {
                Some("has no direction on this file")
            } else {
                match army.pawns {
                    PawnWay::Inward if !piece.outbound && ring == rim => {
                        Some("cannot stand on the outermost ring")
                    }
                    PawnWay::Outward if ring == 1 => Some("cannot stand on the innermost ring"),
                    _ if army.promotion.contains(&square) => {
                        Some("stands where it would have promoted")
                    }
                    _ => None,
                }
            };
            if let Some(wrong) = wrong {
                let what = if piece.kind == PieceType::Pawn {
                    "pawn"
                } else {
                    self.variant.kind_name(piece.kind)
                };
                let text = format!("{}'s {what} on {} {wrong}", army.name, self.name(square));
                self.report_on(Some(square), ProblemKind::Pawn, text);
            }
        }
    }

    fn castling(&mut self) {
        let mut seen = Vec::new();
        for &(army, side) in &self.setup.castling {
            let word = ["king", "queen"].get(side).copied().unwrap_or("no");
            let Some(data) = self.variant.armies.get(army) else {
                self.report(ProblemKind::Castling, "a right of no army".into());
                continue;
            };
            let homes = data
                .castling
                .as_ref()
                .filter(|_| self.variant.options.castling)
                .and_then(|c| Some((c.king, (*c.rooks.get(side)?)?)));
            let king_stands =
                homes.is_some_and(|(king, _)| self.holds(king, army, PieceType::King));
            let home = homes.map(|(king, rook)| if king_stands { rook } else { king });
            let wrong = match homes {
                None => Some("there is none in this game".to_owned()),
                Some(_) if self.in_play >> army & 1 == 0 => {
                    Some("its army is not in play".to_owned())
                }
                Some((king, _)) if !king_stands => {
                    Some(format!("its king is not on {}", self.name(king)))
                }
                Some((_, rook)) if !self.holds(rook, army, PieceType::Rook) => {
                    Some(format!("its rook is not on {}", self.name(rook)))
                }
                Some(_) if seen.contains(&(army, side)) => Some("it is given twice".to_owned()),
                Some(_) => None,
            };
            seen.push((army, side));
            if let Some(wrong) = wrong {
                let text = format!("{}'s castling to the {word} side: {wrong}", data.name);
                self.report_on(home, ProblemKind::Castling, text);
            }
        }
    }

    fn en_passant(&mut self) {
        let mut owners = Vec::new();
        for &passed in &self.setup.en_passant {
            if usize::from(passed) >= self.variant.shape.len() {
                self.report(
                    ProblemKind::Square,
                    format!("no square {passed} to capture on in passing"),
                );
                continue;
            }
            let name = self.name(passed);
            if !self.variant.options.en_passant {
                self.report(
                    ProblemKind::EnPassant,
                    format!("en passant on {name}: there is none in this game"),
                );
                continue;
            }
            match en_passant_owner(self.variant, &self.topology, passed, |s| self.piece(s)) {
                None => self.report(
                    ProblemKind::EnPassant,
                    format!("en passant on {name}: no pawn has just passed over it"),
                ),
                Some(owner) if owner == self.setup.turn => self.report(
                    ProblemKind::EnPassant,
                    format!("en passant on {name}: its pawn is of the army to move"),
                ),
                Some(owner) if self.in_play >> owner & 1 == 0 => self.report(
                    ProblemKind::EnPassant,
                    format!("en passant on {name}: its army is not in play"),
                ),
                Some(owner) if owners.contains(&owner) => self.report(
                    ProblemKind::EnPassant,
                    format!("en passant on {name}: its army has another such square"),
                ),
                Some(owner) => owners.push(owner),
            }
        }
    }
}

/// The army whose pawn has passed over an empty square: the pawn stands beyond, and behind is
/// one of its start squares, empty (or, with more than two armies, since entered by another).
pub(crate) fn en_passant_owner(
    variant: &Variant,
    topology: &Topology,
    passed: Square,
    piece: impl Fn(Square) -> Option<Piece>,
) -> Option<usize> {
    if piece(passed).is_some() {
        return None;
    }
    (0..variant.armies.len()).find(|&owner| {
        let data = &variant.armies[owner];
        let shape = topology.shape();
        variant.pawn_start_squares(owner).any(|start| {
            let back = data.start_back.contains(&start);
            let forward_at = |square| pawn_forward(&data.pawns, back, shape.file(square));
            let Some(forward) = forward_at(start) else {
                return false;
            };
            let beyond = topology
                .step(start, forward)
                .filter(|&s| s == passed && !topology.crosses(passed, forward))
                .filter(|&s| forward_at(s) == Some(forward))
                .and_then(|s| topology.step(s, forward));
            let pawn = Piece {
                army: owner,
                kind: PieceType::Pawn,
                outbound: back,
            };
            let behind_ok = match piece(start) {
                None => true,
                Some(other) => variant.armies.len() > 2 && other.army != owner,
            };
            behind_ok && beyond.is_some_and(|s| piece(s) == Some(pawn))
        })
    })
}
