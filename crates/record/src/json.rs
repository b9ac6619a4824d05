//! A record as JSON: the fields of [`Record`] by their names.

use crate::read::{BYTE_ORDER_MARK, MOST_BYTES, is_event, is_free_tag};
use crate::{Ended, ReadError, Record};

impl Record {
    /// The record as JSON, over several lines.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads a record from JSON. It must be one that the text form can hold too.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        if text.len() > MOST_BYTES {
            return Err(ReadError::TooLong);
        }
        let mut record: Self = serde_json::from_str(text.trim_start_matches(BYTE_ORDER_MARK))?;
        record.fits_text()?;
        record.claims = std::mem::take(&mut record.claims).beside(&record);
        Ok(record)
    }

    /// Strangers' JSON must not become other tags or events when it is written as text.
    fn fits_text(&self) -> Result<(), ReadError> {
        let is_word = |text: &String| !text.contains(' ');
        let ended = |it: &Ended| it.scores.iter().all(is_word);
        let checks = [
            ("game", "is missing", !self.game.is_empty()),
            ("tags", "have names of letters and digits, and not those of other fields", {
                self.tags.iter().all(|(name, _)| is_free_tag(name))
            }),
            ("seats", "are at most 255 names without spaces", {
                u8::try_from(self.seats.len()).is_ok() && self.seats.iter().all(|(seat, _)| is_word(seat))
            }),
            (
                "events",
                "are words, and neither numbers nor results nor tags",
                self.events.iter().all(|it| is_event(&it.event)),
            ),
            ("ended", "has scores without spaces", self.ended.as_ref().is_none_or(ended)),
            ("claims", "are results of PGN", self.claims.fits_text()),
        ];
        match checks.into_iter().find(|(_, _, fits)| !fits) {
            Some((name, problem, _)) => Err(ReadError::Field { name, problem }),
            None => Ok(()),
        }
    }
}
