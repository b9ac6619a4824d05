//! How long a text may be. The server has its own, tighter limits; these keep a mistake there out of the database.

use crate::{Result, StoreError};

/// A limit: what the text is called, and how many characters it may have.
#[derive(Clone, Copy)]
pub(crate) struct Limit(&'static str, usize);

pub(crate) const GAME: Limit = Limit("game", 100);
pub(crate) const POSITION: Limit = Limit("position", 20_000);
pub(crate) const SEAT: Limit = Limit("seat", 40);
pub(crate) const NAME: Limit = Limit("name", 60);
pub(crate) const NONCE: Limit = Limit("nonce", 64);
pub(crate) const EVENT: Limit = Limit("event", 1_000);
pub(crate) const SAID: Limit = Limit("message", 1_000);
pub(crate) const CHALLENGE: Limit = Limit("challenge", 4_000);
pub(crate) const REASON: Limit = Limit("reason", 1_000);
pub(crate) const RULE: Limit = Limit("rule", 100);
pub(crate) const LABEL: Limit = Limit("label", 100);
pub(crate) const SCOPE: Limit = Limit("scope", 40);
pub(crate) const SUBJECT: Limit = Limit("subject", 200);
pub(crate) const PASSWORD_HASH: Limit = Limit("password hash", 500);
pub(crate) const JOB: Limit = Limit("job's name", 60);
/// A view and a whole match before it.
pub(crate) const QUESTION: Limit = Limit("question", 1_000_000);

/// An action and all that chance does after it fit many times over.
pub(crate) const EVENTS_AT_ONCE: usize = 1_000;
pub(crate) const SEATS: usize = 8;
pub(crate) const NONCES: usize = 16;
pub(crate) const SCOPES: usize = 20;
/// A token for each program.
pub(crate) const API_TOKENS: usize = 50;
/// Complaints at one table that no operator has settled: of all, and of one who complains.
pub(crate) const REPORTS: usize = 100;
pub(crate) const REPORTS_OF_ONE: usize = 20;
/// A page never has more entries, whatever was asked for.
pub(crate) const PAGE: u32 = 200;

impl Limit {
    pub(crate) fn check(self, text: &str) -> Result<()> {
        let Self(what, limit) = self;
        // A text has at least a quarter as many characters as bytes: a huge one need not be counted.
        if text.len() > limit * 4 || text.chars().count() > limit {
            return Err(StoreError::TooLong { what, limit });
        }
        if text.contains('\0') {
            return Err(StoreError::Nul(what));
        }
        Ok(())
    }
}

/// Whether one more may be kept where so many are kept already.
pub(crate) fn quota(what: &'static str, kept: i64, limit: usize) -> Result<()> {
    if kept as usize >= limit { Err(StoreError::Quota { what, limit }) } else { Ok(()) }
}

pub(crate) fn at_most(what: &'static str, count: usize, limit: usize) -> Result<()> {
    if count > limit { Err(StoreError::TooMany { what, limit }) } else { Ok(()) }
}
