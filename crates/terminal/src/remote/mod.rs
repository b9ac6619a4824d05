//! A match on a server: what was heard of it, and what we say to it. Pure; the network is elsewhere.

mod alliances;
mod offers;
mod sight;
#[cfg(test)]
mod tests;
mod wish;

use menagerie_game::{GameInfo, GameName};
use menagerie_wire::http::Seated;
use menagerie_wire::table::{Stage, Table};
use menagerie_wire::{Alliance, Entry, Said, Seen, ToClient};

use crate::command::Command;
use crate::engine::{Purpose, Question};
use crate::kept::Kept;
use crate::net::{Call, News, Promise, Tokens};

/// A table of a server.
pub(crate) struct RemoteTable {
    info: &'static GameInfo,
    /// The number of our line to the server: what comes over another one is about another table.
    line: u64,
    server: String,
    table: Table,
    /// Our seats and their tokens.
    tokens: Vec<(String, String)>,
    seen: Option<Box<Seen>>,
    version: u32,
    log: Vec<Entry>,
    talk: Vec<Said>,
    alliances: Vec<Alliance>,
    /// Who was seen to talk in private, and after how many words of others.
    whispers: Vec<(usize, String)>,
    connected: bool,
    ack: u32,
    /// Milliseconds since the clocks were told, and since the table was.
    elapsed: (i64, i64),
    thinking: String,
    analysing: bool,
    /// The number of the question that the computer is asked.
    asked: u64,
    /// What the server had committed itself to for the next game, and what we add to its dice.
    promised: Option<Promise>,
    /// Whether we are on our way to the next game.
    moving_on: bool,
}

/// What the news lead to.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// What the person must know.
    pub(crate) words: Option<String>,
    pub(crate) commands: Vec<Command>,
}

impl RemoteTable {
    /// A table at which we sit, or look on.
    pub(crate) fn new(server: &str, seated: Seated, line: u64) -> Result<Self, String> {
        let Seated { table, tokens } = seated;
        let id = GameName::new(&table.game).id;
        let info =
            menagerie_catalog::find(id).ok_or_else(|| format!("this client does not know the game {id}"))?.info();
        Ok(Self {
            info,
            line,
            server: server.to_owned(),
            table,
            tokens,
            seen: None,
            version: 0,
            log: Vec::new(),
            talk: Vec::new(),
            alliances: Vec::new(),
            whispers: Vec::new(),
            connected: false,
            ack: 0,
            elapsed: (0, 0),
            thinking: String::new(),
            analysing: false,
            asked: 0,
            promised: None,
            moving_on: false,
        })
    }

