//! The state machine of a live table.

use std::collections::BTreeMap;

use menagerie_game::{Actor, EffectLog, GameInfo, Seat, SeatSet};
use menagerie_match::{AnyMatch, Refusal, event_author};
use menagerie_wire::table::Stage;
use menagerie_wire::{Alliance, ChatMessage, ToClient};

use crate::chat_rate::ChatTimes;
use crate::clock::{Clock, Millis};
use crate::presence::Connection;
use crate::recent_answers::RecentAnswers;
use crate::remote_presence::RemotePresence;
use crate::table_info::TableInfo;

/// How the wire names chance as an actor.
pub const CHANCE: &str = "chance";

/// A connection's number on this server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// Draws one of several by their weights: draw number n of the table.
pub type Draw = Box<dyn Fn(u64, &[u32]) -> usize + Send + Sync>;

/// A message and the connections that get it.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivery {
    /// Who gets it.
    pub to: Vec<ConnectionId>,
    /// What.
    pub message: ToClient,
}

/// An event with its stamp, as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StampedEvent {
    /// Its text.
    pub text: String,
    /// When it was appended.
    pub at: Millis,
}

/// An entry of the log in memory.
#[derive(Clone, Debug)]
pub(crate) struct LoggedEvent {
    pub(crate) text: Box<str>,
    pub(crate) by: Actor,
    pub(crate) turn: u32,
    pub(crate) at: Millis,
}

/// A table with its match and those who look at it.
pub struct LiveTable {
    pub(crate) table: TableInfo,
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) log: Vec<LoggedEvent>,
    pub(crate) clock: Clock,
    /// How many times chance has been drawn at this table, taken back or not.
    pub(crate) draws: u64,
    pub(crate) draw: Draw,
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    /// What was answered, for those who ask again.
    pub(crate) answers: RecentAnswers,
    /// Who said something lately, and when.
    pub(crate) chat_times: ChatTimes,
    /// Who is connected through other nodes, by their names.
    pub(crate) remote_presence: BTreeMap<String, RemotePresence>,
    /// Since when a seat has had no connection; only seats that are played by people.
    pub(crate) absent_since: Vec<(Seat, Millis)>,
    /// The seats that want another game, and what they add to its dice.
    pub(crate) rematch_votes: Vec<(Seat, Option<String>)>,
    /// What was said last, the oldest first.
    pub(crate) talk: Vec<ChatMessage>,
    pub(crate) alliances: Vec<Alliance>,
    /// Who does not want to hear whom.
    pub(crate) mutes: Vec<(String, String)>,
    /// What a computer player expected when it last thought, from 0 to 1.
    pub(crate) expected: Vec<(Seat, f64)>,
}

impl LiveTable {
    /// The table.
    pub fn table(&self) -> &TableInfo {
        &self.table
    }

    /// The match.
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// The number of events so far.
    pub fn version(&self) -> u32 {
        self.log.len() as u32
    }

    /// The game's facts.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// Whether the match is on.
    pub fn is_playing(&self) -> bool {
        self.table.stage == Stage::Playing && self.game.end().is_none()
    }

    /// The seat that is to decide now.
    pub fn acting(&self) -> Option<Seat> {
        if self.is_playing() { self.game.position().actor().seat() } else { None }
    }

    /// The seats of this game, in order of play.
    pub fn seats(&self) -> SeatSet {
        self.game.position().seats()
    }

    /// The events with their stamps.
    pub fn stamped_events(&self) -> impl Iterator<Item = StampedEvent> + '_ {
        self.log.iter().map(|logged| StampedEvent { text: logged.text.to_string(), at: logged.at })
    }

    /// Lets an event happen, in the match and on the clocks.
    pub(crate) fn apply_event(&mut self, text: &str, at: Millis) -> Result<EffectLog, Refusal> {
        let by = event_author(&*self.game, text);
        let before = self.game.turns();
        let effects = self.clock.replay_event(&mut *self.game, text, at)?;
        self.log.push(LoggedEvent { text: text.into(), by, turn: before + 1, at });
        self.draws += u64::from(by == Actor::Chance);
        if self.game.end().is_some() {
            self.table.stage = Stage::Over;
        }
        Ok(effects)
    }
}

/// The name of an event's author.
pub fn author_name(game: &dyn AnyMatch, text: &str) -> &'static str {
    actor_name(game.info(), event_author(game, text))
}

/// The name of an actor.
pub fn actor_name(info: &GameInfo, actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => info.seat_name(seat),
        Actor::Chance => CHANCE,
        Actor::Nobody => "nobody",
    }
}
