//! What old clients and old rows rely on, and what the page computes for itself.

use menagerie_match::{LogStep, StandingActions};
use menagerie_wire::{EndCause, Ended, FromClient, ToClient};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    log: Vec<LoggedEvent>,
    standing: Vec<usize>,
}

#[derive(Deserialize)]
struct LoggedEvent {
    event: String,
    turn: u32,
    by: String,
    back: Option<u32>,
}

/// The page's `effectiveLog.ts` is tested with the same file.
#[test]
fn standing_actions_are_those_of_the_shared_fixture() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../../web/src/table/standingActions.json")).unwrap();
    for case in cases {
        let mut standing = StandingActions::default();
        for (index, event) in case.log.iter().enumerate() {
            standing.push(LogStep::of(&event.event, event.back, event.by == "chance"), event.turn, index);
        }
        let indices: Vec<usize> = standing.iter().map(|(_, index)| *index).collect();
        assert_eq!(indices, case.standing, "{}", case.name);
    }
}

#[test]
fn an_end_without_a_cause_is_read_and_written_as_before() {
    let old = r#"{"scores":[["red",1.0],["black",0.0]],"rule":"jungle/aim/1","reason":"black resigned"}"#;
    let ended: Ended = serde_json::from_str(old).unwrap();
    assert_eq!(ended.cause, None);
    assert_eq!(serde_json::to_string(&ended).unwrap(), old);
    let new = Ended { cause: Some(EndCause::NoProgress), ..ended };
    assert!(serde_json::to_string(&new).unwrap().ends_with(r#""reason":"black resigned","cause":"no-progress"}"#));
}

#[test]
fn messages_keep_their_names_on_the_wire() {
    let sent = [
        r#"{"t":"hello","tokens":["x"],"since":null,"form":"text","name":null,"client":null}"#,
        r#"{"t":"say","ack":1,"seat":"red","say":{"room":{"kind":"players"},"text":"hello"}}"#,
    ];
    for text in sent {
        let message: FromClient = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
    let received = [
        r#"{"t":"said","said":{"id":1,"name":"Ann","room":{"kind":"spectators"},"text":"hello","at":5}}"#,
        r#"{"t":"whisper","whisper":{"from":"red","to":"blue"}}"#,
    ];
    for text in received {
        let message: ToClient = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
}
