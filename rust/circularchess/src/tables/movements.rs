//! Movements of a variant's own kinds of piece, made ready for its board.
//!
//! Leaps are sets by square, with the sets of squares they come from, since a leaper may not
//! reach what reaches it. Whatever looks at men on its way is a list of ways, walked one by one.
//! Slides as long as a rook's or a bishop's are left to their tables.

use std::ops::Range;

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::{Direction, Gait, Landing, Topology};
use crate::tables::attacks::{SquareTable, table};
use crate::tables::rays::{down_to_highest, up_to_lowest};
use crate::variant::movement::{ENDLESS, Movement, Passing, Term, turned};
use crate::variant::{MAX_ARMIES, MAX_OWN_KINDS, PieceType, Variant};

/// A run of squares, or one leap with the squares that must be empty for it.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Squares in order, each with the moats crossed to it, as bits.
    pub(crate) squares: Vec<(Square, u16)>,
    /// Those of them before the first moat.
    dry: usize,
    /// Squares that must be empty.
    via: Vec<Square>,
    passing: Passing,
    quiet: bool,
    capture: bool,
    order: Order,
}

/// How the numbers of a way's squares follow one another, counted on from the square it leaves,
/// round the end of a word: what stands first on it is then the lowest, or the highest, bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Rising,
    Falling,
    Other,
}

impl Order {
    fn of(from: Square, squares: &[(Square, u16)]) -> Self {
        let steps = |&(to, _): &(Square, u16)| to.wrapping_sub(from) & 63;
        if squares.iter().any(|&(to, _)| to >= 64) || from >= 64 {
            Self::Other
        } else if squares.is_sorted_by(|a, b| steps(a) < steps(b)) {
            Self::Rising
        } else if squares.is_sorted_by(|a, b| steps(a) > steps(b)) {
            Self::Falling
        } else {
            Self::Other
        }
    }
}

/// A movement on one board.
#[derive(Clone, Debug)]
pub(crate) struct Compiled<const W: usize> {
    /// Whether it has the whole of a rook's, or a bishop's, slides.
    pub(crate) straight: bool,
    pub(crate) diagonal: bool,
    /// Leaps to empty squares, leaps that capture, and whence those come.
    pub(crate) quiet: SquareTable<W>,
    pub(crate) capture: SquareTable<W>,
    pub(crate) capture_from: SquareTable<W>,
    /// Everything else, square by square: the ways, the squares up to a moat of each, and where
    /// those of a square begin; no list at all where nothing looks at men on its way.
    ways: Vec<Way>,
    dry: Vec<SquareSet<W>>,
    begins: Vec<u32>,
    /// By square: whence some way may capture there, whatever stands on the board.
    pub(crate) could_from: SquareTable<W>,
    /// Whether some way captures, so that checks and pins are not told by rays.
    pub(crate) irregular: bool,
    /// Whether some way passes one square twice.
    twice: bool,
}

/// A kind that only leaps, all armies' men alike, and captures wherever it may go: its moves are
/// a look into a table, as a knight's are.
#[derive(Clone, Debug)]
pub(crate) struct Leaper<const W: usize> {
    pub(crate) kind: PieceType,
    /// By square: where it goes, and whence it comes.
    pub(crate) to: SquareTable<W>,
    pub(crate) from: SquareTable<W>,
}

/// What the movement of an own kind that is no plain leaper is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub(crate) kind: PieceType,
    /// Whether it has the slides of a rook, or of a bishop.
    pub(crate) straight: bool,
    pub(crate) diagonal: bool,
    /// Whether it captures by leaps, and by irregular ways.
    pub(crate) leaps: bool,
    pub(crate) irregular: bool,
    /// Whether it is the same for all armies.
    pub(crate) shared: bool,
}

/// The movements of all own kinds of all armies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Movements<const W: usize> {
    classes: Vec<Compiled<W>>,
    /// By army and own kind: its class.
    of: [[u8; MAX_OWN_KINDS]; MAX_ARMIES],
    /// The plain leapers among the own kinds.
    pub(crate) leapers: Vec<Leaper<W>>,
    /// All other own kinds, with what their movements are made of.
    pub(crate) outlines: Vec<Outline>,
    /// Whether some of those capture by leaps.
    pub(crate) leaps: bool,
    /// Whether some kind has the slides of a rook or a bishop.
    pub(crate) slides: bool,
    /// Whether some kind's captures are irregular.
    pub(crate) irregular: bool,
    /// Whether some way passes one square twice.
    pub(crate) twice: bool,
}