    /// Opens the socket, and keeps our seats for another day.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        let (table, tokens) = (self.table.id.clone(), self.tokens.iter().map(|(_, token)| token.clone()).collect());
        let kept = (!self.tokens.is_empty() && !self.is_over()).then(|| Command::Keep(self.kept()));
        kept.into_iter().chain([Command::Net(Call::Open { line: self.line, table, tokens })]).collect()
    }

    fn kept(&self) -> Kept {
        Kept {
            server: self.server.clone(),
            table: self.table.id.clone(),
            game: self.table.game.clone(),
            tokens: self.tokens.clone(),
        }
    }

    /// The address that others can join by.
    fn link(&self) -> String {
        format!("{}/t/{}", self.server, self.table.id)
    }

    fn is_over(&self) -> bool {
        matches!(self.table.stage, Stage::Over | Stage::Closed)
            || self.seen.as_ref().is_some_and(|seen| seen.ended.is_some())
    }

    /// Hears the server.
    pub(crate) fn hear(&mut self, news: News) -> Heard {
        match news {
            News::Connected(line) if line == self.line => self.connected = true,
            News::Lost(line) if line == self.line => self.connected = false,
            News::Failed(why) => return Heard { words: Some(why), commands: Vec::new() },
            News::Heard(line, message) if line == self.line => return self.hear_message(*message),
            // Another table's line, or not about a table at all.
            _ => {}
        }
        Heard::default()
    }

    fn hear_message(&mut self, message: ToClient) -> Heard {
        let was_over = self.is_over();
        let mut heard = Heard::default();
        match message {
            ToClient::Full { version, table, seen, log, talk, earlier: _ } => {
                self.set_table(*table);
                (self.version, self.log, self.talk) = (version, log, talk);
                heard.commands.extend(self.see(seen));
            }
            ToClient::Event { version, entry, seen } => {
                self.version = version;
                self.log.push(entry);
                self.thinking.clear();
                heard.commands.extend(self.see(seen));
            }
            ToClient::Table { table } => self.set_table(*table),
            ToClient::Said { said } => self.talk.push(said),
            ToClient::Thinking { seat, thought } => {
                self.thinking = format!("{seat} thinks: {} positions", thought.nodes);
            }
            ToClient::Refused { refused, .. } => {
                let rule = refused.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
                heard.words = Some(format!("{}{rule}", refused.error));
            }
            // After a reconnection what is known comes again.
            ToClient::Alliance { alliance } if self.alliances.contains(&alliance) => {}
            ToClient::Alliance { alliance } => self.alliances.push(alliance),
            ToClient::Whisper { whisper } => {
                let words = format!("{} and {} talk in private", whisper.from, whisper.to);
                self.whispers.push((self.talk.len(), words));
            }
            ToClient::Done { .. } | ToClient::Pong { .. } => {}
        }
        if self.is_over() && !was_over && !self.tokens.is_empty() {
            let (server, table) = (self.server.clone(), self.table.id.clone());
            heard.commands.push(Command::Forget { server, table });
        }
        heard.commands.extend(self.move_on());
        heard
    }

    fn set_table(&mut self, table: Table) {
        self.table = table;
        self.elapsed.1 = 0;
    }

    /// What is seen now; while the computer thinks aloud, it thinks on.
    fn see(&mut self, seen: Box<Seen>) -> Option<Command> {
        self.seen = Some(seen);
        self.elapsed.0 = 0;
        if !self.analysing {
            return None;
        }
        Some(self.question(Purpose::Analysis).map_or(Command::StopThinking, Command::Think))
    }

    /// Once another game was agreed on, we go there. Everybody moves on by one seat; the tokens stay the same.
    fn move_on(&mut self) -> Option<Command> {
        let table = self.table.rematch.clone().filter(|_| !self.tokens.is_empty() && !self.moving_on)?;
        self.moving_on = true;
        let names: Vec<&str> = self.table.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let next = |seat: &str| {
            let at = names.iter().position(|name| *name == seat)?;
            names.get((at + names.len() - 1) % names.len()).map(|name| (*name).to_owned())
        };
        let moved = |(seat, token): &(String, String)| Some((next(seat)?, token.clone()));
        let mut tokens: Vec<(String, String)> = self.tokens.iter().filter_map(moved).collect();
        tokens.sort_by_key(|(seat, _)| names.iter().position(|name| name == seat));
        Some(Command::Net(Call::Return { table, tokens: Tokens(tokens), promised: self.promised.clone() }))
    }

    /// Time goes by.
    pub(crate) fn tick(&mut self, millis: i64) {
        self.elapsed = (self.elapsed.0 + millis, self.elapsed.1 + millis);
    }

    /// Whether an answer of the computer belongs to the present question.
    pub(crate) fn awaits(&self, id: u64) -> bool {
        self.asked == id
    }

    /// What the computer is asked on behalf of our seat that decides: it gets what that seat sees, and no more.
    fn question(&mut self, purpose: Purpose) -> Option<Question> {
        let seen = self.seen.as_ref()?;
        if self.table.stage != Stage::Playing || seen.ended.is_some() || seen.covered || !self.is_ours(&seen.actor) {
            return None;
        }
        let seat = self.info.seat_named(&seen.actor)?;
        let view = seen.text.clone();
        self.asked += 1;
        let id = self.asked;
        Some(Question { id, purpose, game: self.info.id, seat, view, past: None, level: None, clock: None })
    }

    fn is_ours(&self, seat: &str) -> bool {
        self.tokens.iter().any(|(it, _)| it == seat)
    }

    /// Our seat that decides, or our first.
    fn speaker(&self) -> Option<String> {
        let acting = self.seen.as_ref().map(|seen| seen.actor.clone()).filter(|actor| self.is_ours(actor));
        acting.or_else(|| self.tokens.first().map(|(seat, _)| seat.clone()))
    }
}
