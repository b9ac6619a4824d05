//! Words between people: who may say what, and who hears it.

use menagerie_game::Seat;
use menagerie_wire::table::{Player, Stage};
use menagerie_wire::{Code, Refused, Room as Hall, Said, Say, ToClient, Whispered};

use super::{Connection, ConnectionId, Room, Tell};
use crate::clock::Millis;
use crate::names::disturbs_talk;
use crate::refusal::refused;

/// The circles among whose words chat messages are numbered: a number tells nobody how much others talk.
pub const CIRCLES: u8 = 8;

const LONGEST: usize = 300;
/// Older words of a circle are in the store only.
const KEPT: usize = 100;

/// Words that may be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Speech {
    /// Who speaks; nobody for a spectator.
    pub seat: Option<Seat>,
    /// The name they go by.
    pub name: String,
    /// Who hears it.
    pub hall: Hall,
    /// What.
    pub text: String,
}

impl Room {
    /// Whether this may be said now, and how.
    pub fn speech(&self, id: Option<ConnectionId>, seat: Option<Seat>, say: Say) -> Result<Speech, Refused> {
        if self.table.stage == Stage::Closed {
            return Err(refused(Code::NotNow, "the table is closed"));
        }
        let text = say.text.trim().to_owned();
        let length = text.chars().count();
        if length == 0 || length > LONGEST || disturbs_talk(&text) {
            let code = if length > LONGEST { Code::TooMuch } else { Code::Malformed };
            return Err(refused(code, format!("a message has 1 to {LONGEST} printable characters")));
        }
        self.check_hall(seat, &say.room)?;
        let guest =
            || id.and_then(|id| self.connections.get(&id)?.name.clone()).unwrap_or_else(|| "spectator".to_owned());
        let name = seat.map_or_else(guest, |seat| self.table.name_of(seat, self.info()));
        Ok(Speech { seat, name, hall: say.room, text })
    }

    fn check_hall(&self, seat: Option<Seat>, hall: &Hall) -> Result<(), Refused> {
        let over = self.game.end().is_some();
        let no = |sentence: &str| Err(refused(Code::NotAllowed, sentence));
        match (hall, seat) {
            (Hall::Players, None) => no("only those who play talk there"),
            // Bots greet those who look on; nobody who plays hears that before the end.
            (Hall::Spectators, Some(seat)) if !over && !self.is_bot(seat) => {
                no("those who play talk to spectators when the match is over")
            }
            (Hall::Seat { .. }, None) => no("only those who play talk in private"),
            (Hall::Seat { .. }, Some(_)) if !self.has_alliances() => no("there is no private talk in this game"),
            (Hall::Seat { seat: name }, Some(seat)) => match self.other_seat(seat, name) {
                Some(_) => Ok(()),
                None => Err(refused(Code::NotFound, "there is no such other seat")),
            },
            (Hall::Players, Some(_)) | (Hall::Spectators, _) => Ok(()),
        }
    }

    /// Whether the account of a program plays a seat.
    fn is_bot(&self, seat: Seat) -> bool {
        self.table.chair(seat).is_some_and(|chair| matches!(chair.player, Player::Person { bot: true, .. }))
    }

    /// Something was said, durably: everybody who may hear it does.
    pub fn said(&mut self, said: Said) -> Vec<Tell> {
        let to: Vec<ConnectionId> =
            self.connections.iter().filter(|(_, it)| self.hears(it, &said)).map(|(&id, _)| id).collect();
        let mut tells = vec![Tell { to, message: ToClient::Said { said: said.clone() } }];
        tells.extend(self.whispered(&said));
        let alike: Vec<usize> = (0..self.talk.len()).filter(|&index| same_circle(&self.talk[index], &said)).collect();
        if alike.len() >= KEPT {
            self.talk.remove(alike[0]);
        }
        self.talk.push(said);
        tells
    }

    /// The words that the store holds now: those that are new are told; if some were removed, everybody is told
    /// everything.
    pub fn hear_talk(&mut self, talk: Vec<Said>, now: Millis) -> Vec<Tell> {
        let stands = |said: &Said| talk.iter().any(|it| it.id == said.id) || made_room(&talk, said);
        if !self.talk.iter().all(stands) {
            self.talk = talk;
            return self.tell_everything(now);
        }
        let known: Vec<u32> = self.talk.iter().map(|said| said.id).collect();
        let new = talk.into_iter().filter(|said| !known.contains(&said.id));
        let tells = new.flat_map(|said| self.said(said)).collect();
        self.talk.sort_by_key(|said| (said.at, said.id));
        tells
    }