impl<const W: usize> Movements<W> {
    pub(crate) fn new(variant: &Variant, topology: &Topology) -> Self {
        let mut all = Self {
            classes: Vec::new(),
            of: [[0; MAX_OWN_KINDS]; MAX_ARMIES],
            leapers: Vec::new(),
            outlines: Vec::new(),
            leaps: false,
            slides: false,
            irregular: false,
            twice: false,
        };
        for (index, piece) in variant.pieces.iter().enumerate() {
            let movement = &piece.movement;
            let shared = !movement.is_directed() && !movement.has_initial();
            for (a, army) in variant.armies.iter().enumerate() {
                if a > 0 && shared {
                    all.of[a][index] = all.of[0][index];
                    continue;
                }
                let kind = PieceType::OWN[index];
                let starts = army.start.iter().filter(|(_, k)| *k == kind);
                let starts: Vec<Square> = starts.map(|(square, _)| *square).collect();
                let forward = army.forward.unwrap_or(Direction::new(1, 0));
                let class = Compiled::new(movement, topology, forward, &starts);
                all.irregular |= class.irregular;
                all.twice |= class.twice;
                all.of[a][index] = all.classes.len() as u8;
                all.classes.push(class);
            }
            let kind = PieceType::OWN[index];
            let class = all.of(0, kind);
            if shared && class.only_leaps() {
                let (to, from) = (class.capture.clone(), class.capture_from.clone());
                all.leapers.push(Leaper { kind, to, from });
                continue;
            }
            let armies = 0..variant.armies.len();
            let any =
                |test: &dyn Fn(&Compiled<W>) -> bool| armies.clone().any(|a| test(all.of(a, kind)));
            let outline = Outline {
                kind,
                straight: any(&|class| class.straight),
                diagonal: any(&|class| class.diagonal),
                leaps: any(&|class| class.capture.iter().any(|set| !set.is_empty())),
                irregular: any(&|class| class.irregular),
                shared,
            };
            all.slides |= outline.straight || outline.diagonal;
            all.leaps |= outline.leaps;
            all.outlines.push(outline);
        }
        all
    }

    /// The movement of an army's own kind.
    #[inline]
    pub(crate) fn of(&self, army: usize, kind: PieceType) -> &Compiled<W> {
        &self.classes[usize::from(self.of[army][kind as usize - PieceType::ALL.len()])]
    }
}

impl<const W: usize> Compiled<W> {
    fn new(
        movement: &Movement,
        topology: &Topology,
        forward: Direction,
        starts: &[Square],
    ) -> Self {
        let shape = topology.shape();
        let mut made = Self {
            straight: false,
            diagonal: false,
            quiet: table(),
            capture: table(),
            capture_from: table(),
            ways: Vec::new(),
            dry: Vec::new(),
            begins: vec![0],
            could_from: table(),
            irregular: false,
            twice: false,
        };
        made.straight = movement.terms.iter().any(|term| term.is_slide(false));
        made.diagonal = movement.terms.iter().any(|term| term.is_slide(true));
        let slides = |term: &&Term| !term.is_slide(false) && !term.is_slide(true);
        for from in shape.squares() {
            for term in movement.terms.iter().filter(slides) {
                if term.initial && !starts.contains(&from) {
                    continue;
                }
                for &leap in &term.leaps {
                    made.add(term, turned(leap, forward), topology, from);
                }
            }
            made.begins.push(made.ways.len() as u32);
        }
        if made.ways.is_empty() {
            made.begins.clear();
        }
        made
    }

    /// Whether it is made of leaps alone, each of which captures or not as it comes.
    fn only_leaps(&self) -> bool {
        self.ways.is_empty() && !self.straight && !self.diagonal && self.quiet == self.capture
    }

