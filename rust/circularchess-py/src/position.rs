//! `Position`: an immutable position of any variant.

use std::sync::Arc;

use circularchess::any;
use circularchess::count::parallel::PerftOptions;
use circularchess::count::playout::PlayoutEnd;
use circularchess::position::setup::Setup;
use circularchess::position::{End, Event};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyString, PyTuple};

use crate::convert::Shared;
use crate::perft::{cannot_start, perft, watched};

/// A position; moves make a new one. Equal when the repetition rule says so.
#[pyclass(frozen, module = "circularchess._core")]
pub(crate) struct Position {
    shared: Arc<Shared>,
    game: any::Position,
    events: Vec<Event>,
}

impl Position {
    pub(crate) fn new(shared: &Arc<Shared>, game: any::Position, events: Vec<Event>) -> Self {
        Self {
            shared: Arc::clone(shared),
            game,
            events,
        }
    }

    fn army(&self, letter: &str) -> PyResult<usize> {
        self.shared.army(letter).ok_or_else(|| {
            let short: String = letter.chars().take(60).collect();
            PyValueError::new_err(format!("no army {short:?} in {}", self.game.variant().id))
        })
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.shared.letter(py, self.game.turn())
    }

    #[getter]
    fn in_play<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.shared.letters_of(py, self.game.in_play())
    }

    #[getter]
    fn halfmove(&self) -> u32 {
        self.game.halfmove()
    }

    #[getter]
    fn round(&self) -> u32 {
        self.game.round()
    }

    #[getter]
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Option<(&'static str, Bound<'py, PyTuple>)>> {
        let Some(end) = self.game.end() else {
            return Ok(None);
        };
        let name = PLAYOUT_ENDS[usize::from(end_number(PlayoutEnd::Finished(end)))];
        Ok(Some((
            name,
            self.shared.letters_of(py, self.game.winners())?,
        )))
    }

    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.shared.events(py, &self.events)
    }

    fn piece_at<'py>(&self, py: Python<'py>, square: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let square = self.shared.parse_square(square)?;
        let piece = self.game.piece_at(square);
        Ok(piece.map(|piece| self.shared.piece(py, piece)))
    }

    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.game.variant().shape.squares() {
            if let Some(piece) = self.game.piece_at(square) {
                map.set_item(self.shared.square(py, square), self.shared.piece(py, piece))?;
            }
        }
        Ok(map)
    }

    fn castling<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rights = self.game.setup().castling;
        PyTuple::new(py, self.rights(py, &rights))
    }

    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let squares = self.game.setup().en_passant;
        PyTuple::new(py, squares.iter().map(|&s| self.shared.square(py, s)))
    }

    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Setup { castling, .. } = self.game.setup();
        let fields = PyDict::new(py);
        fields.set_item("pieces", self.piece_map(py)?)?;
        fields.set_item("turn", self.turn(py))?;
        fields.set_item(
            "castling",
            PyFrozenSet::new(py, self.rights(py, &castling))?,
        )?;
        fields.set_item("en_passant", self.en_passant(py)?)?;
        fields.set_item("halfmove", self.halfmove())?;
        fields.set_item("round", self.round())?;
        fields.set_item("in_play", PyFrozenSet::new(py, self.in_play(py)?)?)?;
        let setup_type = py.import("circularchess.setup")?.getattr("Setup")?;
        setup_type.call((), Some(&fields))
    }

    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.shared.moves(py, |each| self.game.for_each_legal(each))
    }

    fn safe_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.shared.moves(py, |each| self.game.for_each_safe(each))
    }

    fn legal_count(&self) -> u64 {
        self.game.count_legal()
    }

    #[pyo3(signature = (r#move))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = self.shared.read_move(r#move)?;
        Ok(mv.is_some_and(|mv| self.game.is_legal(mv)))
    }

    #[pyo3(signature = (r#move))]
    fn is_safe(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = self.shared.read_move(r#move)?;
        Ok(mv.is_some_and(|mv| self.game.is_safe(mv)))
    }

    fn is_check(&self, army: &str) -> PyResult<bool> {
        Ok(self.game.is_check(self.army(army)?))
    }

    fn attackers<'py>(
        &self,
        py: Python<'py>,
        army: &str,
        square: &str,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let square = self.shared.parse_square(square)?;
        let shape = &self.game.variant().shape;
        let mut found = self.game.attackers(self.army(army)?, square);
        found.sort_unstable_by_key(|&s| (shape.ring(s), shape.file(s)));
        Ok(found.iter().map(|&s| self.shared.square(py, s)).collect())
    }

    #[pyo3(signature = (r#move))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let played = self
            .shared
            .read_move(r#move)?
            .and_then(|mv| self.game.play(mv));
        Ok(played.map(|(game, events)| Self::new(&self.shared, game, events)))
    }

    fn resign(&self, army: &str) -> PyResult<Self> {
        match self.game.resign(self.army(army)?) {
            Some((game, events)) => Ok(Self::new(&self.shared, game, events)),
            None => Err(PyValueError::new_err(format!(
                "army {army:?} cannot resign: it is not in play or the game is over"
            ))),
        }
    }

    fn key(&self) -> u64 {
        self.game.hash()
    }

    /// The key computed afresh instead of step by step.
    fn key_from_scratch(&self) -> u64 {
        self.game.hash_from_scratch()
    }

    /// Number of sequences of `depth` legal moves. `progress` is called with the nodes counted
    /// so far, some ten times a second.
    #[pyo3(signature = (depth, progress = None, *, threads = 1, hash_mb = 0))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: u8,
        progress: Option<Bound<'_, PyAny>>,
        threads: usize,
        hash_mb: usize,
    ) -> PyResult<u64> {
        let options = PerftOptions {
            threads: threads.min(MOST_THREADS),
            hash_megabytes: hash_mb,
        };
        perft(py, &self.game, depth, options, progress.as_ref())
    }

    /// Random games from here: for each game the number of its ending among `PLAYOUT_ENDS`,
    /// the winning armies as bits in seat order, and its plies (native 32-bit numbers); and the
    /// sum of legal moves there were to choose from.
    #[pyo3(signature = (games, seed, max_plies, threads = 1, progress = None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: u32,
        seed: u64,
        max_plies: u32,
        threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PlayoutArrays<'py>> {
        let threads = threads.min(MOST_THREADS);
        let played = watched(py, progress.as_ref(), |control| {
            self.game.playouts(games, seed, max_plies, threads, control)
        })?
        .ok_or_else(|| cannot_start(threads))?;
        let ends: Vec<u8> = played.iter().map(|p| end_number(p.end)).collect();
        let winners: Vec<u8> = played.iter().map(|p| p.winners).collect();
        let plies: Vec<u8> = played.iter().flat_map(|p| p.plies.to_ne_bytes()).collect();
        Ok((
            PyBytes::new(py, &ends),
            PyBytes::new(py, &winners),
            PyBytes::new(py, &plies),
            played.iter().map(|p| p.choices).sum(),
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let equal = self.game == other.get().game;
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        self.game.hash()
    }

    fn __repr__(&self) -> String {
        let variant = self.game.variant();
        format!(
            "<Position of {}, {} to move>",
            variant.id,
            variant.armies[self.game.turn()].name
        )
    }
}

