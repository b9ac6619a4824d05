//! A backup holds everything that was acknowledged before it began, and nothing that the database does not have.

use std::time::Duration;

use menagerie_store::Event;
use menagerie_wire::{FromClient, ToClient};

use super::known_versions::KnownVersions;
use super::{CheckResult, Finding, Kind, TableLog};
use crate::transcript::Transcript;

/// Compares a table of the backup with the final one and with what clients knew when the backup began.
pub(crate) fn check(
    table: &TableLog,
    restored: Option<&TableLog>,
    transcripts: &[Transcript],
    began: Duration,
    check_result: &mut CheckResult,
) {
    let mut wrong = Vec::new();
    let transcripts: Vec<&Transcript> = transcripts.iter().collect();
    let known = KnownVersions::of(&transcripts).before(began) as usize;
    let was_there = transcripts.iter().any(|it| it.heard().any(|(at, _)| at < began));
    match restored {
        None if was_there => wrong.push("the table is missing".to_owned()),
        None => {}
        Some(copy) => {
            check_result.restored += copy.events.len();
            if copy.events.len() < known {
                wrong.push(format!("it ends with version {}, but clients knew {known}", copy.events.len()));
            }
            wrong.extend(difference(&table.events, &copy.events));
            for text in transcripts.iter().flat_map(|it| acknowledged_chat(it, began)) {
                if !copy.said.iter().any(|said| said.text == text) {
                    wrong.push(format!("the acknowledged message '{text}' is missing"));
                }
            }
        }
    }
    let finding = |detail| {
        let detail = format!("the backup at {:.3} s: {detail}", began.as_secs_f64());
        Finding { kind: Kind::Backup, table: Some(table.id.clone()), seat: None, detail }
    };
    check_result.findings.extend(wrong.into_iter().map(finding));
}

/// How a copy is not the beginning of a log.
fn difference(log: &[Event], copy: &[Event]) -> Option<String> {
    let place = (0..copy.len()).find(|place| log.get(*place) != copy.get(*place))?;
    let shown = |events: &[Event]| events.get(place).map(|event| format!("{event:?}"));
    Some(format!("it has {:?} where the log has {:?}", shown(copy), shown(log)))
}

/// The chat messages that were acknowledged before this time.
fn acknowledged_chat(transcript: &Transcript, before: Duration) -> Vec<&str> {
    let done = |ack: u32| {
        transcript.heard().any(|(at, received)| {
            at < before && matches!(received.message, ToClient::Done { ack: answered, .. } if answered == ack)
        })
    };
    let said = transcript.sent().filter_map(|(_, message)| match message {
        FromClient::Chat { ack, say, .. } => Some((*ack, say.text.as_str())),
        _ => None,
    });
    said.filter(|(ack, _)| done(*ack)).map(|(_, text)| text).collect()
}
