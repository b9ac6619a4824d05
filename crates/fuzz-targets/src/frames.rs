//! A table's WebSocket: frames of several connections into one room, with the room's task played by
//! this file.
//!
//! The first byte chooses the game. Each line after it begins with a digit, the connection; then
//! comes its frame, or `-` (it closes), or `#N` (it does the Nth action of those that can be done),
//! or `~` (a minute passes).

use std::collections::BTreeMap;

use menagerie_game::{Options, Seat};
use menagerie_table::secret::Digest;
use menagerie_table::{
    Accepted, CHAT_RATE, ConnectionId, Delivery, FirstAction, LiveTable, SeatAssignment, StampedEvent, Subscription,
    TableInfo,
};
use menagerie_wire::table::{Player, Stage, TimeControl};
use menagerie_wire::{ChatMessage, FromClient, Refused};

use crate::game_of;

mod secrecy;

const MOST_LINES: usize = 60;
const MINUTE: i64 = 61_000;

/// No panic; the log opens as the same table again; a connection acts for its own seats; nobody is told what is not
/// theirs to know.
pub(crate) fn read(input: &[u8]) {
    if let Some(table) = played(input) {
        table.opens_again();
    }
}

/// The table after all that was said.
fn played(input: &[u8]) -> Option<Table> {
    let (&first, text) = input.split_first()?;
    let mut table = Table::new(first);
    for line in String::from_utf8_lossy(text).lines().take(MOST_LINES) {
        table.hear(line);
    }
    Some(table)
}

/// The seat for which a message acts.
fn seat_named(message: &FromClient) -> Option<&str> {
    match message {
        FromClient::Act { seat, .. }
        | FromClient::Undo { seat, .. }
        | FromClient::Offer { seat, .. }
        | FromClient::Decline { seat, .. } => Some(seat),
        _ => None,
    }
}

/// A room, its time, and who holds which seats.
struct Table {
    room: LiveTable,
    now: i64,
    seats: BTreeMap<ConnectionId, Vec<Seat>>,
    words: u32,
}

impl Table {
    fn new(first: u8) -> Self {
        let room = open(first, &[]);
        let mut table = Self { room, now: 0, seats: BTreeMap::new(), words: 0 };
        table.do_what_is_due();
        table
    }

    fn hear(&mut self, line: &str) {
        let Some(digit) = line.chars().next().and_then(|letter| letter.to_digit(10)) else { return };
        let id = ConnectionId(u64::from(digit));
        self.now += 100;
        match &line[1..] {
            "-" => {
                self.seats.remove(&id);
                let tells = self.room.disconnect(id, self.now);
                self.told(&tells);
            }
            "~" => self.now += MINUTE,
            frame => {
                if let Some(message) = self.message(frame) {
                    // A refusal changes nothing, which the replay at the end shows.
                    let _ = self.carry_out(id, message);
                }
            }
        }
        self.do_what_is_due();
    }

