//! Checks of a log by itself: legal events, numbers without gaps, monotonic timestamps, the dice of its secret, and the
//! result that its events lead to.

use menagerie_record::{Entry, Record, VerifyError, verify_events};
use menagerie_wire::table::Stage;

use super::replay::{MatchState, replay};
use super::{Kind, TableCheck};

impl TableCheck<'_> {
    /// Checks the log; returns the replayed match if it is playable.
    pub(super) fn log(&mut self) -> Option<Vec<MatchState>> {
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
            Ok(verified) => self.check_result.draws += verified.chance,
            Err(error @ (VerifyError::Dice { .. } | VerifyError::Commitment)) => {
                self.find(Kind::Dice, None, error.to_string());
            }
            // Other faults of the log are found elsewhere.
            Err(_) => {}
        }
    }

    fn end(&mut self, moments: &[MatchState]) {
        let ended = moments.last().and_then(|moment| moment.ended.clone());
        self.check_result.ended += usize::from(ended.is_some());
        self.check_result.flags += self.table.events.iter().filter(|event| event.text.starts_with("!flag")).count();
        if (self.table.stage == Stage::Over) != ended.is_some() {
            let say = if ended.is_some() { "over" } else { "not over" };
            self.find(Kind::End, None, format!("its match is {say}, but the table is {:?}", self.table.stage));
        }
        if self.table.result != ended {
            self.find(Kind::End, None, format!("{:?} is kept, its events lead to {ended:?}", self.table.result));
        }
    }
}
