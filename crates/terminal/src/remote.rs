//! A match on a server: what was heard of it, and what we say to it. Pure; the network is elsewhere.

use menagerie_game::{Effect, GameInfo, GameName, Place, Scene};
use menagerie_wire::http::Seated;
use menagerie_wire::table::{Player, Stage, Table};
use menagerie_wire::{Entry, FromClient, Offer, Room, Said, Say, Seen, ToClient};

use crate::command::Command;
use crate::net::{Call, News};
use crate::sight::{LogLine, SeatLine, Sight, Wish, ending};

/// A table of a server.
pub(crate) struct RemoteTable {
    info: &'static GameInfo,
    /// The address that others can join by.
    link: String,
    table: Table,
    /// Our seats and their tokens.
    tokens: Vec<(String, String)>,
    seen: Option<Box<Seen>>,
    version: u32,
    log: Vec<Entry>,
    talk: Vec<Said>,
    connected: bool,
    ack: u32,
    /// Milliseconds since the clocks were told.
    elapsed: i64,
    thinking: String,
}

impl RemoteTable {
    /// A table at which we sit, or look on.
    pub(crate) fn new(server: &str, seated: Seated) -> Result<Self, String> {
        let Seated { table, tokens } = seated;
        let id = GameName::new(&table.game).id;
        let info =
            menagerie_catalog::find(id).ok_or_else(|| format!("this client does not know the game {id}"))?.info();
        Ok(Self {
            info,
            link: format!("{server}/t/{}", table.id),
            table,
            tokens,
            seen: None,
            version: 0,
            log: Vec::new(),
            talk: Vec::new(),
            connected: false,
            ack: 0,
            elapsed: 0,
            thinking: String::new(),
        })
    }

