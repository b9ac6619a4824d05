//! Events that are appended together: the one that a player asked for, and the chance events after it.

use menagerie_game::{Actor, Seat};
use menagerie_match::{AnyMatch, Departure, EventText};
use menagerie_wire::{Ended, Refused};

use super::{FirstAction, LiveTable, author_name};
use crate::clock::Millis;
use crate::refusal::by_match;

/// Events to be appended in one transaction.
#[derive(Clone, PartialEq, Debug)]
pub struct EventBatch {
    /// Their texts, and who does them.
    pub events: Vec<(String, &'static str)>,
    /// How the match ends with them.
    pub ended: Option<Ended>,
}

impl LiveTable {
    /// An event and what chance does after it. Nothing has happened yet.
    pub fn batch(&self, first: &str) -> Result<EventBatch, Refused> {
        let mut ahead = self.game.boxed();
        let mut events = Vec::new();
        apply_event(&mut *ahead, first, &mut events)?;
        self.draw_chance(&mut *ahead, &mut events)?;
        Ok(EventBatch { events, ended: ahead.end().map(|end| self.ended(end)) })
    }

    /// The events that are due without a command: chance acts first, a flag falls, a computer player answers an offer.
    pub fn due(&self, now: Millis) -> Option<EventBatch> {
        if !self.is_playing() {
            return None;
        }
        if self.game.position().actor() == Actor::Chance {
            let mut ahead = self.game.boxed();
            let mut events = Vec::new();
            self.draw_chance(&mut *ahead, &mut events).ok()?;
            return Some(EventBatch { events, ended: ahead.end().map(|end| self.ended(end)) });
        }
        let flag = self
            .clock
            .fallen(now)
            .map(|seat| EventText::Depart(self.info().seat_name(seat), Departure::OutOfTime).to_string());
        flag.or_else(|| self.computer_reply()).and_then(|event| self.batch(&event).ok())
    }

    /// When the running clock's flag falls.
    pub fn flag_falls(&self) -> Option<Millis> {
        self.is_playing().then(|| self.clock.flag()).flatten().map(|(_, falls)| falls)
    }

    /// When something is due by time alone: the running clock's flag falls, or the match is aborted.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.flag_falls().into_iter().chain(self.first_action_due()).min()
    }

    /// When the match is aborted because its first action did not come: only while a person is to do it.
    pub fn first_action_due(&self) -> Option<Millis> {
        if self.clock.is_started() || self.acting().is_none_or(|seat| self.table.computer(seat).is_some()) {
            return None;
        }
        match self.table.first_action {
            FirstAction::Within(time) => self.table.started.map(|started| started + time),
            FirstAction::Clocked | FirstAction::Free => None,
        }
    }

    /// What a seat can still spend on its decision, if its time is limited.
    pub fn time_left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.clock.left(seat, now)
    }

    fn draw_chance(&self, ahead: &mut dyn AnyMatch, events: &mut Vec<(String, &'static str)>) -> Result<(), Refused> {
        let mut number = self.draws;
        while ahead.end().is_none() && ahead.position().actor() == Actor::Chance {
            let mut actions = ahead.position().actions();
            let probabilities = ahead.position().probabilities().unwrap_or_default();
            let weights: Vec<u32> = probabilities.iter().map(|it| it.weight).collect();
            let chosen = actions.swap_remove((self.draw)(number, &weights));
            number += 1;
            apply_event(ahead, &chosen, events)?;
        }
        Ok(())
    }
}

fn apply_event(ahead: &mut dyn AnyMatch, text: &str, events: &mut Vec<(String, &'static str)>) -> Result<(), Refused> {
    let by = author_name(ahead, text);
    ahead.try_event(text).map_err(|refusal| by_match(&refusal))?;
    events.push((text.to_owned(), by));
    Ok(())
}
