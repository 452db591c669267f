//! Movements of pieces, read from texts in a part of Betza's notation.
//!
//! A text is a row of terms: modifiers, an atom, a range. A term stands for displacements seen
//! from the piece, so many squares ahead and so many to its right; which way ahead is, an army
//! says. Nothing here knows a board.

use std::fmt;

use crate::board::topology::Direction;

/// What a term does with men on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// A slide ends at the first man; a leap looks at none.
    Plain,
    /// A lame leap: the squares on its way must be empty.
    Lame,
    /// A slide over exactly one man, to any square beyond (a cannon).
    Over,
    /// A slide over exactly one man, to the square next beyond (a grasshopper).
    Beyond,
}

/// How often a term's displacement may be repeated: up to so many times, or without end.
pub const ENDLESS: u8 = 0;

/// One term: displacements, and how they are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Displacements as (squares ahead, squares to the right).
    pub leaps: Vec<(i8, i8)>,
    /// Whether direction letters chose them, so that they depend on which way is ahead.
    pub directed: bool,
    /// 1 for a single leap, more for a slide of at most so many, [`ENDLESS`] for one without end.
    pub range: u8,
    /// Whether it moves to empty squares.
    pub quiet: bool,
    /// Whether it captures.
    pub capture: bool,
    /// What it does with men on its way.
    pub passing: Passing,
    /// Whether it is only made from a start square of the piece's own kind and army.
    pub initial: bool,
}

impl Term {
    /// Whether it goes to the next square, straight or diagonally.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.leaps
            .iter()
            .all(|&(a, r)| a.abs() <= 1 && r.abs() <= 1)
    }

    /// Whether it is the whole of a rook's movement, or of a bishop's.
    #[must_use]
    pub fn is_slide(&self, diagonal: bool) -> bool {
        self.range == ENDLESS
            && self.quiet
            && self.capture
            && self.passing == Passing::Plain
            && !self.initial
            && self.leaps.len() == 4
            && self.is_step()
            && self
                .leaps
                .iter()
                .all(|&(a, r)| (a != 0 && r != 0) == diagonal)
    }
}

/// A movement: the union of its terms.
///
/// ```
/// use circularchess::variant::movement::Movement;
/// let camel = Movement::parse("C").unwrap();
/// assert_eq!(camel.terms[0].leaps.len(), 8);
/// assert_eq!(
///     Movement::parse("W1").unwrap_err().to_string(),
///     "a range of 1 is not written"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The terms.
    pub terms: Vec<Term>,
}

/// Why a text is no movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementError(String);

impl fmt::Display for MovementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MovementError {}

fn refuse<T>(text: impl Into<String>) -> Result<T, MovementError> {
    Err(MovementError(text.into()))
}

/// Longest text read.
const MOST_BYTES: usize = 64;

impl Movement {
    /// Reads a text.
    ///
    /// # Errors
    /// When it is not of the part of the notation that is read, saying what is not.
    pub fn parse(text: &str) -> Result<Self, MovementError> {
        if text.is_empty() || text.len() > MOST_BYTES || !text.is_ascii() {
            return refuse(format!(
                "not a text of 1 to {MOST_BYTES} letters and digits"
            ));
        }
        let mut rest = text.as_bytes();
        let mut terms = Vec::new();
        while !rest.is_empty() {
            let split = rest.iter().position(|b| !b.is_ascii_lowercase());
            let Some(split) = split else {
                return refuse("no atom after the last modifiers");
            };
            let (modifiers, after) = rest.split_at(split);
            let atom = after[0];
            rest = &after[1..];
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let (number, after) = rest.split_at(digits);
            let doubled = digits == 0 && after.first() == Some(&atom);
            rest = if doubled { &after[1..] } else { after };
            let range = match number {
                [] if doubled => Some(ENDLESS),
                [] => None,
                [b'0'] => Some(ENDLESS),
                [b'1'] => return refuse("a range of 1 is not written"),
                [b'0', ..] => return refuse("a range does not begin with 0"),
                digits => match std::str::from_utf8(digits).unwrap_or("").parse() {
                    Ok(range) => Some(range),
                    Err(_) => return refuse("a range beyond 255"),
                },
            };
            let short = matches!(atom, b'K' | b'Q' | b'R' | b'B');
            if short && doubled {
                return refuse(format!("{0}{0}: only atoms are doubled", char::from(atom)));
            }
            let (parts, own): (&[u8], u8) = match atom {
                b'K' => (b"WF", 1),
                b'Q' => (b"WF", ENDLESS),
                b'R' => (b"W", ENDLESS),
                b'B' => (b"F", ENDLESS),
                b'W' | b'F' | b'D' | b'N' | b'A' | b'H' | b'C' | b'Z' => (after_atom(atom), 1),
                other => return refuse(format!("no atom {:?}", char::from(other))),
            };
            for &part in parts {
                terms.push(term(
                    modifiers,
                    part,
                    range.unwrap_or(own),
                    parts.len() > 1,
                )?);
            }
        }
        Ok(Self { terms })
    }