    /// Opens the socket.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        let tokens = self.tokens.iter().map(|(_, token)| token.clone()).collect();
        vec![Command::Net(Call::Open { table: self.table.id.clone(), tokens })]
    }

    /// Hears the server; says what the person must know of it.
    pub(crate) fn hear(&mut self, news: News) -> Option<String> {
        match news {
            News::Connected => self.connected = true,
            News::Lost => self.connected = false,
            News::Failed(why) => return Some(why),
            News::Heard(message) => return self.hear_message(*message),
            News::Lobby(_) | News::Seated(_) => {}
        }
        None
    }

    fn hear_message(&mut self, message: ToClient) -> Option<String> {
        match message {
            ToClient::Full { version, table, seen, log, talk } => {
                self.table = *table;
                (self.version, self.log, self.talk) = (version, log, talk);
                self.see(seen);
            }
            ToClient::Event { version, entry, seen } => {
                self.version = version;
                self.log.push(entry);
                self.thinking.clear();
                self.see(seen);
            }
            ToClient::Table { table } => self.table = *table,
            ToClient::Said { said } => self.talk.push(said),
            ToClient::Thinking { seat, thought } => {
                self.thinking = format!("{seat} thinks: {} positions", thought.nodes);
            }
            ToClient::Refused { refused, .. } => {
                let rule = refused.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
                return Some(format!("{}{rule}", refused.error));
            }
            ToClient::Done { .. } | ToClient::Pong { .. } | ToClient::Whisper { .. } | ToClient::Alliance { .. } => {}
        }
        None
    }

    fn see(&mut self, seen: Box<Seen>) {
        self.seen = Some(seen);
        self.elapsed = 0;
    }

    /// Time goes by.
    pub(crate) fn tick(&mut self, millis: i64) {
        self.elapsed += millis;
    }

    /// Our own hints would be unfair to the others.
    #[expect(clippy::unused_self, reason = "both kinds of tables are asked alike")]
    pub(crate) fn awaits(&self, _id: u64) -> bool {
        false
    }

    pub(crate) fn wish(&mut self, wish: Wish) -> Result<Vec<Command>, String> {
        if !self.connected {
            return Err("the connection is lost; trying again".into());
        }
        self.ack += 1;
        let (ack, at) = (self.ack, self.version);
        let seat = self.speaker();
        let ours = || seat.clone().ok_or_else(|| "you are looking on".to_owned());
        let message = match wish {
            Wish::Act(action) => FromClient::Act { ack, at, seat: ours()?, action },
            Wish::Undo => FromClient::Undo { ack, at, seat: ours()? },
            Wish::Draw => FromClient::Offer { ack, seat: ours()?, offer: Offer::Draw },
            Wish::Decline => FromClient::Decline { ack, seat: ours()?, offer: Offer::Draw },
            Wish::Resign => FromClient::Resign { ack, seat: ours()? },
            Wish::Uncover => FromClient::Uncover { ack, seat: ours()? },
            Wish::Say(text) => {
                let room = if seat.is_some() { Room::Players } else { Room::Spectators };
                FromClient::Say { ack, seat, say: Say { room, text } }
            }
            Wish::Hint | Wish::Analyse(_) => return Err("no help from the computer at a table of a server".into()),
            Wish::Step(_) => return Err("the record can be replayed when the match is over".into()),
        };
        Ok(vec![Command::Net(Call::Send(message))])
    }

    fn is_ours(&self, seat: &str) -> bool {
        self.tokens.iter().any(|(it, _)| it == seat)
    }

    /// Our seat that decides, or our first.
    fn speaker(&self) -> Option<String> {
        let acting = self.seen.as_ref().map(|seen| seen.actor.clone()).filter(|actor| self.is_ours(actor));
        acting.or_else(|| self.tokens.first().map(|(seat, _)| seat.clone()))
    }

    pub(crate) fn sight(&self) -> Sight {
        let seen = self.seen.as_deref();
        let playing = self.table.stage == Stage::Playing;
        let actor = seen.filter(|_| playing).map_or("", |seen| seen.actor.as_str());
        let covered = seen.is_some_and(|seen| seen.covered && playing);
        let named = |name: &str| self.info.seat_named(name);
        let acting = named(actor).filter(|_| self.is_ours(actor) && !covered);
        let mut scene = seen.and_then(|seen| seen.scene.clone()).unwrap_or_default();
        if acting.is_none() {
            scene.choices.clear();
        }
        self.speak_of_waiting(&mut scene);
        Sight {
            info: self.info,
            game: self.table.game.clone(),
            viewer: seen.and_then(|seen| named(&seen.viewer)),
            acting,
            seats: self.seat_lines(actor),
            log: self.log.iter().map(|entry| self.line(entry)).collect(),
            moved: self.log.last().map(moved).unwrap_or_default(),
            can_undo: seen.is_some_and(|seen| seen.can_undo),
            cover: named(actor).filter(|_| covered),
            offer: self.offer(),
            ended: self.ended(),
            talk: self.talk.iter().map(|said| format!("{}: {}", said.name, said.text)).collect(),
            status: if self.connected { self.link.clone() } else { "no connection; trying again".to_owned() },
            scene,
        }
    }

    fn speak_of_waiting(&self, scene: &mut Scene) {
        if self.table.stage == Stage::Waiting {
            scene.prompt.text = format!("Waiting for others. They can join by {}", self.link).into();
        } else if self.table.stage == Stage::Closed {
            scene.prompt.text = "This table is closed".into();
        } else if !self.thinking.is_empty() {
            scene.prompt.text = self.thinking.clone().into();
        }
    }

    fn seat_lines(&self, actor: &str) -> Vec<SeatLine> {
        let line = |(index, it): (usize, &menagerie_wire::table::SeatInfo)| {
            let who = match &it.player {
                Player::Open => "open".to_owned(),
                Player::Person { name, .. } if it.here => name.clone(),
                Player::Person { name, .. } => format!("{name} (away)"),
                Player::Computer { level } => format!("computer {level}"),
            };
            let seat = self.info.seat_named(&it.seat)?;
            Some(SeatLine { seat, who, clock: self.clock(index, &it.seat), acts: it.seat == actor })
        };
        self.table.seats.iter().enumerate().filter_map(line).collect()
    }

    fn clock(&self, index: usize, seat: &str) -> Option<String> {
        let clocks = &self.seen.as_ref()?.clocks;
        let running = clocks.running.as_deref() == Some(seat);
        let left = clocks.left.get(index)? - if running { self.elapsed } else { 0 };
        let seconds = left.max(0) / 1000;
        Some(format!("{}:{:02}", seconds / 60, seconds % 60))
    }

    fn line(&self, entry: &Entry) -> LogLine {
        let said = entry.happened.iter().filter(|it| !matches!(it.what, Effect::Turn { .. } | Effect::Ended { .. }));
        let words: Vec<&str> = said.map(|it| it.words.as_str()).collect();
        LogLine { by: self.info.seat_named(&entry.by), event: entry.event.clone(), words: words.join("; ") }
    }

    fn offer(&self) -> Option<String> {
        let wanting = &self.seen.as_ref()?.offers.draw;
        let ours = self.tokens.iter().any(|(seat, _)| !wanting.contains(seat));
        (!wanting.is_empty() && ours).then(|| format!("{} offers a draw: agree? (y/n)", wanting.join(", ")))
    }

    fn ended(&self) -> Option<String> {
        let ended = self.seen.as_ref()?.ended.as_ref()?;
        let winners: Vec<&str> =
            ended.scores.iter().filter(|(_, score)| *score > 0.0).map(|(seat, _)| seat.as_str()).collect();
        Some(ending(&winners, &ended.reason))
    }
}

