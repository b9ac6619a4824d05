//! The clock of a match, in two tags: `Clock` is the time control, `Started` the stamp from which the first decision is counted.
//! With them and the stamps of the events everything that the clocks showed can be reckoned again.

use menagerie_match::{Millis, NoControl, TimeControl};

use crate::Record;

const CLOCK: &str = "Clock";
const STARTED: &str = "Started";

/// The tags of a match with this time control that began then; none without a clock.
pub fn clock_tags(control: TimeControl, started: Millis) -> Vec<(String, String)> {
    if control == TimeControl::None {
        return Vec::new();
    }
    vec![(CLOCK.to_owned(), control.to_string()), (STARTED.to_owned(), started.to_string())]
}

impl Record {
    /// The time control; none if the record names none.
    pub fn control(&self) -> Result<TimeControl, NoControl> {
        self.tag(CLOCK).map_or(Ok(TimeControl::None), str::parse)
    }

    /// When the clocks were started: where the record does not say it, with the first event.
    pub fn started(&self) -> Option<Millis> {
        let first = || self.events.first().and_then(|entry| entry.at);
        self.tag(STARTED).and_then(|text| text.parse().ok()).or_else(first)
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}
