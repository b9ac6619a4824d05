//! The first action of a match: the clocks start with it, and a match without it is aborted.

use std::time::Duration;

use menagerie_store as store;
use menagerie_store::{FirstAction, SeatPlan, TimeControl};

use crate::app::App;
use crate::error::ServerError;
use crate::mailbox::input::AdminCommand;
use crate::tables::table_task::TableTask;

/// The longest time for the first action, as a multiple of the shortest.
const LONGEST: u64 = 5;

impl App {
    /// How the clocks of a new table start. Other players wait for the first action only where a seat was open.
    pub(crate) fn first_action(&self, clock: TimeControl, seats: &[store::Seat]) -> FirstAction {
        let has_guests = seats.iter().any(|seat| seat.plan == SeatPlan::Open);
        first_action(clock, has_guests, self.config.first_action)
    }
}

/// As much time as the clock gives, from one to five times `least`. Days per turn count from the start of the match.
fn first_action(clock: TimeControl, has_guests: bool, least: Duration) -> FirstAction {
    let seconds = match clock {
        TimeControl::None | TimeControl::Days { .. } => return FirstAction::Clocked,
        TimeControl::Fischer { initial, increment } => u64::from(initial.max(increment)),
        TimeControl::Byoyomi { initial, period, periods } => {
            u64::from(initial) + u64::from(period) * u64::from(periods)
        }
    };
    if !has_guests {
        return FirstAction::Free;
    }
    let least = least.as_millis() as u64;
    let millis = (seconds * 1000).clamp(least, least * LONGEST);
    FirstAction::Within(u32::try_from(millis).unwrap_or(u32::MAX))
}

impl TableTask {
    /// Aborts a match whose first action is overdue. It has no winner and is not rated.
    pub(crate) async fn abort_overdue(&mut self) {
        if self.is_resting() {
            return;
        }
        // Another node may know the first action already.
        let _ = self.was_behind().await;
        if !self.is_first_action_overdue() {
            return;
        }
        if let Err(error) = self.close_unplayed().await {
            tracing::warn!(table = %self.id, cause = error.refused.error, "a match could not be aborted");
            self.rest();
        }
    }

    pub(crate) fn is_first_action_overdue(&self) -> bool {
        self.room.first_action_due().is_some_and(|due| due <= self.app.now())
    }

    /// Closes the table of a match that ends before it has really begun.
    pub(crate) async fn close_unplayed(&mut self) -> Result<(), ServerError> {
        self.administer(AdminCommand::Close).await?;
        self.app.publish_game_event(&self.stored, "gameFinish");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_action_has_the_time_of_the_clock_within_one_and_five_minutes() {
        let fischer = |initial, increment| TimeControl::Fischer { initial, increment };
        let within = |clock| first_action(clock, true, Duration::from_mins(1));
        assert_eq!(within(fischer(30, 0)), FirstAction::Within(60_000));
        assert_eq!(within(fischer(0, 90)), FirstAction::Within(90_000));
        assert_eq!(within(fischer(86_400, 0)), FirstAction::Within(300_000));
        let byoyomi = TimeControl::Byoyomi { initial: 60, period: 30, periods: 3 };
        assert_eq!(within(byoyomi), FirstAction::Within(150_000));
        assert_eq!(within(TimeControl::Days { days: 2 }), FirstAction::Clocked);
        assert_eq!(within(TimeControl::None), FirstAction::Clocked);
        assert_eq!(first_action(fischer(30, 0), false, Duration::from_mins(1)), FirstAction::Free);
    }
}
