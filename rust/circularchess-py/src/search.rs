//! `Search`: the playing engine, off the interpreter's lock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::{Duration, SystemTime};

use circularchess_search as engine;
use engine::{Control, Info, Limits, MAX_DEPTH, Report, Score, ScoreBound};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::convert::{Shared, whole, wrong_type};
use crate::errors::InvalidOptionError;
use crate::perft::cannot_start;
use crate::position::Position;
use crate::rules::Rules;

/// How often a search looks at signals. Ctrl-C has to be noticed within 50 ms.
const TICK: Duration = Duration::from_millis(25);

/// Bytes of stack for the longest lines on the largest boards.
const STACK: usize = 8 << 20;

const MOST_THREADS: u64 = 1024;
const MOST_MEGABYTES: u64 = 1 << 20;
/// A year and more; the clock counts no further.
const MOST_MILLISECONDS: u64 = 1 << 36;
const MOST_LINES: u64 = 500;
const MOST_SKILL: u64 = 20;
const MOST_CONTEMPT: i64 = 1000;

/// A playing engine for one variant, with its table of positions met.
#[pyclass(frozen, module = "circularchess._core")]
pub(crate) struct Search {
    shared: Arc<Shared>,
    engine: RwLock<engine::Search>,
    megabytes: Mutex<usize>,
    /// Stops the search that is going on, if one is.
    control: Mutex<Arc<Control>>,
    searching: AtomicBool,
}

/// Tells that the search is over, however it ends.
struct Searching<'a>(&'a AtomicBool);

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// What the searching thread sends.
enum Told {
    Line(Info),
    Done(Report),
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (rules, threads = None, hash_mb = None))]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        threads: Option<&Bound<'_, PyAny>>,
        hash_mb: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let threads = threads.map_or(Ok(1), |n| option("threads", n, 1, MOST_THREADS))? as usize;
        let hash_mb = hash_mb.map_or(Ok(16), |n| option("hash_mb", n, 1, MOST_MEGABYTES))? as usize;
        let shared = Arc::clone(&rules.shared);
        let made = py.detach(|| engine::Search::new(&shared.ruleset, threads, hash_mb));
        Ok(Self {
            engine: RwLock::new(made.map_err(|_| no_memory(hash_mb))?),
            megabytes: Mutex::new(hash_mb),
            control: Mutex::default(),
            searching: AtomicBool::new(false),
            shared,
        })
    }

    /// Searches a position, and returns the move with the best lines.
    #[pyo3(signature = (
        position, *, history = None, depth = None, nodes = None, mate = None, soft_ms = None,
        hard_ms = None, infinite = false, ponder = false, multipv = None, moves = None,
        on_info = None, skill = None, analysis = false, contempt = None,
    ))]
    #[allow(clippy::too_many_arguments)] // as Python passes them
    fn go<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        history: Option<&Bound<'py, PyAny>>,
        depth: Option<&Bound<'py, PyAny>>,
        nodes: Option<&Bound<'py, PyAny>>,
        mate: Option<&Bound<'py, PyAny>>,
        soft_ms: Option<&Bound<'py, PyAny>>,
        hard_ms: Option<&Bound<'py, PyAny>>,
        infinite: bool,
        ponder: bool,
        multipv: Option<&Bound<'py, PyAny>>,
        moves: Option<&Bound<'py, PyAny>>,
        on_info: Option<&Bound<'py, PyAny>>,
        skill: Option<&Bound<'py, PyAny>>,
        analysis: bool,
        contempt: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check(position)?;
        if let Some(call) = on_info.filter(|call| !call.is_callable()) {
            let kind = call.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "on_info must be callable, and {kind} is not"
            )));
        }
        let limit = |name: &str, value: Option<&Bound<'py, PyAny>>, least: u64, most: u64| {
            value
                .map(|value| option(name, value, least, most))
                .transpose()
        };
        let contempt = read_contempt(contempt)?;
        let limits = Limits {
            depth: limit("depth", depth, 1, 1 << 31)?.map(|n| n.min(u64::from(MAX_DEPTH)) as u32),
            nodes: limit("nodes", nodes, 0, u64::MAX)?,
            mate: limit("mate", mate, 1, 1 << 31)?.map(|n| n as u32),
            soft: limit("soft_ms", soft_ms, 0, MOST_MILLISECONDS)?.map(Duration::from_millis),
            hard: limit("hard_ms", hard_ms, 0, MOST_MILLISECONDS)?.map(Duration::from_millis),
            infinite,
            ponder,
            multipv: limit("multipv", multipv, 1, MOST_LINES)?.unwrap_or(1) as usize,
            moves: moves
                .map(|moves| self.read_moves(position, moves))
                .transpose()?,
            skill: limit("skill", skill, 0, MOST_SKILL)?.map(|n| n as u32),
            contempt: if analysis { 0 } else { contempt },
            seed: SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(1, |time| time.as_nanos() as u64),
        };
        let history = history.map_or(Ok(Vec::new()), read_history)?;
        let control = self.begin()?;
        let _searching = Searching(&self.searching);
        let report = self.watch(py, position, &history, &limits, &control, on_info)?;
        self.report(py, &report)
    }

    /// Ends the search that is going on, from any thread; nothing happens if none is.
    fn stop(&self) {
        self.control().stop();
    }

    /// The move pondered on was played: the search goes on under these limits.
    #[pyo3(signature = (soft_ms = None, hard_ms = None))]
    fn ponderhit(
        &self,
        soft_ms: Option<&Bound<'_, PyAny>>,
        hard_ms: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let time = |name: &str, value: Option<&Bound<'_, PyAny>>| {
            let read = value.map(|value| option(name, value, 0, MOST_MILLISECONDS));
            PyResult::Ok(read.transpose()?.map(Duration::from_millis))
        };
        let (soft, hard) = (time("soft_ms", soft_ms)?, time("hard_ms", hard_ms)?);
        self.control().ponderhit(soft, hard);
        Ok(())
    }

    /// Whether a search is going on, that `stop` would end.
    #[getter]
    fn searching(&self) -> bool {
        let _current = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        self.searching.load(Ordering::Acquire)
    }

    /// Forgets all positions met.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.at_rest()?;
        py.detach(|| self.engine().clear());
        Ok(())
    }

    #[getter]
    fn threads(&self) -> usize {
        self.engine().threads()
    }

    #[setter]
    fn set_threads(&self, threads: &Bound<'_, PyAny>) -> PyResult<()> {
        let threads = option("threads", threads, 1, MOST_THREADS)? as usize;
        self.change(threads, |engine, threads| {
            engine.set_threads(threads);
            Ok(())
        })
    }

    #[getter]
    fn hash_mb(&self) -> usize {
        *self
            .megabytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    #[setter]
    fn set_hash_mb(&self, hash_mb: &Bound<'_, PyAny>) -> PyResult<()> {
        let megabytes = option("hash_mb", hash_mb, 1, MOST_MEGABYTES)? as usize;
        self.change(megabytes, |engine, megabytes| {
            engine
                .set_megabytes(megabytes)
                .map_err(|_| no_memory(megabytes))
        })?;
        *self
            .megabytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = megabytes;
        Ok(())
    }

    /// Centipawns for the army to move, without any search.
    fn evaluate(&self, position: &Position) -> PyResult<i32> {
        self.check(position)?;
        Ok(self.engine().evaluate(position.game()))
    }

    /// The terms of the evaluation: name, own side, others.
    fn explain(&self, position: &Position) -> PyResult<Vec<(&'static str, i32, i32)>> {
        self.check(position)?;
        Ok(self.engine().explain(position.game()))
    }

    fn __repr__(&self) -> String {
        format!("<Search of {}>", self.shared.ruleset.variant().id)
    }
}

