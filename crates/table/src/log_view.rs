//! The log as a viewer may know it, made by replaying the match.

use std::ops::Range;

use menagerie_game::erased::AnyPosition;
use menagerie_game::{EffectLog, GameInfo, Seat, Viewer, describe};
use menagerie_match::{AnyMatch, author, went_back};
use menagerie_wire::{Entry, Happened};

use super::{Broken, LogEntry, Room, Stamped, actor_name, new_match};

impl Room {
    /// The entries from this version on as this viewer may know them, each with the match as it stood after it.
    pub(super) fn journal(
        &self,
        viewer: Viewer,
        from: u32,
        mut each: impl FnMut(Entry, &dyn AnyMatch),
    ) -> Result<(), Broken> {
        let mut game = new_match(&self.table.game, &self.table.start)?;
        for (index, noted) in self.log.iter().enumerate() {
            if index < from as usize {
                game.replay_event(&noted.text)?;
                continue;
            }
            each(replay(&mut *game, viewer, index as u32 + 1, noted)?, &*game);
        }
        Ok(())
    }
}

/// The entries from this version on, up to `until`, of a match that is not in memory any more, as a viewer may know them.
pub fn entries(
    mut game: Box<dyn AnyMatch>,
    log: &[Stamped],
    viewer: Viewer,
    versions: Range<u32>,
) -> Result<Vec<Entry>, Broken> {
    let mut entries = Vec::new();
    for (number, event) in (1..versions.end).zip(log) {
        if number < versions.start {
            game.replay_event(&event.text)?;
            continue;
        }
        let (by, turn) = (author(&*game, &event.text), game.turns() + 1);
        let noted = LogEntry { text: event.text.as_str().into(), by, turn, at: event.at };
        entries.push(replay(&mut *game, viewer, number, &noted)?);
    }
    Ok(entries)
}

/// Lets an event of the log happen, and tells it as a viewer may know it.
fn replay(game: &mut dyn AnyMatch, viewer: Viewer, number: u32, noted: &LogEntry) -> Result<Entry, Broken> {
    let event = event_text(game.position(), viewer, &noted.text);
    let effects = game.replay_event(&noted.text)?;
    let told = Told { viewer, event, effects: &effects, back: went_back(game, &noted.text) };
    Ok(entry(game.info(), number, noted, told))
}

impl Room {
    /// The turn, counted from 1, in which a seat acted last, as the match stands now.
    pub fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let name = self.info().seat_name(seat);
        let mut acted: Vec<(u32, String)> = Vec::new();
        let played = self.journal(Viewer::Seat(seat), 0, |entry, _| {
            if let Some(back) = entry.back {
                acted.retain(|(turn, _)| *turn < back);
            } else if entry.event == "!undo" {
                acted.pop();
            } else if !entry.event.starts_with('!') {
                acted.push((entry.turn, entry.by));
            }
        });
        played.ok()?;
        acted.iter().rev().find(|(_, by)| by == name).map(|(turn, _)| *turn)
    }
}

/// An event as it is told to a viewer.
pub(super) struct Told<'a> {
    pub(super) viewer: Viewer,
    pub(super) event: String,
    pub(super) effects: &'a EffectLog,
    /// The turn to whose start it took the match back.
    pub(super) back: Option<u32>,
}

/// How an event's text reads to a viewer, before it happens.
pub fn event_text(before: &dyn AnyPosition, viewer: Viewer, text: &str) -> String {
    if text.starts_with('!') || !before.info().hidden {
        return text.to_owned();
    }
    // The log holds actions only; a text that is none is shown to nobody.
    before.view(viewer).action_text(text).unwrap_or_else(|_| "?".to_owned())
}

pub(super) fn entry(info: &'static GameInfo, version: u32, noted: &LogEntry, told: Told<'_>) -> Entry {
    let heard = told.effects.iter().filter(|it| it.audience.includes(told.viewer));
    let happened = heard.map(|it| Happened { words: describe(info, &it.effect), what: it.effect.clone() });
    Entry {
        version,
        by: actor_name(info, noted.by).to_owned(),
        event: told.event,
        turn: noted.turn,
        at: noted.at,
        happened: happened.collect(),
        back: told.back,
    }
}
