//! A match on a server: its state from the server's messages, and our messages to it. It is pure;
//! `net` has the network.

mod alliances;
mod intent;
mod offers;
mod table_view;
#[cfg(test)]
mod tests;

use menagerie_game::{GameInfo, GameName};
use menagerie_wire::http::Seated;
use menagerie_wire::table::{Stage, Table};
use menagerie_wire::{Alliance, ChatMessage, LogEntry, TableView, ToClient};

use crate::command::Command;
use crate::engine::{Purpose, SearchRequest};
use crate::net::{Call, DiceCommitment, NetEvent, Tokens};
use crate::saved_seats::SavedSeats;

/// A table of a server.
pub(crate) struct RemoteTable {
    info: &'static GameInfo,
    /// The id of our socket. Events of other sockets belong to other tables.
    socket_id: u64,
    server: String,
    table: Table,
    /// Our seats and their tokens.
    tokens: Vec<(String, String)>,
    seen: Option<Box<TableView>>,
    version: u32,
    log: Vec<LogEntry>,
    talk: Vec<ChatMessage>,
    alliances: Vec<Alliance>,
    /// Private conversations of others, each with the number of chat messages before it.
    whispers: Vec<(usize, String)>,
    connection: Connection,
    ack: u32,
    /// Milliseconds since the last clocks and since the last table message.
    elapsed: (i64, i64),
    thinking: String,
    analysing: bool,
    /// The id of the current engine search.
    search_id: u64,
    /// The server's commitment for the rematch, and our nonce.
    dice_commitment: Option<DiceCommitment>,
    /// Who declined the last rematch.
    declined: Option<Declined>,
    /// Whether we are on the way to the rematch.
    going_to_rematch: bool,
}

/// The state of our connection to the table's socket.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Connection {
    /// Connecting for the first time.
    Opening,
    Open,
    /// The connection is lost. The client reconnects in this many milliseconds; 0 while it tries.
    Lost {
        retry_in: i64,
    },
    /// The server refused the connection; the text says why.
    Rejected(String),
}

/// Who declined a rematch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Declined {
    ByUs,
    ByOthers,
}

/// The effect of an event.
#[derive(Debug, Default)]
pub(crate) struct Reaction {
    /// A message for the person.
    pub(crate) words: Option<String>,
    pub(crate) commands: Vec<Command>,
}

impl RemoteTable {
    /// A table where we have seats, or which we watch.
    pub(crate) fn new(server: &str, seated: Seated, socket_id: u64) -> Result<Self, String> {
        let Seated { table, tokens } = seated;
        let id = GameName::new(&table.game).id;
        let info =
            menagerie_catalog::find(id).ok_or_else(|| format!("this client does not know the game {id}"))?.info();
        Ok(Self {
            info,
            socket_id,
            server: server.to_owned(),
            table,
            tokens,
            seen: None,
            version: 0,
            log: Vec::new(),
            talk: Vec::new(),
            alliances: Vec::new(),
            whispers: Vec::new(),
            connection: Connection::Opening,
            ack: 0,
            elapsed: (0, 0),
            thinking: String::new(),
            analysing: false,
            search_id: 0,
            dice_commitment: None,
            declined: None,
            going_to_rematch: false,
        })
    }