    fn add(&mut self, term: &Term, (rings, files): (i8, i8), topology: &Topology, from: Square) {
        let path = path(term, (rings, files), topology, from);
        let squares: Vec<_> = path
            .iter()
            .map(|landing| (landing.to, landing.moats))
            .collect();
        let Some(&(first, moats)) = squares.first() else {
            return;
        };
        let s = usize::from(from);
        let mut via = Vec::new();
        if term.passing == Passing::Lame {
            let Some(between) = stations((rings, files), topology, from) else {
                return;
            };
            via = between;
        } else if term.passing == Passing::Plain && squares.len() == 1 && moats == 0 {
            // A ride that goes no further is a leap.
            if term.quiet {
                self.quiet[s].insert(first);
            }
            if term.capture {
                self.capture[s].insert(first);
                self.capture_from[usize::from(first)].insert(from);
            }
            return;
        }
        let dry = squares.iter().take_while(|(_, moats)| *moats == 0).count();
        if term.capture {
            for &(to, _) in &squares[..dry] {
                self.irregular = true;
                self.could_from[usize::from(to)].insert(from);
            }
        }
        let set: SquareSet<W> = squares[..dry].iter().map(|&(to, _)| to).collect();
        self.twice |= set.len() as usize != dry;
        self.dry.push(set);
        self.ways.push(Way {
            dry,
            via,
            passing: term.passing,
            order: Order::of(from, &squares[..dry]),
            quiet: term.quiet,
            capture: term.capture,
            squares,
        });
    }

    /// What ways and leaps reach from a square: where it could move, were the square empty, and
    /// what it attacks. Slides of rook and bishop aside.
    #[inline]
    pub(crate) fn reach(&self, from: Square, occupied: SquareSet<W>) -> [SquareSet<W>; 2] {
        let s = usize::from(from);
        let (mut quiet, mut capture) = (self.quiet[s], self.capture[s]);
        if self.ways.is_empty() {
            return [quiet, capture];
        }
        let own = self.ways_of(from);
        for (way, &dry) in self.ways[own.clone()].iter().zip(&self.dry[own]) {
            let seen = if W == 1 && way.order != Order::Other && way.passing != Passing::Lame {
                let turned = |set: SquareSet<W>| set.0[0].rotate_right(from.into());
                let seen = way.seen_in_order(turned(dry), turned(occupied));
                SquareSet([seen.rotate_left(from.into()); W])
            } else if dry.meets(occupied) || way.passing == Passing::Lame {
                let mut seen = SquareSet::EMPTY;
                way.walk(occupied, 0, |to| seen.insert(to));
                seen
            } else if way.hops() {
                continue;
            } else {
                dry
            };
            if way.quiet {
                quiet |= seen;
            }
            if way.capture {
                capture |= seen;
            }
        }
        [quiet, capture]
    }

