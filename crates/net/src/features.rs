//! The active features of one position, as one seat sees it.

/// The most features that can be active at once. A game lists fewer.
const CAPACITY: usize = 256;

/// A list of active features: the numbers of the net's inputs that are 1. It lives on the stack.
#[derive(Clone, Debug)]
pub struct Features {
    numbers: [u16; CAPACITY],
    count: usize,
}

impl Features {
    /// An empty list.
    pub const fn new() -> Self {
        Self { numbers: [0; CAPACITY], count: 0 }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a feature. Beyond 255 features nothing is added.
    #[inline]
    pub fn push(&mut self, feature: usize) {
        self.numbers[self.count] = feature as u16;
        self.count += usize::from(self.count < CAPACITY - 1);
    }

    /// The features in the order in which they were added.
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

impl Default for Features {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_order_and_never_overflows() {
        let mut features = Features::new();
        features.push(7);
        features.push(3);
        assert_eq!(features.as_slice(), [7, 3]);
        (0..1000).for_each(|feature| features.push(feature));
        assert_eq!(features.as_slice().len(), CAPACITY - 1);
        features.clear();
        assert!(features.as_slice().is_empty());
    }
}