impl Search {
    fn engine(&self) -> RwLockReadGuard<'_, engine::Search> {
        self.engine.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn control(&self) -> Arc<Control> {
        let control = self.control.lock();
        Arc::clone(&control.unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a search, unless one is going on: from here on `stop` ends it.
    fn begin(&self) -> PyResult<Arc<Control>> {
        let mut current = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        if self.searching.swap(true, Ordering::AcqRel) {
            return Err(PyRuntimeError::new_err("this engine is searching already"));
        }
        *current = Arc::default();
        Ok(Arc::clone(&current))
    }

    fn at_rest(&self) -> PyResult<()> {
        if self.searching.load(Ordering::Acquire) {
            return Err(PyRuntimeError::new_err(
                "this engine is searching: stop it first",
            ));
        }
        Ok(())
    }

    fn change(
        &self,
        to: usize,
        set: impl FnOnce(&mut engine::Search, usize) -> PyResult<()>,
    ) -> PyResult<()> {
        self.at_rest()?;
        match self.engine.try_write() {
            Ok(mut engine) => set(&mut engine, to),
            Err(_) => Err(PyRuntimeError::new_err(
                "this engine is searching: stop it first",
            )),
        }
    }

    /// Refuses positions of other variants.
    fn check(&self, position: &Position) -> PyResult<()> {
        let (own, other) = (self.shared.ruleset.variant(), position.game().variant());
        if Arc::ptr_eq(&self.shared, position.shared()) || own == other {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "an engine for {} cannot search a position of {}",
            own.id, other.id
        )))
    }