    /// The places of the ways from a square.
    #[inline]
    fn ways_of(&self, from: Square) -> Range<usize> {
        match self.begins.get(usize::from(from)..usize::from(from) + 2) {
            Some(&[begin, end]) => begin as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Whether a way from a square captures on another, where a man stands.
    pub(crate) fn attacks(&self, from: Square, at: Square, occupied: SquareSet<W>) -> bool {
        self.captures_on(from, at).any(|way| {
            let mut found = false;
            way.walk(occupied, 0, |to| found |= to == at);
            found
        })
    }

    /// The ways from a square that may capture on another.
    pub(crate) fn captures_on(&self, from: Square, at: Square) -> impl Iterator<Item = &Way> {
        let own = self.ways_of(from);
        let (ways, dry) = (&self.ways[own.clone()], &self.dry[own]);
        ways.iter()
            .zip(dry)
            .filter(move |(way, dry)| way.capture && dry.has(at))
            .map(|(way, _)| way)
    }

    /// Squares it may move to over bridged moats and without a moat, were they empty.
    pub(crate) fn quiet_over(
        &self,
        from: Square,
        occupied: SquareSet<W>,
        bridged: u16,
    ) -> SquareSet<W> {
        let mut over = SquareSet::EMPTY;
        let ways = &self.ways[self.ways_of(from)];
        for way in ways.iter().filter(|way| way.quiet) {
            way.walk(occupied, bridged, |to| over.insert(to));
        }
        over
    }
}

impl Way {
    /// Whether it comes to a square a second time.
    pub(crate) fn comes_twice_to(&self, at: Square) -> bool {
        let mut times = self.squares[..self.dry].iter().filter(|(to, _)| *to == at);
        times.nth(1).is_some()
    }

    /// Whether it passes over a man.
    pub(crate) fn hops(&self) -> bool {
        matches!(self.passing, Passing::Over | Passing::Beyond)
    }

    /// The squares on which a lone man is the hurdle that lets it capture on a square.
    pub(crate) fn hurdles(&self, at: Square) -> impl Iterator<Item = Square> {
        let count = self.between(at).count();
        let skipped = if self.passing == Passing::Beyond {
            count.saturating_sub(1)
        } else {
            0
        };
        self.between(at).skip(skipped)
    }

    /// The squares on which a man makes a difference to whether it captures on a square: those
    /// it must find empty, or among which it must find its hurdle.
    ///
    /// What it passes over on its second way to a square does not count: only hoppers ask for
    /// that, and those that do are looked at.
    pub(crate) fn between(&self, at: Square) -> impl Iterator<Item = Square> {
        let run = if self.passing == Passing::Lame {
            &[]
        } else {
            &self.squares[..self.dry]
        };
        let run = run
            .iter()
            .map(|&(to, _)| to)
            .take_while(move |&to| to != at);
        self.via.iter().copied().chain(run)
    }

    /// The squares it comes to, its own and the occupied ones turned so that it begins at bit 0.
    #[inline]
    fn seen_in_order(&self, own: u64, occupied: u64) -> u64 {
        let rising = self.order == Order::Rising;
        // Up to the first of some men, or all.
        let up_to = |men: u64| {
            if rising {
                up_to_lowest(men)
            } else {
                down_to_highest(men)
            }
        };
        let first = |set: u64| set & up_to(set);
        let men = own & occupied;
        match self.passing {
            Passing::Plain | Passing::Lame => own & up_to(men),
            _ if men == 0 => 0,
            Passing::Over => own & up_to(men ^ first(men)) & !up_to(men),
            Passing::Beyond => first(own & !up_to(men)),
        }
    }

    /// Calls `each` with the squares it comes to, over moats that are `bridged`; the first man
    /// where it may end is one of them.
    fn walk<const W: usize>(
        &self,
        occupied: SquareSet<W>,
        bridged: u16,
        mut each: impl FnMut(Square),
    ) {
        if self.via.iter().any(|&square| occupied.has(square)) {
            return;
        }
        let mut passed = false;
        for &(to, moats) in &self.squares {
            if moats & !bridged != 0 {
                return;
            }
            let man = occupied.has(to);
            match self.passing {
                Passing::Plain | Passing::Lame => {
                    each(to);
                    if man {
                        return;
                    }
                }
                Passing::Over if passed => {
                    each(to);
                    if man {
                        return;
                    }
                }
                Passing::Beyond if passed => {
                    each(to);
                    return;
                }
                Passing::Over | Passing::Beyond => passed = man,
            }
        }
    }
}

/// The squares of a term in one direction on an empty board: at most its range, none twice but
/// where two parts of it meet, and never back to where it began. Each is told with what was
/// crossed on the whole way there.
pub(crate) fn path(
    term: &Term,
    (mut rings, files): (i8, i8),
    topology: &Topology,
    from: Square,
) -> Vec<Landing> {
    let shape = topology.shape();
    let most = if term.range == ENDLESS {
        2 * shape.len()
    } else {
        usize::from(term.range)
    };
    let (mut at, mut moats, mut crossed) = (from, 0, false);
    let mut landings = Vec::new();
    while landings.len() < most {
        let landing = if term.is_step() {
            let gait = if term.range == 1 {
                Gait::Single
            } else {
                Gait::Slide
            };
            topology.landing(at, Direction::new(rings, files), gait)
        } else {
            topology.leap(at, rings, files)
        };
        let Some(landing) = landing.filter(|landing| landing.to != from) else {
            break;
        };
        moats |= landing.moats;
        crossed |= landing.crossed;
        at = landing.to;
        landings.push(Landing {
            to: at,
            crossed,
            moats,
        });
        if landing.crossed {
            rings = rings.abs();
        }
    }
    landings
}

/// The squares that a lame leap must find empty; none where one of them is no square.
pub(crate) fn stations(
    (rings, files): (i8, i8),
    topology: &Topology,
    from: Square,
) -> Option<Vec<Square>> {
    let steps: Vec<(i8, i8)> = match (rings.abs(), files.abs()) {
        (1, 2) => vec![(0, files.signum())],
        (2, 1) => vec![(rings.signum(), 0)],
        (longest, other) => {
            let count = longest.max(other);
            (1..count)
                .map(|n| (rings.signum() * n, files.signum() * n))
                .collect()
        }
    };
    let mut squares = Vec::new();
    for (rings, files) in steps {
        squares.push(topology.leap(from, rings, files)?.to);
    }
    Some(squares)
}