    /// Whether direction letters occur in it.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.terms.iter().any(|term| term.directed)
    }

    /// Whether some term is only for the first move.
    #[must_use]
    pub fn has_initial(&self) -> bool {
        self.terms.iter().any(|term| term.initial)
    }
}

/// An atom as a list of one.
const fn after_atom(atom: u8) -> &'static [u8] {
    match atom {
        b'W' => b"W",
        b'F' => b"F",
        b'D' => b"D",
        b'N' => b"N",
        b'A' => b"A",
        b'H' => b"H",
        b'C' => b"C",
        _ => b"Z",
    }
}

/// The shorter and the longer part of an atom.
fn size(atom: u8) -> (i8, i8) {
    match atom {
        b'W' => (0, 1),
        b'F' => (1, 1),
        b'D' => (0, 2),
        b'N' => (1, 2),
        b'A' => (2, 2),
        b'H' => (0, 3),
        b'C' => (1, 3),
        _ => (2, 3),
    }
}

fn term(modifiers: &[u8], atom: u8, range: u8, both: bool) -> Result<Term, MovementError> {
    let (mut quiet, mut capture, mut initial) = (false, false, false);
    let mut passing = Passing::Plain;
    // Runs of direction letters; a modifier between two letters parts them.
    let mut letters: Vec<Vec<u8>> = vec![Vec::new()];
    for &modifier in modifiers {
        let way = match modifier {
            b'n' => Some(Passing::Lame),
            b'p' => Some(Passing::Over),
            b'g' => Some(Passing::Beyond),
            _ => None,
        };
        match modifier {
            b'm' => quiet = true,
            b'c' => capture = true,
            b'i' => initial = true,
            b'f' | b'b' | b'l' | b'r' | b'v' | b's' | b'h' => {
                letters.last_mut().expect("never empty").push(modifier);
                continue;
            }
            _ => match way {
                Some(way) if passing == Passing::Plain || passing == way => passing = way,
                Some(_) => return refuse("n, p and g exclude each other"),
                None => return refuse(format!("no modifier {:?}", char::from(modifier))),
            },
        }
        letters.push(Vec::new());
    }
    let name = char::from(atom);
    match passing {
        Passing::Lame if range != 1 || !matches!(atom, b'D' | b'H' | b'A' | b'N') => {
            return refuse("n is for single leaps D, H, A and N");
        }
        Passing::Over | Passing::Beyond if range == 1 || !matches!(atom, b'W' | b'F') => {
            return refuse("p and g are for slides W and F of more than one step");
        }
        _ => {}
    }
    if !quiet && !capture {
        (quiet, capture) = (true, true);
    }
    let directed = letters.iter().any(|run| !run.is_empty());
    let all = all_leaps(size(atom));
    let leaps = if directed {
        let total: Vec<u8> = letters.concat();
        let plain = |b: &u8| matches!(b, b'f' | b'b' | b'l' | b'r');
        if both && !(total.iter().all(plain) && total.iter().all(|b| *b == total[0])) {
            return refuse("K and Q take one letter f, b, l or r");
        }
        let mut chosen = Vec::new();
        for run in &letters {
            chosen.extend(directions(run, atom, total.len())?);
        }
        all.into_iter()
            .filter(|leap| chosen.contains(leap))
            .collect()
    } else {
        all
    };
    if leaps.is_empty() {
        return refuse(format!("{name} has no such direction"));
    }
    Ok(Term {
        leaps,
        directed,
        range,
        quiet,
        capture,
        passing,
        initial,
    })
}

