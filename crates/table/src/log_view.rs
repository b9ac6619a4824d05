//! The log as a viewer may know it, made by replaying the match.

use std::ops::Range;

use menagerie_game::erased::AnyPosition;
use menagerie_game::{EffectLog, GameInfo, Seat, Viewer, describe};
use menagerie_match::{AnyMatch, EventText, LogStep, StandingActions, event_author, taken_back_to};
use menagerie_wire::{DescribedEffect, LogEntry};

use super::{LiveTable, LoadError, LoggedEvent, StampedEvent, actor_name, new_match};
use crate::live_table::CHANCE;

impl LiveTable {
    /// The entries from this version on as this viewer may know them, each with the match as it stood after it.
    pub(super) fn replay_log(
        &self,
        viewer: Viewer,
        from: u32,
        mut each: impl FnMut(LogEntry, &dyn AnyMatch),
    ) -> Result<(), LoadError> {
        let mut game = new_match(&self.table.game, &self.table.start)?;
        for (index, logged) in self.log.iter().enumerate() {
            if index < from as usize {
                game.replay_event(&logged.text)?;
                continue;
            }
            each(replay(&mut *game, viewer, index as u32 + 1, logged)?, &*game);
        }
        Ok(())
    }
}

/// The entries from this version on, up to `until`, of a match that is not in memory any more, as a viewer may know them.
pub fn entries(
    mut game: Box<dyn AnyMatch>,
    log: &[StampedEvent],
    viewer: Viewer,
    versions: Range<u32>,
) -> Result<Vec<LogEntry>, LoadError> {
    let mut entries = Vec::new();
    for (number, event) in (1..versions.end).zip(log) {
        if number < versions.start {
            game.replay_event(&event.text)?;
            continue;
        }
        let (by, turn) = (event_author(&*game, &event.text), game.turns() + 1);
        let logged = LoggedEvent { text: event.text.as_str().into(), by, turn, at: event.at };
        entries.push(replay(&mut *game, viewer, number, &logged)?);
    }
    Ok(entries)
}

/// Lets an event of the log happen, and tells it as a viewer may know it.
fn replay(game: &mut dyn AnyMatch, viewer: Viewer, number: u32, logged: &LoggedEvent) -> Result<LogEntry, LoadError> {
    let event = event_text(game.position(), viewer, &logged.text);
    let effects = game.replay_event(&logged.text)?;
    let told = ShownEvent { viewer, event, effects: &effects, back: taken_back_to(game, &logged.text) };
    Ok(entry(game.info(), number, logged, told))
}

impl LiveTable {
    /// The turn, counted from 1, in which a seat acted last, as the match stands now.
    pub fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let mut standing = StandingActions::default();
        let replayed = self.replay_log(Viewer::Seat(seat), 0, |entry, _| {
            let step = LogStep::of(&entry.event, entry.back, entry.by == CHANCE);
            standing.push(step, entry.turn, entry.by);
        });
        replayed.ok()?;
        let name = self.info().seat_name(seat);
        standing.last_turn(|by| by == name)
    }
}

/// An event as it is told to a viewer.
pub(super) struct ShownEvent<'a> {
    pub(super) viewer: Viewer,
    pub(super) event: String,
    pub(super) effects: &'a EffectLog,
    /// The turn to whose start it took the match back.
    pub(super) back: Option<u32>,
}

/// How an event's text reads to a viewer, before it happens.
pub fn event_text(before: &dyn AnyPosition, viewer: Viewer, text: &str) -> String {
    if !EventText::of(text).is_action() || !before.info().hidden {
        return text.to_owned();
    }
    // The log holds actions only; a text that is none is shown to nobody.
    before.view(viewer).action_text(text).unwrap_or_else(|_| "?".to_owned())
}

pub(super) fn entry(info: &'static GameInfo, version: u32, logged: &LoggedEvent, told: ShownEvent<'_>) -> LogEntry {
    let heard = told.effects.iter().filter(|it| it.audience.includes(told.viewer));
    let happened = heard.map(|it| DescribedEffect { words: describe(info, &it.effect), what: it.effect.clone() });
    LogEntry {
        version,
        by: actor_name(info, logged.by).to_owned(),
        event: told.event,
        turn: logged.turn,
        at: logged.at,
        happened: happened.collect(),
        back: told.back,
    }
}
