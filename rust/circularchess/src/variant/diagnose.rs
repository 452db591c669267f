//! What is wrong with a variant file, and what is legal but suspicious: all of it at once.

use std::collections::HashSet;
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

/// All that is wrong with a variant file, and what is suspicious in it, from its top to its end.
///
/// A key is judged whatever is wrong with others, unless its meaning hangs on one of these: on a
/// board of `"four"` rings nobody can tell whether a square exists. Warnings are given where what
/// is wrong has no part in the game: a bad `id` hides none, a bad board all. The first error is
/// the one [`crate::variant::Variant::from_toml`] gives.
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
    if let Some(built) = file::build(text, &[], &mut findings)
        && findings.suspicion()
    {
        let sound = !findings.refused();
        super::suspect::suspect(&built.variant, &built.order, &mut findings);
        // Whether a king is exposed is seen when the variant is compiled: it needs the tables.
        if sound {
            super::check::check_exposed(&built, &mut findings);
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
    /// Whether its place is part of its text: it is about the form of the file.
    shown: bool,
}

/// Collects what is wrong with a file.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    /// The keys of errors, without places in lists.
    faulty: HashSet<String>,
    /// Those of them whose value is missing or of a wrong type, so that nothing in it is known.
    formless: HashSet<String>,
    /// Whether the text is no TOML: what seems missing or unknown may be a part of that.
    pub(super) broken: bool,
}

impl Findings {
    /// Something wrong with the form of the file, at a byte of it.
    pub(super) fn structure(&mut self, at: usize, key: &str, text: String) {
        self.formless.insert(key.to_owned());
        self.stray(at, key, text);
    }

    /// A key or a word that nobody knows, at a byte of the file.
    pub(super) fn stray(&mut self, at: usize, key: &str, text: String) {
        self.error_at(at, key, text);
        self.list.last_mut().expect("just pushed").shown = true;
    }

    /// Something wrong with what a key says, at a byte of the file.
    pub(super) fn error_at(&mut self, at: usize, key: &str, text: String) {
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
        if severity == Severity::Error {
            let whole = key.strip_suffix(']').and_then(|k| k.rsplit_once('['));
            self.faulty
                .insert(whole.map_or(key.as_str(), |(list, _)| list).to_owned());
        }
        self.list.push(Finding {
            severity,
            at,
            key,
            text,
            option,
            shown: false,
        });
    }

    /// Whether something is so wrong that the file is refused.
    pub(super) fn refused(&self) -> bool {
        self.list.iter().any(|f| f.severity == Severity::Error)
    }

    /// Whether what some keys say can be relied on: nothing is wrong with them, and what they stand
    /// in is there.
    pub(super) fn sound(&self, keys: &[&str]) -> bool {
        let formed = |key: &str| {
            let ends = key.match_indices(['.', '[']).map(|(end, _)| end);
            !ends
                .chain([key.len()])
                .any(|end| self.formless.contains(&key[..end]))
        };
        self.list.is_empty()
            || keys
                .iter()
                .all(|key| !self.faulty.contains(*key) && formed(key))
    }

    /// Whether what is suspicious can be told: nothing is wrong but names and options.
    fn suspicion(&self) -> bool {
        !self.broken
            && self.faulty.iter().all(|key| {
                ["id", "name", "source"].contains(&key.as_str()) || key.starts_with("options.")
            })
    }

    /// The first error of the file, as an exception of one line.
    pub(super) fn first_error(self, text: &str) -> Option<VariantError> {
        if let Some(option) = self.list.iter().find(|f| f.option) {
            return Some(VariantError::Option(option.text.clone()));
        }
        let placed = self.placed(text).into_iter();
        let mut errors = placed.filter(|(finding, _)| finding.severity == Severity::Error);
        let (first, (line, column)) = errors.next()?;
        Some(VariantError::File(if first.shown {
            let short: String = first.text.chars().take(250).collect();
            format!("{short} at line {line}, column {column} of the variant file")
        } else {
            first.text
        }))
    }

    fn into_diagnostics(self, text: &str) -> Vec<Diagnostic> {
        let found = self.placed(text).into_iter();
        let found = found.map(|(finding, (line, column))| Diagnostic {
            severity: finding.severity,
            line,
            column,
            key: finding.key,
            text: finding.text,
        });
        found.collect()
    }

    /// All findings by their place in the text.
    fn placed(self, text: &str) -> Vec<(Finding, (usize, usize))> {
        // Of a text that is no TOML there is at least a part.
        let (root, _) = DeTable::parse_recoverable(text);
        let at = self.list.iter().map(|finding| {
            finding
                .at
                .unwrap_or_else(|| locate(root.get_ref(), &finding.key))
        });
        let places = places(text, at);
        let mut placed: Vec<_> = self.list.into_iter().zip(places).collect();
        // What is said of a line that is no TOML comes from reading it wrongly.
        let syntax = |finding: &Finding| finding.shown && finding.key.is_empty();
        placed.sort_by_key(|(finding, place)| (place.0, !syntax(finding), place.1));
        if self.broken {
            let mut torn = 0;
            placed.retain(|(finding, (line, _))| {
                let first = torn != *line;
                if syntax(finding) {
                    torn = *line;
                }
                first
            });
        }
        placed.sort_by_key(|(_, place)| *place);
        placed
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