fn moved(entry: &Entry) -> Vec<Place> {
    entry.happened.iter().flat_map(|it| crate::sight::places(&it.what)).collect()
}

#[cfg(test)]
mod tests {
    use menagerie_game::{Seat, Viewer};
    use menagerie_wire::table::{Clocks, Offers};

    use super::*;

    const TABLE: &str = r#"{"id":"abc","game":"jungle","public":true,"rated":false,"stage":"playing","seats":[
        {"seat":"red","player":{"kind":"person","name":"ann","bot":false},"here":true},
        {"seat":"black","player":{"kind":"computer","level":2},"here":true}],
        "clock":{"kind":"none"},"watching":0,"created":0}"#;

    /// Ann's table, seen for the first time.
    fn table() -> RemoteTable {
        let table: Table = serde_json::from_str(TABLE).unwrap();
        let seated = Seated { table: table.clone(), tokens: vec![("red".into(), "token".into())] };
        let mut remote = RemoteTable::new("http://box", seated).unwrap();
        let chosen: menagerie_catalog::Chosen = "jungle".parse().unwrap();
        let view = chosen.start().view(Viewer::Seat(Seat(0)));
        let seen = Seen {
            viewer: "red".into(),
            actor: "red".into(),
            text: view.text(),
            actions: None,
            scene: Some(view.scene()),
            covered: false,
            can_undo: false,
            clocks: Clocks { running: Some("red".into()), left: vec![61_000, 5_000], periods: Vec::new() },
            offers: Offers::default(),
            ended: None,
        };
        remote.hear(News::Connected);
        let full = ToClient::Full {
            version: 4,
            table: Box::new(table),
            seen: Box::new(seen),
            log: Vec::new(),
            talk: Vec::new(),
        };
        remote.hear(News::Heard(Box::new(full)));
        remote
    }

    #[test]
    fn an_action_answers_the_version_that_was_seen() {
        let mut remote = table();
        assert_eq!(remote.sight().acting, Some(Seat(0)));
        let commands = remote.wish(Wish::Act("a3a4".into())).unwrap();
        let [Command::Net(Call::Send(FromClient::Act { at: 4, seat, action, .. }))] = &commands[..] else {
            panic!("{commands:?}")
        };
        assert_eq!((seat.as_str(), action.as_str()), ("red", "a3a4"));
    }

    #[test]
    fn clocks_run_between_messages() {
        let mut remote = table();
        remote.tick(2_000);
        let clocks: Vec<_> = remote.sight().seats.into_iter().filter_map(|seat| seat.clock).collect();
        assert_eq!(clocks, ["0:59", "0:05"]);
    }

    #[test]
    fn without_a_connection_nothing_is_sent() {
        let mut remote = table();
        remote.hear(News::Lost);
        assert!(remote.wish(Wish::Act("a3a4".into())).is_err());
        assert!(remote.sight().status.contains("no connection"));
        remote.hear(News::Connected);
        assert!(remote.wish(Wish::Resign).is_ok());
    }
}
