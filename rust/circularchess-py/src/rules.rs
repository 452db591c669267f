//! `ParsedVariant`, a variant file read, and `Rules`, a variant made ready for play.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use circularchess::any;
use circularchess::board::shape::{Centre, Names, Square};
use circularchess::position::setup::{Problem, Setup};
use circularchess::rules::Piece;
use circularchess::variant::{
    Army, BareKingRule, CheckRule, Checkmate, FenStyle, MeetingPawns, PawnWay, PieceType, Severity,
    StalemateRule, Variant, VariantError,
};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::convert::{Shared, is_kind, wrong_type};
use crate::errors::{InvalidOptionError, InvalidPositionError, InvalidVariantError};
use crate::position::{Position, read_end};

/// A variant file read and checked, with options laid over its own; not yet made ready for play.
///
/// A pickled one is read again from the file's text.
#[pyclass(frozen, module = "circularchess._core")]
pub(crate) struct ParsedVariant {
    variant: Variant,
    /// The file's text and the options as pairs: what to read the variant from again.
    source: Py<PyTuple>,
}

#[pymethods]
impl ParsedVariant {
    /// Reads a variant file (TOML) and sets options by name.
    #[new]
    #[pyo3(signature = (toml_text, options = None))]
    fn new(py: Python<'_>, toml_text: &str, options: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let options = read_options(options)?;
        let variant = read_variant(toml_text, &options)?;
        let options = PyTuple::new(py, &options)?.into_any();
        let source = PyTuple::new(py, [PyString::new(py, toml_text).into_any(), options])?;
        Ok(Self {
            variant,
            source: source.unbind(),
        })
    }

    /// What the variant says, as a dictionary of plain values.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        variant_dict(py, &self.variant)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (py.get_type::<Self>(), self.source.bind(py).clone())
    }

    fn __repr__(&self) -> String {
        format!("<ParsedVariant of {}>", self.variant.id)
    }
}

fn read_variant(toml_text: &str, options: &Options) -> PyResult<Variant> {
    let options: Vec<(&str, &str)> = options
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    Variant::with_options(toml_text, &options).map_err(refuse_variant)
}

fn refuse_variant(error: VariantError) -> PyErr {
    match error {
        VariantError::File(text) => InvalidVariantError::new_err(text),
        VariantError::Option(text) => InvalidOptionError::new_err(text),
    }
}

