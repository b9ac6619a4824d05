//! The envelope: the JSON text in which notices travel. One envelope holds several notices and never exceeds the limit of
//! `PostgreSQL`'s `NOTIFY`, the transport with the smallest messages.

use std::collections::HashMap;

use menagerie_store::{MAX_NOTIFICATION_BYTES, TableId};
use serde::Deserialize;
use serde_json::Value;

use crate::{NodeId, Notice};

/// Notices with their sender.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Envelope {
    pub(crate) from: NodeId,
    /// Whether the sender says which tables it holds, so that notices about a table can go to its holders alone. Nodes
    /// of earlier versions do not.
    #[serde(default)]
    pub(crate) direct: bool,
    pub(crate) notices: Vec<Notice>,
}

/// The texts of the envelopes that carry these notices. A notice that is too long for an envelope is dropped: the store
/// holds what it is about.
pub(crate) fn encode(from: &NodeId, notices: Vec<Notice>) -> Vec<String> {
    let texts = newest(notices).into_iter().filter_map(|notice| serde_json::to_string(&notice).ok());
    let head = head(from);
    let longest = MAX_NOTIFICATION_BYTES - head.len() - 2;
    let mut envelopes = Vec::new();
    let mut body = String::new();
    for text in texts.filter(|text| text.len() <= longest) {
        // A notice that fills an envelope alone has nothing before it to send.
        if !body.is_empty() && body.len() + 1 + text.len() > longest {
            envelopes.push(format!("{head}{body}]}}"));
            body.clear();
        }
        if !body.is_empty() {
            body.push(',');
        }
        body.push_str(&text);
    }
    if !body.is_empty() {
        envelopes.push(format!("{head}{body}]}}"));
    }
    envelopes
}

/// How each envelope of a node begins: it knows its own by that, without parsing them.
pub(crate) fn head(from: &NodeId) -> String {
    format!("{{\"from\":\"{from}\",\"direct\":true,\"notices\":[")
}

/// Drops each `Reached` without events for which a later one of the same table follows.
fn newest(notices: Vec<Notice>) -> Vec<Notice> {
    let reached = |notice: &Notice| match notice {
        Notice::Reached { table, seq, events } if events.is_empty() => Some((table.clone(), *seq)),
        _ => None,
    };
    let mut ends: HashMap<TableId, u32> = HashMap::new();
    for (table, seq) in notices.iter().filter_map(reached) {
        let end = ends.entry(table).or_default();
        *end = seq.max(*end);
    }
    let is_newest = |notice: &Notice| reached(notice).is_none_or(|(table, seq)| ends.get(&table) == Some(&seq));
    notices.into_iter().filter(is_newest).collect()
}

/// An envelope whose notices are not parsed yet.
#[derive(Deserialize)]
struct RawEnvelope {
    from: NodeId,
    #[serde(default)]
    direct: bool,
    notices: Vec<Value>,
}

