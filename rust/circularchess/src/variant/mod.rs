//! Variants as data: what a variant file says, parsed and checked.
//!
//! A variant is a TOML file; the built-in ones stand in the crate's `variants` folder. The
//! keys are those of `FileVariant` in `file.rs`, and every one is checked: unknown
//! keys, missing keys and impossible games are refused with the key's name.

mod armies;
mod check;
mod diagnose;
mod file;
mod grid;
pub mod movement;
mod options;
mod reader;
mod suspect;

pub use diagnose::{Diagnostic, Severity, diagnose, places_of};

use std::fmt;

use crate::board::shape::{BoardShape, Centre, Square};
use crate::board::topology::Direction;
use crate::variant::movement::Movement;

/// Most armies a variant can have.
pub const MAX_ARMIES: usize = 6;

/// Most kinds of its own that a variant can have: one for each letter that is free.
pub const MAX_OWN_KINDS: usize = 19;

/// The kinds of piece: the six of orthodox chess, and a variant's own, in the order of
/// [`Variant::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Advances by its variant's rule and captures beside its way.
    Pawn = 0,
    /// Leaps two and one.
    Knight = 1,
    /// Slides on diagonals.
    Bishop = 2,
    /// Slides along rings and files.
    Rook = 3,
    /// Slides as rook and bishop.
    Queen = 4,
    /// Steps to any neighbour; the piece that must not be lost.
    King = 5,
    /// The first kind of the variant's own.
    Own0 = 6,
    /// The next.
    Own1,
    /// The next.
    Own2,
    /// The next.
    Own3,
    /// The next.
    Own4,
    /// The next.
    Own5,
    /// The next.
    Own6,
    /// The next.
    Own7,
    /// The next.
    Own8,
    /// The next.
    Own9,
    /// The next.
    Own10,
    /// The next.
    Own11,
    /// The next.
    Own12,
    /// The next.
    Own13,
    /// The next.
    Own14,
    /// The next.
    Own15,
    /// The next.
    Own16,
    /// The next.
    Own17,
    /// The last.
    Own18,
}

impl PieceType {
    /// The six kinds of orthodox chess, by number.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// A variant's own kinds, by number.
    pub const OWN: [Self; MAX_OWN_KINDS] = [
        Self::Own0,
        Self::Own1,
        Self::Own2,
        Self::Own3,
        Self::Own4,
        Self::Own5,
        Self::Own6,
        Self::Own7,
        Self::Own8,
        Self::Own9,
        Self::Own10,
        Self::Own11,
        Self::Own12,
        Self::Own13,
        Self::Own14,
        Self::Own15,
        Self::Own16,
        Self::Own17,
        Self::Own18,
    ];

    /// The kind of a number: one of the six, or a variant's own from 6.
    #[inline]
    #[must_use]
    pub const fn numbered(number: usize) -> Option<Self> {
        if number < 6 {
            Some(Self::ALL[number])
        } else if number < 6 + MAX_OWN_KINDS {
            Some(Self::OWN[number - 6])
        } else {
            None
        }
    }

    /// The English name of one of the six in lower case, as variant files write it; a variant's
    /// own kinds have their names from it ([`Variant::kind_name`]).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
            _ => "piece",
        }
    }

    /// The kind of the six with this English name.
    ///
    /// ```
    /// use circularchess::variant::PieceType;
    /// assert_eq!(PieceType::from_name("queen"), Some(PieceType::Queen));
    /// assert_eq!(PieceType::from_name("Queen"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.name() == name)
    }
}

/// A kind of piece besides the six.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// The capital letter it goes by in texts.
    pub letter: char,
    /// Its name, one lower-case word.
    pub name: String,
    /// Its movement as the file has it.
    pub betza: String,
    /// Its movement.
    pub movement: Movement,
}

/// Kinds that every variant may use without defining them: letter, name, movement.
pub const NAMED_KINDS: [(char, &str, &str); 13] = [
    ('A', "archbishop", "BN"),
    ('C', "camel", "C"),
    ('D', "dabbaba", "D"),
    ('E', "elephant", "A"),
    ('F', "ferz", "F"),
    ('G', "grasshopper", "gQ"),
    ('I', "nightrider", "NN"),
    ('M', "marshal", "RN"),
    ('V', "man", "K"),
    ('W', "wazir", "W"),
    ('X', "cannon", "mRcpR"),
    ('Y', "amazon", "QN"),
    ('Z', "zebra", "Z"),
];

