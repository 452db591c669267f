//! `Position`: an immutable position of any variant.

use std::ops::RangeInclusive;
use std::sync::Arc;

use circularchess::any;
use circularchess::count::parallel::PerftOptions;
use circularchess::count::playout::PlayoutEnd;
use circularchess::position::setup::Setup;
use circularchess::position::{End, Event};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyString, PyTuple};

use crate::convert::{Shared, whole};
use crate::errors::{IllegalMoveError, InvalidDepthError, InvalidOptionError, UnknownArmyError};
use crate::perft::{cannot_start, perft, watched};
use crate::rules::Text;

/// A position; moves make a new one. Equal when the repetition rule says so.
///
/// Immutable: a copy is the same object. A pickled one tells all there is to know, also an end
/// that no set-up describes.
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

    pub(crate) fn game(&self) -> &any::Position {
        &self.game
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    fn army(&self, letter: &str) -> PyResult<usize> {
        self.shared.army(letter).ok_or_else(|| {
            let short: String = letter.chars().take(60).collect();
            let variant = self.game.variant();
            let letters: Vec<String> = variant
                .armies
                .iter()
                .map(|army| army.letter.to_string())
                .collect();
            UnknownArmyError::new_err(format!(
                "no army {short:?} in {}: it has {}",
                variant.id,
                letters.join(", ")
            ))
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
        Ok(Some((
            end_name(end),
            self.shared.letters_of(py, self.game.winners())?,
        )))
    }

    fn points<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(quarters) = self.game.quarters(&self.events) else {
            return Ok(None);
        };
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let points = PyDict::new(py);
        for (army, quarters) in quarters.into_iter().enumerate() {
            points.set_item(self.shared.letter(py, army), fraction.call1((quarters, 4))?)?;
        }
        Ok(Some(points))
    }

    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.shared.events(py, &self.events)
    }

    fn piece_at<'py>(&self, py: Python<'py>, square: Text) -> PyResult<Option<Bound<'py, PyAny>>> {
        let square = self.shared.parse_square(&square.0)?;
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
        let Setup {
            castling,
            inert,
            bridged: setup_bridged,
            ..
        } = self.game.setup();
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
        let shape = &self.game.variant().shape;
        let moats = shape.plan().moats.iter().enumerate();
        let bridged = moats.filter(|(index, _)| setup_bridged >> index & 1 != 0);
        let bridged: Vec<u16> = bridged.map(|(_, &file)| file).collect();
        fields.set_item("bridged", PyFrozenSet::new(py, bridged)?)?;
        let inert = self.shared.letters_of(py, inert)?;
        fields.set_item("inert", PyFrozenSet::new(py, inert)?)?;
        fields.set_item("in_play", PyFrozenSet::new(py, self.in_play(py)?)?)?;
        let setup_type = py.import("circularchess.values.setup")?.getattr("Setup")?;
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

    fn is_check(&self, army: Text) -> PyResult<bool> {
        Ok(self.game.is_check(self.army(&army.0)?))
    }

    fn attackers<'py>(
        &self,
        py: Python<'py>,
        army: Text,
        square: Text,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let square = self.shared.parse_square(&square.0)?;
        let mut found = self.game.attackers(self.army(&army.0)?, square);
        found.sort_unstable_by_key(|&s| self.shared.code(s));
        Ok(found.iter().map(|&s| self.shared.square(py, s)).collect())
    }

    fn pinned<'py>(&self, py: Python<'py>, army: Text) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut found: Vec<_> = self.game.pinned(self.army(&army.0)?).into_iter().collect();
        found.sort_unstable_by_key(|&s| self.shared.code(s));
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

    /// What a legal move is, as `MoveInfo`; None if it is not legal.
    #[pyo3(signature = (r#move))]
    fn describe<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(mv) = self.shared.read_move(r#move)? else {
            return Ok(None);
        };
        match self.game.describe_with_paths(mv) {
            Some((info, paths)) => self.shared.move_info(py, &self.game, mv, &info, &paths),
            None => Ok(None),
        }
    }

    /// Why a move is not legal, as `Refusal`; None if it is, or its squares are not on the board.
    #[pyo3(signature = (r#move))]
    fn refusal<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mv = self.shared.read_any_move(r#move)?;
        let refusal = mv.and_then(|mv| self.game.refusal(mv));
        refusal.map(|it| self.shared.refusal(py, &it)).transpose()
    }

    fn resign(&self, army: Text) -> PyResult<Self> {
        match self.game.resign(self.army(&army.0)?) {
            Some((game, events)) => Ok(Self::new(&self.shared, game, events)),
            None => {
                let why = match self.game.end() {
                    None => "it is not in play",
                    Some(_) => "the game is over",
                };
                let text = format!("army '{}' cannot resign: {why}", army.0);
                Err(IllegalMoveError::new_err(text))
            }
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
    /// so far, some twenty times a second.
    #[pyo3(signature = (depth, progress = None, *, threads = None, hash_mb = None))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        progress: Option<Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        hash_mb: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let depth = whole("depth", depth, 0..=MOST_DEPTH, InvalidDepthError::new_err)?;
        let hash_mb = hash_mb.map_or(Ok(0), |n| option("hash_mb", n, 0..=MOST_MEGABYTES))?;
        let options = PerftOptions {
            threads: read_threads(threads)?,
            hash_megabytes: hash_mb as usize,
        };
        perft(py, &self.game, depth as u8, options, progress.as_ref())
    }

    /// Random games from here: for each game the number of its ending among `PLAYOUT_ENDS`,
    /// the winning armies as bits in seat order, and its plies (native 32-bit numbers); and the
    /// sum of legal moves there were to choose from.
    #[pyo3(signature = (games, seed, max_plies, threads = None, progress = None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        max_plies: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<PlayoutArrays<'py>> {
        let games = option("games", games, 0..=MOST_GAMES)? as u32;
        let seed = option("seed", seed, 0..=u64::MAX)?;
        let max_plies = option("max_plies", max_plies, 0..=MOST_PLIES)? as u32;
        let threads = read_threads(threads)?;
        let arrays = watched(py, progress.as_ref(), |control| {
            let played = self
                .game
                .playouts(games, seed, max_plies, threads, control)?;
            let (mut ends, mut winners, mut plies) = (Vec::new(), Vec::new(), Vec::new());
            let mut choices = 0;
            for batch in played.chunks(BATCH) {
                if control.stopped() {
                    return None;
                }
                ends.extend(batch.iter().map(|p| end_number(p.end)));
                winners.extend(batch.iter().map(|p| p.winners));
                plies.extend(batch.iter().flat_map(|p| p.plies.to_ne_bytes()));
                choices += batch.iter().map(|p| p.choices).sum::<u64>();
            }
            Some((ends, winners, plies, choices))
        })?;
        let (ends, winners, plies, choices) = arrays.ok_or_else(|| cannot_start(threads))?;
        Ok((
            PyBytes::new(py, &ends),
            PyBytes::new(py, &winners),
            PyBytes::new(py, &plies),
            choices,
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("circularchess._core")?.getattr("_restore")?;
        let end = self.game.end().map(end_name);
        let source = self.shared.source.bind(py);
        let what = (
            source.get_item(0)?,
            source.get_item(1)?,
            self.setup(py)?,
            end,
            self.events(py)?,
        );
        (restore, what).into_pyobject(py)
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
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
const MOST_THREADS: u64 = 1024;

/// The other limits, as the Python package has them.
const MOST_DEPTH: u64 = 100;
const MOST_MEGABYTES: u64 = 1 << 20;
const MOST_GAMES: u64 = 100_000_000;
const MOST_PLIES: u64 = 1_000_000;

/// Games whose results are copied between two looks whether to stop.
const BATCH: usize = 1 << 16;

fn option(name: &str, value: &Bound<'_, PyAny>, limits: RangeInclusive<u64>) -> PyResult<u64> {
    whole(name, value, limits, InvalidOptionError::new_err)
}

fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let threads = threads.map_or(Ok(1), |n| option("threads", n, 1..=MOST_THREADS))?;
    Ok(threads as usize)
}

/// Names of the ways a random game ends, by the numbers that `playouts` gives.
pub(crate) const PLAYOUT_ENDS: [&str; 11] = [
    "checkmate",
    "king_taken",
    "last_side_standing",
    "stalemate",
    "resignation",
    "dead_position",
    "fivefold_repetition",
    "seventyfive_rounds",
    "unfinished",
    "bare_king",
    "citadel",
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
        PlayoutEnd::Finished(End::BareKing) => 9,
        PlayoutEnd::Finished(End::Citadel) => 10,
    }
}

fn end_name(end: End) -> &'static str {
    PLAYOUT_ENDS[usize::from(end_number(PlayoutEnd::Finished(end)))]
}

/// The end with this name.
pub(crate) fn read_end(name: &str) -> PyResult<End> {
    let ends = [
        End::Checkmate,
        End::KingTaken,
        End::LastSideStanding,
        End::Stalemate,
        End::Resignation,
        End::BareKing,
        End::Citadel,
    ];
    ends.into_iter()
        .find(|&end| end_name(end) == name)
        .ok_or_else(|| PyValueError::new_err("no end of a game by its rules of turns"))
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