    /// Whom the store says that nobody wants to hear.
    pub fn set_mutes(&mut self, mutes: Vec<(String, String)>) {
        self.mutes = mutes;
    }

    /// That two talk in private is shown where they made their alliance openly.
    fn whispered(&self, said: &Said) -> Option<Tell> {
        let (Hall::Seat { seat: to }, Some(from)) = (&said.room, &said.seat) else { return None };
        if !self.openly_allied(from, to) {
            return None;
        }
        let others = self.connections.iter().filter(|(_, it)| !self.hears(it, said)).map(|(&id, _)| id).collect();
        let whisper = Whispered { from: from.clone(), to: to.clone() };
        Some(Tell { to: others, message: ToClient::Whisper { whisper } })
    }

    /// What was said, as far as a connection may hear it.
    pub fn heard(&self, connection: &Connection) -> Vec<Said> {
        self.talk.iter().filter(|said| self.hears(connection, said)).cloned().collect()
    }

    fn hears(&self, connection: &Connection, said: &Said) -> bool {
        self.is_meant(connection, said) && !self.is_muted(connection, said)
    }

    /// Whether something is said to this connection, be it heard or not.
    pub fn is_meant(&self, connection: &Connection, said: &Said) -> bool {
        let plays = !connection.seats.is_empty();
        let among = |names: [&str; 2]| {
            // A screen shared with anybody else hears nothing private.
            plays && connection.seats.iter().all(|&seat| names.contains(&self.info().seat_name(seat)))
        };
        match &said.room {
            Hall::Players => plays,
            Hall::Spectators => !plays || self.game.end().is_some(),
            Hall::Seat { seat } => among([seat, said.seat.as_deref().unwrap_or_default()]),
        }
    }

    /// The circle among whose words a speech is numbered: the players, the spectators, or two seats.
    pub fn circle(&self, speech: &Speech) -> u8 {
        match (&speech.hall, speech.seat) {
            (Hall::Players, _) => 1,
            (Hall::Spectators, _) => 2,
            (Hall::Seat { seat: to }, from) => {
                let place = |seat: Option<Seat>| seat.map_or(0, Seat::index) as u8;
                let (one, other) = (place(from), place(self.info().seat_named(to)));
                let (low, high) = (one.min(other), one.max(other));
                3 + high * high.saturating_sub(1) / 2 + low
            }
        }
    }

    fn is_muted(&self, connection: &Connection, said: &Said) -> bool {
        let Some(speaker) = &said.seat else { return false };
        let [listener] = *connection.seats else { return false };
        let listener = self.info().seat_name(listener);
        self.mutes.iter().any(|(who, whom)| who == listener && whom == speaker)
    }

    /// A seat no longer wants to hear another, or wants to again.
    pub fn mute(&mut self, listener: &str, speaker: &str, muted: bool) {
        self.mutes.retain(|(who, whom)| who != listener || whom != speaker);
        if muted {
            self.mutes.push((listener.to_owned(), speaker.to_owned()));
        }
    }

    /// An operator has removed something that was said.
    pub fn unsay(&mut self, said: u32) {
        self.talk.retain(|it| it.id != said);
    }

    /// Whether this game has more than two seats: then there is something to agree on in private.
    pub(super) fn has_alliances(&self) -> bool {
        self.seats().len() > 2
    }

    pub(super) fn other_seat(&self, seat: Seat, name: &str) -> Option<Seat> {
        self.info().seat_named(name).filter(|&other| other != seat && self.seats().contains(other))
    }
}

/// Whether the same people hear both: each circle has numbers of its own.
fn same_circle(one: &Said, other: &Said) -> bool {
    one.id % u32::from(CIRCLES) == other.id % u32::from(CIRCLES)
}

/// Whether these words are missing in a list only because its circle has said so much since.
fn made_room(talk: &[Said], said: &Said) -> bool {
    let mut circle = talk.iter().filter(|it| same_circle(it, said));
    circle.next().is_some_and(|oldest| said.at <= oldest.at) && circle.count() + 1 >= KEPT
}