/// How an army's pawns advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PawnWay {
    /// Radial pawns whose forward is inward (at the start, on a null-centre board).
    Inward,
    /// Radial pawns whose forward is outward.
    Outward,
    /// Ring pawns: the file decides. Files from 1; a pawn on any other file is invalid.
    Ring {
        /// Files on which a pawn goes clockwise.
        clockwise: Vec<u16>,
        /// Files on which a pawn goes anticlockwise.
        anticlockwise: Vec<u16>,
    },
    /// Ring pawns that keep the direction they started with, wherever they stand.
    Own,
}

/// Home squares of an army that may castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Home of the king.
    pub king: Square,
    /// Homes of the rooks: king side, queen side. `None` where there is no such castling.
    pub rooks: [Option<Square>; 2],
}

/// One player's pieces and how they move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// The letter it goes by in texts.
    pub letter: char,
    /// Its name in full.
    pub name: String,
    /// Its place in the order of turns.
    pub seat: u8,
    /// The side it fights for: its team's name, or its own letter.
    pub side: String,
    /// How its pawns advance.
    pub pawns: PawnWay,
    /// Squares on which its pawns must promote: those of the first heading (inbound, clockwise).
    pub promotion: Vec<Square>,
    /// The same for pawns of the other heading, outbound or anticlockwise.
    pub promotion_back: Vec<Square>,
    /// What its pawns may become, in the order moves are listed.
    pub promotes_to: Vec<PieceType>,
    /// Which way its pieces face, where the file says so.
    pub forward: Option<Direction>,
    /// Castling, where the variant defines it for this army.
    pub castling: Option<Castling>,
    /// Its pieces in the start position, by square.
    pub start: Vec<(Square, PieceType)>,
    /// Squares of those pawns in the start position that go anticlockwise for life.
    pub start_back: Vec<Square>,
}

/// What a mate does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkmate {
    /// The game is over and the pieces stand: the first mate wins.
    Ends,
    /// The mated army is eliminated, and the others play on.
    Eliminates,
}

/// How position texts name pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenStyle {
    /// One letter a piece, upper case for the first of two armies.
    Letters,
    /// Army letter and piece letter, with commas between items.
    Commas,
}

/// The rule of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckRule {
    /// Only safe moves are legal.
    Strict,
    /// While a safe move exists every move is legal, and the king may be taken.
    Snaffle,
}

/// What becomes of a stalemated army: while three or more are in play, or in a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StalemateRule {
    /// It passes (three or more armies).
    Pass,
    /// It is eliminated (three or more armies).
    Eliminate,
    /// The game is drawn.
    Draw,
    /// It has lost (two armies).
    Loses,
}

/// What becomes of an army whose king is its only man, in a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKingRule {
    /// It has lost, unless it can bare the other at once.
    Loses,
    /// Nothing.
    Ignore,
}

/// What becomes of two pawns of an army that meet head-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingPawns {
    /// They block each other.
    Stay,
    /// Both are removed.
    Removed,
}

/// The options in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rule of check.
    pub check: CheckRule,
    /// `None` in a game of two whose file does not name it: a draw.
    pub stalemate: Option<StalemateRule>,
    /// `None` where the file does not name it: nothing happens.
    pub bare_king: Option<BareKingRule>,
    /// `None` where the file does not name it: nothing happens.
    pub meeting_pawns: Option<MeetingPawns>,
    /// Whether pawns may go two steps from their start squares.
    pub double_step: bool,
    /// Whether a double step may be answered by capturing in passing.
    pub en_passant: bool,
    /// Whether armies that define it may castle.
    pub castling: bool,
}

/// A game on a round board, parsed and checked.
///
/// ```
/// use circularchess::variant::Variant;
/// let variant = Variant::builtin("circular").unwrap();
/// assert_eq!((variant.shape.rings(), variant.shape.files()), (4, 16));
/// assert!(Variant::from_toml("rings = 4").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Short name, as in `circular-strict`.
    pub id: String,
    /// Name in full.
    pub name: String,
    /// Who made or published it.
    pub source: String,
    /// The board.
    pub shape: BoardShape,
    /// The armies in the order of their seats.
    pub armies: Vec<Army>,
    /// Kinds of piece besides the six, by letter.
    pub pieces: Vec<PieceKind>,
    /// Whether a blocked pawn may step aside.
    pub sidestep: bool,
    /// What a mate does.
    pub checkmate: Checkmate,
    /// Whether the men of an eliminated army leave the board; else they stay, inert.
    pub eliminated_leave: bool,
    /// Pieces with which a king cannot mate a bare king.
    pub dead_with_bare_king: Vec<PieceType>,
    /// Whether a position with only bishops of one square colour beside the kings is dead.
    pub dead_same_colour_bishops: bool,
    /// How position texts name pieces.
    pub fen_style: FenStyle,
    /// Other start positions by name, as position texts. The crate does not read them.
    pub starts: Vec<(String, String)>,
    /// The options in force.
    pub options: Options,
}

