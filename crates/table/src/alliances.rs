//! Alliances between two seats: promises without force. The log of one is open to all, or secret between the two.

use menagerie_game::Seat;
use menagerie_wire::{Alliance, AllianceStep, Code, Refused, ToClient};

use super::{Connection, ConnectionId, Delivery, LiveTable};
use crate::refusal::refused;

const OFFERED: &str = "offered";
const MADE: &str = "made";
const REFUSED: &str = "refused";
const BROKEN: &str = "broken";

/// At most 30 steps between two seats; after that they cannot make new offers, but can answer and break. Each pair has its
/// own counter, so a refusal discloses nothing about other pairs.
const MAX_STEPS: usize = 30;
/// A new connection gets at most the last 192 steps. Six pairs can take 180, and the queue of a connection holds more.
const MAX_ALLIANCE_LOG: usize = 192;

impl LiveTable {
    /// The log entry that a step makes, if it may be taken now. Its time is still to be stamped.
    pub fn check_alliance(&self, by: Seat, step: &AllianceStep) -> Result<Alliance, Refused> {
        let (AllianceStep::Offer { seat: name, .. }
        | AllianceStep::Accept { seat: name }
        | AllianceStep::Refuse { seat: name }
        | AllianceStep::Break { seat: name, .. }) = step;
        if !self.has_alliances() || !self.is_playing() {
            return Err(refused(Code::NotNow, "there are no alliances in this game now"));
        }
        let other = self.other_seat(by, name);
        let other = other.ok_or_else(|| refused(Code::NotFound, "there is no such other seat"))?;
        let living = self.game.living();
        let out = [by, other].into_iter().find(|&seat| !living.contains(seat));
        let (by, with) = (self.info().seat_name(by), self.info().seat_name(other));
        let last = self.last_between(by, with);
        let stands = |what: &str| last.is_some_and(|it| it.what == what);
        let entry =
            |what: &str, open| Ok(Alliance { by: by.into(), with: with.into(), what: what.into(), open, at: 0 });
        let as_offered = last.is_some_and(|it| it.open);
        let no = |sentence: &str| Err(refused(Code::NotNow, sentence));
        match *step {
            AllianceStep::Offer { .. } | AllianceStep::Accept { .. } if out.is_some() => {
                no("a seat that is out of the match makes no alliance")
            }
            AllianceStep::Offer { .. } if stands(MADE) => no("you are allied already"),
            AllianceStep::Offer { .. } if stands(OFFERED) => no("an offer stands already: accept or refuse it"),
            AllianceStep::Offer { .. } if self.steps_between(by, with) >= MAX_STEPS => {
                Err(refused(Code::TooMuch, "you two have offered each other enough in this match"))
            }
            AllianceStep::Offer { open, .. } => entry(OFFERED, open),
            AllianceStep::Accept { .. } if stands(OFFERED) && last.is_some_and(|it| it.by == with) => {
                entry(MADE, as_offered)
            }
            AllianceStep::Accept { .. } => no("they have offered nothing"),
            AllianceStep::Refuse { .. } if stands(OFFERED) => entry(REFUSED, as_offered),
            AllianceStep::Refuse { .. } => no("no offer stands between you"),
            AllianceStep::Break { open, .. } if stands(MADE) => entry(BROKEN, open),
            AllianceStep::Break { .. } => no("you are not allied"),
        }
    }

    /// A step is durable: delivers it to the connections that may know it.
    pub fn alliance_stored(&mut self, alliance: Alliance) -> Delivery {
        let knows = |(_, it): &(&ConnectionId, &Connection)| self.may_know_alliance(it, &alliance);
        let to = self.connections.iter().filter(knows).map(|(&id, _)| id).collect();
        self.alliances.push(alliance.clone());
        Delivery { to, message: ToClient::Alliance { alliance } }
    }

    /// Compares with the alliance log in the store, and delivers new steps.
    pub fn sync_alliances(&mut self, log: Vec<Alliance>) -> Vec<Delivery> {
        let new: Vec<Alliance> = log.into_iter().filter(|it| !self.alliances.contains(it)).collect();
        new.into_iter().map(|it| self.alliance_stored(it)).collect()
    }

    /// The alliance log as a connection may see it, or its end.
    pub(super) fn alliance_log_for(&self, id: ConnectionId) -> Vec<Delivery> {
        let connection = &self.connections[&id];
        let known: Vec<&Alliance> = self.alliances.iter().filter(|it| self.may_know_alliance(connection, it)).collect();
        let tell = |it: &&Alliance| Delivery { to: vec![id], message: ToClient::Alliance { alliance: (*it).clone() } };
        known[known.len().saturating_sub(MAX_ALLIANCE_LOG)..].iter().map(tell).collect()
    }

    pub(super) fn have_open_alliance(&self, one: &str, other: &str) -> bool {
        self.last_between(one, other).is_some_and(|it| it.what == MADE && it.open)
    }

    fn last_between(&self, one: &str, other: &str) -> Option<&Alliance> {
        self.alliances.iter().rev().find(|it| is_between(it, one, other))
    }

    fn steps_between(&self, one: &str, other: &str) -> usize {
        self.alliances.iter().filter(|it| is_between(it, one, other)).count()
    }

    pub(super) fn may_know_alliance(&self, connection: &Connection, alliance: &Alliance) -> bool {
        let two = [&alliance.by, &alliance.with];
        let is_one = |&seat: &Seat| two.iter().any(|name| *name == self.info().seat_name(seat));
        alliance.open || (!connection.seats.is_empty() && connection.seats.iter().all(is_one))
    }
}

fn is_between(step: &Alliance, one: &str, other: &str) -> bool {
    (step.by == one && step.with == other) || (step.by == other && step.with == one)
}