/// A finding: severity, line, column, key and text.
type Found = (&'static str, usize, usize, String, String);

/// All that is wrong with a variant file, and when nothing is, what is suspicious in it.
#[pyfunction]
pub(crate) fn diagnose(py: Python<'_>, toml_text: &str) -> Vec<Found> {
    let found = py.detach(|| circularchess::variant::diagnose(toml_text));
    let told = found.into_iter().map(|found| {
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        (severity, found.line, found.column, found.key, found.text)
    });
    told.collect()
}

/// Line and column of each of some keys of a variant file, each given by its parts.
#[pyfunction]
pub(crate) fn places_of(
    py: Python<'_>,
    toml_text: &str,
    keys: Vec<Vec<String>>,
) -> Vec<(usize, usize)> {
    py.detach(|| circularchess::variant::places_of(toml_text, &keys))
}

/// How many variants were made ready for play.
static COMPILED: AtomicU64 = AtomicU64::new(0);

/// How many variants this process has made ready for play: each variant needs it once.
#[pyfunction]
pub(crate) fn compiled_variants() -> u64 {
    COMPILED.load(Ordering::Relaxed)
}

/// A variant made ready for play.
#[pyclass(frozen, module = "circularchess._core")]
pub(crate) struct Rules {
    pub(crate) shared: Arc<Shared>,
}

#[pymethods]
impl Rules {
    /// Compiles a variant; refuses a start position that cannot be played.
    #[new]
    fn new(py: Python<'_>, variant: &ParsedVariant) -> PyResult<Self> {
        let source = variant.source.bind(py).clone();
        let variant = variant.variant.clone();
        COMPILED.fetch_add(1, Ordering::Relaxed);
        let rules = py.detach(|| any::Rules::compile(variant));
        Ok(Self {
            shared: Shared::new(py, rules.map_err(refuse_variant)?, source)?,
        })
    }

    /// The position a set-up describes, judged as at the start of a turn.
    fn position(&self, py: Python<'_>, setup: &Bound<'_, PyAny>) -> PyResult<Position> {
        let (setup, mut reasons) = self.read_setup(setup)?;
        match self.shared.ruleset.position(&setup) {
            Ok((game, events)) if reasons.is_empty() => {
                Ok(Position::new(&self.shared, game, events))
            }
            Ok(_) => Err(refuse_position(py, &reasons)),
            Err(problems) => {
                reasons.extend(named(&problems));
                Err(refuse_position(py, &reasons))
            }
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Again<'py>> {
        Ok((read_again(py)?, self.shared.source.bind(py).clone()))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __repr__(&self) -> String {
        format!("<Rules of {}>", self.shared.ruleset.variant().id)
    }
}

/// Options as pairs of name and value.
type Options = Vec<(String, String)>;

fn read_options(options: Option<&Bound<'_, PyAny>>) -> PyResult<Options> {
    let Some(options) = options else {
        return Ok(Vec::new());
    };
    options.try_iter()?.map(|pair| pair?.extract()).collect()
}

/// A function and its arguments.
type Again<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// The package's function that gives the rules of a text and options, which it keeps.
fn read_again(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("circularchess.variant")?.getattr("rules_again")
}

/// Unpickles a position.
pub(crate) fn restore(
    py: Python<'_>,
    toml_text: &str,
    options: &Bound<'_, PyAny>,
    setup: &Bound<'_, PyAny>,
    end: Option<&str>,
    events: &Bound<'_, PyAny>,
) -> PyResult<Position> {
    let rules = read_again(py)?.call1((toml_text, options))?;
    let rules = rules.cast::<Rules>()?.get();
    let end = end.map(read_end).transpose()?;
    let events = rules.shared.read_events(events)?;
    let (setup, mut reasons) = rules.read_setup(setup)?;
    match rules.shared.ruleset.restore(&setup, end) {
        Ok(game) if reasons.is_empty() => Ok(Position::new(&rules.shared, game, events)),
        Ok(_) => Err(refuse_position(py, &reasons)),
        Err(problems) => {
            reasons.extend(named(&problems));
            Err(refuse_position(py, &reasons))
        }
    }
}

fn named(problems: &[Problem]) -> impl Iterator<Item = (String, String)> {
    problems
        .iter()
        .map(|p| (p.kind.name().to_owned(), p.text.clone()))
}

/// A field of a `Setup`.
fn field<'py>(setup: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    setup
        .getattr(name)
        .map_err(|_| wrong_type("a Setup with all its fields", setup))
}

/// A text of a set-up: lone surrogates, which name nothing, become replacement characters.
pub(crate) struct Text(pub(crate) String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self(
            value.cast::<PyString>()?.to_string_lossy().into_owned(),
        ))
    }
}

/// One error for all the problems of a set-up.
fn refuse_position(py: Python<'_>, problems: &[(String, String)]) -> PyErr {
    let text = match problems {
        [] => String::new(),
        [(_, text)] => text.clone(),
        [(_, text), rest @ ..] => format!("{text} (and {} more)", rest.len()),
    };
    match PyTuple::new(py, problems) {
        Ok(problems) => InvalidPositionError::new_err((text, problems.unbind())),
        Err(error) => error,
    }
}