    /// Opens the socket and saves our seats.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        let (table, tokens) = (self.table.id.clone(), self.tokens.iter().map(|(_, token)| token.clone()).collect());
        let saved_seats = (!self.tokens.is_empty() && !self.is_over()).then(|| Command::SaveSeats(self.saved_seats()));
        saved_seats.into_iter().chain([Command::Net(Call::Open { socket_id: self.socket_id, table, tokens })]).collect()
    }

    fn saved_seats(&self) -> SavedSeats {
        SavedSeats {
            server: self.server.clone(),
            table: self.table.id.clone(),
            game: self.table.game.clone(),
            tokens: self.tokens.clone(),
        }
    }

    /// The link by which others can join.
    fn link(&self) -> String {
        format!("{}/t/{}", self.server, self.table.id)
    }

    fn is_over(&self) -> bool {
        matches!(self.table.stage, Stage::Over | Stage::Closed)
            || self.seen.as_ref().is_some_and(|seen| seen.ended.is_some())
    }

    /// Handles an event of the network.
    pub(crate) fn on_net_event(&mut self, event: NetEvent) -> Reaction {
        match event {
            NetEvent::Connected(socket_id) if socket_id == self.socket_id => self.connection = Connection::Open,
            NetEvent::Lost { socket_id, retry_in } if socket_id == self.socket_id => {
                self.connection = Connection::Lost { retry_in: retry_in.as_millis() as i64 };
            }
            NetEvent::Rejected(socket_id, why) if socket_id == self.socket_id => return self.rejected(why),
            NetEvent::Failed(why) => return Reaction { words: Some(why), commands: Vec::new() },
            NetEvent::Message(socket_id, message) if socket_id == self.socket_id => return self.on_message(*message),
            // The event belongs to another table, or to none.
            _ => {}
        }
        Reaction::default()
    }

    /// Deletes the saved seats that the server does not accept.
    fn rejected(&mut self, why: String) -> Reaction {
        let (server, table) = (self.server.clone(), self.table.id.clone());
        let forget = (!self.tokens.is_empty()).then_some(Command::ForgetSeats { server, table });
        let words = format!("The server refused the connection: {why}. Press l for the lobby.");
        self.connection = Connection::Rejected(why);
        Reaction { words: Some(words), commands: forget.into_iter().collect() }
    }

    fn on_message(&mut self, message: ToClient) -> Reaction {
        let was_over = self.is_over();
        let mut heard = Reaction::default();
        match message {
            ToClient::Full { version, table, seen, log, talk, earlier: _ } => {
                self.set_table(*table);
                (self.version, self.log, self.talk) = (version, log, talk);
                heard.commands.extend(self.set_state(seen));
            }
            ToClient::Event { version, entry, seen } => {
                self.version = version;
                self.log.push(entry);
                self.thinking.clear();
                heard.commands.extend(self.set_state(seen));
            }
            ToClient::Table { table } => self.set_table(*table),
            ToClient::Chat { said } => self.talk.push(said),
            ToClient::Thinking { seat, thought } => {
                self.thinking = format!("{seat} thinks: {} positions", thought.nodes);
            }
            ToClient::Refused { refused, .. } => {
                let rule = refused.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
                heard.words = Some(format!("{}{rule}", refused.error));
            }
            // After a reconnect the server sends known alliances again.
            ToClient::Alliance { alliance } if self.alliances.contains(&alliance) => {}
            ToClient::Alliance { alliance } => self.alliances.push(alliance),
            ToClient::PrivateChat { whisper } => {
                let words = format!("{} and {} talk in private", whisper.from, whisper.to);
                self.whispers.push((self.talk.len(), words));
            }
            ToClient::Done { .. } | ToClient::Pong { .. } => {}
        }
        if self.is_over() && !was_over && !self.tokens.is_empty() {
            let (server, table) = (self.server.clone(), self.table.id.clone());
            heard.commands.push(Command::ForgetSeats { server, table });
        }
        heard.commands.extend(self.go_to_rematch());
        heard
    }

    fn set_table(&mut self, table: Table) {
        self.table = table;
        self.elapsed.1 = 0;
    }

    /// Takes the new state. A running analysis continues with it.
    fn set_state(&mut self, seen: Box<TableView>) -> Option<Command> {
        let waited = self.waits_for_rematch();
        self.seen = Some(seen);
        // Our vote disappears without a rematch only if another seat declines.
        if waited && !self.waits_for_rematch() && self.table.rematch.is_none() {
            self.declined = Some(Declined::ByOthers);
        }
        self.elapsed.0 = 0;
        if !self.analysing {
            return None;
        }
        Some(self.search_request(Purpose::Analysis).map_or(Command::StopThinking, Command::Think))
    }

    /// Goes to the rematch. Each player moves on by one seat; the tokens stay the same.
    fn go_to_rematch(&mut self) -> Option<Command> {
        let table = self.table.rematch.clone().filter(|_| !self.tokens.is_empty() && !self.going_to_rematch)?;
        self.going_to_rematch = true;
        let names: Vec<&str> = self.table.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let next = |seat: &str| {
            let at = names.iter().position(|name| *name == seat)?;
            names.get((at + names.len() - 1) % names.len()).map(|name| (*name).to_owned())
        };
        let moved = |(seat, token): &(String, String)| Some((next(seat)?, token.clone()));
        let mut tokens: Vec<(String, String)> = self.tokens.iter().filter_map(moved).collect();
        tokens.sort_by_key(|(seat, _)| names.iter().position(|name| name == seat));
        Some(Command::Net(Call::Return {
            table,
            tokens: Tokens(tokens),
            dice_commitment: self.dice_commitment.clone(),
        }))
    }

    /// Advances the time. Without a connection the clocks stand still until the server sends them
    /// again.
    pub(crate) fn tick(&mut self, millis: i64) {
        match &mut self.connection {
            Connection::Open => self.elapsed = (self.elapsed.0 + millis, self.elapsed.1 + millis),
            Connection::Lost { retry_in } => *retry_in = (*retry_in - millis).max(0),
            Connection::Opening | Connection::Rejected(_) => {}
        }
    }

    /// Why nothing can be sent to the server now.
    fn connection_problem(&self) -> Option<String> {
        match &self.connection {
            Connection::Open => None,
            Connection::Opening => Some("Connecting…".to_owned()),
            Connection::Lost { retry_in: 0 } => Some("Connection lost. Reconnecting…".to_owned()),
            Connection::Lost { retry_in } => {
                Some(format!("Connection lost. Reconnecting in {} s…", (retry_in + 999) / 1_000))
            }
            Connection::Rejected(why) => Some(format!("Connection refused: {why}")),
        }
    }

    /// Whether a report belongs to the current search.
    pub(crate) fn is_current_search(&self, id: u64) -> bool {
        self.search_id == id
    }

    /// The search request for our acting seat. The engine gets that seat's view only.
    fn search_request(&mut self, purpose: Purpose) -> Option<SearchRequest> {
        let seen = self.seen.as_ref()?;
        if self.table.stage != Stage::Playing || seen.ended.is_some() || seen.covered || !self.is_ours(&seen.actor) {
            return None;
        }
        let seat = self.info.seat_named(&seen.actor)?;
        let view = seen.text.clone();
        self.search_id += 1;
        let id = self.search_id;
        Some(SearchRequest { id, purpose, game: self.info.id, seat, view, past: None, level: None, clock: None })
    }

    fn is_ours(&self, seat: &str) -> bool {
        self.tokens.iter().any(|(it, _)| it == seat)
    }

    /// Our acting seat, or our first.
    fn speaker(&self) -> Option<String> {
        let acting = self.seen.as_ref().map(|seen| seen.actor.clone()).filter(|actor| self.is_ours(actor));
        acting.or_else(|| self.tokens.first().map(|(seat, _)| seat.clone()))
    }
}
