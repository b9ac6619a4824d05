//! The clock of a match, in two tags: `Clock` is the time control, `Started` the stamp from which the first decision is counted.
//! Without `Started` the clocks start with the first action of a seat. With the tags and the stamps of the events everything
//! that the clocks showed can be computed again.

use menagerie_match::{Millis, TimeControl, TimeControlError};

use crate::Record;

const CLOCK: &str = "Clock";
const STARTED: &str = "Started";

/// The tags of a match with this time control, whose clocks were started then or, without a stamp, with the first action;
/// none without a clock.
pub fn clock_tags(control: TimeControl, started: Option<Millis>) -> Vec<(String, String)> {
    if control == TimeControl::None {
        return Vec::new();
    }
    let started = started.map(|at| (STARTED.to_owned(), at.to_string()));
    [(CLOCK.to_owned(), control.to_string())].into_iter().chain(started).collect()
}

impl Record {
    /// The time control; none if the record names none.
    pub fn control(&self) -> Result<TimeControl, TimeControlError> {
        self.tag(CLOCK).map_or(Ok(TimeControl::None), str::parse)
    }

    /// When the clocks were started, if the record says it.
    pub fn started(&self) -> Option<Millis> {
        self.tag(STARTED).and_then(|text| text.parse().ok())
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}
