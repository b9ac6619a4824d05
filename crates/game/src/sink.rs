//! Sinks: receivers of generated actions.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

/// Receives actions one by one and may stop the generator. Listing, counting and "is there any"
/// share one move generator, without allocation.
///
/// ```
/// use std::ops::ControlFlow;
/// use menagerie_game::Sink;
///
/// fn squares_of_three(sink: &mut impl Sink<u32>) -> ControlFlow<()> {
///     for n in [1, 4, 9] {
///         sink.push(n)?;
///     }
///     ControlFlow::Continue(())
/// }
///
/// let mut all = Vec::new();
/// let _ = squares_of_three(&mut all);
/// assert_eq!(all, [1, 4, 9]);
/// let stopped = squares_of_three(&mut |n| if n > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
/// assert!(stopped.is_break());
/// ```
pub trait Sink<A> {
    /// Takes one action; `Break` asks the generator to stop.
    fn push(&mut self, action: A) -> ControlFlow<()>;
}

impl<A, F: FnMut(A) -> ControlFlow<()>> Sink<A> for F {
    #[inline]
    fn push(&mut self, action: A) -> ControlFlow<()> {
        self(action)
    }
}

impl<T> Sink<T> for Vec<T> {
    #[inline]
    fn push(&mut self, action: T) -> ControlFlow<()> {
        Vec::push(self, action);
        ControlFlow::Continue(())
    }
}

/// Stops when it is full.
impl<A, const N: usize> Sink<A> for ArrayVec<A, N> {
    #[inline]
    fn push(&mut self, action: A) -> ControlFlow<()> {
        match self.try_push(action) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
