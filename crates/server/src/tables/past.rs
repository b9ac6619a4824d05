//! The match so far, for its record and its replay, and its position, as the holder of a token may know them.

use menagerie_game::Viewer;
use menagerie_game::erased::AnyView;
use menagerie_table::secret::Digest;

use crate::error::ServerError;
use crate::records::stored::past_dice;
use crate::tables::table_task::TableTask;
use menagerie_api::past::Past;

impl TableTask {
    /// The match so far, as far as the holder of a token, or else an account, may know it.
    pub(crate) fn past(&self, token: Option<Digest>, account: Option<&str>) -> Result<Past, ServerError> {
        self.check_bans(token.as_slice())?;
        Ok(Past {
            table: self.room.table().clone(),
            dice: self.stored.dice.as_ref().map(past_dice),
            log: self.room.stamped_events().collect(),
            viewer: self.viewer(token, account),
            over: self.room.game().end().is_some(),
        })
    }

    /// The position as it stands, as far as the holder of a token, or else an account, may know it.
    pub(crate) fn view(&self, token: Option<Digest>, account: Option<&str>) -> Result<Box<dyn AnyView>, ServerError> {
        self.check_bans(token.as_slice())?;
        Ok(self.room.game().position().view(self.viewer(token, account)))
    }

    /// Whose knowledge a token or an account gives; after the end everything is open.
    fn viewer(&self, token: Option<Digest>, account: Option<&str>) -> Viewer {
        if self.room.game().end().is_some() {
            return Viewer::All;
        }
        self.seat_held_by(token, account).map_or(Viewer::Spectator, Viewer::Seat)
    }
}
