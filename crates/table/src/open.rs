//! Opens a table: a new one, or one with a log.

use std::collections::BTreeMap;

use menagerie_game::Seat;
use menagerie_match::{AnyMatch, Refusal};
use menagerie_record::BeginError;
use menagerie_wire::table::Player;
use menagerie_wire::{Alliance, Said};

use super::{Draw, Room, Stamped, TableState};
use crate::clock::{Clock, Millis};

/// A table whose record makes no sense: written by another version, or damaged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// There is no such game, or the start is no position of it.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// An event cannot follow those before it.
    #[error("an event of the log cannot be: {0}")]
    Event(#[from] Refusal),
}

/// A match of the game with its options that begins in this position.
pub fn new_match(game: &str, start: &str) -> Result<Box<dyn AnyMatch>, Broken> {
    Ok(menagerie_record::begin(game, Some(start))?)
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
            draws: 0,
            draw,
            connections: BTreeMap::new(),
            answers: crate::recent_answers::RecentAnswers::default(),
            spoken: crate::chat_rate::Spoken::default(),
            elsewhere: BTreeMap::new(),
            gone,
            wishes: Vec::new(),
            talk: Vec::new(),
            alliances: Vec::new(),
            mutes: Vec::new(),
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

    /// What was said at this table before, and between whom.
    pub fn recall(&mut self, talk: Vec<Said>, alliances: Vec<Alliance>, mutes: Vec<(String, String)>) {
        self.talk = talk;
        self.alliances = alliances;
        self.mutes = mutes;
    }

    /// Somebody sat down, and if everybody sits now, how chance is drawn.
    pub fn seat(&mut self, table: TableState, draw: Draw, now: Millis) {
        let known: Vec<Seat> = people(&self.table).collect();
        self.gone.extend(people(&table).filter(|seat| !known.contains(seat)).map(|seat| (seat, now)));
        self.table = table;
        self.draw = draw;
        // Once something has happened, the log alone moves the clocks.
        if let Some(started) = self.table.started.filter(|_| self.log.is_empty()) {
            self.start_clock(started);
        }
    }

    fn start_clock(&mut self, at: Millis) {
        self.clock.start(&*self.game, at);
    }
}

/// The seats that people play.
pub(super) fn people(table: &TableState) -> impl Iterator<Item = Seat> + '_ {
    table.seats.iter().filter(|chair| matches!(chair.player, Player::Person { .. })).map(|chair| chair.seat)
}