/// What pawns become where nothing is said.
pub const DEFAULT_PROMOTION: [PieceType; 4] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
];

/// The built-in variant files by id.
pub const BUILTIN: [(&str, &str); 27] = [
    ("circular", include_str!("../../variants/circular.toml")),
    (
        "circular-strict",
        include_str!("../../variants/circular-strict.toml"),
    ),
    (
        "circular-society",
        include_str!("../../variants/circular-society.toml"),
    ),
    ("bhati-2", include_str!("../../variants/bhati-2.toml")),
    ("bhati-3", include_str!("../../variants/bhati-3.toml")),
    ("bhati-4", include_str!("../../variants/bhati-4.toml")),
    (
        "bhati-4-pairs",
        include_str!("../../variants/bhati-4-pairs.toml"),
    ),
    ("bhati-5", include_str!("../../variants/bhati-5.toml")),
    ("bhati-6", include_str!("../../variants/bhati-6.toml")),
    (
        "bhati-6-pairs",
        include_str!("../../variants/bhati-6-pairs.toml"),
    ),
    (
        "bhati-6-trios",
        include_str!("../../variants/bhati-6-trios.toml"),
    ),
    ("orthodox", include_str!("../../variants/orthodox.toml")),
    ("cylinder", include_str!("../../variants/cylinder.toml")),
    ("byzantine", include_str!("../../variants/byzantine.toml")),
    (
        "byzantine-mirror",
        include_str!("../../variants/byzantine-mirror.toml"),
    ),
    (
        "byzantine-citadel",
        include_str!("../../variants/byzantine-citadel.toml"),
    ),
    (
        "byzantine-torus",
        include_str!("../../variants/byzantine-torus.toml"),
    ),
    ("jelliss", include_str!("../../variants/jelliss.toml")),
    (
        "three-circular",
        include_str!("../../variants/three-circular.toml"),
    ),
    (
        "four-circular",
        include_str!("../../variants/four-circular.toml"),
    ),
    ("big-four", include_str!("../../variants/big-four.toml")),
    ("mattlage", include_str!("../../variants/mattlage.toml")),
    (
        "mattlage-68",
        include_str!("../../variants/mattlage-68.toml"),
    ),
    (
        "mattlage-66",
        include_str!("../../variants/mattlage-66.toml"),
    ),
    ("three-man", include_str!("../../variants/three-man.toml")),
    (
        "bhati-4-small",
        include_str!("../../variants/bhati-4-small.toml"),
    ),
    (
        "bhati-4-small-pairs",
        include_str!("../../variants/bhati-4-small-pairs.toml"),
    ),
];

impl Variant {
    /// The built-in variant with this id.
    ///
    /// ```
    /// use circularchess::variant::{BUILTIN, Variant};
    /// assert!(BUILTIN.iter().all(|(id, _)| Variant::builtin(id).is_some()));
    /// assert!(Variant::builtin("draughts").is_none());
    /// ```
    #[must_use]
    pub fn builtin(id: &str) -> Option<Self> {
        let (_, text) = BUILTIN.iter().find(|(name, _)| *name == id)?;
        Some(Self::from_toml(text).expect("built-in variants are checked by the tests"))
    }

    /// Reads a variant file.
    ///
    /// # Errors
    /// When the text is no TOML, a key is unknown or missing, or the game is impossible. The
    /// error names the key.
    ///
    /// ```
    /// use circularchess::variant::{BUILTIN, Variant, VariantError};
    /// let (_, text) = BUILTIN[0];
    /// let wider = Variant::from_toml(&text.replace("rings = 4", "rings = 5")).unwrap();
    /// assert_eq!(wider.shape.len(), 80);
    /// let error = Variant::from_toml(&text.replace("rings = 4", "rings = 40")).unwrap_err();
    /// assert_eq!(error.to_string(), "board.rings: 40 is not between 1 and 26");
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, VariantError> {
        Self::with_options(text, &[])
    }

