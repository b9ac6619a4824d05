//! Alliances: promises without force, with a log that everybody or only the two see.

use menagerie_game::Seat;
use menagerie_wire::{Alliance, AllianceStep, Code, Refused, ToClient};

use super::{Connection, ConnectionId, Room, Tell};
use crate::refusal::refused;

const OFFERED: &str = "offered";
const MADE: &str = "made";
const REFUSED: &str = "refused";
const BROKEN: &str = "broken";

/// So many steps between two seats, then they offer each other nothing any more; what stands can still be answered and
/// broken. Each two are counted apart, so that a refusal tells nobody what others do in secret.
const MOST_STEPS: usize = 30;
/// So much of the log is told to whoever comes: all that six pairs can do, and well below what may wait for a connection.
const TOLD: usize = 192;

impl Room {
    /// The log entry that a step makes, if it may be taken now. Its time is still to be stamped.
    pub fn alliance(&self, by: Seat, step: &AllianceStep) -> Result<Alliance, Refused> {
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
                no("whoever is out of the match makes no alliance any more")
            }
            AllianceStep::Offer { .. } if stands(MADE) => no("you are allied already"),
            AllianceStep::Offer { .. } if stands(OFFERED) => no("an offer stands already: accept or refuse it"),
            AllianceStep::Offer { .. } if self.steps_between(by, with) >= MOST_STEPS => {
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

    /// A step was taken, durably: those who may know are told.
    pub fn allied(&mut self, alliance: Alliance) -> Tell {
        let knows = |(_, it): &(&ConnectionId, &Connection)| self.knows_of(it, &alliance);
        let to = self.connections.iter().filter(knows).map(|(&id, _)| id).collect();
        self.alliances.push(alliance.clone());
        Tell { to, message: ToClient::Alliance { alliance } }
    }

    /// The alliance log that the store holds now: what is new in it is told.
    pub fn hear_alliances(&mut self, log: Vec<Alliance>) -> Vec<Tell> {
        let new: Vec<Alliance> = log.into_iter().filter(|it| !self.alliances.contains(it)).collect();
        new.into_iter().map(|it| self.allied(it)).collect()
    }

    /// The alliance log as a connection may see it, or its end.
    pub(super) fn known_alliances(&self, id: ConnectionId) -> Vec<Tell> {
        let connection = &self.connections[&id];
        let known: Vec<&Alliance> = self.alliances.iter().filter(|it| self.knows_of(connection, it)).collect();
        let tell = |it: &&Alliance| Tell { to: vec![id], message: ToClient::Alliance { alliance: (*it).clone() } };
        known[known.len().saturating_sub(TOLD)..].iter().map(tell).collect()
    }

    pub(super) fn openly_allied(&self, one: &str, other: &str) -> bool {
        self.last_between(one, other).is_some_and(|it| it.what == MADE && it.open)
    }

    fn last_between(&self, one: &str, other: &str) -> Option<&Alliance> {
        self.alliances.iter().rev().find(|it| is_between(it, one, other))
    }

    fn steps_between(&self, one: &str, other: &str) -> usize {
        self.alliances.iter().filter(|it| is_between(it, one, other)).count()
    }

    pub(super) fn knows_of(&self, connection: &Connection, alliance: &Alliance) -> bool {
        let two = [&alliance.by, &alliance.with];
        let is_one = |&seat: &Seat| two.iter().any(|name| *name == self.info().seat_name(seat));
        alliance.open || (!connection.seats.is_empty() && connection.seats.iter().all(is_one))
    }
}

fn is_between(step: &Alliance, one: &str, other: &str) -> bool {
    (step.by == one && step.with == other) || (step.by == other && step.with == one)
}
