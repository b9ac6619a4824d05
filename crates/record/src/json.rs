//! A record as JSON: the fields of [`Record`] by their names.

use crate::{ReadError, Record};

impl Record {
    /// The record as JSON, over several lines.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads a record from JSON.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        Ok(serde_json::from_str(text)?)
    }
}
