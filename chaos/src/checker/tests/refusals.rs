//! Forged histories in which a refused request is in the store.

use menagerie_store::{AllianceStep as StoredStep, NewAllianceStep};
use menagerie_wire::{AllianceStep, Claim, Offer};

use super::*;

/// The findings when White sends this at the end of the match, is answered like that, and the store is changed so.
fn white_asks(message: FromClient, answer: Option<Code>, change: impl FnOnce(&mut TableLog)) -> Vec<Kind> {
    let mut table = table();
    let mut transcripts = honest(&table);
    let ack = message.ack().unwrap();
    let answer = answer.map_or_else(|| done(ack, 3), |code| refused(ack, code));
    let at = Duration::from_secs(50);
    let entries = [ClientEvent::Sent(message), answer].map(|what| TranscriptEntry { at, what });
    transcripts[1].entries.extend(entries);
    change(&mut table);
    kinds(&check(&table, &transcripts))
}

fn hello() -> FromClient {
    let say = ChatPost { room: ChatChannel::Players, text: "hello".to_owned() };
    FromClient::Chat { ack: 9, seat: Some(WHITE.to_owned()), say }
}

fn said(table: &mut TableLog) {
    table.said.push(ChatMessage {
        id: 1,
        seat: Some(WHITE.to_owned()),
        name: "Bob".to_owned(),
        channel: Channel::Players,
        text: "hello".to_owned(),
        at: Millis(5),
    });
}

#[test]
fn a_refused_chat_message_that_was_stored_is_found() {
    assert_eq!(white_asks(hello(), Some(Code::TooFast), |_| ()), []);
    assert_eq!(white_asks(hello(), Some(Code::TooFast), said), [Kind::Refused]);
    assert_eq!(white_asks(hello(), Some(Code::Trouble), said), [], "nobody knows");
    assert_eq!(white_asks(hello(), None, said), []);
}

/// Adds an event of White to the log, which nobody was shown.
fn appended(text: &'static str) -> impl FnOnce(&mut TableLog) {
    move |table| {
        table.events.push(Event { seq: 4, text: text.to_owned(), by: WHITE.to_owned(), at: Millis(9000) });
        let last = replay(table).unwrap().pop().unwrap();
        table.result.clone_from(&last.ended);
        table.stage = if last.ended.is_some() { Stage::Over } else { Stage::Playing };
    }
}

#[test]
fn refused_offers_answers_resignations_and_claims_that_are_in_the_log_are_found() {
    let seat = || WHITE.to_owned();
    let draw = FromClient::Offer { ack: 9, at: Some(3), seat: seat(), offer: Offer::Draw, nonce: None };
    let takeback =
        FromClient::Offer { ack: 9, at: Some(3), seat: seat(), offer: Offer::Takeback { turn: 1 }, nonce: None };
    let cases = [
        (draw, "!offer-draw:white"),
        (takeback, "!offer-takeback:white:1"),
        (FromClient::Resign { ack: 9, seat: seat() }, "!resign:white"),
        (FromClient::Claim { ack: 9, at: Some(3), seat: seat(), claim: Claim::Gone }, "!leave:white"),
    ];
    for (message, event) in cases {
        let refused = white_asks(message.clone(), Some(Code::NotNow), appended(event));
        assert!(refused.contains(&Kind::Refused), "{event}: {refused:?}");
        let unknown = white_asks(message.clone(), Some(Code::Trouble), appended(event));
        assert!(!unknown.contains(&Kind::Refused), "{event}: {unknown:?}");
        let nothing = white_asks(message, Some(Code::NotNow), |_| ());
        assert_eq!(nothing, [], "{event}");
    }
}

#[test]
fn a_refused_step_of_an_alliance_that_was_stored_is_found() {
    let step = AllianceStep::Offer { seat: BLACK.to_owned(), open: true };
    let message = FromClient::Ally { ack: 9, seat: WHITE.to_owned(), step };
    let stored = |table: &mut TableLog| {
        let step =
            NewAllianceStep { by: WHITE.to_owned(), partner: BLACK.to_owned(), what: "offered".to_owned(), open: true };
        table.alliances.push(StoredStep { id: 1, step, at: Millis(5) });
    };
    assert_eq!(white_asks(message.clone(), Some(Code::NotNow), stored), [Kind::Refused]);
    assert_eq!(white_asks(message.clone(), None, stored), []);
    assert_eq!(white_asks(message, None, |_| ()), [Kind::Lost], "acknowledged, but not there");
}

#[test]
fn a_refused_rematch_vote_that_counts_is_found() {
    let message = FromClient::Offer { ack: 9, at: None, seat: WHITE.to_owned(), offer: Offer::Rematch, nonce: None };
    let vote = |table: &mut TableLog| table.rematch_votes.push(WHITE.to_owned());
    assert_eq!(white_asks(message.clone(), Some(Code::NotNow), vote), [Kind::Refused]);
    assert_eq!(white_asks(message.clone(), None, vote), []);
    assert_eq!(white_asks(message, None, |_| ()), [Kind::Lost]);
}
