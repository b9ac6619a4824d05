//! Concurrency limits: how many of something each address has at once, and all addresses together.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};

use crate::limits::address::Address;

/// Counts what is open.
pub(crate) struct Concurrency {
    open: Mutex<HashMap<Address, usize>>,
    most_each: usize,
    most: usize,
}

impl Concurrency {
    /// At most so many for each address, and so many in all.
    pub(crate) fn new(most_each: usize, most: usize) -> Arc<Self> {
        Arc::new(Self { open: Mutex::default(), most_each, most })
    }

    /// One more, if there may be: it counts until it is dropped.
    pub(crate) fn enter(self: &Arc<Self>, from: Address) -> Option<Entered> {
        let mut open = self.lock();
        if self.most < usize::MAX && open.values().sum::<usize>() >= self.most {
            return None;
        }
        let own = open.entry(from).or_default();
        if *own >= self.most_each {
            return None;
        }
        *own += 1;
        Some(Entered { tally: Arc::clone(self), from })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something that counts.
pub(crate) struct Entered {
    tally: Arc<Concurrency>,
    from: Address,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut open = self.tally.lock();
        if let Some(own) = open.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// An answer that counts until it is sent or given up.
pub(crate) struct Held {
    pub(crate) body: Body,
    pub(crate) _place: Entered,
}

impl hyper::body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_and_all_together_have_their_limit() {
        let tally = Concurrency::new(2, 3);
        let [ann, bob] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<Address>().unwrap());
        let first = tally.enter(ann);
        let _second = tally.enter(ann);
        assert!(first.is_some() && tally.enter(ann).is_none(), "two for each");
        let _third = tally.enter(bob);
        assert!(tally.enter(bob).is_none(), "three in all");
        drop(first);
        assert!(tally.enter(bob).is_some());
        assert!(tally.enter("::ffff:192.0.2.1".parse().unwrap()).is_some(), "who left is forgotten");
    }
}
