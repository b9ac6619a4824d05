//! Liveness: what must happen does happen. Every event reaches every connected client, computer players move, flags fall,
//! and at the end of a run every table is at rest.

use std::time::Duration;

use menagerie_wire::table::{Stage, TimeControl};

use super::known_versions::KnownVersions;
use super::replay::MatchState;
use super::{Kind, TableCheck};
use crate::transcript::{ClientEvent, Transcript, version};

/// A connected client gets each event within this time. The longest fault takes 13 seconds, and a node that has lost a
/// notice polls the store every ten seconds.
const DELIVERY: Duration = Duration::from_secs(45);
/// A computer player moves, and a flag falls, within this time in milliseconds. Faults are included: a node that died is
/// replaced after its lease.
const DUE: i64 = 60_000;

impl TableCheck<'_> {
    /// Checks that the log has everything that was due. Clients watch their table until it is at rest.
    pub(super) fn progress(&mut self, moments: &[MatchState], is_watched: bool) {
        let mut late = Vec::new();
        for (pair, moment) in self.table.events.windows(2).zip(&moments[1..]) {
            let waited = pair[1].at.0 - pair[0].at.0;
            let due = self.table.computers.contains(&moment.actor) && pair[1].by == moment.actor;
            if due {
                self.check_result.longest_thought = self.check_result.longest_thought.max(waited);
                if waited > DUE {
                    late.push(format!("event {}: the computer player {} took {waited} ms", pair[1].seq, pair[1].by));
                }
            }
        }
        for detail in late {
            self.find(Kind::Stalled, None, detail);
        }
        if let Some(due) = self.due(moments).filter(|_| is_watched) {
            self.find(Kind::Stalled, None, format!("after the last event {due} was due"));
        }
    }

    /// What was still due when the run ended.
    fn due(&self, moments: &[MatchState]) -> Option<String> {
        let last = moments.last().filter(|moment| moment.ended.is_none() && self.table.stage == Stage::Playing)?;
        let actor = &last.actor;
        if !self.table.people.contains(actor) {
            return Some(format!("an action of {actor}"));
        }
        (self.table.clock != TimeControl::None).then(|| format!("the fall of {actor}'s flag"))
    }

    /// Checks that a client got every event while it was connected, and had all of them at its end.
    pub(super) fn delivery(&mut self, transcript: &Transcript, known: &KnownVersions) {
        let seat = transcript.seat.as_deref();
        if !transcript.settled {
            let waited = transcript.waits_for.as_deref().unwrap_or("a snapshot on a new connection");
            self.find(Kind::Unanswered, seat, format!("the cluster had recovered, but there was never {waited}"));
        }
        let last = transcript.heard().filter_map(|(_, received)| version(&received.message)).max();
        let log = self.table.events.len() as u32;
        if transcript.settled && last.is_some_and(|last| last < log) {
            let detail = format!("the client left with version {}, the log has {log}", last.unwrap_or_default());
            self.find(Kind::Undelivered, seat, detail);
        }
        for detail in late(transcript, known) {
            self.find(Kind::Undelivered, seat, detail);
        }
        for entry in &transcript.entries {
            if let ClientEvent::Garbled(raw) = &entry.what {
                self.find(Kind::Garbled, seat, raw.clone());
            }
        }
    }
}

/// The events that came too late, although the client was connected all the time.
fn late(transcript: &Transcript, known: &KnownVersions) -> Vec<String> {
    let mut found = Vec::new();
    // The version that the client has on its connection, and since when it is connected.
    let mut open: Option<(u32, Duration)> = None;
    for entry in &transcript.entries {
        let shown = entry.what.heard().and_then(|received| version(&received.message));
        let ends = matches!(entry.what, ClientEvent::Lost(_));
        if let Some((has, since)) = open.filter(|_| shown.is_some() || ends)
            && let Some(first) = known.first(has + 1)
            && let Some(waited) = entry.at.checked_sub(first.max(since)).filter(|waited| *waited > DELIVERY)
        {
            let seconds = waited.as_secs();
            found.push(format!("version {} was known for {seconds} s, and the connection was open", has + 1));
        }
        open = match (&entry.what, shown) {
            (ClientEvent::Lost(_), _) => None,
            (ClientEvent::Connected { since, .. }, _) => since.map(|since| (since, entry.at)),
            (_, Some(version)) => Some((version, open.map_or(entry.at, |(_, since)| since))),
            _ => open,
        };
    }
    found
}
