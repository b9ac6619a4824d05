//! Endgame tables in the search: a position that a table knows is not searched.

use menagerie_game::{Rules, Seat, TableValue};

use crate::MatchCounters;

use super::score;
use super::search::Search;

impl<R: Rules> Search<'_, R> {
    /// The score of a position for its actor, from the game's endgame tables. A win that the match's limit of actions
    /// without progress cuts off is a draw.
    #[inline]
    pub(super) fn table_score(&self, position: &R, seat: Seat, counters: MatchCounters, ply: usize) -> Option<i32> {
        // An immediate win gets its exact score from the search.
        if self.full_width || !self.control.endgame_tables || position.threatens_win(seat) {
            return None;
        }
        let value = position.table_value()?;
        let fits = |plies| self.rules.no_progress.is_none_or(|limit| counters.without_progress + plies <= limit.number);
        let progressed = counters.without_progress == 0;
        Some(match value {
            TableValue::Wins { plies } if fits(plies) => score::table_win(plies, progressed, ply),
            TableValue::Loses { plies } if fits(plies) => -score::table_win(plies, progressed, ply),
            _ => self.control.contempt.draw(seat),
        })
    }
}
