//! Python values for squares, moves, pieces and events, made once and handed out again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use circularchess::any::Rules;
use circularchess::board::shape::{Names, Square, SquareName};
use circularchess::position::moves::Move;
use circularchess::position::{Event, EventKind};
use circularchess::rules::Piece;
use circularchess::variant::PieceType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple};

use crate::errors::InvalidSquareError;

/// Move keys are spread well enough by one multiplication.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(u64::from(b));
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = (self.0 ^ key)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(20);
    }
}

type Interned = HashMap<u64, Py<PyAny>, BuildHasherDefault<KeyHasher>>;

/// Moves kept for one variant; more than any game needs, so that the memory stays bounded.
const MOST_MOVES: usize = 20_000;

/// A variant made ready for play, with its Python values.
pub(crate) struct Shared {
    pub(crate) ruleset: Rules,
    /// By square: the `Square`, and its part of a move's key.
    squares: Vec<Py<PyAny>>,
    codes: Vec<u64>,
    /// By army: its letter.
    letters: Vec<Py<PyString>>,
    /// By army: pawns of the other heading, then all kinds: the `Piece`.
    pieces: Vec<Vec<Py<PyAny>>>,
    /// By the numbers of Python's `PieceType`, and by kind its number there.
    piece_types: Vec<Py<PyAny>>,
    numbers: Vec<u64>,
    move_type: Py<PyAny>,
    event_type: Py<PyAny>,
    moves: Mutex<Interned>,
    /// The variant file's text and its options as pairs: what to make the rules from again.
    pub(crate) source: Py<PyTuple>,
}

/// Letters of Python's `PieceType`, by number less one: the crate's six kinds first.
const LETTERS: &str = "PNBRQKFEWGDCZIAMYVXHJLSTU";

/// The number of Python's `PieceType` for a letter.
fn number_of_letter(letter: char) -> u64 {
    LETTERS.find(letter).map_or(0, |index| index as u64 + 1)
}

impl Shared {
    pub(crate) fn new(
        py: Python<'_>,
        ruleset: Rules,
        source: Bound<'_, PyTuple>,
    ) -> PyResult<Arc<Self>> {
        let named = py
            .import("circularchess.values.square")?
            .getattr("square_named")?;
        let piece_module = py.import("circularchess.values.piece")?;
        let (piece_type, kind_type) = (
            piece_module.getattr("Piece")?,
            piece_module.getattr("PieceType")?,
        );
        let variant = ruleset.variant();
        let shape = &variant.shape;
        let mut squares = Vec::new();
        let mut codes = Vec::new();
        for square in shape.squares() {
            let name = shape.name(square);
            // Squares say their rings and files themselves, whatever their names begin with.
            let file_first = shape.plan().names == Names::FileRing && shape.ring(square) > 0;
            squares.push(named.call1((name.to_string(), file_first))?.unbind());
            codes.push(u64::from(name.letter) << 10 | u64::from(name.number));
        }
        let mut piece_types = vec![py.None()];
        for number in 1..=LETTERS.len() {
            piece_types.push(kind_type.call1((number,))?.unbind());
        }
        let mut numbers: Vec<u64> = (1..=PieceType::ALL.len() as u64).collect();
        numbers.extend(
            variant
                .pieces
                .iter()
                .map(|kind| number_of_letter(kind.letter)),
        );
        let mut letters = Vec::new();
        let mut pieces = Vec::new();
        for army in &variant.armies {
            let letter = PyString::new(py, &army.letter.to_string());
            let make = |number: u64, outbound: bool| -> PyResult<Py<PyAny>> {
                let kind = &piece_types[number as usize];
                Ok(piece_type.call1((&letter, kind, outbound))?.unbind())
            };
            let mut row = vec![make(1, true)?];
            for &number in &numbers {
                row.push(make(number, false)?);
            }
            pieces.push(row);
            letters.push(letter.unbind());
        }
        Ok(Arc::new(Self {
            squares,
            codes,
            letters,
            pieces,
            piece_types,
            numbers,
            move_type: py
                .import("circularchess.values.move")?
                .getattr("Move")?
                .unbind(),
            event_type: py
                .import("circularchess.values.event")?
                .getattr("Event")?
                .unbind(),
            moves: Mutex::default(),
            source: source.unbind(),
            ruleset,
        }))
    }

