//! What a log must be in itself: playable, numbered without gaps, with stamps that never go back, the dice of its secret and
//! the end that its events lead to.

use menagerie_record::{Entry, Record, VerifyError, verify_events};
use menagerie_wire::table::Stage;

use super::replay::{Moment, replay};
use super::{Case, Kind};

impl Case<'_> {
    /// Checks the log; the match as it went, if it can be played at all.
    pub(super) fn log(&mut self) -> Option<Vec<Moment>> {
        for (expected, event) in (1..).zip(&self.table.events) {
            if event.seq != expected {
                self.find(Kind::Numbers, None, format!("event {} stands where {expected} should", event.seq));
                return None;
            }
        }
        for pair in self.table.events.windows(2) {
            if pair[1].at < pair[0].at {
                let back = pair[0].at.0 - pair[1].at.0;
                self.find(Kind::Stamps, None, format!("event {} is {back} ms before the one before", pair[1].seq));
            }
        }
        self.dice();
        match replay(self.table) {
            Ok(moments) => {
                self.end(&moments);
                Some(moments)
            }
            Err(why) => {
                self.find(Kind::Unplayable, None, why);
                None
            }
        }
    }

    fn dice(&mut self) {
        let Some(dice) = self.table.dice.clone() else { return };
        let events = self.table.events.iter().map(|event| Entry::new(event.text.clone())).collect();
        let (game, start) = (self.table.game.clone(), Some(self.table.start.clone()));
        match verify_events(&Record { game, start, events, dice: Some(dice), ..Record::default() }) {
            Ok(verified) => self.judgement.draws += verified.chance,
            Err(error @ (VerifyError::Dice { .. } | VerifyError::Commitment)) => {
                self.find(Kind::Dice, None, error.to_string());
            }
            // Whatever else is wrong with the log is found elsewhere.
            Err(_) => {}
        }
    }

    fn end(&mut self, moments: &[Moment]) {
        let ended = moments.last().and_then(|moment| moment.ended.clone());
        self.judgement.ended += usize::from(ended.is_some());
        self.judgement.flags += self.table.events.iter().filter(|event| event.text.starts_with("!flag")).count();
        if (self.table.stage == Stage::Over) != ended.is_some() {
            let say = if ended.is_some() { "over" } else { "not over" };
            self.find(Kind::End, None, format!("its match is {say}, but the table is {:?}", self.table.stage));
        }
        if self.table.result != ended {
            self.find(Kind::End, None, format!("{:?} is kept, its events lead to {ended:?}", self.table.result));
        }
    }
}
