//! What is wrong with a variant file, and what is legal but suspicious: all of it at once.

use std::fmt;

use toml::de::DeTable;

use crate::variant::VariantError;
use crate::variant::file;
use crate::variant::reader::{locate, locate_parts};

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
    /// The column, in characters from 1.
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
    if let Some((variant, order)) = file::build(text, &[], &mut findings)
        && !findings.refused()
    {
        super::suspect::suspect(&variant, &order, &mut findings);
        if !findings.refused()
            && let Err(error) = crate::any::Rules::compile(variant)
        {
            findings.error("armies", error.to_string());
        }
    }
    findings.into_diagnostics(text)
}

/// Line and column of each of some keys of a file, from 1: where the key stands, or the last part
/// of it that does. A key is given by its parts, as in `["starts", "endgame"]`.
///
/// ```
/// use circularchess::variant::{BUILTIN, places_of};
/// let (_, text) = BUILTIN[0];
/// assert_eq!(places_of(text, &[vec!["board".into(), "rings".into()]]), [(7, 1)]);
/// ```
#[must_use]
pub fn places_of(text: &str, keys: &[Vec<String>]) -> Vec<(usize, usize)> {
    let root = DeTable::parse(text).ok();
    let at = keys.iter().map(|key| {
        let parts = key.iter().map(String::as_str);
        root.as_ref()
            .map_or(0, |root| locate_parts(root.get_ref(), parts))
    });
    places(text, at)
}

#[derive(Debug)]
struct Finding {
    severity: Severity,
    /// Where it stands, if that is known; else the key tells.
    at: Option<usize>,
    key: String,
    text: String,
    option: bool,
    /// Whether what the file means cannot be told, so that there is no use in going on.
    blocks: bool,
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
        self.list.last_mut().expect("just pushed").blocks = true;
    }

    /// A key that nobody knows, at a byte of the file: what else is wrong can still be told.
    pub(super) fn stray(&mut self, at: usize, key: &str, text: String) {
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
            blocks: false,
        });
    }

    /// Whether something is so wrong that the file is refused.
    pub(super) fn refused(&self) -> bool {
        self.errors() > 0
    }

    /// How much is so wrong.
    pub(super) fn errors(&self) -> usize {
        let errors = self.list.iter().filter(|f| f.severity == Severity::Error);
        errors.count()
    }

    /// Whether the form of the file is so wrong that its meaning cannot be judged.
    pub(super) fn blocked(&self) -> bool {
        self.list.iter().any(|f| f.blocks)
    }

    /// Whether something is wrong with this very key.
    pub(super) fn about(&self, key: &str) -> bool {
        self.list.iter().any(|f| f.key == key)
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
                let (line, column) = places(text, [at])[0];
                let short: String = first.text.chars().take(250).collect();
                VariantError::File(format!(
                    "{short} at line {line}, column {column} of the variant file"
                ))
            }
        })
    }

    fn into_diagnostics(self, text: &str) -> Vec<Diagnostic> {
        let root = DeTable::parse(text).ok();
        let at = self.list.iter().map(|finding| {
            finding.at.unwrap_or_else(|| {
                root.as_ref()
                    .map_or(0, |root| locate(root.get_ref(), &finding.key))
            })
        });
        let places = places(text, at);
        let found = self.list.into_iter().zip(places);
        let found = found.map(|(finding, (line, column))| Diagnostic {
            severity: finding.severity,
            line,
            column,
            key: finding.key,
            text: finding.text,
        });
        found.collect()
    }
}

/// Line and column of bytes, from 1; columns in characters. One pass over the text for all.
fn places(text: &str, at: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut wanted: Vec<(usize, usize)> = at.into_iter().zip(0..).collect();
    wanted.sort_unstable();
    let mut places = vec![(1, 1); wanted.len()];
    let (mut line, mut column) = (1, 1);
    let mut characters = text.char_indices().peekable();
    for (at, index) in wanted {
        while let Some((_, character)) = characters.next_if(|(start, _)| *start < at) {
            (line, column) = match character {
                '\n' => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
        places[index] = (line, column);
    }
    places
}
