//! When each version of a table was first known to any client, by the clock of the run.

use std::time::Duration;

use menagerie_wire::ToClient;

use crate::transcript::{Transcript, version};

/// For each version the earliest time at which a client knew it or a later one.
pub(super) struct KnownVersions {
    /// In the order of time, with growing versions.
    steps: Vec<(Duration, u32)>,
}

impl KnownVersions {
    /// Reads all transcripts of a table.
    pub(super) fn of(transcripts: &[&Transcript]) -> Self {
        let mut all: Vec<(Duration, u32)> = transcripts.iter().flat_map(|it| versions(it)).collect();
        all.sort_unstable();
        let mut steps: Vec<(Duration, u32)> = Vec::new();
        for (at, version) in all {
            if steps.last().is_none_or(|(_, last)| *last < version) {
                steps.push((at, version));
            }
        }
        Self { steps }
    }

    /// The largest version that a client knew before this time.
    pub(super) fn before(&self, at: Duration) -> u32 {
        let later = self.steps.partition_point(|(known, _)| *known < at);
        later.checked_sub(1).map_or(0, |last| self.steps[last].1)
    }

    /// When a client first knew this version or a later one.
    pub(super) fn first(&self, version: u32) -> Option<Duration> {
        let place = self.steps.partition_point(|(_, known)| *known < version);
        self.steps.get(place).map(|(at, _)| *at)
    }
}

/// The versions that a client was shown or that were acknowledged to it, with their times.
fn versions(transcript: &Transcript) -> impl Iterator<Item = (Duration, u32)> {
    transcript.heard().filter_map(|(at, received)| match &received.message {
        ToClient::Done { version, .. } => Some((at, *version)),
        message => version(message).map(|version| (at, version)),
    })
}
