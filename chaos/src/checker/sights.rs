//! What clients were shown against what the log gives: every view at every version, and the versions in their order.

use menagerie_wire::table::TimeControl;
use menagerie_wire::{Entry, Seen, ToClient};

use super::clocks::{bounds, plausible};
use super::replay::Moment;
use super::{Case, Kind};
use crate::transcript::{Transcript, What};

impl Case<'_> {
    /// Everything that a client was shown.
    pub(super) fn sights(&mut self, moments: &[Moment], transcript: &Transcript) {
        let clocks = bounds(self.table, moments);
        let mut wrong = Vec::new();
        let mut last: Option<u32> = None;
        let (mut acknowledged, mut open) = (0, false);
        for (index, line) in transcript.lines.iter().enumerate() {
            match &line.what {
                What::Connected { since, .. } => {
                    last = (*since).or(last);
                    open = comes_late(&transcript.lines[index + 1..]);
                }
                What::Heard(message) => {
                    let why = order(message, &mut last).or_else(|| forgotten(message, &mut acknowledged));
                    wrong.extend(why.map(|why| (Kind::Order, why)));
                    self.judgement.sights += usize::from(super::answers::version(message).is_some());
                    let why = self.sight(moments, transcript, message, open);
                    open &= matches!(**message, ToClient::Event { .. });
                    wrong.extend(why.map(|why| (Kind::View, why)));
                    if let ToClient::Full { version, seen, .. } = &**message
                        && self.table.clock != TimeControl::None
                        && clocks.get(*version as usize).is_some_and(|bounds| !plausible(&seen.clocks, bounds))
                    {
                        wrong.push((Kind::Clock, format!("version {version} shows {:?}", seen.clocks)));
                    }
                }
                What::Sent(_) | What::Lost(_) => {}
            }
        }
        for (kind, detail) in wrong {
            self.find(kind, transcript.seat.as_deref(), detail);
        }
    }

    /// Why a message does not show what the log gives. When the match is over, nothing in its log is secret: `open` says
    /// whether it was when an event was told.
    fn sight(&self, moments: &[Moment], transcript: &Transcript, message: &ToClient, open: bool) -> Option<String> {
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

    fn entry(&self, moments: &[Moment], viewer: &str, entry: &Entry, open: bool) -> Option<String> {
        let event = (entry.version as usize).checked_sub(1).and_then(|index| self.table.events.get(index));
        let sight = moments.get(entry.version as usize).and_then(|moment| moment.sight(viewer));
        let (Some(event), Some(sight)) = (event, sight) else {
            return Some(format!("entry {} is not in the log: {}", entry.version, entry.event));
        };
        let text = if open { &event.text } else { &sight.event };
        let (told, expected) = ((&entry.event, &entry.by, entry.at), (text, &event.by, event.at.0));
        (told != expected).then(|| format!("entry {}: {told:?} instead of {expected:?}", entry.version))
    }
}

/// Whether a connection that begins here comes when the match is over: the events that it has missed, which are told before
/// anything else, lead to the end.
fn comes_late(lines: &[crate::transcript::Line]) -> bool {
    let heard =
        lines.iter().filter_map(|line| if let What::Heard(message) = &line.what { Some(&**message) } else { None });
    let missed = heard.map_while(|message| if let ToClient::Event { seen, .. } = message { Some(seen) } else { None });
    missed.last().is_some_and(|seen| seen.ended.is_some())
}

/// Why a position that was shown is not the one of that version.
fn shown(moments: &[Moment], viewer: &str, version: u32, seen: &Seen) -> Option<String> {
    let moment = moments.get(version as usize);
    let Some((moment, sight)) = moment.and_then(|moment| Some((moment, moment.sight(viewer)?))) else {
        return Some(format!("version {version} is not in the log"));
    };
    let differs = |what: &str, shown: &dyn std::fmt::Debug, expected: &dyn std::fmt::Debug| {
        Some(format!("version {version}: {what} {shown:?} instead of {expected:?}"))
    };
    let can_undo = moment.undoer.as_deref() == Some(viewer);
    if seen.viewer != viewer {
        return differs("the viewer", &seen.viewer, &viewer);
    }
    if seen.text != sight.text {
        return differs("the view", &seen.text, &sight.text);
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
    // Before everybody sits nobody is asked.
    let waits = version == 0 && seen.actions.is_none();
    if seen.actions != sight.actions && !waits {
        return differs("the actions", &seen.actions, &sight.actions);
    }
    None
}

/// Why a message does not follow those before it. What was seen once is never taken away.
fn order(message: &ToClient, last: &mut Option<u32>) -> Option<String> {
    let (version, fits) = match message {
        ToClient::Full { version, .. } => (*version, last.is_none_or(|last| last <= *version)),
        ToClient::Event { version, .. } => (*version, last.is_some_and(|last| last + 1 == *version)),
        _ => return None,
    };
    let before = last.replace(version);
    (!fits).then(|| format!("version {version} after {before:?}"))
}

/// Why somebody who shows everything does not know what was acknowledged before.
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
