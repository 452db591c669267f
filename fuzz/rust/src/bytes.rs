//! Choices read from the fuzzer's bytes; zeros when they run out, so that no input is refused.

/// A reader of choices.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte, or 0.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = bound > 256;
        let low = usize::from(self.next());
        let number = if wide {
            low << 8 | usize::from(self.next())
        } else {
            low
        };
        number % bound
    }

    /// A number of any size.
    pub fn number(&mut self) -> u32 {
        match self.next() {
            255 => u32::from_le_bytes([self.next(), self.next(), self.next(), self.next()]),
            254 => (1 << 31) - 1,
            small => u32::from(small),
        }
    }

    pub fn truth(&mut self) -> bool {
        self.next() & 1 == 1
    }

    /// Whether any bytes are left.
    pub fn more(&self) -> bool {
        !self.0.is_empty()
    }
}
