//! The judge: plays every log again and holds every transcript against it. It knows nothing of servers, faults and times of
//! day; a log and what clients wrote down are all it reads.

mod answers;
mod clocks;
mod logs;
mod reading;
mod replay;
mod sights;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use menagerie_record::DiceProof;
use menagerie_store::{Event, Said};
use menagerie_wire::Ended;
use menagerie_wire::table::{Stage, TimeControl};

pub(crate) use reading::read;

use crate::transcript::Transcript;

/// A table as the store has it after the run.
#[derive(Clone, Debug)]
pub(crate) struct TableLog {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) clock: TimeControl,
    pub(crate) stage: Stage,
    pub(crate) result: Option<Ended>,
    /// When it was made.
    pub(crate) created: i64,
    /// Whether its match began when it was made, and not later, when the last one sat down.
    pub(crate) began_full: bool,
    /// The seats of people.
    pub(crate) people: Vec<String>,
    pub(crate) dice: Option<DiceProof>,
    pub(crate) events: Vec<Event>,
    pub(crate) said: Vec<Said>,
}

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// An event of the log cannot follow those before it.
    Unplayable,
    /// The log's numbers have a gap.
    Numbers,
    /// A stamp is earlier than the one before it.
    Stamps,
    /// The dice fell otherwise than the table's secret says.
    Dice,
    /// The table's end is not that of its match.
    End,
    /// A flag fell too early, or somebody acted long after it should have fallen, or a clock shows what it cannot.
    Clock,
    /// Something was acknowledged and is not in the log.
    Lost,
    /// Something is in the log more often than anybody asked for it.
    Doubled,
    /// Something was refused and is in the log all the same.
    Refused,
    /// A client was shown something else than the log gives at that version.
    View,
    /// Versions came in the wrong order, twice, or with a gap.
    Order,
    /// A client got no answer although everything was well again.
    Unanswered,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    pub(crate) table: String,
    /// Whose transcript says so.
    pub(crate) seat: Option<String>,
    pub(crate) detail: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at table {}", self.kind, self.table)?;
        if let Some(seat) = &self.seat {
            write!(f, ", {seat}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

/// What was checked, and what was wrong.
#[derive(Default)]
pub(crate) struct Judgement {
    pub(crate) findings: Vec<Finding>,
    /// Events in all logs.
    pub(crate) events: usize,
    /// Messages that showed a position.
    pub(crate) sights: usize,
    /// Draws of the dice.
    pub(crate) draws: usize,
    /// Flags that fell.
    pub(crate) flags: usize,
    /// Matches that came to their end.
    pub(crate) ended: usize,
    /// Requests that the server could not answer for and that were done all the same.
    pub(crate) uncertain: usize,
}

/// Checks everything.
pub(crate) fn check(tables: &[TableLog], transcripts: &[Transcript]) -> Judgement {
    let mut judgement = Judgement::default();
    let mut by_table: BTreeMap<&str, Vec<&Transcript>> = BTreeMap::new();
    for transcript in transcripts {
        by_table.entry(&transcript.table).or_default().push(transcript);
    }
    for table in tables {
        let transcripts = by_table.get(table.id.as_str()).map_or(&[][..], Vec::as_slice);
        Case { table, judgement: &mut judgement }.check(transcripts);
    }
    judgement
}

/// One table before the judge.
struct Case<'a> {
    table: &'a TableLog,
    judgement: &'a mut Judgement,
}

impl Case<'_> {
    fn check(mut self, transcripts: &[&Transcript]) {
        self.judgement.events += self.table.events.len();
        let Some(replay) = self.log() else { return };
        self.clocks(&replay);
        self.doubled(transcripts);
        for transcript in transcripts {
            self.answers(transcript);
            self.sights(&replay, transcript);
        }
    }

    fn find(&mut self, kind: Kind, seat: Option<&str>, detail: impl Into<String>) {
        let (table, seat) = (self.table.id.clone(), seat.map(str::to_owned));
        self.judgement.findings.push(Finding { kind, table, seat, detail: detail.into() });
    }
}
