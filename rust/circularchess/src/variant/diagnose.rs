//! What is wrong with a variant file, and what is legal but suspicious: all of it at once.

use std::fmt;

use toml::de::DeTable;

use crate::variant::VariantError;
use crate::variant::file;
use crate::variant::reader::locate;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The game can be played, but is hardly what was meant.
    Warning,
}

/// Something found in a variant file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The line it speaks of, from 1.
    pub line: usize,
    /// The column, in bytes from 1.
    pub column: usize,
    /// The key it speaks of, as in `armies[0].pawns.clockwise`; empty for the file as a whole.
    pub key: String,
    /// What is wrong, one line; it names the key.
    pub text: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(
            f,
            "{}:{}: {severity}: {}",
            self.line, self.column, self.text
        )
    }
}

/// All that is wrong with a variant file, and when nothing is, what is suspicious in it.
///
/// The first error is the one [`crate::variant::Variant::from_toml`] gives.
///
/// ```
/// use circularchess::variant::{BUILTIN, diagnose};
/// let (_, text) = BUILTIN[0];
/// assert!(diagnose(text).is_empty());
/// let found = diagnose(&text.replace("rings = 4", "rings = 0").replace("seat = 0", "seat = -1"));
/// let texts: Vec<_> = found.iter().map(|found| found.text.as_str()).collect();
/// assert_eq!(texts[0], "board.rings: 0 is not between 1 and 26");
/// assert_eq!((found[0].line, found[0].column), (7, 1));
/// ```
#[must_use]
pub fn diagnose(text: &str) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    if let Some(variant) = file::build(text, &[], &mut findings)
        && !findings.refused()
    {
        super::check::suspect(&variant, &mut findings);
        if !findings.refused()
            && let Err(error) = crate::any::Rules::compile(variant)
        {
            findings.error("armies", error.to_string());
        }
    }
    findings.into_diagnostics(text)
}

#[derive(Debug)]
struct Finding {
    severity: Severity,
    /// Where it stands, if that is known; else the key tells.
    at: Option<usize>,
    key: String,
    text: String,
    option: bool,
}

/// Collects what is wrong with a file.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    /// Something wrong with the form of the file, at a byte of it.
    pub(super) fn structure(&mut self, at: usize, key: &str, text: String) {
        self.push(Severity::Error, Some(at), key, text, false);
    }

    /// Something wrong with what a key says; `text` begins with the key.
    pub(super) fn error(&mut self, key: &str, text: String) {
        self.push(Severity::Error, None, key, text, false);
    }

    /// Something suspicious.
    pub(super) fn warn(&mut self, key: &str, text: String) {
        self.push(Severity::Warning, None, key, text, false);
    }

    /// An option laid over the file's own that cannot be.
    pub(super) fn option(&mut self, key: &str, text: String) {
        self.push(Severity::Error, None, key, text, true);
    }

    fn push(
        &mut self,
        severity: Severity,
        at: Option<usize>,
        key: &str,
        text: String,
        option: bool,
    ) {
        let key = key.to_owned();
        self.list.push(Finding {
            severity,
            at,
            key,
            text,
            option,
        });
    }

    /// Whether something is so wrong that the file is refused.
    pub(super) fn refused(&self) -> bool {
        self.list.iter().any(|f| f.severity == Severity::Error)
    }

    /// The first error, as an exception of one line.
    pub(super) fn first_error(self, text: &str) -> Option<VariantError> {
        let mut errors = self
            .list
            .into_iter()
            .filter(|f| f.severity == Severity::Error);
        let first = errors.next()?;
        Some(match (first.option, first.at) {
            (true, _) => VariantError::Option(first.text),
            (false, None) => VariantError::File(first.text),
            (false, Some(at)) => {
                let (line, column) = place(text, at);
                let short: String = first.text.chars().take(250).collect();
                VariantError::File(format!(
                    "{short} at line {line}, column {column} of the variant file"
                ))
            }
        })
    }

    fn into_diagnostics(self, text: &str) -> Vec<Diagnostic> {
        let root = DeTable::parse(text).ok();
        let found = self.list.into_iter().map(|finding| {
            let at = finding.at.unwrap_or_else(|| {
                root.as_ref()
                    .map_or(0, |root| locate(root.get_ref(), &finding.key))
            });
            let (line, column) = place(text, at);
            Diagnostic {
                severity: finding.severity,
                line,
                column,
                key: finding.key,
                text: finding.text,
            }
        });
        found.collect()
    }
}

/// Line and column of a byte, from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&b| b != b'\n').count() + 1;
    (line, column)
}
