//! Matches as the store keeps them.

pub(crate) mod stored;
