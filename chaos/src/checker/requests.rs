//! Requests against results: nothing acknowledged is lost, nothing is done twice, nothing refused is done.

use std::collections::{BTreeMap, BTreeSet};

use menagerie_store::Event;
use menagerie_wire::{Code, FromClient, Offer, Refused, ToClient};

use super::refusals::alliance_entry;
use super::{Kind, TableCheck};
use crate::players::shows;
use crate::transcript::{ClientEvent, Transcript, version};

/// The requests by `ack` number, each with the version known when it was sent.
type Requests<'a> = BTreeMap<u32, (&'a FromClient, u32)>;

impl TableCheck<'_> {
    /// Checks every answer that a client got.
    pub(super) fn requests(&mut self, transcript: &Transcript) {
        let mut asked = Requests::new();
        let mut answered: BTreeMap<u32, &ToClient> = BTreeMap::new();
        let mut known = 0;
        for line in &transcript.entries {
            match &line.what {
                ClientEvent::Sent(message) => {
                    if let Some(ack) = message.ack().filter(|_| message.runs_once()) {
                        asked.entry(ack).or_insert((message, known));
                    }
                }
                ClientEvent::Heard(received) => {
                    let message = &received.message;
                    known = version(message).unwrap_or(known);
                    if let Some(ack) = answer_to(message) {
                        let first = *answered.entry(ack).or_insert(message);
                        if first != message {
                            let detail = format!("message {ack} got two different answers");
                            self.find(Kind::Doubled, transcript.seat.as_deref(), detail);
                        }
                    }
                }
                ClientEvent::Connected { .. } | ClientEvent::Garbled(_) | ClientEvent::Lost(_) => {}
            }
        }
        for (ack, answer) in answered {
            let again =
                asked.range(ack + 1..).any(|(_, (later, _))| asked.get(&ack).is_some_and(|it| same(it.0, later)));
            if !(again && is_trouble(answer)) {
                self.answer(transcript, asked.get(&ack).copied(), answer);
            }
        }
    }

    fn answer(&mut self, transcript: &Transcript, asked: Option<(&FromClient, u32)>, answer: &ToClient) {
        let seat = transcript.seat.as_deref();
        let Some((message, known)) = asked else {
            return self.find(Kind::Doubled, seat, format!("an answer to no request: {answer:?}"));
        };
        match answer {
            ToClient::Done { version, .. } if !self.is_done(message, known, *version) => {
                self.find(Kind::Lost, seat, format!("acknowledged as version {version}: {message:?}"));
            }
            ToClient::Refused { refused, .. } if self.answers_version(message) => {
                self.refused(seat, message, refused);
            }
            _ => {}
        }
    }

    fn refused(&mut self, seat: Option<&str>, message: &FromClient, refused: &Refused) {
        if refused.code == Code::Trouble {
            // The server could not know: the database failed before it answered.
            self.check_result.uncertain += 1;
        } else {
            self.find(Kind::Refused, seat, format!("{}: {message:?}", refused.error));
        }
    }

    /// Whether the log shows this request as done, with this version as its result.
    fn is_done(&self, message: &FromClient, known: u32, version: u32) -> bool {
        match message {
            FromClient::Act { at, .. } | FromClient::Undo { at, .. } => {
                let drawn = |event: &&Event| event.by == "chance";
                let after = self.table.events.iter().skip(*at as usize + 1).take_while(drawn).count() as u32;
                self.answers_version(message) && version == at + 1 + after
            }
            FromClient::Resign { .. }
            | FromClient::Offer { offer: Offer::Draw | Offer::Takeback { .. }, .. }
            | FromClient::Decline { offer: Offer::Draw | Offer::Takeback { .. }, .. } => {
                let within = |event: &&Event| event.seq > known && event.seq <= version;
                self.table.events.iter().filter(within).any(|event| shows(message, &event.text))
            }
            FromClient::Chat { say, seat, .. } => {
                self.table.said.iter().any(|said| said.text == say.text && said.seat == *seat)
            }
            FromClient::Claim { .. } => {
                let within = |event: &&Event| event.seq > known && event.seq <= version;
                self.table.events.iter().filter(within).any(|event| event.text.starts_with("!leave"))
            }
            FromClient::Offer { seat, offer: Offer::Rematch, .. } => {
                self.table.rematch || self.table.rematch_votes.contains(seat)
            }
            FromClient::Ally { seat, step, .. } => {
                let entry = alliance_entry(step);
                let steps = self.table.alliances.iter().map(|it| &it.step);
                steps.into_iter().any(|it| it.by == *seat && (it.partner.as_str(), it.what.as_str()) == entry)
            }
            _ => true,
        }
    }

    /// Whether the event after the version that a message names is the one it requested.
    fn answers_version(&self, message: &FromClient) -> bool {
        let (at, seat, text) = match message {
            FromClient::Act { at, seat, action, .. } => (at, seat, action.as_str()),
            FromClient::Undo { at, seat, .. } => (at, seat, "!undo"),
            _ => return false,
        };
        self.table.events.get(*at as usize).is_some_and(|event| event.text == text && event.by == *seat)
    }

    /// Checks that each event of a person was requested, and not done more often than that.
    pub(super) fn doubled(&mut self, transcripts: &[&Transcript]) {
        for seat in &self.table.people {
            let own = || transcripts.iter().filter(|it| it.seat.as_ref() == Some(seat));
            let sent: Vec<&FromClient> = own().flat_map(|it| it.sent()).map(|(_, message)| message).collect();
            let events: Vec<&Event> = self.table.events.iter().filter(|event| event.by == *seat).collect();
            let mut wrong: Vec<String> =
                events.iter().filter(|event| !was_asked(event, &sent)).map(|event| told(event)).collect();
            wrong.extend(VERBS.iter().filter_map(|verbs| too_often(verbs, &events, &sent)));
            let said = self.table.said.iter().filter(|said| said.seat.as_ref() == Some(seat));
            let texts: Vec<&str> = said.map(|said| said.text.as_str()).collect();
            wrong.extend(said_too_often(&texts, &sent));
            for detail in wrong {
                self.find(Kind::Doubled, Some(seat), detail);
            }
        }
    }
}

