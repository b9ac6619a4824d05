//! The active features of one position, as one seat sees it.

use arrayvec::ArrayVec;

/// The most features that can be active at once. A game lists fewer.
const CAPACITY: usize = 255;

/// A list of active features: the numbers of the net's inputs that are 1. It lives on the stack.
/// Making an empty list costs nothing: every evaluation makes one, or two with [`Layout::Pair`](crate::Layout).
#[derive(Clone, Debug, Default)]
pub struct Features(ArrayVec<u16, CAPACITY>);

impl Features {
    /// An empty list.
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a feature. Beyond 255 features nothing is added.
    #[inline]
    pub fn push(&mut self, feature: usize) {
        let _ = self.0.try_push(feature as u16);
    }

    /// The features in the order in which they were added.
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.0
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
        assert_eq!(features.as_slice().len(), CAPACITY);
        features.clear();
        assert!(features.as_slice().is_empty());
    }
}
