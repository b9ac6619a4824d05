//! Concurrency limits: how many of something each address, and all addresses together, may have at once.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};

use crate::limits::address::Address;

/// Counts what is in use per address.
pub(crate) struct Concurrency {
    open: Mutex<HashMap<Address, usize>>,
    per_address: usize,
    total: usize,
}

impl Concurrency {
    /// At most `most_each` per address and `most` in total.
    pub(crate) fn new(per_address: usize, total: usize) -> Arc<Self> {
        Arc::new(Self { open: Mutex::default(), per_address, total })
    }

    /// Takes one unit if the limits allow it. Dropping the guard returns it.
    pub(crate) fn acquire(self: &Arc<Self>, from: Address) -> Option<Permit> {
        let mut open = self.lock();
        if self.total < usize::MAX && open.values().sum::<usize>() >= self.total {
            return None;
        }
        let own = open.entry(from).or_default();
        if *own >= self.per_address {
            return None;
        }
        *own += 1;
        Some(Permit { limit: Arc::clone(self), from })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The guard of one unit.
pub(crate) struct Permit {
    limit: Arc<Concurrency>,
    from: Address,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.limit.lock();
        if let Some(own) = open.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// A response body that holds its unit until the body is sent or dropped.
pub(crate) struct PermitBody {
    pub(crate) body: Body,
    pub(crate) _place: Permit,
}

impl hyper::body::Body for PermitBody {
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
        let limit = Concurrency::new(2, 3);
        let [ann, bob] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<Address>().unwrap());
        let first = limit.acquire(ann);
        let _second = limit.acquire(ann);
        assert!(first.is_some() && limit.acquire(ann).is_none(), "two for each");
        let _third = limit.acquire(bob);
        assert!(limit.acquire(bob).is_none(), "three in all");
        drop(first);
        assert!(limit.acquire(bob).is_some());
        assert!(limit.acquire("::ffff:192.0.2.1".parse().unwrap()).is_some(), "a dropped guard frees its place");
    }

    #[test]
    fn an_address_without_a_guard_is_forgotten() {
        let limit = Concurrency::new(2, usize::MAX);
        let address: Address = "192.0.2.1".parse().unwrap();
        let (first, second) = (limit.acquire(address), limit.acquire(address));
        drop(first);
        assert_eq!(limit.lock().len(), 1);
        drop(second);
        assert!(limit.lock().is_empty());
    }
}
