//! Reading TOML tables key by key, with all that is wrong noted on the way.

use std::borrow::Cow;

use toml::de::{DeTable, DeValue};

use crate::variant::diagnose::Findings;

/// A table of the file: where it stands, and its keys.
#[derive(Clone)]
pub(super) struct Section<'a> {
    /// Its own key with a dot behind, or nothing for the whole file.
    pub(super) path: String,
    table: Cow<'a, DeTable<'a>>,
    start: usize,
    /// Whether it stands in for a table that is not there: nothing more is missing in it.
    absent: bool,
}

/// Something of a list, and where it stands: in the list, or at which byte of the file.
pub(super) type Placed<T> = (T, usize);

impl<'a> Section<'a> {
    /// The whole file.
    pub(super) fn root(table: &'a DeTable<'a>) -> Self {
        Self {
            path: String::new(),
            table: Cow::Borrowed(table),
            start: 0,
            absent: false,
        }
    }

    /// The key of an entry, from the top of the file.
    pub(super) fn key(&self, key: &str) -> String {
        format!("{}{key}", self.path)
    }

    fn value(&self, key: &str) -> Option<(&DeValue<'a>, usize)> {
        let value = self.table.get(key)?;
        Some((value.get_ref(), value.span().start))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// All keys, in alphabetical order, and where they stand.
    pub(super) fn keys(&self) -> Vec<Placed<String>> {
        let keys = self.table.keys();
        keys.map(|k| (k.get_ref().to_string(), k.span().start))
            .collect()
    }

    /// Reports keys that nobody knows; `newer` ones need the second edition.
    pub(super) fn allow(&self, known: &[&str], newer: &[&str], edition: i64, f: &mut Findings) {
        if f.broken {
            return;
        }
        for key in self.table.keys() {
            let (name, at) = (key.get_ref().as_ref(), key.span().start);
            if known.contains(&name) || (edition >= 2 && newer.contains(&name)) {
                continue;
            }
            let text = if newer.contains(&name) {
                format!("`{name}` needs `format = 2` at the top of the file")
            } else {
                let all = known.iter().chain(newer.iter().filter(|_| edition >= 2));
                let names: Vec<String> = all.map(|k| format!("`{k}`")).collect();
                format!(
                    "unknown field {}, expected one of {}",
                    tick(name),
                    names.join(", ")
                )
            };
            f.stray(at, &self.key(name), text);
        }
    }

    fn wrong(&self, key: &str, at: usize, wanted: &str, f: &mut Findings) {
        if f.broken && at == 0 {
            // No value stands there: the parser made it up to go on.
            return;
        }
        let key = self.key(key);
        f.structure(at, &key, format!("{key}: is not {wanted}"));
    }

    /// Reports a key that must be there.
    pub(super) fn missing(&self, key: &str, f: &mut Findings) {
        if self.absent || f.broken {
            return;
        }
        let key = self.key(key);
        f.structure(self.start, &key, format!("{key}: missing"));
    }

    pub(super) fn text(&self, key: &str, f: &mut Findings) -> Option<String> {
        match self.value(key)? {
            (DeValue::String(text), _) => Some(text.to_string()),
            (_, at) => {
                self.wrong(key, at, "a text", f);
                None
            }
        }
    }

    /// A text with where its key stands.
    pub(super) fn placed(&self, key: &str, f: &mut Findings) -> Option<Placed<String>> {
        let (name, _) = self.table.get_key_value(key)?;
        Some((self.text(key, f)?, name.span().start))
    }

    pub(super) fn number(&self, key: &str, f: &mut Findings) -> Option<i64> {
        let (value, at) = self.value(key)?;
        let number = integer(value);
        if number.is_none() {
            self.wrong(key, at, "a whole number", f);
        }
        number
    }

    pub(super) fn truth(&self, key: &str, f: &mut Findings) -> Option<bool> {
        match self.value(key)? {
            (DeValue::Boolean(value), _) => Some(*value),
            (_, at) => {
                self.wrong(key, at, "true or false", f);
                None
            }
        }
    }

    /// One of some words, as what it stands for.
    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
        f: &mut Findings,
    ) -> Option<T> {
        let text = self.text(key, f)?;
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let names: Vec<String> = words.iter().map(|(w, _)| format!("`{w}`")).collect();
            let at = self.value(key).map_or(0, |(_, at)| at);
            let (key, names) = (self.key(key), names.join(", "));
            let text = format!(
                "{key}: unknown variant {}, expected one of {names}",
                tick(&text)
            );
            f.stray(at, &key, text);
        }
        found.map(|(_, value)| *value)
    }

    fn list<T>(
        &self,
        key: &str,
        wanted: &str,
        read: impl Fn(&DeValue<'a>) -> Option<T>,
        f: &mut Findings,
    ) -> Option<Vec<Placed<T>>> {
        let (value, at) = self.value(key)?;
        let DeValue::Array(items) = value else {
            self.wrong(key, at, &format!("a list of {wanted}"), f);
            return None;
        };
        let mut list = Vec::new();
        for item in items.iter() {
            match read(item.get_ref()) {
                Some(value) => list.push((value, item.span().start)),
                None => self.wrong(key, item.span().start, &format!("a list of {wanted}"), f),
            }
        }
        Some(list)
    }

    pub(super) fn texts(&self, key: &str, f: &mut Findings) -> Option<Vec<Placed<String>>> {
        let read = |value: &DeValue<'a>| match value {
            DeValue::String(text) => Some(text.to_string()),
            _ => None,
        };
        self.list(key, "texts", read, f)
    }

    pub(super) fn numbers(&self, key: &str, f: &mut Findings) -> Option<Vec<Placed<i64>>> {
        self.list(key, "whole numbers", integer, f)
    }

    fn within(&self, path: String, table: &DeTable<'a>, start: usize) -> Self {
        Section {
            path: format!("{path}."),
            table: Cow::Owned(table.clone()),
            start,
            absent: false,
        }
    }

    /// What stands in for a table that is not there.
    fn absent(&self, key: &str) -> Self {
        Section {
            path: format!("{}.", self.key(key)),
            table: Cow::Owned(DeTable::new()),
            start: self.start,
            absent: true,
        }
    }

    /// A table that must be there.
    pub(super) fn needed_section(&self, key: &str, f: &mut Findings) -> Self {
        if !self.has(key) {
            self.missing(key, f);
        }
        self.section(key, f).unwrap_or_else(|| self.absent(key))
    }

    /// A table inside this one.
    pub(super) fn section(&self, key: &str, f: &mut Findings) -> Option<Self> {
        match self.value(key)? {
            (DeValue::Table(table), at) => Some(self.within(self.key(key), table, at)),
            (_, at) => {
                self.wrong(key, at, "a table", f);
                None
            }
        }
    }

    /// A list of tables inside this one, each with its place in the list.
    pub(super) fn sections(&self, key: &str, f: &mut Findings) -> Option<Vec<Placed<Self>>> {
        let (value, at) = self.value(key)?;
        let DeValue::Array(items) = value else {
            self.wrong(key, at, "a list of tables", f);
            return None;
        };
        let mut sections = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let path = format!("{}[{index}]", self.key(key));
            match item.get_ref() {
                DeValue::Table(table) => {
                    sections.push((self.within(path, table, item.span().start), index));
                }
                _ => {
                    let text = format!("{}: is not a list of tables", self.key(key));
                    f.structure(item.span().start, &path, text);
                }
            }
        }
        Some(sections)
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