/// All signs and both orders of two lengths, no leap twice.
fn all_leaps((short, long): (i8, i8)) -> Vec<(i8, i8)> {
    let mut all = Vec::new();
    for (a, r) in [(long, short), (short, long)] {
        for (a, r) in [(a, r), (a, -r), (-a, r), (-a, -r)] {
            if !all.contains(&(a, r)) {
                all.push((a, r));
            }
        }
    }
    all
}

/// Whether a leap has a part toward a letter's side, and how long it is.
fn part((ahead, right): (i8, i8), letter: u8) -> i8 {
    match letter {
        b'f' => ahead,
        b'b' => -ahead,
        b'r' => right,
        _ => -right,
    }
}

/// The leaps that a run of direction letters names.
fn directions(run: &[u8], atom: u8, total: usize) -> Result<Vec<(i8, i8)>, MovementError> {
    let (short, long) = size(atom);
    let all = all_leaps((short, long));
    let pick = |keep: &dyn Fn((i8, i8)) -> bool| all.iter().copied().filter(|&l| keep(l)).collect();
    let straight = short == 0;
    let diagonal = short == long;
    let mut rest = run;
    let mut chosen = Vec::new();
    while let Some((&first, after)) = rest.split_first() {
        let second = after.first().copied();
        let side = |b: u8| matches!(b, b'l' | b'r');
        let ahead = |b: u8| matches!(b, b'f' | b'b');
        let found: Option<Vec<(i8, i8)>> = second.and_then(|second| {
            let corner = (ahead(first) && side(second)) || (side(first) && ahead(second));
            if straight {
                None
            } else if diagonal {
                corner.then(|| pick(&|l| part(l, first) > 0 && part(l, second) > 0))
            } else if corner {
                Some(pick(&|l| {
                    part(l, first) == short && part(l, second) == long
                }))
            } else if second == b'h' && (ahead(first) || side(first)) {
                Some(pick(&|l| part(l, first) > 0))
            } else if (second == b's' && ahead(first)) || (second == b'v' && side(first)) {
                Some(pick(&|l| part(l, first) == short))
            } else {
                None
            }
        });
        if let Some(found) = found {
            chosen.extend(found);
            rest = &after[1..];
            continue;
        }
        let wide = |pair: [u8; 2]| {
            let reaches = |l, letter| {
                if straight || diagonal {
                    part(l, letter) > 0
                } else {
                    part(l, letter) == long
                }
            };
            pick(&|l| pair.iter().any(|&letter| reaches(l, letter)))
        };
        let alone = total == 1;
        let found: Vec<(i8, i8)> = match first {
            b'f' | b'b' | b'l' | b'r' => wide([first, first]),
            b'v' if straight || (!diagonal && alone) => wide(*b"fb"),
            b's' if straight || (!diagonal && alone) => wide(*b"lr"),
            _ => {
                return refuse(format!(
                    "{:?} is no direction of {}",
                    String::from_utf8_lossy(rest),
                    char::from(atom)
                ));
            }
        };
        chosen.extend(found);
        rest = after;
    }
    Ok(chosen)
}

/// A displacement as rings outward and files clockwise, for a piece that faces a direction.
///
/// Left and right are as seen from above: left is clockwise when facing inward, anticlockwise
/// when facing outward, outward when facing clockwise, inward when facing anticlockwise.
///
/// ```
/// use circularchess::board::topology::Direction;
/// use circularchess::variant::movement::turned;
/// // One square to the right of a piece that faces the centre is anticlockwise.
/// assert_eq!(turned((0, 1), Direction::new(-1, 0)), (0, -1));
/// ```
#[must_use]
pub fn turned((ahead, right): (i8, i8), forward: Direction) -> (i8, i8) {
    match (forward.radial, forward.along) {
        (-1, _) => (-ahead, -right),
        (0, 1) => (-right, ahead),
        (0, -1) => (right, -ahead),
        _ => (ahead, right),
    }
}