impl Rules {
    /// What a Python `Setup` says, and the reasons why parts of it mean nothing here.
    fn read_setup(&self, setup: &Bound<'_, PyAny>) -> PyResult<(Setup, Vec<(String, String)>)> {
        let variant = self.shared.ruleset.variant();
        let mut problems: Vec<(String, String)> = Vec::new();
        let square = |name: &str, problems: &mut Vec<(String, String)>| -> Option<Square> {
            let found = variant.shape.parse(name);
            if found.is_none() {
                let short: String = name.chars().take(60).collect();
                problems.push(("square".into(), format!("no square {short:?} on the board")));
            }
            found
        };
        let army = |letter: &str, problems: &mut Vec<(String, String)>| -> Option<usize> {
            let found = self.shared.army(letter);
            if found.is_none() {
                let short: String = letter.chars().take(60).collect();
                problems.push((
                    "army".into(),
                    format!("no army {short:?} in {}", variant.id),
                ));
            }
            found
        };
        let mut pieces = Vec::new();
        let placed = field(setup, "pieces")?;
        // A list of them, since reading one may run code that changes the dictionary.
        for item in placed.cast::<PyDict>()?.items() {
            let (name, piece): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let (letter, number, outbound): (Text, Bound<'_, PyAny>, bool) = piece.extract()?;
            let known = number.extract().ok().filter(|&number| is_kind(number));
            let known = known.ok_or_else(|| wrong_type("a piece type", &number))?;
            let name: Text = name.extract()?;
            let Some(kind) = self.shared.kind_of_number(known) else {
                let short: String = name.0.chars().take(60).collect();
                let text = format!(
                    "a piece on {short} of a kind that {} does not have",
                    variant.id
                );
                problems.push(("piece".into(), text));
                continue;
            };
            if let (Some(square), Some(army)) = (
                square(&name.0, &mut problems),
                army(&letter.0, &mut problems),
            ) {
                let piece = Piece {
                    army,
                    kind,
                    outbound,
                };
                pieces.push((square, piece));
            }
        }
        let turn = army(&field(setup, "turn")?.extract::<Text>()?.0, &mut problems);
        let mut castling = Vec::new();
        for right in field(setup, "castling")?.try_iter()? {
            let (letter, side): (Text, Text) = right?.extract()?;
            let side = match side.0.as_str() {
                "K" => 0,
                "Q" => 1,
                _ => {
                    let short: String = side.0.chars().take(60).collect();
                    problems.push(("castling".into(), format!("no castling side {short:?}")));
                    continue;
                }
            };
            if let Some(army) = army(&letter.0, &mut problems) {
                castling.push((army, side));
            }
        }
        castling.sort_unstable();
        let mut en_passant = Vec::new();
        for name in field(setup, "en_passant")?.try_iter()? {
            let name: Text = name?.extract()?;
            en_passant.extend(square(&name.0, &mut problems));
        }
        let mut counter = |name: &str| -> PyResult<u32> {
            let value = field(setup, name)?;
            let number = value
                .extract::<i64>()
                .ok()
                .and_then(|n| u32::try_from(n).ok());
            if number.is_none() {
                problems.push(("counter".into(), format!("{name} is out of range")));
            }
            Ok(number.unwrap_or(1))
        };
        let (halfmove, round) = (counter("halfmove")?, counter("round")?);
        let listed = field(setup, "in_play")?;
        let mut in_play = None;
        if !listed.is_none() {
            let mut mask = 0;
            for letter in listed.try_iter()? {
                if let Some(army) = army(&letter?.extract::<Text>()?.0, &mut problems) {
                    mask |= 1 << army;
                }
            }
            in_play = Some(mask);
        }
        let mut inert = 0;
        for letter in field(setup, "inert")?.try_iter()? {
            if let Some(army) = army(&letter?.extract::<Text>()?.0, &mut problems) {
                inert |= 1 << army;
            }
        }
        let mut bridged = 0;
        for moat in field(setup, "bridged")?.try_iter()? {
            let moat = moat?;
            let file: Option<u16> = moat.extract().ok();
            let moats = &variant.shape.plan().moats;
            match moats.iter().position(|&known| Some(known) == file) {
                Some(index) => bridged |= 1 << index,
                None => problems.push(("moat".into(), format!("no moat {}", moat.repr()?))),
            }
        }
        let setup = Setup {
            pieces,
            // An unknown turn is reported once, as an unknown army.
            turn: turn.unwrap_or(0),
            castling,
            en_passant,
            halfmove,
            round,
            in_play,
            inert,
            bridged,
        };
        Ok((setup, problems))
    }
}

fn variant_dict<'py>(py: Python<'py>, variant: &Variant) -> PyResult<Bound<'py, PyDict>> {
    let shape = &variant.shape;
    let name = |square: Square| shape.name(square).to_string();
    let dict = PyDict::new(py);
    dict.set_item("id", &variant.id)?;
    dict.set_item("name", &variant.name)?;
    dict.set_item("source", &variant.source)?;
    dict.set_item("rings", shape.rings())?;
    dict.set_item("files", shape.files())?;
    let (centre, shift) = match shape.centre() {
        Centre::Closed => ("closed", None),
        Centre::Null { shift } => ("null", Some(shift)),
        Centre::Torus => ("torus", None),
    };
    let plan = shape.plan();
    dict.set_item("seam", if plan.open_seam { "open" } else { "closed" })?;
    dict.set_item("citadels", plan.citadels)?;
    dict.set_item("null_step", shift.map(|_| plan.null_step))?;
    dict.set_item("moats", PyTuple::new(py, &plan.moats)?)?;
    let names = match plan.names {
        Names::RingFile => "ring-file",
        Names::FileRing => "file-ring",
    };
    dict.set_item("names", names)?;
    let direction_of = match variant.armies[0].pawns {
        PawnWay::Own => Some("piece"),
        PawnWay::Ring { .. } => Some("file"),
        PawnWay::Inward | PawnWay::Outward => None,
    };
    dict.set_item("direction_of", direction_of)?;
    dict.set_item("sidestep", variant.sidestep)?;
    let eliminated = if variant.eliminated_leave {
        "leave"
    } else {
        "stay"
    };
    dict.set_item("eliminated", eliminated)?;
    let pieces = PyDict::new(py);
    for piece in &variant.pieces {
        pieces.set_item(piece.letter.to_string(), (&piece.name, &piece.betza))?;
    }
    dict.set_item("pieces", pieces)?;
    dict.set_item("centre", centre)?;
    let voids: Vec<String> = shape
        .squares()
        .filter(|&s| shape.is_void(s))
        .map(name)
        .collect();
    dict.set_item("voids", voids)?;
    let kind = if variant.has_ring_pawns() {
        "ring"
    } else {
        "radial"
    };
    dict.set_item("pawn_kind", kind)?;
    let armies = PyList::empty(py);
    for army in &variant.armies {
        armies.append(army_dict(py, variant, army, &name)?)?;
    }
    dict.set_item("armies", armies)?;
    let checkmate = match variant.checkmate {
        Checkmate::Ends => "ends",
        Checkmate::Eliminates => "eliminates",
    };
    dict.set_item("checkmate", checkmate)?;
    let dead: Vec<char> = variant
        .dead_with_bare_king
        .iter()
        .map(|&k| letter_of(variant, k))
        .collect();
    dict.set_item("dead_with_bare_king", dead)?;
    dict.set_item("dead_same_colour_bishops", variant.dead_same_colour_bishops)?;
    let style = match variant.fen_style {
        FenStyle::Letters => "letters",
        FenStyle::Commas => "commas",
    };
    dict.set_item("fen_style", style)?;
    let starts = PyDict::new(py);
    for (title, fen) in &variant.starts {
        starts.set_item(title, fen)?;
    }
    dict.set_item("starts", starts)?;
    let options = &variant.options;
    let check = match options.check {
        CheckRule::Strict => "strict",
        CheckRule::Snaffle => "snaffle",
    };
    dict.set_item("check", check)?;
    let stalemate = options.stalemate.map(|rule| match rule {
        StalemateRule::Pass => "pass",
        StalemateRule::Eliminate => "eliminate",
        StalemateRule::Draw => "draw",
        StalemateRule::Loses => "loses",
    });
    dict.set_item("stalemate", stalemate)?;
    dict.set_item("double_step", options.double_step)?;
    dict.set_item("en_passant", options.en_passant)?;
    dict.set_item("castling", options.castling)?;
    dict.set_item("null_shift", shift)?;
    let bare_king = options.bare_king.map(|rule| match rule {
        BareKingRule::Loses => "loses",
        BareKingRule::Ignore => "ignore",
    });
    dict.set_item("bare_king", bare_king)?;
    let meeting_pawns = options.meeting_pawns.map(|rule| match rule {
        MeetingPawns::Stay => "stay",
        MeetingPawns::Removed => "removed",
    });
    dict.set_item("meeting_pawns", meeting_pawns)?;
    Ok(dict)
}

