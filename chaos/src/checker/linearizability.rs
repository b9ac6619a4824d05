//! Linearizability of a table's version, in the sense of Herlihy and Wing.
//!
//! A table's version is a register that only grows: events are appended, each with the next number, and nothing is
//! removed. For such a register the test of Wing and Gong needs no search. A history is linearizable if and only if
//!
//! 1. no operation returns a smaller version than one that a client knew before the operation began, and
//! 2. no version is seen before its write was requested.
//!
//! Both are necessary: real time orders those operations. They are sufficient: order all operations by version, the write of
//! a version before its reads, and reads of the same version by their begin. Rule 1 says that this order agrees with real
//! time wherever one operation ends before another begins with a larger version; rule 2 says it for a write and an earlier
//! read of it. The versions of writes differ, because the log has one event for each number, which `logs.rs` checks.
//!
//! A read is a subscription: it begins with the client's hello and returns the version of the snapshot, or of the last
//! event before the message `table`. A write is an acknowledged action or undo. Events that the server pushes are no
//! operations of the client, but they count as knowledge: what a client has seen must never be unseen by another one.

use std::collections::BTreeMap;
use std::time::Duration;

use menagerie_wire::{FromClient, ToClient};

use super::known_versions::KnownVersions;
use super::{Kind, TableCheck};
use crate::transcript::{ClientEvent, Transcript};

/// An operation: when it began, the version that it returned, and a name for the report.
struct Operation {
    begun: Duration,
    returned: u32,
    name: String,
}

impl TableCheck<'_> {
    /// Checks all operations of all clients at this table.
    pub(super) fn linearizable(&mut self, transcripts: &[&Transcript]) {
        let known = KnownVersions::of(transcripts);
        for transcript in transcripts {
            for operation in reads(transcript).into_iter().chain(writes(transcript)) {
                self.check_result.operations += 1;
                let before = known.before(operation.begun);
                if operation.returned < before {
                    let Operation { begun, returned, name } = operation;
                    let detail = format!(
                        "{name} at {:.3} s returned version {returned}, after a client knew version {before}",
                        begun.as_secs_f64()
                    );
                    self.find(Kind::Stale, transcript.seat.as_deref(), detail);
                }
            }
        }
        self.not_from_the_future(transcripts, &known);
    }

    /// No client sees an action before a client sent it.
    fn not_from_the_future(&mut self, transcripts: &[&Transcript], known: &KnownVersions) {
        let table = self.table;
        for event in table.events.iter().filter(|event| table.people.contains(&event.by)) {
            let requests = |(at, message): (Duration, &FromClient)| match message {
                FromClient::Act { at: answers, action, .. } => {
                    (answers + 1 == event.seq && *action == event.text).then_some(at)
                }
                _ => None,
            };
            let sent = transcripts.iter().flat_map(|it| it.sent()).filter_map(requests).min();
            if sent.zip(known.first(event.seq)).is_some_and(|(sent, seen)| seen < sent) {
                let detail = format!("version {} was seen before any client had requested it", event.seq);
                self.find(Kind::Stale, Some(&event.by), detail);
            }
        }
    }
}

/// The subscriptions of a client that were answered.
fn reads(transcript: &Transcript) -> Vec<Operation> {
    let mut found = Vec::new();
    let mut open: Option<(Duration, Option<u32>)> = None;
    for entry in &transcript.entries {
        match &entry.what {
            ClientEvent::Connected { since, .. } => open = Some((entry.at, *since)),
            ClientEvent::Lost(_) => open = None,
            ClientEvent::Heard(received) => {
                let Some((begun, last)) = &mut open else { continue };
                let returned = match &received.message {
                    ToClient::Event { version, .. } => {
                        *last = Some(*version);
                        continue;
                    }
                    ToClient::Full { version, .. } => Some(*version),
                    ToClient::Table { .. } => *last,
                    _ => continue,
                };
                let operation = |returned| Operation { begun: *begun, returned, name: "a subscription".to_owned() };
                found.extend(returned.map(operation));
                open = None;
            }
            ClientEvent::Sent(_) | ClientEvent::Garbled(_) => {}
        }
    }
    found
}

/// The actions and undos of a client that were acknowledged. A request that was sent again, under the same number or
/// another one, began when it was sent first.
fn writes(transcript: &Transcript) -> Vec<Operation> {
    let mut begun: BTreeMap<String, Duration> = BTreeMap::new();
    let mut requests: BTreeMap<u32, String> = BTreeMap::new();
    for (at, message) in transcript.sent() {
        let (ack, content) = match message {
            FromClient::Act { ack, at, seat, action } => (*ack, format!("{seat}'s {action} after version {at}")),
            FromClient::Undo { ack, at, seat } => (*ack, format!("{seat}'s undo after version {at}")),
            _ => continue,
        };
        begun.entry(content.clone()).or_insert(at);
        requests.entry(ack).or_insert(content);
    }
    let answers = transcript.heard().filter_map(|(_, received)| match received.message {
        ToClient::Done { ack, version } => Some((requests.get(&ack)?, version)),
        _ => None,
    });
    let operation = |(name, returned): (&String, u32)| Operation { begun: begun[name], returned, name: name.clone() };
    answers.map(operation).collect()
}