    fn message(&self, frame: &str) -> Option<FromClient> {
        let Some(number) = frame.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()) else {
            return serde_json::from_str(frame).ok();
        };
        let seat = self.room.info().seat_name(self.room.acting()?).to_owned();
        let mut actions = self.room.game().position().actions();
        let index = number.checked_rem(actions.len())?;
        Some(FromClient::Act { ack: 0, at: self.room.version(), seat, action: actions.swap_remove(index) })
    }

    fn carry_out(&mut self, id: ConnectionId, message: FromClient) -> Result<(), Refused> {
        if let FromClient::Subscribe { tokens, since, form, name, client, .. } = message {
            let tokens = tokens.iter().map(|token| Digest::of(token)).collect();
            let hello = Subscription { tokens, since, form, name, client, ..Subscription::default() };
            return self.greet(id, &hello);
        }
        let named = seat_named(&message).and_then(|name| self.room.info().seat_named(name));
        let accepted = self.room.check(id, self.room.parse(id, message)?, self.now)?;
        let is_held = |seat: Seat| self.seats.get(&id).is_some_and(|held| held.contains(&seat));
        assert!(named.is_none_or(is_held), "a connection acted for a seat that it does not hold");
        let tells = match accepted {
            Accepted::Append(batch) => self.room.commit(&batch, self.now).expect("what was checked can happen"),
            Accepted::Uncover(seat) => vec![self.room.uncover(id, seat, self.now)],
            Accepted::Chat(seat, say) => {
                let speech = self.room.check_chat(Some(id), seat, say)?;
                self.room.check_chat_rate(CHAT_RATE, Some(id), seat, self.now)?;
                self.words += 1;
                let seat = speech.seat.map(|seat| self.room.info().seat_name(seat).to_owned());
                let (name, room, text) = (speech.name, speech.channel, speech.text);
                self.room.chat_stored(ChatMessage { id: self.words, seat, name, room, text, at: self.now })
            }
            Accepted::Ally(seat, step) => {
                let alliance = self.room.check_alliance(seat, &step)?;
                vec![self.room.alliance_stored(alliance)]
            }
            Accepted::WasDone(_)
            | Accepted::Nothing
            | Accepted::Rematch(..)
            | Accepted::Cancel(_)
            | Accepted::Pong(_) => Vec::new(),
        };
        self.told(&tells);
        Ok(())
    }

    fn greet(&mut self, id: ConnectionId, hello: &Subscription) -> Result<(), Refused> {
        // A socket says hello once; the next one has another number.
        if self.seats.contains_key(&id) {
            return Ok(());
        }
        let tells = self.room.connect(id, hello, self.now)?;
        self.seats.insert(id, self.room.table().seats_of(&hello.tokens));
        self.told(&tells);
        Ok(())
    }

    fn do_what_is_due(&mut self) {
        while let Some(batch) = self.room.due(self.now) {
            let tells = self.room.commit(&batch, self.now).expect("what is due can happen");
            self.told(&tells);
        }
    }

    fn told(&self, tells: &[Delivery]) {
        for tell in tells {
            for id in &tell.to {
                let held = self.seats.get(id).expect("only those who are here are told");
                secrecy::check(&self.room, held, &tell.message);
            }
        }
    }

    /// The log leads to the same table for every viewer.
    fn opens_again(&self) {
        let log: Vec<StampedEvent> = self.room.stamped_events().collect();
        let again = LiveTable::open(self.room.table().clone(), &log, Box::new(|_, _| 0), 0).expect("its own log");
        assert_eq!(again.version(), self.room.version());
        assert_eq!(again.game().position().text(), self.room.game().position().text());
        assert_eq!(again.game().end(), self.room.game().end());
        assert_eq!(again.flag_falls(), self.room.flag_falls());
    }
}

/// A table at which every seat is a person's, whose token is the seat's name.
fn open(first: u8, events: &[StampedEvent]) -> LiveTable {
    let game = game_of(first);
    let start = game.start(Options::NONE);
    let chair = |seat| {
        let name = game.info().seat_name(seat).to_owned();
        let token = Some(Digest::of(&name));
        SeatAssignment { seat, player: Player::Person { name, account: None, rating: None, bot: false }, token }
    };
    let table = TableInfo {
        id: "AAAAAAAAAA".to_owned(),
        game: game.info().id.to_owned(),
        start: start.text(),
        seats: start.seats().iter().map(chair).collect(),
        public: false,
        rated: false,
        clock: TimeControl::Fischer { initial: 600, increment: 2 },
        stage: Stage::Playing,
        commitment: None,
        next_commitment: None,
        created: 0,
        started: Some(0),
        first_action: FirstAction::Clocked,
        rematch: None,
        lineage: Vec::new(),
    };
    let draw = |number: u64, weights: &[u32]| (number as usize * 7) % weights.len().max(1);
    LiveTable::open(table, events, Box::new(draw), 0).expect("a fresh table")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise around seeds that are refused at once would test nothing.
    #[test]
    fn the_seeds_get_somewhere() {
        let events = |seed: &str| played(seed.as_bytes()).map_or(0, |table| table.room.version());
        assert!(events(include_str!("../../../fuzz/corpus/frames/shogi5-plays")) > 2, "a short game");
        assert!(events(include_str!("../../../fuzz/corpus/frames/heaven-hell-plays")) > 10);
        assert!(events(include_str!("../../../fuzz/corpus/frames/djambi-plays")) > 10);
        let over = |seed: &str| played(seed.as_bytes()).is_some_and(|table| table.room.game().end().is_some());
        assert!(over(include_str!("../../../fuzz/corpus/frames/offers")), "a draw is agreed on");
        assert!(over(include_str!("../../../fuzz/corpus/frames/leaving")), "a seat that left is claimed");
        assert!(over(include_str!("../../../fuzz/corpus/frames/flag")), "a flag falls");
        let talk = played(include_str!("../../../fuzz/corpus/frames/private-talk").as_bytes()).unwrap();
        assert!(talk.words >= 4, "{} messages", talk.words);
    }
}
