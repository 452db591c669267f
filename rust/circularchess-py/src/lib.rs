//! The Python binding: converts values and maps errors, nothing else.
#![allow(clippy::cast_possible_truncation)]

mod convert;
mod described;
mod perft;
mod position;
mod rules;
mod search;

use pyo3::prelude::*;

mod errors {
    //! The exceptions, declared in Python.
    use pyo3::import_exception;
    import_exception!(circularchess.errors, IllegalMoveError);
    import_exception!(circularchess.errors, InvalidDepthError);
    import_exception!(circularchess.errors, InvalidOptionError);
    import_exception!(circularchess.errors, InvalidPositionError);
    import_exception!(circularchess.errors, InvalidSquareError);
    import_exception!(circularchess.errors, InvalidVariantError);
    import_exception!(circularchess.errors, UnknownArmyError);
}

/// The Rust engine of circularchess.
#[pymodule(gil_used = false)]
mod _core {
    use super::{Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction};

    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::rules::{ParsedVariant, Rules, compiled_variants, diagnose, places_of};
    #[pymodule_export]
    use super::search::Search;

    /// The built-in variant files as (id, text), in a fixed order.
    #[pyfunction]
    fn builtin_variants() -> Vec<(&'static str, &'static str)> {
        circularchess::variant::BUILTIN.to_vec()
    }

    /// Unpickles a position.
    #[pyfunction]
    fn _restore(
        py: Python<'_>,
        toml_text: &str,
        options: &Bound<'_, PyAny>,
        setup: &Bound<'_, PyAny>,
        end: Option<&str>,
        events: &Bound<'_, PyAny>,
    ) -> PyResult<super::position::Position> {
        super::rules::restore(py, toml_text, options, setup, end, events)
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let profile = if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        };
        module.add("build_profile", profile)?;
        module.add("PLAYOUT_ENDS", super::position::PLAYOUT_ENDS)
    }
}
