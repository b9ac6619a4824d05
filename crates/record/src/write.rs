//! A record as text: tags, then events, in the manner of PGN.

use std::fmt::Write as _;

use crate::{Ended, Entry, Record};

/// No line of events is longer.
const WIDTH: usize = 80;

impl Record {
    /// The record as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.tag_pairs() {
            let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
        }
        text.push('\n');
        let mut column = 0;
        for word in self.words() {
            if column > 0 && column + 1 + word.len() > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += word.len();
        }
        text.push('\n');
        text
    }

    /// All tags in their order: the record's own first, so that a reader knows the game before it reads an event.
    fn tag_pairs(&self) -> Vec<(String, String)> {
        let mut pairs: Vec<(String, String)> = vec![("Game".into(), self.game.clone())];
        pairs.extend(self.tags.iter().cloned());
        for (number, (seat, name)) in self.seats.iter().enumerate() {
            pairs.push((format!("Seat{}", number + 1), format!("{seat} {name}")));
        }
        if let Some(start) = &self.start {
            pairs.push(("SetUp".into(), self.claims.set_up.clone().unwrap_or_else(|| self.set_up().into())));
            pairs.push(("FEN".into(), start.clone()));
        } else {
            pairs.extend(self.claims.set_up.iter().map(|said| ("SetUp".into(), said.clone())));
        }
        if let Some(dice) = &self.dice {
            pairs.push(("Commitment".into(), dice.commitment.clone()));
            pairs.extend(dice.nonces.iter().map(|nonce| ("Nonce".into(), nonce.clone())));
            pairs.extend(dice.secret.iter().map(|secret| ("Secret".into(), secret.clone())));
        }
        if let Some(ended) = &self.ended {
            let scores = (!ended.scores.is_empty()).then(|| ("Scores".into(), ended.scores.join(" ")));
            pairs.extend(scores);
            pairs.push(("Rule".into(), ended.rule.clone()));
            pairs.push(("Reason".into(), ended.reason.clone()));
        }
        if !self.claims.no_result {
            pairs.push(("Result".into(), self.claims.result.as_deref().unwrap_or(self.result()).into()));
        }
        pairs
    }

    /// The result that the record's own end gives.
    pub(crate) fn result(&self) -> &'static str {
        result(self.ended.as_ref())
    }

    /// The numbered events with their times as comments, and the result.
    fn words(&self) -> impl Iterator<Item = String> {
        let event = |(number, entry): (usize, &Entry)| {
            let time = entry.at.map(|at| format!("{{[%at {at}]}}"));
            [format!("{}.", number + 1), entry.event.clone()].into_iter().chain(time)
        };
        let closing = (!self.claims.no_result).then(|| self.claims.closing.as_deref().unwrap_or(self.result()));
        self.events.iter().enumerate().flat_map(event).chain(closing.map(str::to_owned))
    }
}

/// The result as PGN writes it: the first seat's, with two seats; `*` for everything else.
pub(crate) fn result(ended: Option<&Ended>) -> &'static str {
    let scores: Vec<&str> = ended.iter().flat_map(|ended| ended.scores.iter().map(String::as_str)).collect();
    match scores[..] {
        ["1", "0"] => "1-0",
        ["0", "1"] => "0-1",
        ["0.5", "0.5"] => "1/2-1/2",
        _ => "*",
    }
}

fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\n' => text.push_str("\\n"),
            _ => text.push(letter),
        }
    }
    text
}