/// The capital letter of a kind of piece.
fn letter_of(variant: &Variant, kind: PieceType) -> char {
    let own = (kind as usize).checked_sub(PieceType::ALL.len());
    own.map_or(b"PNBRQK"[kind as usize % 6].into(), |index| {
        variant.pieces[index].letter
    })
}

fn army_dict<'py>(
    py: Python<'py>,
    variant: &Variant,
    army: &Army,
    name: &dyn Fn(Square) -> String,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("letter", army.letter.to_string())?;
    dict.set_item("name", &army.name)?;
    dict.set_item("seat", army.seat)?;
    dict.set_item("side", &army.side)?;
    let none = Vec::new();
    let (direction, clockwise, anticlockwise) = match &army.pawns {
        PawnWay::Inward => (Some("inward"), &none, &none),
        PawnWay::Outward => (Some("outward"), &none, &none),
        PawnWay::Own => (None, &none, &none),
        PawnWay::Ring {
            clockwise,
            anticlockwise,
        } => (None, clockwise, anticlockwise),
    };
    dict.set_item("pawn_direction", direction)?;
    dict.set_item("clockwise_files", clockwise)?;
    dict.set_item("anticlockwise_files", anticlockwise)?;
    let promotion: Vec<String> = army.promotion.iter().map(|&s| name(s)).collect();
    dict.set_item("promotion_squares", promotion)?;
    let shape = &variant.shape;
    let files = |squares: &[Square]| -> Vec<i32> {
        let own = army.pawns == PawnWay::Own;
        let squares = squares.iter().filter(|_| own);
        squares.map(|&s| shape.file(s)).collect()
    };
    dict.set_item("clockwise_promotion_files", files(&army.promotion))?;
    dict.set_item("anticlockwise_promotion_files", files(&army.promotion_back))?;
    let kinds = army.promotes_to.iter();
    let promotes_to: String = kinds.map(|&kind| letter_of(variant, kind)).collect();
    dict.set_item("promotion", promotes_to)?;
    let forward = army
        .forward
        .map(|forward| match (forward.radial, forward.along) {
            (-1, _) => "inward",
            (1, _) => "outward",
            (_, 1) => "clockwise",
            _ => "anticlockwise",
        });
    dict.set_item("forward", forward)?;
    let back: Vec<String> = army.start_back.iter().map(|&s| name(s)).collect();
    dict.set_item("start_anticlockwise", back)?;
    let castling = match &army.castling {
        None => None,
        Some(homes) => {
            let dict = PyDict::new(py);
            dict.set_item("king", name(homes.king))?;
            dict.set_item("king_side", homes.rooks[0].map(name))?;
            dict.set_item("queen_side", homes.rooks[1].map(name))?;
            Some(dict)
        }
    };
    dict.set_item("castling", castling)?;
    let start = PyDict::new(py);
    for &(square, kind) in &army.start {
        start.set_item(name(square), letter_of(variant, kind))?;
    }
    dict.set_item("start", start)?;
    Ok(dict)
}