/// Parses an envelope. `None` for a text of another program. Unknown notices are skipped: a newer node may send them.
pub(crate) fn decode(text: &str) -> Option<Envelope> {
    // Nodes of the same version know all notices: parsing them one by one takes twice as long.
    if let Ok(envelope) = serde_json::from_str(text) {
        return Some(envelope);
    }
    let RawEnvelope { from, direct, notices } = serde_json::from_str(text).ok()?;
    let notices = notices.into_iter().filter_map(|it| serde_json::from_value(it).ok()).collect();
    Some(Envelope { from, direct, notices })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CarriedEvent;

    fn reached(table: u64, seq: u32) -> Notice {
        Notice::Reached { table: TableId::from_random(table), seq, events: Vec::new() }
    }

    #[test]
    fn an_envelope_holds_the_notices_and_only_the_newest_of_each_table() {
        let me = NodeId::random();
        let sent = encode(&me, vec![reached(1, 4), Notice::Bans, reached(2, 1), reached(1, 5)]);
        let read = decode(&sent[0]).unwrap();
        assert_eq!((sent.len(), &read.from), (1, &me));
        assert_eq!(read.notices, [Notice::Bans, reached(2, 1), reached(1, 5)]);
    }

    /// A node that gets all of them reads nothing from the store.
    #[test]
    fn notices_that_carry_events_are_all_sent() {
        let events = vec![CarriedEvent { text: "a3a4".to_owned(), at: 9 }];
        let carrying = |seq| Notice::Reached { table: TableId::from_random(1), seq, events: events.clone() };
        let sent = encode(&NodeId::random(), vec![carrying(4), carrying(5)]);
        assert_eq!(decode(&sent[0]).unwrap().notices, [carrying(4), carrying(5)]);
    }

    #[test]
    fn envelopes_keep_the_size_limit_and_lose_nothing_that_fits() {
        let sent = encode(&NodeId::random(), (1..=1_000).map(|table| reached(table, 1)).collect());
        assert!(sent.iter().all(|envelope| envelope.len() <= MAX_NOTIFICATION_BYTES));
        assert_eq!(sent.iter().map(|envelope| decode(envelope).unwrap().notices.len()).sum::<usize>(), 1_000);
    }

    #[test]
    fn a_notice_that_is_too_long_is_dropped_alone() {
        let long = Notice::JobFinished { job: "x".repeat(MAX_NOTIFICATION_BYTES), requester: NodeId::random() };
        assert_eq!(encode(&NodeId::random(), vec![long, Notice::Bans]).len(), 1);
    }

    /// The other nodes parse every envelope: one without notices costs them time and tells them nothing.
    #[test]
    fn no_envelope_is_empty_whatever_the_length_of_its_notices() {
        let me = NodeId::named("me");
        let work = |length: usize| Notice::JobFinished { job: "x".repeat(length), requester: NodeId::named("you") };
        let around = encode(&me, vec![work(0)])[0].len();
        for spare in 0..4 {
            let sent = encode(&me, vec![work(MAX_NOTIFICATION_BYTES - around - spare), Notice::Bans]);
            let counts: Vec<usize> = sent.iter().map(|envelope| decode(envelope).unwrap().notices.len()).collect();
            assert_eq!(counts, [1, 1], "{spare} bytes to spare");
            assert!(sent.iter().all(|envelope| envelope.len() <= MAX_NOTIFICATION_BYTES));
        }
        assert!(encode(&me, Vec::new()).is_empty());
    }

    #[test]
    fn other_texts_and_unknown_notices_are_skipped() {
        assert_eq!(decode("[]"), None);
        let odd = r#"{"from":"a","notices":[{"t":"reached","table":"no table","seq":1},{"t":"newer"},{"t":"bans"}]}"#;
        assert_eq!(decode(odd).unwrap().notices, [Notice::Bans]);
    }

    /// The names on the bus are older than those in this program, and stay.
    #[test]
    fn notices_keep_their_names_on_the_bus() {
        let (table, seq, job) = (TableId::from_random(1), 7, "t:1".to_owned());
        let (node, progress) = (NodeId::named("n"), Value::Null);
        let notices = vec![
            Notice::Heartbeat,
            Notice::Leaving,
            Notice::Reached { table: table.clone(), seq, events: Vec::new() },
            Notice::Reached {
                table: table.clone(),
                seq,
                events: vec![CarriedEvent { text: "a3a4".to_owned(), at: 9 }],
            },
            Notice::Changed { table: table.clone() },
            Notice::PresenceRequest { table: table.clone(), seq: Some(seq) },
            Notice::Presence { table, seats: vec!["red".to_owned()], watching: 2, seq: Some(seq) },
            Notice::Bans,
            Notice::JobWaiting,
            Notice::JobProgress { job: job.clone(), requester: node.clone(), progress },
            Notice::JobFinished { job, requester: node.clone() },
        ];
        let expected = concat!(
            r#"{"from":"n","direct":true,"notices":[{"t":"alive"},{"t":"bye"},"#,
            r#"{"t":"reached","table":"1000000000","seq":7},"#,
            r#"{"t":"reached","table":"1000000000","seq":7,"events":[{"e":"a3a4","at":9}]},"#,
            r#"{"t":"changed","table":"1000000000"},{"t":"who","table":"1000000000","seq":7},"#,
            r#"{"t":"here","table":"1000000000","seats":["red"],"watching":2,"seq":7},{"t":"bans"},{"t":"work"},"#,
            r#"{"t":"thought","job":"t:1","asker":"n","thought":null},{"t":"answered","job":"t:1","asker":"n"}]}"#,
        );
        assert_eq!(encode(&node, notices.clone()), [expected]);
        assert_eq!(decode(expected).unwrap().notices, notices);
    }
}
