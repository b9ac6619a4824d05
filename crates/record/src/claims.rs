//! What a record's text says about the result and the start besides the fields that decide them.
//!
//! `Result`, the closing result and `SetUp` follow from other fields, so [`Record`] does not hold them. A text may say
//! something else. Such claims are kept here, so that [`verify`](crate::verify) can refuse it and no conversion hides it.

use serde::{Deserialize, Serialize};

use crate::Record;

/// The results that PGN knows.
pub(crate) const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// What a text says where that is not what the record's fields lead to; nothing for almost every record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Claims {
    /// The tag `Result`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
    /// The result behind the last event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) closing: Option<String>,
    /// The tag `SetUp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) set_up: Option<String>,
    /// The text has neither a tag `Result` nor a closing result: it says nothing about how the match ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) no_result: bool,
}

impl Claims {
    /// Whether the record says nothing but what its fields lead to.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the text form can hold this.
    pub(crate) fn fits_text(&self) -> bool {
        let is_result = |text: &String| RESULTS.contains(&text.as_str());
        self.closing.as_ref().is_none_or(is_result)
            && !(self.no_result && (self.result.is_some() || self.closing.is_some()))
    }

    /// A text that says its result once, in its tag or behind its events, says the same in both places.
    pub(crate) fn completed(self) -> Self {
        let result = self.result.clone().or_else(|| self.closing.clone());
        let closing = self.closing.or(self.result);
        let closing = closing.filter(|text| RESULTS.contains(&text.as_str()));
        Self { no_result: result.is_none() && closing.is_none(), result, closing, ..self }
    }

    /// Without what the record's fields lead to anyway.
    pub(crate) fn beside(mut self, record: &Record) -> Self {
        self.result = self.result.filter(|said| said != record.result());
        self.closing = self.closing.filter(|said| said != record.result());
        self.set_up = self.set_up.filter(|said| said != record.set_up());
        self.no_result &= record.ended.is_none();
        self
    }
}

impl Record {
    /// `SetUp` as PGN has it: whether the match began from a position of its own.
    pub(crate) const fn set_up(&self) -> &'static str {
        if self.start.is_some() { "1" } else { "0" }
    }
}
