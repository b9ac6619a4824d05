//! What clients were shown against what the log gives: every view at every version, and the order of versions.

use menagerie_wire::table::TimeControl;
use menagerie_wire::{LogEntry, TableView, ToClient};

use super::clocks::{bounds, plausible};
use super::replay::MatchState;
use super::{Kind, TableCheck};
use crate::transcript::{ClientEvent, Transcript, version};

impl TableCheck<'_> {
    /// Checks everything that a client was shown.
    pub(super) fn views(&mut self, moments: &[MatchState], transcript: &Transcript) {
        let clocks = bounds(self.table, moments);
        let mut wrong = Vec::new();
        let mut last: Option<u32> = None;
        let (mut acknowledged, mut open) = (0, false);
        for (index, line) in transcript.entries.iter().enumerate() {
            match &line.what {
                ClientEvent::Connected { since, .. } => {
                    last = (*since).or(last);
                    open = comes_late(&transcript.entries[index + 1..]);
                }
                ClientEvent::Heard(received) => {
                    let message = &received.message;
                    let why = order(message, &mut last).or_else(|| forgotten(message, &mut acknowledged));
                    wrong.extend(why.map(|why| (Kind::Order, why)));
                    self.check_result.views += usize::from(version(message).is_some());
                    let why = self.viewer_state(moments, transcript, message, open);
                    open &= matches!(message, ToClient::Event { .. });
                    wrong.extend(why.map(|why| (Kind::View, why)));
                    if let ToClient::Full { version, seen, .. } = message
                        && self.table.clock != TimeControl::None
                        && clocks.get(*version as usize).is_some_and(|bounds| !plausible(&seen.clocks, bounds))
                    {
                        wrong.push((Kind::Clock, format!("version {version} shows {:?}", seen.clocks)));
                    }
                }
                ClientEvent::Sent(_) | ClientEvent::Garbled(_) | ClientEvent::Lost(_) => {}
            }
        }
        for (kind, detail) in wrong {
            self.find(kind, transcript.seat.as_deref(), detail);
        }
    }

    /// Why a message does not match the log. After the end of a match its log is public: `open` says whether it was
    /// when the event was sent.
    fn viewer_state(
        &self,
        moments: &[MatchState],
        transcript: &Transcript,
        message: &ToClient,
        open: bool,
    ) -> Option<String> {
        let viewer = transcript.seat.as_deref().unwrap_or("spectator");
        match message {
            ToClient::Full { version, seen, earlier, log, .. } => {
                if *earlier as usize + log.len() != *version as usize {
                    return Some(format!("version {version} with {} entries", log.len()));
                }
                let open = seen.ended.is_some();
                let entry = log.iter().find_map(|entry| self.entry(moments, viewer, entry, open));
                entry.or_else(|| shown(moments, viewer, *version, seen))
            }
            ToClient::Event { version, entry, seen } if *version == entry.version => {
                self.entry(moments, viewer, entry, open).or_else(|| shown(moments, viewer, *version, seen))
            }
            ToClient::Event { version, entry, .. } => Some(format!("version {version} with entry {}", entry.version)),
            _ => None,
        }
    }

    fn entry(&self, moments: &[MatchState], viewer: &str, entry: &LogEntry, open: bool) -> Option<String> {
        let event = (entry.version as usize).checked_sub(1).and_then(|index| self.table.events.get(index));
        let viewer_state = moments.get(entry.version as usize).and_then(|moment| moment.viewer_state(viewer));
        let (Some(event), Some(viewer_state)) = (event, viewer_state) else {
            return Some(format!("entry {} is not in the log: {}", entry.version, entry.event));
        };
        let text = if open { &event.text } else { &viewer_state.event };
        let (told, expected) = ((&entry.event, &entry.by, entry.at), (text, &event.by, event.at.0));
        (told != expected).then(|| format!("entry {}: {told:?} instead of {expected:?}", entry.version))
    }
}

/// Whether a connection begins after the end of the match: the missed events, which come first, include the end.
pub(super) fn comes_late(lines: &[crate::transcript::TranscriptEntry]) -> bool {
    let heard = lines.iter().filter_map(|line| line.what.heard()).map(|received| &received.message);
    let missed = heard.map_while(|message| if let ToClient::Event { seen, .. } = message { Some(seen) } else { None });
    missed.last().is_some_and(|seen| seen.ended.is_some())
}

/// Why a shown position is not that of its version.
fn shown(moments: &[MatchState], viewer: &str, version: u32, seen: &TableView) -> Option<String> {
    let moment = moments.get(version as usize);
    let Some((moment, viewer_state)) = moment.and_then(|moment| Some((moment, moment.viewer_state(viewer)?))) else {
        return Some(format!("version {version} is not in the log"));
    };
    let differs = |what: &str, shown: &dyn std::fmt::Debug, expected: &dyn std::fmt::Debug| {
        Some(format!("version {version}: {what} {shown:?} instead of {expected:?}"))
    };
    let can_undo = moment.undoer.as_deref() == Some(viewer);
    if seen.viewer != viewer {
        return differs("the viewer", &seen.viewer, &viewer);
    }
    if seen.text != viewer_state.text {
        return differs("the view", &seen.text, &viewer_state.text);
    }
    if seen.actor != moment.actor {
        return differs("the actor", &seen.actor, &moment.actor);
    }
    if seen.ended != moment.ended {
        return differs("the end", &seen.ended, &moment.ended);
    }
    if seen.can_undo != can_undo {
        return differs("whether it can be undone", &seen.can_undo, &can_undo);
    }
    // Before all seats are taken, no seat is to move.
    let waits = version == 0 && seen.actions.is_none();
    if seen.actions != viewer_state.actions && !waits {
        return differs("the actions", &seen.actions, &viewer_state.actions);
    }
    None
}

/// Why a message does not follow the previous ones. Versions never go back.
fn order(message: &ToClient, last: &mut Option<u32>) -> Option<String> {
    let (version, fits) = match message {
        ToClient::Full { version, .. } => (*version, last.is_none_or(|last| last <= *version)),
        ToClient::Event { version, .. } => (*version, last.is_some_and(|last| last + 1 == *version)),
        _ => return None,
    };
    let before = last.replace(version);
    (!fits).then(|| format!("version {version} after {before:?}"))
}

/// Why a snapshot misses an acknowledged version.
fn forgotten(message: &ToClient, acknowledged: &mut u32) -> Option<String> {
    match message {
        ToClient::Done { version, .. } => *acknowledged = (*acknowledged).max(*version),
        ToClient::Full { version, .. } if version < acknowledged => {
            return Some(format!("version {version} after {acknowledged} was acknowledged"));
        }
        _ => {}
    }
    None
}
