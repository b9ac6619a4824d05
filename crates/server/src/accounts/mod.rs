//! Accounts: authentication, passwords, revocation, ratings, and the event streams of an account.

pub(crate) mod event_hub;
pub(crate) mod identity;
pub(crate) mod password;
pub(crate) mod rating;
pub(crate) mod revocation;