    fn read_moves(
        &self,
        position: &Position,
        moves: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<circularchess::position::moves::Move>> {
        let mut read = Vec::new();
        for mv in moves.try_iter()? {
            let mv = mv?;
            match self.shared.read_move(&mv)? {
                Some(found) if position.game().is_legal(found) => read.push(found),
                _ => {
                    let text = mv.str()?;
                    return Err(PyValueError::new_err(format!(
                        "moves: {text} is not legal in the position"
                    )));
                }
            }
        }
        if read.is_empty() {
            return Err(PyValueError::new_err("moves: none is given"));
        }
        Ok(read)
    }

    /// Searches in a thread of its own while this one, attached now and then, tells the lines and
    /// answers Ctrl-C.
    fn watch(
        &self,
        py: Python<'_>,
        position: &Position,
        history: &[u64],
        limits: &Limits,
        control: &Control,
        on_info: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let game = position.game();
        let engine = self.engine();
        let engine: &engine::Search = &engine;
        thread::scope(|scope| {
            let (tell, mut told) = channel();
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let mut on_line = |info| {
                        let _ = tell.send(Told::Line(info));
                    };
                    let report = engine.go(game, history, limits, control, &mut on_line);
                    let _ = tell.send(Told::Done(report));
                })
                .map_err(|_| cannot_start(1))?;
            loop {
                let (message, back) = py.detach(move || (told.recv_timeout(TICK), told));
                told = back;
                let answered = match message {
                    Ok(Told::Done(report)) => return Ok(report),
                    Ok(Told::Line(info)) => on_info.map_or(Ok(()), |call| {
                        call.call1((self.info(py, &info)?,)).map(drop)
                    }),
                    Err(RecvTimeoutError::Timeout) => Ok(()),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the searching thread ended early"));
                    }
                };
                if let Err(error) = answered.and_then(|()| py.check_signals()) {
                    control.stop();
                    return Err(error);
                }
            }
        })
    }

    fn report<'py>(&self, py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
        let answer = PyDict::new(py);
        let one = |mv: Option<circularchess::position::moves::Move>| {
            mv.map(|mv| self.shared.one_move(py, mv)).transpose()
        };
        answer.set_item("move", one(report.best)?)?;
        answer.set_item("ponder", one(report.ponder)?)?;
        let infos = report.infos.iter().map(|info| self.info(py, info));
        answer.set_item("infos", infos.collect::<PyResult<Vec<_>>>()?)?;
        Ok(answer)
    }

    fn info<'py>(&self, py: Python<'py>, info: &Info) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("depth", info.depth)?;
        told.set_item("seldepth", info.seldepth)?;
        told.set_item("multipv", info.multipv)?;
        let score = match info.score {
            Score::Centipawns(score) => ("cp", score),
            Score::Mate(moves) => ("mate", moves),
        };
        told.set_item("score", score)?;
        let bound = match info.bound {
            ScoreBound::Exact => None,
            ScoreBound::Lower => Some("lower"),
            ScoreBound::Upper => Some("upper"),
        };
        told.set_item("bound", bound)?;
        told.set_item("wdl", info.wdl)?;
        told.set_item("nodes", info.nodes)?;
        let seconds = info.time.as_secs_f64().max(1e-4);
        told.set_item("nps", (info.nodes as f64 / seconds) as u64)?;
        told.set_item("time_ms", info.time.as_millis() as u64)?;
        told.set_item("hashfull", info.hashfull)?;
        told.set_item("tbhits", 0)?;
        let line = info.pv.iter().map(|&mv| self.shared.one_move(py, mv));
        told.set_item("pv", line.collect::<PyResult<Vec<_>>>()?)?;
        Ok(told)
    }
}

fn option(name: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    whole(name, value, least..=most, InvalidOptionError::new_err)
}

fn no_memory(megabytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("no memory for a table of {megabytes} MB"))
}

fn read_contempt(contempt: Option<&Bound<'_, PyAny>>) -> PyResult<i32> {
    let Some(value) = contempt else {
        return Ok(0);
    };
    let number = value
        .cast::<PyInt>()
        .map_err(|_| wrong_type("contempt: a whole number", value))?;
    match number.extract::<i64>() {
        Ok(number) if number.abs() <= MOST_CONTEMPT => Ok(number as i32),
        _ => Err(InvalidOptionError::new_err(format!(
            "contempt: no whole number from {} to {MOST_CONTEMPT}",
            -MOST_CONTEMPT
        ))),
    }
}

fn read_history(history: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let mut keys = Vec::new();
    for key in history.try_iter()? {
        let key = key?;
        keys.push(key.extract::<u64>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(key.py()) {
                PyValueError::new_err("history: a key is no number of 64 bits")
            } else {
                wrong_type("history: a whole number", &key)
            }
        })?);
    }
    Ok(keys)
}
