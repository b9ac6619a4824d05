//! The record of a match and its replay: a running match as its viewer may know it, a finished one in full.

use menagerie_game::{Actor, EffectLog, Scene, Viewer, describe};
use menagerie_match::{AnyMatch, LogStep, taken_back_to};
use menagerie_record::dice::Secret;
use menagerie_record::{DiceProof, Entry, Record, clock_tags};
use menagerie_table::{
    FirstAction, LoadError, SeatAssignment, StampedEvent, TableInfo, actor_name, entries, event_text, how_ended,
    new_match,
};
use menagerie_wire::http::{LogPage, SceneResponse};
use menagerie_wire::{Code, DescribedEffect, Refused};
use thiserror::Error;

use crate::moves::Moves;
use crate::refused;

/// What chance is drawn from.
#[derive(Clone, Debug)]
pub struct Dice {
    /// The table's secret.
    pub secret: Secret,
    /// What those who sat down added, in that order.
    pub nonces: Vec<String>,
}

/// Why a match cannot be shown.
#[derive(Debug, Error)]
pub enum PastError {
    /// The match is not that long.
    #[error("{}", .0.error)]
    Refused(Refused),
    /// The log makes no sense.
    #[error(transparent)]
    Broken(#[from] LoadError),
}

impl From<Refused> for PastError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// A match so far, and the viewer. It is replayed outside the table's task, so that the task is not blocked.
pub struct Past {
    /// The table.
    pub table: TableInfo,
    /// What chance is drawn from, in a game with chance.
    pub dice: Option<Dice>,
    /// The events so far.
    pub log: Vec<StampedEvent>,
    /// Who looks.
    pub viewer: Viewer,
    /// Whether the match is over.
    pub over: bool,
}

impl Past {
    /// A match that is over, as the store has it.
    pub fn finished(table: TableInfo, dice: Option<Dice>, log: Vec<StampedEvent>) -> Self {
        Self { table, dice, log, viewer: Viewer::All, over: true }
    }

    /// A match that goes on, as the store has it and a viewer may know it; its dice are not told.
    pub fn running(table: TableInfo, log: Vec<StampedEvent>, viewer: Viewer) -> Self {
        Self { table, dice: None, log, viewer, over: false }
    }

    /// The record.
    pub fn record(&self) -> Result<Record, PastError> {
        self.record_and_moves().map(|(record, _)| record)
    }

    /// The record, and the actions in force as this viewer may know them.
    pub fn record_and_moves(&self) -> Result<(Record, String), PastError> {
        let mut game = self.begin()?;
        let mut moves = Moves::default();
        let info = game.info();
        let start = self.other_start(&*game);
        let mut events = Vec::with_capacity(self.log.len());
        for StampedEvent { text, at } in &self.log {
            // Secret actions of others read `@?` in a running record.
            let event = if self.over { text.clone() } else { event_text(game.position(), self.viewer, text) };
            let turn = game.turns() + 1;
            let by_chance = game.position().actor() == Actor::Chance;
            game.replay_event(text).map_err(LoadError::from)?;
            // Which turn it is, and whether the match went back, everybody knows.
            moves.push(&event, LogStep::of(text, taken_back_to(&*game, text), by_chance), turn);
            events.push(Entry { event, at: Some(*at) });
        }
        let table = &self.table;
        let seat = |chair: &SeatAssignment| (info.seat_name(chair.seat).to_owned(), table.name_of(chair.seat, info));
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

    /// The record's tags: the table's id and its clock.
    fn tags(&self) -> Vec<(String, String)> {
        let from_start = self.table.first_action == FirstAction::Clocked;
        let clock = self.table.started.map(|started| clock_tags(self.table.clock, from_start.then_some(started)));
        [("Table".to_owned(), self.table.id.clone())].into_iter().chain(clock.into_iter().flatten()).collect()
    }

    /// The match after this number of events.
    pub fn at(&self, version: u32) -> Result<SceneResponse, PastError> {
        if version as usize > self.log.len() {
            let sentence = format!("the match has reached version {} only", self.log.len());
            return Err(refused(Code::NotFound, sentence).into());
        }
        let mut game = self.begin()?;
        let mut effects = EffectLog::new();
        for event in self.log.iter().take(version as usize) {
            effects = game.replay_event(&event.text).map_err(LoadError::from)?;
        }
        let info = game.info();
        let actor = if game.end().is_some() { Actor::Nobody } else { game.position().actor() };
        let view = game.position().view(self.viewer);
        let heard = effects.iter().filter(|told| told.audience.includes(self.viewer));
        Ok(SceneResponse {
            position: view.text(),
            seats: game.position().seats().iter().map(|seat| info.seat_name(seat).to_owned()).collect(),
            actor: actor_name(info, actor).to_owned(),
            scene: Scene { choices: Vec::new(), ..view.scene() },
            happened: heard
                .map(|it| DescribedEffect { words: describe(info, &it.effect), what: it.effect.clone() })
                .collect(),
            verdict: None,
            ended: game.end().map(|end| how_ended(info, end)),
        })
    }

    /// The `most` entries of the log before this version, or the last ones, as this viewer may know them.
    pub fn log(&self, before: Option<u32>, most: u32) -> Result<LogPage, PastError> {
        let end = before.unwrap_or(u32::MAX).min(self.log.len() as u32 + 1);
        let first = end.saturating_sub(most).max(1);
        let log = entries(self.begin()?, &self.log, self.viewer, first..end)?;
        Ok(LogPage { earlier: (first - 1).min(self.log.len() as u32), log })
    }

    fn begin(&self) -> Result<Box<dyn AnyMatch>, PastError> {
        Ok(new_match(&self.table.game, &self.table.start)?)
    }

    /// The start position, unless it is the game's usual one, as this viewer may know it: it may hold hidden
    /// information.
    fn other_start(&self, game: &dyn AnyMatch) -> Option<String> {
        let usual = self.table.game.parse::<menagerie_catalog::Chosen>().ok()?.start().text();
        (usual != self.table.start).then(|| game.start().view(self.viewer).text())
    }

    fn proof(&self, dice: &Dice) -> DiceProof {
        let published = self.over.then(|| dice.secret.to_hex());
        DiceProof { commitment: dice.secret.commitment(), nonces: dice.nonces.clone(), secret: published }
    }
}
