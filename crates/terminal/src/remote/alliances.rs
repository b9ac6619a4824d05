//! Alliances at a table of a server, and the typed commands for them.

use menagerie_wire::{Alliance, AllianceStep};

use super::RemoteTable;

const SECRETLY: &str = "secretly";

impl RemoteTable {
    /// The possible alliance steps, as they are typed.
    pub(super) fn alliance_steps(&self) -> Vec<String> {
        let Some(own) = self.speaker().filter(|_| self.table.seats.len() > 2 && !self.is_over()) else {
            return Vec::new();
        };
        let others = self.table.seats.iter().map(|seat| seat.seat.as_str()).filter(|seat| *seat != own);
        others.flat_map(|other| self.steps_towards(&own, other)).collect()
    }

    fn steps_towards(&self, own: &str, other: &str) -> Vec<String> {
        let openly_or_not = |verb: &str| vec![format!("{verb} {other}"), format!("{verb} {other} {SECRETLY}")];
        match self.last_between(own, other) {
            Some(it) if it.what == "made" => openly_or_not("break"),
            Some(it) if it.what == "offered" && it.by == own => vec![format!("withdraw {other}")],
            Some(it) if it.what == "offered" => vec![format!("accept {other}"), format!("refuse {other}")],
            _ => openly_or_not("offer"),
        }
    }

    fn last_between(&self, one: &str, other: &str) -> Option<&Alliance> {
        let between = |it: &&Alliance| (it.by == one && it.with == other) || (it.by == other && it.with == one);
        self.alliances.iter().rev().find(between)
    }

    /// The seat that has offered us an alliance, and whether openly.
    pub(super) fn offered_alliance(&self) -> Option<(String, bool)> {
        let own = self.speaker().filter(|_| !self.is_over())?;
        let standing = |seat: &str| {
            let last = self.last_between(&own, seat)?;
            (last.what == "offered" && last.with == own).then(|| (last.by.clone(), last.open))
        };
        self.table.seats.iter().find_map(|seat| standing(&seat.seat))
    }
}

/// Parses a typed step: `offer blue secretly`.
pub(super) fn parse_step(text: &str) -> Result<AllianceStep, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (verb, seat, open) = match words[..] {
        [verb, seat] => (verb, seat.to_owned(), true),
        [verb, seat, SECRETLY] => (verb, seat.to_owned(), false),
        _ => ("", String::new(), true),
    };
    match verb {
        "offer" => Ok(AllianceStep::Offer { seat, open }),
        "accept" => Ok(AllianceStep::Accept { seat }),
        "refuse" | "withdraw" => Ok(AllianceStep::Refuse { seat }),
        "break" => Ok(AllianceStep::Break { seat, open }),
        _ => Err("expected offer, accept, refuse, withdraw or break, then a seat; 'secretly' may follow".into()),
    }
}

/// A step as text for the chat.
pub(super) fn alliance_text(alliance: &Alliance) -> String {
    let Alliance { by, with, what, open, .. } = alliance;
    let secretly = if *open { "" } else { " in secret" };
    match what.as_str() {
        "offered" => format!("{by} offers {with} an alliance{secretly}"),
        "made" => format!("{by} and {with} are allied{secretly}"),
        "refused" => format!("the alliance of {by} and {with} was refused or withdrawn"),
        "broken" => format!("{by} breaks the alliance with {with}{secretly}"),
        other => format!("{by} and {with}: {other}"),
    }
}