    pub(crate) fn square<'py>(&self, py: Python<'py>, square: Square) -> Bound<'py, PyAny> {
        self.squares[usize::from(square)].bind(py).clone()
    }

    /// What squares sort by: the letter and the number of their names side by side.
    pub(crate) fn code(&self, square: Square) -> u64 {
        self.codes[usize::from(square)]
    }

    pub(crate) fn letter<'py>(&self, py: Python<'py>, army: usize) -> Bound<'py, PyString> {
        self.letters[army].bind(py).clone()
    }

    /// The letters of armies given as bits, in seat order.
    pub(crate) fn letters_of<'py>(
        &self,
        py: Python<'py>,
        mask: u8,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let letters = self.letters.iter().enumerate();
        let named: Vec<_> = letters
            .filter(|(army, _)| mask >> army & 1 != 0)
            .map(|(_, letter)| letter.bind(py))
            .collect();
        PyTuple::new(py, named)
    }

    pub(crate) fn piece<'py>(&self, py: Python<'py>, piece: Piece) -> Bound<'py, PyAny> {
        let row = if piece.outbound {
            0
        } else {
            piece.kind as usize + 1
        };
        self.pieces[piece.army][row].bind(py).clone()
    }

    /// The army with this letter.
    pub(crate) fn army(&self, letter: &str) -> Option<usize> {
        let mut armies = self.ruleset.variant().armies.iter();
        let mut chars = letter.chars();
        let (first, None) = (chars.next()?, chars.next()) else {
            return None;
        };
        armies.position(|a| a.letter == first)
    }

    /// The square with this name.
    pub(crate) fn parse_square(&self, name: &str) -> PyResult<Square> {
        let variant = self.ruleset.variant();
        variant.shape.parse(name).ok_or_else(|| {
            let short: String = name.chars().take(60).collect();
            InvalidSquareError::new_err(format!(
                "no square {short:?} on the board of {}",
                variant.id
            ))
        })
    }

    fn move_key(&self, mv: Move) -> u64 {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let promotion = mv.promotion.map_or(0, |kind| self.numbers[kind as usize]);
        self.codes[from] << 20 | self.codes[to] << 5 | promotion
    }

    /// The Python moves of a list, in their order.
    pub(crate) fn moves<'py>(
        &self,
        py: Python<'py>,
        moves: impl FnOnce(&mut dyn FnMut(Move)),
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut keyed: Vec<(u64, Move)> = Vec::with_capacity(48);
        moves(&mut |mv| keyed.push((self.move_key(mv), mv)));
        keyed.sort_unstable_by_key(|(key, _)| *key);
        let mut out = Vec::with_capacity(keyed.len());
        let mut missing = Vec::new();
        {
            let known = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
            for (index, (key, mv)) in keyed.iter().enumerate() {
                if let Some(found) = known.get(key) {
                    out.push(Some(found.bind(py).clone()));
                } else {
                    out.push(None);
                    missing.push((index, *key, *mv));
                }
            }
        }
        // Python code runs here, so the lock is not held.
        for (index, key, mv) in missing {
            let made = self.make_move(py, mv)?;
            let mut known = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_MOVES {
                known.insert(key, made.clone().unbind());
            }
            out[index] = Some(made);
        }
        Ok(out.into_iter().flatten().collect())
    }

    /// The Python move of a move.
    pub(crate) fn python_move<'py>(
        &self,
        py: Python<'py>,
        mv: Move,
    ) -> PyResult<Bound<'py, PyAny>> {
        let known = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.get(&self.move_key(mv));
        let found = found.map(|found| found.bind(py).clone());
        drop(known);
        found.map_or_else(|| self.make_move(py, mv), Ok)
    }

    /// The Python move for one of the crate's.
    pub(crate) fn one_move<'py>(&self, py: Python<'py>, mv: Move) -> PyResult<Bound<'py, PyAny>> {
        let mut made = self.moves(py, |each| each(mv))?;
        made.pop()
            .ok_or_else(|| PyValueError::new_err("no move was made"))
    }

    fn make_move<'py>(&self, py: Python<'py>, mv: Move) -> PyResult<Bound<'py, PyAny>> {
        let promotion = mv.promotion.map_or(0, |kind| self.numbers[kind as usize]);
        self.move_type.bind(py).call1((
            self.square(py, mv.from),
            self.square(py, mv.to),
            &self.piece_types[promotion as usize],
        ))
    }

    /// The crate's move for a Python one; `None` if its squares are not on this board, or it
    /// promotes to a kind that the game does not have.
    pub(crate) fn read_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
        let Some((from, to, number)) = self.read_parts(mv)? else {
            return Ok(None);
        };
        let promotion = match number {
            0 => None,
            number => match self.kind_of_number(number) {
                None => return Ok(None),
                kind => kind,
            },
        };
        Ok(Some(Move {
            from,
            to,
            promotion,
        }))
    }

    /// The same for a move that need not be possible: a king stands for kinds that the game does
    /// not have, which nothing becomes either.
    pub(crate) fn read_any_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
        let parts = self.read_parts(mv)?;
        Ok(parts.map(|(from, to, number)| Move {
            from,
            to,
            promotion: (number != 0)
                .then(|| self.kind_of_number(number).unwrap_or(PieceType::King)),
        }))
    }

    /// The squares of a Python move, if they are on this board, and the number of what it
    /// promotes to, 0 for none.
    fn read_parts(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<(Square, Square, u64)>> {
        let py = mv.py();
        if !mv.is_instance(self.move_type.bind(py))? {
            return Err(wrong_type("a move", mv));
        }
        let key: u64 = mv
            .getattr(intern!(py, "_key"))
            .and_then(|key| key.extract())
            .map_err(|_| wrong_type("a move", mv))?;
        let square = |code: u64| {
            let (letter, number) = ((code >> 10 & 31) as u8, (code & 1023) as u16);
            let shape = &self.ruleset.variant().shape;
            shape.named(SquareName { letter, number })
        };
        let squares = square(key >> 20).zip(square(key >> 5));
        Ok(squares.map(|(from, to)| (from, to, key & 31)))
    }

    /// The crate's kind for a number of Python's `PieceType`, if the game has it.
    pub(crate) fn kind_of_number(&self, number: u64) -> Option<PieceType> {
        let index = self.numbers.iter().position(|&known| known == number)?;
        PieceType::numbered(index)
    }

    pub(crate) fn events<'py>(
        &self,
        py: Python<'py>,
        events: &[Event],
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut made = Vec::with_capacity(events.len());
        for &(kind, army) in events {
            let event = self.event_type.bind(py);
            made.push(event.call1((event_name(kind), self.letter(py, army)))?);
        }
        PyTuple::new(py, made)
    }

    /// The crate's events for Python ones.
    pub(crate) fn read_events(&self, events: &Bound<'_, PyAny>) -> PyResult<Vec<Event>> {
        let mut read = Vec::new();
        for event in events.try_iter()? {
            let (name, letter): (String, String) = event?.extract()?;
            let kind = EVENTS.into_iter().find(|&kind| event_name(kind) == name);
            let (Some(kind), Some(army)) = (kind, self.army(&letter)) else {
                return Err(PyValueError::new_err("no event of this variant"));
            };
            read.push((kind, army));
        }
        Ok(read)
    }
}