/// The events that each kind of message leads to.
const VERBS: [&[&str]; 5] = [
    &["!resign"],
    &["!offer-draw", "!agree-draw"],
    &["!decline-draw"],
    &["!offer-takeback", "!agree-takeback"],
    &["!decline-takeback"],
];

fn told(event: &Event) -> String {
    format!("event {}, {}: no client requested it at that version", event.seq, event.text)
}

/// Whether an action or an undo was requested at this version. Other events are only counted.
fn was_asked(event: &Event, sent: &[&FromClient]) -> bool {
    if event.text.starts_with('!') && event.text != "!undo" {
        return true;
    }
    sent.iter().any(|message| match message {
        FromClient::Act { at, action, .. } => *at + 1 == event.seq && *action == event.text,
        FromClient::Undo { at, .. } => *at + 1 == event.seq && event.text == "!undo",
        _ => false,
    })
}

/// Messages without a version may be sent again when their answer was lost: they count as often as they were sent.
fn too_often(verbs: &[&str], events: &[&Event], sent: &[&FromClient]) -> Option<String> {
    let done: Vec<&&Event> =
        events.iter().filter(|event| verbs.iter().any(|verb| event.text.starts_with(verb))).collect();
    let asked = sent.iter().filter(|message| done.iter().any(|event| shows(message, &event.text))).count();
    (done.len() > asked).then(|| format!("{} times {}, requested {asked} times", done.len(), verbs.join(" or ")))
}

/// A chat message is stored once, however often it was sent. The scripted clients never reuse a text.
fn said_too_often(texts: &[&str], sent: &[&FromClient]) -> Vec<String> {
    let often = |text: &str| texts.iter().filter(|one| **one == text).count();
    let asked =
        |text: &str| sent.iter().any(|message| matches!(message, FromClient::Chat { say, .. } if say.text == text));
    let different: BTreeSet<&str> = texts.iter().copied().collect();
    let wrong = different.into_iter().filter(|text| often(text) > usize::from(asked(text)));
    wrong.map(|text| format!("'{text}' is there {} times", often(text))).collect()
}

/// Whether two messages request the same action at the same version.
fn same(one: &FromClient, other: &FromClient) -> bool {
    match (one, other) {
        (FromClient::Act { at, action, .. }, FromClient::Act { at: other_at, action: other_action, .. }) => {
            at == other_at && action == other_action
        }
        _ => false,
    }
}

fn is_trouble(answer: &ToClient) -> bool {
    matches!(answer, ToClient::Refused { refused, .. } if refused.code == Code::Trouble)
}

fn answer_to(message: &ToClient) -> Option<u32> {
    match message {
        ToClient::Done { ack, .. } => Some(*ack),
        ToClient::Refused { ack, .. } => *ack,
        _ => None,
    }
}
