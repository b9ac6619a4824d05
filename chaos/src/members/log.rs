//! What the members did and what was acknowledged to them.

use std::collections::BTreeMap;
use std::time::Duration;

/// Everything that the checker compares with the store.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberLog {
    /// Accounts whose registration was acknowledged, and when.
    pub(crate) accounts: Vec<(String, Duration)>,
    /// Successful sign-ins.
    pub(crate) sign_ins: usize,
    /// The moves by table and account.
    pub(crate) moves: BTreeMap<(String, String), Moves>,
    /// The actions that game streams listed, each list once, by table.
    pub(crate) streamed: BTreeMap<String, Vec<Vec<String>>>,
    /// Acknowledged imports: the new table, and the table of the record.
    pub(crate) imports: Vec<(String, String)>,
}

impl MemberLog {
    /// A registration or a first sign-in was acknowledged.
    pub(super) fn acknowledge(&mut self, name: &str, at: Duration) {
        if !self.accounts.iter().any(|(known, _)| known == name) {
            self.accounts.push((name.to_owned(), at));
        }
    }
}

/// The moves of one account at one table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    /// How often a move was sent.
    pub(crate) sent: usize,
    /// The acknowledged moves in order.
    pub(crate) done: Vec<String>,
}
