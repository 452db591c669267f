//! Moves described, as Python values.

use circularchess::any::Position;
use circularchess::board::topology::Direction;
use circularchess::position::describe::MoveInfo;
use circularchess::position::moves::Move;
use circularchess::position::paths::Path;
use circularchess::position::refusal::{Refusal, RefusalKind};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::convert::Shared;

fn value_type<'py>(
    py: Python<'py>,
    cell: &PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let found = cell.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import(module)?.getattr(name)?.unbind())
    })?;
    Ok(found.bind(py).clone())
}

const INFO_MODULE: &str = "circularchess.values.move_info";
const REFUSAL_MODULE: &str = "circularchess.values.refusal";
static MOVE_INFO: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static REFUSAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static PATH: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

fn direction_name(direction: Direction) -> &'static str {
    match (direction.radial, direction.along) {
        (0, 1) => "clockwise",
        (0, _) => "anticlockwise",
        (1, 0) => "outward",
        (_, 0) => "inward",
        (1, 1) => "outward-clockwise",
        (1, _) => "outward-anticlockwise",
        (_, 1) => "inward-clockwise",
        _ => "inward-anticlockwise",
    }
}

const fn refusal_name(kind: RefusalKind) -> &'static str {
    match kind {
        RefusalKind::Over => "over",
        RefusalKind::Empty => "empty",
        RefusalKind::NotYours => "not_yours",
        RefusalKind::Same => "same",
        RefusalKind::Void => "void",
        RefusalKind::Own => "own",
        RefusalKind::MustPromote => "must_promote",
        RefusalKind::NoPromotion => "no_promotion",
        RefusalKind::BadPromotion => "bad_promotion",
        RefusalKind::Exposes => "exposes",
        RefusalKind::Blocked => "blocked",
        RefusalKind::Moat => "moat",
        RefusalKind::Hop => "hop",
        RefusalKind::OnlyCaptures => "only_captures",
        RefusalKind::OnlyQuiet => "only_quiet",
        RefusalKind::Far => "far",
        RefusalKind::NoRight => "no_right",
        RefusalKind::CastlingInCheck => "castling_in_check",
        RefusalKind::CastlingThrough => "castling_through",
        RefusalKind::Unreachable => "unreachable",
    }
}

impl Shared {
    /// Why a move is not legal, as `Refusal`.
    pub(crate) fn refusal<'py>(
        &self,
        py: Python<'py>,
        refusal: &Refusal,
    ) -> PyResult<Bound<'py, PyAny>> {
        let squares = refusal
            .squares
            .iter()
            .map(|&square| self.square(py, square));
        let squares = PyTuple::new(py, squares.collect::<Vec<_>>())?;
        let kind = refusal_name(refusal.kind);
        value_type(py, &REFUSAL, REFUSAL_MODULE, "Refusal")?.call1((kind, squares, refusal.steps))
    }

    /// A legal move described, as `MoveInfo`.
    pub(crate) fn move_info<'py>(
        &self,
        py: Python<'py>,
        game: &Position,
        mv: Move,
        info: &MoveInfo,
        paths: &[Path],
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((_, events)) = game.play(mv) else {
            return Ok(None);
        };
        let paths = paths.iter().map(|path| self.path(py, path));
        let paths = paths.collect::<PyResult<Vec<_>>>()?;
        let castling = info.castling.as_ref();
        let made = value_type(py, &MOVE_INFO, INFO_MODULE, "MoveInfo")?.call1((
            self.python_move(py, mv)?,
            self.piece(py, info.piece),
            info.captured.map(|(_, piece)| self.piece(py, piece)),
            info.captured.map(|(at, _)| self.square(py, at)),
            castling.map(|castling| ["king_side", "queen_side"][castling.side & 1]),
            castling.map(|castling| {
                let rook = (castling.rook_from, castling.rook_to);
                (self.square(py, rook.0), self.square(py, rook.1))
            }),
            info.en_passant,
            info.meets.map(|(at, _)| self.square(py, at)),
            self.letters_of(py, info.checks)?,
            self.events(py, &events)?,
            PyTuple::new(py, paths)?,
        ))?;
        Ok(Some(made))
    }

    fn path<'py>(&self, py: Python<'py>, path: &Path) -> PyResult<Bound<'py, PyAny>> {
        let squares = path.squares.iter().map(|&square| self.square(py, square));
        let squares = PyTuple::new(py, squares.collect::<Vec<_>>())?;
        let direction = path.direction.map(direction_name);
        value_type(py, &PATH, INFO_MODULE, "MovePath")?.call1((
            squares,
            direction,
            path.through_centre,
        ))
    }
}
