//! Size limits of texts and lists. The server has tighter limits of its own; these keep its mistakes out of the
//! database.

use crate::{Result, StoreError};

/// A limit: the name of the text, and the most characters.
#[derive(Clone, Copy)]
pub(crate) struct Limit(&'static str, usize);

pub(crate) const GAME: Limit = Limit("game", 100);
pub(crate) const POSITION: Limit = Limit("position", 20_000);
pub(crate) const SEAT: Limit = Limit("seat", 40);
pub(crate) const NAME: Limit = Limit("name", 60);
pub(crate) const NONCE: Limit = Limit("nonce", 64);
pub(crate) const EVENT: Limit = Limit("event", 1_000);
pub(crate) const CHAT_MESSAGE: Limit = Limit("message", 1_000);
pub(crate) const CHALLENGE: Limit = Limit("challenge", 4_000);
pub(crate) const REASON: Limit = Limit("reason", 1_000);
pub(crate) const CAUSE: Limit = Limit("cause", 40);
pub(crate) const RULE: Limit = Limit("rule", 100);
pub(crate) const LABEL: Limit = Limit("label", 100);
pub(crate) const SCOPE: Limit = Limit("scope", 40);
pub(crate) const SUBJECT: Limit = Limit("subject", 200);
pub(crate) const PASSWORD_HASH: Limit = Limit("password hash", 500);
pub(crate) const LEVEL: Limit = Limit("level", 100);
pub(crate) const PUZZLE: Limit = Limit("puzzle", 100);
pub(crate) const NAME_OF_STUDY: Limit = Limit("title", 100);
/// As JSON: the largest request body has 64 kB.
pub(crate) const STUDY: Limit = Limit("study", 100_000);
pub(crate) const JOB: Limit = Limit("job's name", 60);
/// A request holds a view and the whole match before it.
pub(crate) const JOB_TEXT: Limit = Limit("job's text", 1_000_000);

/// An action and all chance events after it fit many times over.
pub(crate) const EVENTS_AT_ONCE: usize = 1_000;
/// Levels of all courses of an account.
pub(crate) const LEVELS: usize = 1_000;
pub(crate) const SEATS: usize = 8;
pub(crate) const NONCES: usize = 16;
pub(crate) const SCOPES: usize = 20;
/// One token for each program of an account.
pub(crate) const API_TOKENS: usize = 50;
/// Unsettled reports at one table: of all reporters, and of one.
pub(crate) const REPORTS: usize = 100;
pub(crate) const REPORTS_OF_ONE: usize = 20;
/// The most entries of a page, whatever the caller asks for.
pub(crate) const PAGE: u32 = 200;

impl Limit {
    pub(crate) fn check(self, text: &str) -> Result<()> {
        let Self(what, limit) = self;
        // A character has at most four bytes, so the length in bytes rejects a huge text without counting.
        if text.len() > limit * 4 || text.chars().count() > limit {
            return Err(StoreError::TooLong { what, limit });
        }
        if text.contains('\0') {
            return Err(StoreError::Nul(what));
        }
        Ok(())
    }
}

/// Checks that one more may be kept beside the `kept` ones.
pub(crate) fn quota(what: &'static str, kept: i64, limit: usize) -> Result<()> {
    if kept as usize >= limit { Err(StoreError::Quota { what, limit }) } else { Ok(()) }
}

pub(crate) fn at_most(what: &'static str, count: usize, limit: usize) -> Result<()> {
    if count > limit { Err(StoreError::TooMany { what, limit }) } else { Ok(()) }
}