/// A word between backticks, shortened, on one line.
fn tick(text: &str) -> String {
    let short: String = text.escape_debug().take(60).collect();
    format!("`{short}`")
}

/// Where a key stands in the file, or the last part of it that does.
pub(super) fn locate(root: &DeTable<'_>, key: &str) -> usize {
    let parts = key
        .split(['.', '[', ']'])
        .map(|part| part.trim_matches('"'));
    locate_parts(root, parts.filter(|part| !part.is_empty()))
}

/// The same for the parts of a key.
pub(super) fn locate_parts<'p>(
    root: &DeTable<'_>,
    mut parts: impl Iterator<Item = &'p str>,
) -> usize {
    let Some((key, value)) = parts.next().and_then(|part| root.get_key_value(part)) else {
        return 0;
    };
    let (mut at, mut value) = (key.span().start, value.get_ref());
    for part in parts {
        let next = match value {
            DeValue::Table(table) => table
                .get_key_value(part)
                .map(|(key, value)| (key.span().start, value.get_ref())),
            DeValue::Array(items) => part
                .parse::<usize>()
                .ok()
                .and_then(|index| items.get(index))
                .map(|item| (item.span().start, item.get_ref())),
            _ => None,
        };
        let Some(inner) = next else { break };
        (at, value) = inner;
    }
    at
}
