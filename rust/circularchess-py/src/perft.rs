//! Long counts: off the interpreter's lock, interruptible, with progress.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use circularchess::game::Game;
use circularchess::perft::Control;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// How often a count looks at signals and reports progress.
const TICK: Duration = Duration::from_millis(100);

/// Depths that never take long enough to watch.
const SHALLOW: u8 = 2;

/// Counts in a thread of its own while this one, attached now and then, answers Ctrl-C.
pub(crate) fn perft(
    py: Python<'_>,
    game: &Game,
    depth: u8,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    if depth <= SHALLOW {
        return Ok(py.detach(|| game.perft(depth)));
    }
    let control = Control::default();
    thread::scope(|scope| {
        let (done, mut result) = channel();
        let control = &control;
        scope.spawn(move || {
            // The receiver is gone only after a stop, when nobody wants the count.
            let _ = done.send(game.perft_watched(depth, control));
        });
        loop {
            // The receiver goes there and back, since it cannot be shared.
            let (outcome, back) = py.detach(move || (result.recv_timeout(TICK), result));
            result = back;
            match outcome {
                Ok(Some(count)) => return Ok(count),
                Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyKeyboardInterrupt::new_err(()));
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
