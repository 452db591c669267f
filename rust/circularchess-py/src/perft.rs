//! Long work: off the interpreter's lock, interruptible, with progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use circularchess::any::Position;
use circularchess::count::control::Control;
use circularchess::count::parallel::{PerftError, PerftOptions};
use pyo3::exceptions::{
    PyKeyboardInterrupt, PyMemoryError, PyOSError, PyRuntimeError, PyTypeError,
};
use pyo3::prelude::*;

/// How often work looks at signals and reports progress. Ctrl-C has to end it within 0.2 s.
const TICK: Duration = Duration::from_millis(40);

/// Up to this depth, and so many moves, a count takes no longer than a thread to start.
const SHALLOW: u8 = 2;
const FEW: u64 = 256;

/// Runs work in a thread of its own while this one, attached now and then, answers Ctrl-C.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    if let Some(call) = progress.filter(|call| !call.is_callable()) {
        let kind = call.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "progress must be callable, and {kind} is not"
        )));
    }
    let control = Control::default();
    thread::scope(|scope| {
        let (done, mut result) = channel();
        let control = &control;
        thread::Builder::new()
            .spawn_scoped(scope, move || {
                // The receiver is gone only after a stop, when nobody wants the result.
                let _ = done.send(work(control));
            })
            .map_err(|_| cannot_start(1))?;
        loop {
            // The receiver goes there and back, since it cannot be shared.
            let (outcome, back) = py.detach(move || (result.recv_timeout(TICK), result));
            result = back;
            match outcome {
                Ok(value) => return Ok(value),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the worker thread ended early"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let reported = py.check_signals().and_then(|()| {
                progress.map_or(Ok(()), |call| call.call1((control.nodes(),)).map(drop))
            });
            if let Err(error) = reported {
                control.stop();
                return Err(error);
            }
        }
    })
}

/// The system refused threads.
pub(crate) fn cannot_start(threads: usize) -> PyErr {
    PyOSError::new_err(match threads {
        1 => "cannot start a thread".to_owned(),
        _ => format!("cannot start {threads} threads"),
    })
}

/// Counts as the options say.
pub(crate) fn perft(
    py: Python<'_>,
    game: &Position,
    depth: u8,
    options: PerftOptions,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    if depth < SHALLOW || (depth == SHALLOW && game.count_legal() <= FEW) {
        return Ok(py.detach(|| game.perft(depth)));
    }
    let counted = watched(py, progress, |control| {
        game.perft_with(depth, options, control)
    })?;
    counted.map_err(|error| match error {
        PerftError::Stopped => PyKeyboardInterrupt::new_err(()),
        PerftError::Memory => PyMemoryError::new_err(format!(
            "no memory for a table of {} MB",
            options.hash_megabytes
        )),
        PerftError::Threads => cannot_start(options.threads),
    })
}
