//! The record of a match and its replay: while it goes on, as the one who asks may know it; afterwards, with everything.

use menagerie_game::{Actor, EffectLog, Scene, Viewer, describe};
use menagerie_match::{AnyMatch, went_back};
use menagerie_record::dice::Secret;
use menagerie_record::{DiceProof, Entry, Record, clock_tags};
use menagerie_store as store;
use menagerie_table::{Chair, Stamped, TableState, actor_name, entries, event_text, how_ended, new_match};
use menagerie_wire::http::{LogPage, Looked};
use menagerie_wire::{Code, Happened};

use crate::error::ApiError;
use crate::records::moves::Moves;

/// A match so far and whose knowledge of it was asked for. It is played again beside the table's task, which has others to
/// serve.
pub(crate) struct Past {
    pub(crate) table: TableState,
    pub(crate) dice: Option<store::Dice>,
    pub(crate) log: Vec<Stamped>,
    pub(crate) viewer: Viewer,
    pub(crate) over: bool,
}

impl Past {
    /// A match that is over, as the store has it.
    pub(crate) fn finished(table: TableState, dice: Option<store::Dice>, log: Vec<Stamped>) -> Self {
        Self { table, dice, log, viewer: Viewer::All, over: true }
    }

    /// A match that goes on, as the store has it and a viewer may know it; its dice are not told.
    pub(crate) fn running(table: TableState, log: Vec<Stamped>, viewer: Viewer) -> Self {
        Self { table, dice: None, log, viewer, over: false }
    }

    /// The record.
    pub(crate) fn record(&self) -> Result<Record, ApiError> {
        self.record_and_moves().map(|(record, _)| record)
    }

    /// The record, and the actions in force as this viewer may know them.
    pub(crate) fn record_and_moves(&self) -> Result<(Record, String), ApiError> {
        let mut game = self.begin()?;
        let mut moves = Moves::default();
        let info = game.info();
        let start = self.other_start(&*game);
        let mut events = Vec::with_capacity(self.log.len());
        for Stamped { text, at } in &self.log {
            // Secret actions of others read `@?` in a running record.
            let event = if self.over { text.clone() } else { event_text(game.position(), self.viewer, text) };
            let turn = game.turns() + 1;
            game.replay_event(text).map_err(|refusal| ApiError::trouble(&refusal))?;
            // Which turn it is, and whether the match went back, everybody knows.
            moves.follow(&event, turn, went_back(&*game, text));
            events.push(Entry { event, at: Some(*at) });
        }
        let table = &self.table;
        let seat = |chair: &Chair| (info.seat_name(chair.seat).to_owned(), table.name_of(chair.seat, info));
        let record = Record {
            game: table.game.clone(),
            start,
            seats: table.seats.iter().map(seat).collect(),
            tags: self.tags(),
            events,
            ended: game.end().map(Into::into),
            dice: self.dice.as_ref().map(|dice| self.proof(dice)),
            ..Record::default()
        };
        Ok((record, moves.text()))
    }

    /// Which table it was, and its clock.
    fn tags(&self) -> Vec<(String, String)> {
        let clock = self.table.started.map(|started| clock_tags(self.table.clock, started));
        [("Table".to_owned(), self.table.id.clone())].into_iter().chain(clock.into_iter().flatten()).collect()
    }

    /// The match as it stood after so many events.
    pub(crate) fn at(&self, version: u32) -> Result<Looked, ApiError> {
        if version as usize > self.log.len() {
            let sentence = format!("the match has reached version {} only", self.log.len());
            return Err(ApiError::new(Code::NotFound, sentence));
        }
        let mut game = self.begin()?;
        let mut effects = EffectLog::new();
        for event in self.log.iter().take(version as usize) {
            effects = game.replay_event(&event.text).map_err(|refusal| ApiError::trouble(&refusal))?;
        }
        let info = game.info();
        let actor = if game.end().is_some() { Actor::Nobody } else { game.position().actor() };
        let view = game.position().view(self.viewer);
        let heard = effects.iter().filter(|told| told.audience.includes(self.viewer));
        Ok(Looked {
            position: view.text(),
            seats: game.position().seats().iter().map(|seat| info.seat_name(seat).to_owned()).collect(),
            actor: actor_name(info, actor).to_owned(),
            scene: Scene { choices: Vec::new(), ..view.scene() },
            happened: heard.map(|it| Happened { words: describe(info, &it.effect), what: it.effect.clone() }).collect(),
            verdict: None,
            ended: game.end().map(|end| how_ended(info, end)),
        })
    }

    /// The `most` entries of the log before this version, or the last ones, as this viewer may know them.
    pub(crate) fn log(&self, before: Option<u32>, most: u32) -> Result<LogPage, ApiError> {
        let end = before.unwrap_or(u32::MAX).min(self.log.len() as u32 + 1);
        let first = end.saturating_sub(most).max(1);
        let log =
            entries(self.begin()?, &self.log, self.viewer, first..end).map_err(|broken| ApiError::trouble(&broken))?;
        Ok(LogPage { earlier: (first - 1).min(self.log.len() as u32), log })
    }

    fn begin(&self) -> Result<Box<dyn AnyMatch>, ApiError> {
        new_match(&self.table.game, &self.table.start).map_err(|broken| ApiError::trouble(&broken))
    }

    /// The start, where it is not the game's usual one, as this viewer may know it: it may hold something hidden already.
    fn other_start(&self, game: &dyn AnyMatch) -> Option<String> {
        let usual = self.table.game.parse::<menagerie_catalog::Chosen>().ok()?.start().text();
        (usual != self.table.start).then(|| game.start().view(self.viewer).text())
    }

    fn proof(&self, dice: &store::Dice) -> DiceProof {
        let secret = Secret::new(dice.secret.0);
        let published = self.over.then(|| secret.to_hex());
        DiceProof { commitment: secret.commitment(), nonces: dice.nonces.clone(), secret: published }
    }
}