const EVENTS: [EventKind; 8] = [
    EventKind::KingTaken,
    EventKind::Checkmated,
    EventKind::Stalemated,
    EventKind::Passed,
    EventKind::Resigned,
    EventKind::Eliminated,
    EventKind::BareKing,
    EventKind::Citadel,
];

fn event_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::KingTaken => "king_taken",
        EventKind::Checkmated => "checkmated",
        EventKind::Stalemated => "stalemated",
        EventKind::Passed => "passed",
        EventKind::Resigned => "resigned",
        EventKind::Eliminated => "eliminated",
        EventKind::BareKing => "bare_king",
        EventKind::Citadel => "citadel",
    }
}

/// What was given is not of the type that is needed.
pub(crate) fn wrong_type(needed: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type().name();
    let kind = kind.map_or_else(|_| "what was given".to_owned(), |kind| kind.to_string());
    PyTypeError::new_err(format!("{needed} is needed, not {kind}"))
}

/// A whole number of Python's within limits. Raises `TypeError` for what is none, and the error
/// that `refuse` makes of a text, a `ValueError`, for one beyond them.
pub(crate) fn whole(
    name: &str,
    value: &Bound<'_, PyAny>,
    limits: RangeInclusive<u64>,
    refuse: fn(String) -> PyErr,
) -> PyResult<u64> {
    let number = value
        .cast::<PyInt>()
        .ok()
        .filter(|number| !number.is_instance_of::<PyBool>())
        .ok_or_else(|| wrong_type(&format!("{name}: a whole number"), value))?;
    match number.extract::<u64>() {
        Ok(number) if limits.contains(&number) => Ok(number),
        _ => {
            let errors = value.py().import("circularchess.errors")?;
            let text: String = errors.call_method1("shorten", (value,))?.extract()?;
            let (least, most) = limits.into_inner();
            Err(refuse(format!(
                "{name}: {text} is no whole number from {least} to {most}"
            )))
        }
    }
}

/// Whether a number is one of Python's `PieceType`.
pub(crate) fn is_kind(number: u64) -> bool {
    (1..=LETTERS.len() as u64).contains(&number)
}
