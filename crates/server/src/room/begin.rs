//! Opening a table: a fresh one, or one whose log is there already.

use std::collections::BTreeMap;

use menagerie_catalog::Visitor;
use menagerie_game::{Actor, GameName, Rules, SeatSet, TextError};
use menagerie_match::{AnyMatch, Match, Refusal};
use menagerie_wire::Refused;
use menagerie_wire::table::{Player, Stage};

use super::{Draw, Room, Stamped, TableState};
use crate::clock::{Clock, Millis};
use crate::refuse::by_match;

/// A table whose record makes no sense: written by another version, or damaged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// There is no such game.
    #[error("there is no game '{0}'")]
    Game(String),
    /// The start is no position.
    #[error("the start is no position: {0}")]
    Start(#[from] TextError),
    /// An event cannot follow those before it.
    #[error("an event of the log cannot be: {0}")]
    Event(#[from] Refusal),
}

/// A match of the game (with or without its options) that begins in this position.
pub fn new_match(game: &str, start: &str) -> Result<Box<dyn AnyMatch>, Broken> {
    struct Begin<'a>(&'a str);
    impl Visitor for Begin<'_> {
        type Out = Result<Box<dyn AnyMatch>, TextError>;

        fn visit<R: Rules>(self) -> Self::Out {
            Ok(Box::new(Match::new(self.0.parse::<R>()?)))
        }
    }
    let id = GameName::new(game).id;
    let begun = menagerie_catalog::visit(id, Begin(start)).ok_or_else(|| Broken::Game(id.to_owned()))?;
    Ok(begun?)
}

impl Room {
    /// The room of a table with the events of its log.
    pub fn open(table: TableState, events: &[Stamped], draw: Draw, now: Millis) -> Result<Self, Broken> {
        let game = new_match(&table.game, &table.start)?;
        let clock = Clock::new(table.clock);
        let gone = people(&table).map(|seat| (seat, now)).collect();
        let mut room = Self {
            table,
            game,
            log: Vec::new(),
            clock,
            turn_of: None,
            draws: 0,
            draw,
            connections: BTreeMap::new(),
            gone,
            rematch: SeatSet::EMPTY,
            expected: Vec::new(),
        };
        if let Some(started) = room.table.started {
            room.start_clock(started);
        }
        for event in events {
            room.take(&event.text, event.at)?;
        }
        Ok(room)
    }

    /// What chance does before anybody else, to be appended when the match begins.
    pub fn opening(&self) -> Result<Vec<String>, Refused> {
        let mut events = Vec::new();
        if self.info().chance && self.log.is_empty() {
            self.draw_on(self.game.boxed().as_mut(), &mut events)?;
        }
        Ok(events)
    }

    /// The match begins: every seat has its player.
    pub fn start(&mut self, at: Millis) {
        self.table.stage = Stage::Playing;
        self.table.started = Some(at);
        self.start_clock(at);
    }

    /// How chance is drawn from now on: the key is made when everybody sits.
    pub fn set_draw(&mut self, draw: Draw) {
        self.draw = draw;
    }

    /// The table as the store has it now.
    pub fn set_table(&mut self, table: TableState) {
        self.table = table;
    }

    fn start_clock(&mut self, at: Millis) {
        self.clock.happened(at, None, self.game.position().actor().seat());
    }

    /// An event and what chance does after it. Nothing has happened yet.
    pub fn batch(&self, first: &str) -> Result<Vec<String>, Refused> {
        let mut events = vec![first.to_owned()];
        if !self.info().chance {
            self.game.check(first).map_err(|refusal| by_match(&refusal))?;
            return Ok(events);
        }
        let mut ahead = self.game.boxed();
        ahead.try_event(first).map_err(|refusal| by_match(&refusal))?;
        self.draw_on(ahead.as_mut(), &mut events)?;
        Ok(events)
    }

    fn draw_on(&self, ahead: &mut dyn AnyMatch, events: &mut Vec<String>) -> Result<(), Refused> {
        let mut draws = self.draws;
        while ahead.end().is_none() && ahead.position().actor() == Actor::Chance {
            let mut actions = ahead.position().actions();
            let weights: Vec<u32> =
                ahead.position().probabilities().unwrap_or_default().iter().map(|it| it.weight).collect();
            let drawn = actions.swap_remove((self.draw)(draws, &weights));
            draws += 1;
            ahead.try_event(&drawn).map_err(|refusal| by_match(&refusal))?;
            events.push(drawn);
        }
        Ok(())
    }
}

/// The seats that people play.
pub(super) fn people(table: &TableState) -> impl Iterator<Item = menagerie_game::Seat> + '_ {
    table.seats.iter().filter(|chair| matches!(chair.player, Player::Person { .. })).map(|chair| chair.seat)
}
