//! The checker: replays every log and compares every transcript with it. It is pure: it reads logs and transcripts, and
//! knows nothing of servers and faults.

pub(crate) mod backup;
mod clocks;
mod known_versions;
mod linearizability;
mod liveness;
mod load_tables;
mod logs;
pub(crate) mod members;
mod refusals;
mod replay;
mod requests;
mod secrets;
#[cfg(test)]
mod tests;
mod views;

use std::fmt;

use menagerie_record::DiceProof;
use menagerie_store::{AllianceStep, ChatMessage, Event};
use menagerie_wire::Ended;
use menagerie_wire::table::{Stage, TimeControl};

pub(crate) use load_tables::read;

use crate::transcript::Transcript;
use known_versions::KnownVersions;

/// A table as the store has it after the run.
#[derive(Clone, Debug)]
pub(crate) struct TableLog {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) clock: TimeControl,
    pub(crate) stage: Stage,
    pub(crate) result: Option<Ended>,
    /// When it was created.
    pub(crate) created: i64,
    /// Whether its match began at creation, and not when the last player joined.
    pub(crate) began_full: bool,
    /// The seats of people.
    pub(crate) people: Vec<String>,
    /// The seats of computer players.
    pub(crate) computers: Vec<String>,
    pub(crate) dice: Option<DiceProof>,
    pub(crate) events: Vec<Event>,
    pub(crate) said: Vec<ChatMessage>,
    pub(crate) alliances: Vec<AllianceStep>,
    /// The seats that want a rematch, and whether there is one.
    pub(crate) rematch_votes: Vec<String>,
    pub(crate) rematch: bool,
}

/// The kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// An event of the log is not legal after those before it.
    Unplayable,
    /// The log's event numbers have a gap.
    Numbers,
    /// A timestamp is earlier than the one before it.
    Stamps,
    /// The dice differ from those of the table's secret.
    Dice,
    /// The table's result is not that of its match.
    End,
    /// A flag fell too early, a player acted long after the flag should have fallen, or a shown clock is impossible.
    Clock,
    /// A request was acknowledged and is not in the log.
    Lost,
    /// An event is in the log more often than clients requested it.
    Doubled,
    /// A request was refused but is in the log.
    Refused,
    /// A client was shown something else than the log gives at that version.
    View,
    /// Versions arrived in the wrong order, twice, or with a gap.
    Order,
    /// A client got no answer although the cluster had recovered.
    Unanswered,
    /// An event did not reach a connected client.
    Undelivered,
    /// A computer player did not move, or a flag did not fall.
    Stalled,
    /// A client was shown an older version than one that was known before it asked.
    Stale,
    /// A client received something that is hidden from it.
    Secret,
    /// A client received something that it cannot parse.
    Garbled,
    /// An account cannot sign in, or can with a wrong password.
    Account,
    /// A rated match counts twice or never.
    Rating,
    /// A backup misses something that was acknowledged before it began.
    Backup,
    /// A program ended by itself.
    Died,
    /// A program logged a panic or an error that no fault explains.
    LogError,
    /// A scripted client itself failed.
    ClientFailed,
}

/// A violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    /// The table, unless the finding concerns the whole run.
    pub(crate) table: Option<String>,
    /// The seat of the transcript that shows it.
    pub(crate) seat: Option<String>,
    pub(crate) detail: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)?;
        if let Some(table) = &self.table {
            write!(f, " at table {table}")?;
        }
        if let Some(seat) = &self.seat {
            write!(f, ", {seat}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

/// What was checked, and the findings.
#[derive(Default)]
pub(crate) struct CheckResult {
    pub(crate) findings: Vec<Finding>,
    pub(crate) tables: usize,
    /// Events in all logs.
    pub(crate) events: usize,
    /// Messages that showed a position.
    pub(crate) views: usize,
    /// Dice draws.
    pub(crate) draws: usize,
    /// Fallen flags.
    pub(crate) flags: usize,
    /// Finished matches.
    pub(crate) ended: usize,
    /// Requests that got an internal error and were done.
    pub(crate) uncertain: usize,
    /// Refused requests that were looked for in the store.
    pub(crate) refusals: usize,
    /// Subscriptions, actions and undos in the test of linearizability.
    pub(crate) operations: usize,
    /// Chat messages and traps that were looked for in what others received.
    pub(crate) secrets: usize,
    /// Accounts of members.
    pub(crate) accounts: usize,
    /// Rated matches.
    pub(crate) rated: usize,
    /// Lists of moves in game streams.
    pub(crate) streamed: usize,
    /// Imported records.
    pub(crate) imports: usize,
    /// Backups, and the events in them.
    pub(crate) backups: usize,
    pub(crate) restored: usize,
    /// The longest time that a computer player took, in milliseconds.
    pub(crate) longest_thought: i64,
}

/// Checks a table and all transcripts of its clients.
pub(crate) fn check(table: &TableLog, transcripts: &[Transcript], check_result: &mut CheckResult) {
    let transcripts: Vec<&Transcript> = transcripts.iter().collect();
    TableCheck { table, check_result }.check(&transcripts);
}

/// One table under examination.
struct TableCheck<'a> {
    table: &'a TableLog,
    check_result: &'a mut CheckResult,
}

impl TableCheck<'_> {
    fn check(mut self, transcripts: &[&Transcript]) {
        self.check_result.events += self.table.events.len();
        let Some(replay) = self.log() else { return };
        self.clocks(&replay);
        self.progress(&replay, !transcripts.is_empty());
        self.doubled(transcripts);
        self.refusals(transcripts);
        self.linearizable(transcripts);
        self.secrets(&replay, transcripts);
        let known = KnownVersions::of(transcripts);
        for transcript in transcripts {
            self.requests(transcript);
            self.views(&replay, transcript);
            self.delivery(transcript, &known);
        }
    }

    fn find(&mut self, kind: Kind, seat: Option<&str>, detail: impl Into<String>) {
        let (table, seat) = (Some(self.table.id.clone()), seat.map(str::to_owned));
        self.check_result.findings.push(Finding { kind, table, seat, detail: detail.into() });
    }
}
