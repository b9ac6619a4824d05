//! Opens a table: a new one, or one with a log.

use std::collections::BTreeMap;

use menagerie_game::Seat;
use menagerie_match::{AnyMatch, Refusal};
use menagerie_record::BeginError;
use menagerie_wire::table::Player;
use menagerie_wire::{Alliance, ChatMessage};

use super::{Draw, FirstAction, LiveTable, StampedEvent, TableInfo};
use crate::clock::{Clock, Millis};

/// A table whose record makes no sense: written by another version, or damaged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no such game, or the start is no position of it.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// An event cannot follow those before it.
    #[error("an event of the log cannot be: {0}")]
    Event(#[from] Refusal),
}

/// A match of the game with its options that begins in this position.
pub fn new_match(game: &str, start: &str) -> Result<Box<dyn AnyMatch>, LoadError> {
    Ok(menagerie_record::begin(game, Some(start))?)
}

impl LiveTable {
    /// The room of a table with the events of its log.
    pub fn open(table: TableInfo, events: &[StampedEvent], draw: Draw, now: Millis) -> Result<Self, LoadError> {
        let game = new_match(&table.game, &table.start)?;
        let clock = Clock::new(table.clock);
        let absent_since = people(&table).map(|seat| (seat, now)).collect();
        let mut room = Self {
            table,
            game,
            log: Vec::new(),
            clock,
            draws: 0,
            draw,
            connections: BTreeMap::new(),
            answers: crate::recent_answers::RecentAnswers::default(),
            chat_times: crate::chat_rate::ChatTimes::default(),
            remote_presence: BTreeMap::new(),
            absent_since,
            rematch_votes: Vec::new(),
            talk: Vec::new(),
            alliances: Vec::new(),
            mutes: Vec::new(),
            expected: Vec::new(),
        };
        if let Some(started) = room.table.started {
            room.start_clock(started);
        }
        for event in events {
            room.apply_event(&event.text, event.at)?;
        }
        Ok(room)
    }

    /// What was said at this table before, and between whom.
    pub fn load_chat(&mut self, talk: Vec<ChatMessage>, alliances: Vec<Alliance>, mutes: Vec<(String, String)>) {
        self.talk = talk;
        self.alliances = alliances;
        self.mutes = mutes;
    }

    /// Takes over the seats after a player joined, and the dice, which are known when all seats are taken.
    pub fn update_seats(&mut self, table: TableInfo, draw: Draw, now: Millis) {
        let known: Vec<Seat> = people(&self.table).collect();
        self.absent_since.extend(people(&table).filter(|seat| !known.contains(seat)).map(|seat| (seat, now)));
        self.table = table;
        self.draw = draw;
        // Once something has happened, the log alone moves the clocks.
        if let Some(started) = self.table.started.filter(|_| self.log.is_empty()) {
            self.start_clock(started);
        }
    }

    /// The match has begun. The clocks start now, or else by themselves with the first action.
    fn start_clock(&mut self, at: Millis) {
        if self.table.first_action == FirstAction::Clocked {
            self.clock.start(&*self.game, at);
        }
    }
}

/// The seats that people play.
pub(super) fn people(table: &TableInfo) -> impl Iterator<Item = Seat> + '_ {
    table.seats.iter().filter(|chair| matches!(chair.player, Player::Person { .. })).map(|chair| chair.seat)
}