    /// Reads a variant file and sets options by name, as in `("check", "strict")`.
    ///
    /// # Errors
    /// As [`Variant::from_toml`], and [`VariantError::Option`] when an option does not exist,
    /// has no meaning for the variant or cannot have that value.
    ///
    /// ```
    /// use circularchess::variant::{BUILTIN, CheckRule, Variant, VariantError};
    /// let (_, text) = BUILTIN[0];
    /// let strict = Variant::with_options(text, &[("check", "strict")]).unwrap();
    /// assert_eq!(strict.options.check, CheckRule::Strict);
    /// let refused = Variant::with_options(text, &[("castling", "true")]);
    /// assert!(matches!(refused, Err(VariantError::Option(_))));
    /// ```
    pub fn with_options(text: &str, options: &[(&str, &str)]) -> Result<Self, VariantError> {
        file::read(text, options)
    }

    /// Whether the pawns advance along rings.
    ///
    /// ```
    /// use circularchess::variant::Variant;
    /// assert!(Variant::builtin("circular").unwrap().has_ring_pawns());
    /// assert!(!Variant::builtin("orthodox").unwrap().has_ring_pawns());
    /// ```
    #[must_use]
    pub fn has_ring_pawns(&self) -> bool {
        matches!(self.armies[0].pawns, PawnWay::Ring { .. } | PawnWay::Own)
    }

    /// Whether a pawn's heading is part of the position: inbound or outbound across a null
    /// centre, clockwise or anticlockwise where each pawn keeps its own.
    #[must_use]
    pub fn has_headings(&self) -> bool {
        let null = matches!(self.shape.centre(), Centre::Null { .. });
        self.armies[0].pawns == PawnWay::Own || (null && !self.has_ring_pawns())
    }

    /// All its kinds of piece: the six, and its own.
    ///
    /// ```
    /// use circularchess::variant::Variant;
    /// assert_eq!(Variant::builtin("circular").unwrap().kinds().count(), 6);
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = PieceType> {
        let own = PieceType::OWN.into_iter().take(self.pieces.len());
        PieceType::ALL.into_iter().chain(own)
    }

    /// The name of a kind of piece, a lower-case word.
    #[must_use]
    pub fn kind_name(&self, kind: PieceType) -> &str {
        let own = (kind as usize).checked_sub(PieceType::ALL.len());
        own.map_or(kind.name(), |index| {
            self.pieces.get(index).map_or("piece", |piece| &piece.name)
        })
    }

    /// The kind with this name.
    ///
    /// ```
    /// use circularchess::variant::{PieceType, Variant};
    /// let variant = Variant::builtin("circular").unwrap();
    /// assert_eq!(variant.kind_named("rook"), Some(PieceType::Rook));
    /// assert_eq!(variant.kind_named("ferz"), None);
    /// ```
    #[must_use]
    pub fn kind_named(&self, name: &str) -> Option<PieceType> {
        let own = || self.pieces.iter().position(|piece| piece.name == name);
        PieceType::from_name(name).or_else(|| own().map(|index| PieceType::OWN[index]))
    }

    /// Whether its rules go beyond what the leaner tables for the six kinds know: other kinds,
    /// pawns that keep their direction or step aside, moats, citadels, inert men, bare kings.
    #[must_use]
    pub fn is_general(&self) -> bool {
        let plan = self.shape.plan();
        let usual = |army: &Army| army.promotes_to == DEFAULT_PROMOTION;
        !self.pieces.is_empty()
            || self.sidestep
            || !self.eliminated_leave
            || plan.citadels > 0
            || !plan.moats.is_empty()
            || self.options.bare_king == Some(BareKingRule::Loses)
            || self.options.meeting_pawns == Some(MeetingPawns::Removed)
            || self
                .armies
                .iter()
                .any(|army| army.pawns == PawnWay::Own || !usual(army))
    }

    /// Squares on which an army's pawns stand at the start: double steps begin there.
    ///
    /// # Panics
    /// When the variant has no army of this number.
    ///
    /// ```
    /// use circularchess::variant::Variant;
    /// let variant = Variant::builtin("bhati-6").unwrap();
    /// let names = variant.pawn_start_squares(1).map(|s| variant.shape.name(s).to_string());
    /// assert_eq!(names.collect::<Vec<_>>()[..2], ["c11", "c12"]);
    /// ```
    pub fn pawn_start_squares(&self, army: usize) -> impl Iterator<Item = Square> + '_ {
        self.armies[army]
            .start
            .iter()
            .filter(|(_, kind)| *kind == PieceType::Pawn)
            .map(|(square, _)| *square)
    }
}

/// Why a variant was refused: one line that names the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantError {
    /// The file is malformed or describes an impossible game.
    File(String),
    /// An option does not exist, has no meaning here or cannot have that value.
    Option(String),
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(text) | Self::Option(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for VariantError {}
