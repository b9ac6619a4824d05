//! Nothing refused is done: chat, offers, answers, resignations, claims, alliances and rematch votes. Actions and undos name
//! their version and are checked with their answers.

use std::collections::{BTreeMap, BTreeSet};

use menagerie_wire::{AllianceStep, Code, FromClient, Offer, ToClient};

use super::{Kind, TableCheck};
use crate::transcript::Transcript;

/// What a request leaves behind in the store.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Trace {
    Event(&'static str),
    Chat(String),
    /// With this seat, this step.
    Alliance(String, &'static str),
    Rematch,
}

impl TableCheck<'_> {
    /// Checks each refused request of a seat, or of the spectators.
    pub(super) fn refusals(&mut self, transcripts: &[&Transcript]) {
        let seats: BTreeSet<Option<&str>> = transcripts.iter().map(|it| it.seat.as_deref()).collect();
        for seat in seats {
            let own: Vec<&Transcript> = transcripts.iter().copied().filter(|it| it.seat.as_deref() == seat).collect();
            let mut possible: BTreeMap<Trace, usize> = BTreeMap::new();
            let mut refused: BTreeMap<Trace, String> = BTreeMap::new();
            for transcript in own {
                let no = refused_acks(transcript);
                for (_, message) in transcript.sent() {
                    let Some(trace) = trace(message) else { continue };
                    match message.ack().and_then(|ack| no.get(&ack)) {
                        Some(why) => drop(refused.insert(trace, why.clone())),
                        None => *possible.entry(trace).or_default() += 1,
                    }
                }
            }
            for (trace, why) in refused {
                self.check_result.refusals += 1;
                let (found, asked) = (self.traces(seat, &trace), possible.get(&trace).copied().unwrap_or_default());
                if found > asked {
                    let detail = format!(
                        "refused ({why}), but done: {trace:?} is there {found} times, {asked} of them asked for"
                    );
                    self.find(Kind::Refused, seat, detail);
                }
            }
        }
    }

    /// How often the store has this.
    fn traces(&self, seat: Option<&str>, trace: &Trace) -> usize {
        let table = self.table;
        match trace {
            // Any seat may claim; the event names the one that left.
            Trace::Event("!leave") => table.events.iter().filter(|event| event.text.starts_with("!leave")).count(),
            Trace::Event(verb) => {
                let answers: &[&str] = match *verb {
                    "!offer-draw" => &["!offer-draw", "!agree-draw"],
                    "!offer-takeback" => &["!offer-takeback", "!agree-takeback"],
                    _ => &[verb],
                };
                let own = table.events.iter().filter(|event| Some(event.by.as_str()) == seat);
                own.filter(|event| answers.iter().any(|verb| event.text.starts_with(verb))).count()
            }
            Trace::Chat(text) => {
                table.said.iter().filter(|said| said.seat.as_deref() == seat && said.text == *text).count()
            }
            Trace::Alliance(with, what) => {
                let own = table.alliances.iter().filter(|it| Some(it.step.by.as_str()) == seat);
                own.filter(|it| it.step.partner == *with && it.step.what == *what).count()
            }
            Trace::Rematch => table.rematch_votes.iter().filter(|voter| Some(voter.as_str()) == seat).count(),
        }
    }
}

/// The requests that were refused for good, each with the reason. After `trouble` nobody knows.
fn refused_acks(transcript: &Transcript) -> BTreeMap<u32, String> {
    let no = |message: &ToClient| match message {
        ToClient::Refused { ack: Some(ack), refused } if refused.code != Code::Trouble => {
            Some((*ack, refused.error.clone()))
        }
        _ => None,
    };
    transcript.heard().filter_map(|(_, received)| no(&received.message)).collect()
}

fn trace(message: &FromClient) -> Option<Trace> {
    Some(match message {
        FromClient::Resign { .. } => Trace::Event("!resign"),
        FromClient::Offer { offer: Offer::Draw, .. } => Trace::Event("!offer-draw"),
        FromClient::Offer { offer: Offer::Takeback { .. }, .. } => Trace::Event("!offer-takeback"),
        FromClient::Offer { offer: Offer::Rematch, .. } => Trace::Rematch,
        FromClient::Decline { offer: Offer::Draw, .. } => Trace::Event("!decline-draw"),
        FromClient::Decline { offer: Offer::Takeback { .. }, .. } => Trace::Event("!decline-takeback"),
        FromClient::Claim { .. } => Trace::Event("!leave"),
        FromClient::Chat { say, .. } => Trace::Chat(say.text.clone()),
        FromClient::Ally { step, .. } => {
            let (with, what) = alliance_entry(step);
            Trace::Alliance(with.to_owned(), what)
        }
        _ => return None,
    })
}

/// The partner of a step, and its word in the log of alliances.
pub(super) fn alliance_entry(step: &AllianceStep) -> (&str, &'static str) {
    match step {
        AllianceStep::Offer { seat, .. } => (seat, "offered"),
        AllianceStep::Accept { seat } => (seat, "made"),
        AllianceStep::Refuse { seat } => (seat, "refused"),
        AllianceStep::Break { seat, .. } => (seat, "broken"),
    }
}
