//! The match so far, for those who ask for its record or its replay.

use menagerie_game::Viewer;
use menagerie_table::secret::Digest;

use crate::error::ApiError;
use crate::records::past::Past;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// The match so far, as far as the holder of a token may know it.
    pub(crate) fn past(&self, token: Option<Digest>) -> Result<Past, ApiError> {
        self.check_bans(token.as_slice())?;
        let over = self.room.game().end().is_some();
        Ok(Past {
            table: self.room.table().clone(),
            dice: self.stored.dice.clone(),
            log: self.room.stamped().collect(),
            viewer: if over { Viewer::All } else { self.viewer(token) },
            over,
        })
    }

    /// Whose knowledge a token gives.
    fn viewer(&self, token: Option<Digest>) -> Viewer {
        let seats = token.map(|token| self.room.table().seats_of(&[token])).unwrap_or_default();
        seats.first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat))
    }
}
