//! During a rolling upgrade nodes of two neighbouring versions share the bus. These tests hold the bytes of the version before:
//! a changed program must still read them, and must write what that version reads. After a release, the bytes
//! of the released version replace them.

use menagerie_store::TableId;
use serde::Deserialize;
use serde_json::Value;

use crate::envelope::{decode, encode};
use crate::{CarriedEvent, NodeId, Notice};

/// An envelope as the version before writes it, with every kind of notice that it has.
const PREVIOUS: &str = concat!(
    r#"{"from":"n","notices":[{"t":"alive"},{"t":"bye"},{"t":"reached","table":"1000000000","seq":7},"#,
    r#"{"t":"reached","table":"1000000000","seq":8,"events":[{"e":"a3a4","at":9}]},"#,
    r#"{"t":"changed","table":"1000000000"},{"t":"who","table":"1000000000"},"#,
    r#"{"t":"here","table":"1000000000","seats":["red"],"watching":2},"#,
    r#"{"t":"account","account":3,"event":{"type":"gameStart"}},{"t":"bans"},{"t":"work"},"#,
    r#"{"t":"thought","job":"t:1","asker":"n","thought":null},{"t":"answered","job":"t:1","asker":"n"}]}"#,
);

/// What the version before reads of a notice. It skips notices that do not fit, and ignores other fields.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum PreviousNotice {
    Alive,
    Bye,
    Reached { table: TableId, seq: u32 },
    Changed { table: TableId },
    Bans,
}

#[derive(Deserialize)]
struct PreviousEnvelope {
    from: String,
    notices: Vec<Value>,
}

fn table() -> TableId {
    TableId::from_random(1)
}

#[test]
fn every_notice_of_the_previous_version_is_read() {
    let read = decode(PREVIOUS).expect("an envelope");
    assert_eq!(read.from, NodeId::named("n"));
    assert_eq!(read.notices.len(), 12, "{:?}", read.notices);
    let events = vec![CarriedEvent { text: "a3a4".to_owned(), at: 9 }];
    assert_eq!(read.notices[3], Notice::Reached { table: table(), seq: 8, events });
    assert_eq!(
        read.notices[6],
        Notice::Presence { table: table(), seats: vec!["red".to_owned()], watching: 2, seq: None }
    );
    assert!(!read.direct, "it hears only what is sent to all nodes");
}

/// Otherwise an older node would learn of events and bans only by polling the store.
#[test]
fn the_previous_version_reads_what_this_one_writes() {
    let by = vec![("192.0.2.1".to_owned(), 3)];
    let events = vec![CarriedEvent { text: "a3a4".to_owned(), at: 9 }];
    let notices = vec![
        Notice::Heartbeat,
        Notice::Spent { limit: "tables".to_owned(), by },
        Notice::Reached { table: table(), seq: 7, events },
        Notice::Changed { table: table() },
        Notice::Bans,
        Notice::Leaving,
    ];
    let written = encode(&NodeId::named("n"), notices);
    assert_eq!(written.len(), 1);
    let PreviousEnvelope { from, notices } = serde_json::from_str(&written[0]).expect("an envelope");
    let known: Vec<PreviousNotice> = notices.into_iter().filter_map(|it| serde_json::from_value(it).ok()).collect();
    assert_eq!((from.as_str(), known.len()), ("n", 5));
    assert!(matches!(&known[0], PreviousNotice::Alive));
    assert!(matches!(&known[1], PreviousNotice::Reached { table: id, seq: 7 } if *id == table()));
    assert!(matches!(&known[2], PreviousNotice::Changed { table: id } if *id == table()));
    assert!(matches!((&known[3], &known[4]), (PreviousNotice::Bans, PreviousNotice::Bye)));
}