/// Endings, winners and plies of games, and the choices they had.
type PlayoutArrays<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    u64,
);

/// More threads than any machine has cores; fewer than would exhaust it.
const MOST_THREADS: usize = 1024;

/// Names of the ways a random game ends, by the numbers that `playouts` gives.
pub(crate) const PLAYOUT_ENDS: [&str; 9] = [
    "checkmate",
    "king_taken",
    "last_side_standing",
    "stalemate",
    "resignation",
    "dead_position",
    "fivefold_repetition",
    "seventyfive_rounds",
    "unfinished",
];

fn end_number(end: PlayoutEnd) -> u8 {
    match end {
        PlayoutEnd::Finished(End::Checkmate) => 0,
        PlayoutEnd::Finished(End::KingTaken) => 1,
        PlayoutEnd::Finished(End::LastSideStanding) => 2,
        PlayoutEnd::Finished(End::Stalemate) => 3,
        PlayoutEnd::Finished(End::Resignation) => 4,
        PlayoutEnd::DeadPosition => 5,
        PlayoutEnd::FivefoldRepetition => 6,
        PlayoutEnd::SeventyFiveRounds => 7,
        PlayoutEnd::Unfinished => 8,
    }
}

impl Position {
    fn rights<'py>(
        &self,
        py: Python<'py>,
        rights: &[(usize, usize)],
    ) -> Vec<(Bound<'py, PyString>, &'static str)> {
        rights
            .iter()
            .map(|&(army, side)| (self.shared.letter(py, army), ["K", "Q"][side & 1]))
            .collect()
    }
}
