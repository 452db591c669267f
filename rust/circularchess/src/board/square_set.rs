//! Sets of squares as bits, generic over their width.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::board::shape::Square;

/// A set of squares in `W` words of 64 bits; `W` is a power of two.
///
/// ```
/// use circularchess::board::square_set::SquareSet;
/// let set = SquareSet::<2>::from_square(3) | SquareSet::from_square(100);
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [3, 100]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> SquareSet<W> {
    /// The set without squares.
    pub const EMPTY: Self = Self([0; W]);
    /// The set of all bits, those beyond the board too.
    pub const ALL: Self = Self([!0; W]);

    /// The set of one square. Squares beyond the width wrap round it.
    ///
    /// ```
    /// use circularchess::board::square_set::SquareSet;
    /// assert!(SquareSet::<4>::from_square(200).has(200));
    /// assert_eq!(SquareSet::<1>::from_square(65), SquareSet::from_square(1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self::in_word_of(square, 1 << (square & 63))
    }

    /// The set with `bits` in the word that holds the square. Every word is written, since a
    /// store to a computed place would have to be waited for.
    #[inline]
    pub(crate) const fn in_word_of(square: Square, bits: u64) -> Self {
        let own = (square as usize >> 6) & (W - 1);
        let mut words = [0; W];
        let mut index = 0;
        while index < W {
            words[index] = if W == 1 || index == own { bits } else { 0 };
            index += 1;
        }
        Self(words)
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use circularchess::board::square_set::SquareSet;
    /// let set: SquareSet<2> = [3, 100].into_iter().collect();
    /// assert!(set.has(100) && !set.has(99));
    /// ```
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0[(square as usize >> 6) & (W - 1)] >> (square & 63) & 1 != 0
    }

    /// Number of squares.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |a, w| a | w) == 0
    }

    /// Whether the sets share a square.
    ///
    /// ```
    /// use circularchess::board::square_set::SquareSet;
    /// let set: SquareSet<2> = [3, 100].into_iter().collect();
    /// assert!(set.meets(SquareSet::from_square(3)) && !set.meets(SquareSet::from_square(4)));
    /// ```
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The lowest square, if any.
    ///
    /// ```
    /// use circularchess::board::square_set::SquareSet;
    /// let set: SquareSet<2> = [100, 70].into_iter().collect();
    /// assert_eq!(set.first(), Some(70));
    /// assert_eq!(SquareSet::<2>::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Square> {
        let mut base = 0;
        for w in self.0 {
            if w != 0 {
                return Some(base + w.trailing_zeros() as Square);
            }
            base = base.wrapping_add(64);
        }
        None
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self |= Self::from_square(square);
    }

    /// The set with every square's number raised by `by`, round the width's end.
    #[inline]
    #[must_use]
    pub(crate) fn shifted(self, by: i16) -> Self {
        if W == 1 {
            return Self([self.0[0].rotate_left(by as u32 & 63); W]);
        }
        let (words, bits) = (by.rem_euclid(64 * W as i16) as usize >> 6, by as u32 & 63);
        let mut out = [0; W];
        for (i, word) in out.iter_mut().enumerate() {
            let (high, low) = (
                self.0[(i + W - words) % W],
                self.0[(i + W - words + W - 1) % W],
            );
            // Two shifts, since a shift by a whole word is none.
            *word = high << bits | (low >> 1) >> (63 - bits);
        }
        Self(out)
    }

    /// The set without the squares of another.
    ///
    /// ```
    /// use circularchess::board::square_set::SquareSet;
    /// let set: SquareSet<2> = [3, 100].into_iter().collect();
    /// assert_eq!(set.without(SquareSet::from_square(3)), SquareSet::from_square(100));
    /// ```
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }
}

/// Runs a block for every square of a set, word by word: where it counts, twice as fast as the
/// iterator, which has to remember where it is between squares.
macro_rules! for_squares {
    ($square:ident in $set:expr, $words:ident => $body:block) => {
        let set = $set;
        for word in 0..$words {
            let mut bits = set.0[word];
            while bits != 0 {
                let $square = (word * 64) as Square + bits.trailing_zeros() as Square;
                bits &= bits - 1;
                $body
            }
        }
    };
}
pub(crate) use for_squares;

macro_rules! bit_operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl<const W: usize> $trait for SquareSet<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..W {
                    self.0[i] $op other.0[i];
                }
                self
            }
        }
        impl<const W: usize> $assign for SquareSet<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for i in 0..W {
                    self.0[i] $op other.0[i];
                }
            }
        }
    };
}

bit_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
bit_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
bit_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const W: usize> Not for SquareSet<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for w in &mut self.0 {
            *w = !*w;
        }
        self
    }
}

impl<const W: usize> FromIterator<Square> for SquareSet<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for s in squares {
            set.insert(s);
        }
        set
    }
}

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize>(SquareSet<W>);

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let mut base = 0;
        for w in &mut self.0.0 {
            if *w != 0 {
                let square = base + w.trailing_zeros() as Square;
                *w &= *w - 1;
                return Some(square);
            }
            base = base.wrapping_add(64);
        }
        None
    }
}

impl<const W: usize> IntoIterator for SquareSet<W> {
    type Item = Square;
    type IntoIter = Squares<W>;
    #[inline]
    fn into_iter(self) -> Squares<W> {
        Squares(self)
    }
}

impl<const W: usize> fmt::Debug for SquareSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
