//! Commands of clients: checked against the state here, carried out by the table task.

use menagerie_game::Seat;
use menagerie_game::erased::AnyView;
use menagerie_game::text::{excerpt, typed_action};
use menagerie_wire::table::Stage;
use menagerie_wire::{AllianceStep, Claim, Code, FromClient, Offer, Refused, Say};

use super::{Again, Batch, Connection, ConnectionId, Room, actor_name};
use crate::clock::Millis;
use crate::names;
use crate::refusal::refused;

/// Offers and undos of one seat in a match. The match itself limits them by turn; this bounds the log of a match of very many
/// turns. Each seat is counted apart, so that nobody uses up what others have.
const MOST_PROPOSALS: usize = 2_000;

const UNDO: &str = "!undo";
/// How the events begin by which a seat offers something.
const OFFERS: &str = "!offer-";

/// Something a client asked for that may be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// Append these events.
    Append(Batch),
    /// It was done before, and led to this version.
    WasDone(u32),
    /// Nothing needs to be done.
    Nothing,
    /// The cover of a shared screen is lifted.
    Uncover(Seat),
    /// Another game is wanted, or no longer.
    Rematch(Seat, Again),
    /// Something is said.
    Say(Option<Seat>, Say),
    /// A step of an alliance.
    Ally(Seat, AllianceStep),
    /// The table is to be closed before its match begins.
    Cancel(Seat),
    /// An answer that needs nothing else.
    Pong(u32),
}

impl Room {
    /// What a message asks for, if that may be done now.
    pub fn wish(&self, id: ConnectionId, message: FromClient, now: Millis) -> Result<Wish, Refused> {
        match self.connections.get(&id) {
            Some(connection) => self.wish_of(connection, message, now),
            None => Err(refused(Code::Malformed, "the first message of a connection is a hello")),
        }
    }

    /// What a message asks for if it comes from such a connection, be it open or not.
    pub fn wish_of(&self, connection: &Connection, message: FromClient, now: Millis) -> Result<Wish, Refused> {
        let held = |name: &str| self.held(connection, name);
        match message {
            FromClient::Hello { .. } => Err(refused(Code::Malformed, "there was a hello already")),
            FromClient::Ping { n } => Ok(Wish::Pong(n)),
            FromClient::Act { at, seat, action, .. } => self.act(connection, held(&seat)?, at, &action),
            FromClient::Undo { at, seat, .. } => self.undo(held(&seat)?, at),
            FromClient::Offer { seat, offer: Offer::Rematch, nonce, .. } => self.play_again(held(&seat)?, true, nonce),
            FromClient::Offer { seat, at, offer, .. } => self.offer(held(&seat)?, at, offer),
            FromClient::Decline { seat, offer: Offer::Rematch, .. } => self.play_again(held(&seat)?, false, None),
            FromClient::Decline { seat, at, offer, .. } => self.decline(held(&seat)?, at, offer),
            FromClient::Resign { seat, .. } => self.resign(held(&seat)?),
            FromClient::Claim { at, seat, claim: Claim::Gone, .. } => self.claim(held(&seat)?, at, now),
            FromClient::Uncover { seat, .. } => self.lift_cover(held(&seat)?),
            FromClient::Say { seat, say, .. } => Ok(Wish::Say(seat.map(|name| held(&name)).transpose()?, say)),
            FromClient::Ally { seat, step, .. } => Ok(Wish::Ally(held(&seat)?, step)),
            FromClient::Cancel { seat, .. } => held(&seat).map(Wish::Cancel),
            FromClient::Explain { seat, action, .. } => self.explain(connection, held(&seat)?, &action),
        }
    }

    /// The seat with this name, if the connection holds its token.
    fn held(&self, connection: &Connection, name: &str) -> Result<Seat, Refused> {
        let seat = self.info().seat_named(name).filter(|seat| connection.seats.contains(seat));
        seat.ok_or_else(|| refused(Code::NotAllowed, format!("this connection does not play '{}'", excerpt(name))))
    }

    fn act(&self, connection: &Connection, seat: Seat, at: u32, action: &str) -> Result<Wish, Refused> {
        if action.starts_with('!') {
            let sentence = format!("'{}' is no action; there are messages for everything else", excerpt(action));
            return Err(refused(Code::Malformed, sentence));
        }
        if let Some(version) = self.was_done(at, seat, action) {
            return Ok(Wish::WasDone(version));
        }
        self.check_playing()?;
        self.check_version(at)?;
        self.check_turn(seat)?;
        let shared = connection.seats.len() > 1 && self.info().hidden;
        if shared && connection.uncovered != Some(seat) {
            return Err(refused(Code::NotNow, "lift the cover first"));
        }
        let refused = match self.batch(action) {
            Err(refused) if matches!(refused.code, Code::Malformed | Code::Illegal) => refused,
            batch => return batch.map(Wish::Append),
        };
        // Only a text that is not exact costs a list of the legal actions.
        let view = self.game.position().view(menagerie_game::Viewer::Seat(seat));
        let spelled = spelled(&*view, action);
        if spelled == action { Err(refused) } else { self.batch(&spelled).map(Wish::Append) }
    }

    fn undo(&self, seat: Seat, at: u32) -> Result<Wish, Refused> {
        if let Some(version) = self.was_done(at, seat, UNDO) {
            return Ok(Wish::WasDone(version));
        }
        self.check_playing()?;
        self.check_version(at)?;
        self.check_proposals(seat)?;
        if self.game.can_undo().is_some_and(|undoer| undoer != seat) {
            return Err(refused(Code::OutOfTurn, "the last action was not yours"));
        }
        self.batch(UNDO).map(Wish::Append)
    }

    fn offer(&self, seat: Seat, at: Option<u32>, offer: Offer) -> Result<Wish, Refused> {
        let offers = |text: &str| self.offers_of(seat, offer).iter().any(|it| it == text);
        if let Some(version) = at.and_then(|at| self.done_since(at, offers)) {
            return Ok(Wish::WasDone(version));
        }
        self.check_playing()?;
        let event = self.offering(seat, offer)?;
        if event.starts_with(OFFERS) {
            self.check_proposals(seat)?;
        }
        self.batch(&event).map(Wish::Append)
    }

    fn decline(&self, seat: Seat, at: Option<u32>, offer: Offer) -> Result<Wish, Refused> {
        let event = self.declining(seat, offer)?;
        if let Some(version) = at.and_then(|at| self.done_since(at, |text| text == event)) {
            return Ok(Wish::WasDone(version));
        }
        self.check_playing()?;
        self.batch(&event).map(Wish::Append)
    }

    fn play_again(&self, seat: Seat, wants: bool, nonce: Option<String>) -> Result<Wish, Refused> {
        // All have wanted the game that was made: whoever says so again is late, and right.
        if wants && self.table.rematch.is_some() {
            return Ok(Wish::Nothing);
        }
        let nonce = nonce.map(names::nonce).transpose()?;
        let over = self.game.end().is_some() && self.table.rematch.is_none();
        let sentence = "another game can be agreed on once this one is over";
        if over { Ok(Wish::Rematch(seat, Again { wants, nonce })) } else { Err(refused(Code::NotNow, sentence)) }
    }

    /// Whoever has left does not come back: a resignation that stands in the log is this one.
    fn resign(&self, seat: Seat) -> Result<Wish, Refused> {
        let event = format!("!resign:{}", self.info().seat_name(seat));
        if let Some(version) = self.done_since(0, |text| text == event) {
            return Ok(Wish::WasDone(version));
        }
        self.check_playing()?;
        self.batch(&event).map(Wish::Append)
    }

    fn claim(&self, by: Seat, at: Option<u32>, now: Millis) -> Result<Wish, Refused> {
        if let Some(version) = at.and_then(|at| self.done_since(at, |text| text.starts_with("!leave:"))) {
            return Ok(Wish::WasDone(version));
        }
        self.check_playing()?;
        let Some((seat, from)) = self.claimable().filter(|&(seat, _)| seat != by) else {
            return Err(refused(Code::NotNow, self.why_not_claimable(by)));
        };
        if now < from {
            let wait = ((from - now) as u64).div_ceil(1000);
            return Err(refused(Code::NotNow, format!("that seat may still come back: wait {wait} seconds")));
        }
        self.batch(&format!("!leave:{}", self.info().seat_name(seat))).map(Wish::Append)
    }

    fn why_not_claimable(&self, by: Seat) -> &'static str {
        match self.acting() {
            Some(seat) if seat == by => "it is for you to decide",
            Some(seat) if !self.is_here(seat) => {
                "with days per turn nobody is said to have left: a seat that stays away loses by its clock"
            }
            _ => "the seat that is to decide is here",
        }
    }

    fn lift_cover(&self, seat: Seat) -> Result<Wish, Refused> {
        self.check_playing()?;
        self.check_turn(seat)?;
        Ok(Wish::Uncover(seat))
    }

    /// Answered from the view of the seat: a reason tells nothing that the seat may not know.
    fn explain(&self, connection: &Connection, seat: Seat, action: &str) -> Result<Wish, Refused> {
        let covered = self.info().hidden && connection.seats.len() > 1 && connection.uncovered != Some(seat);
        if covered {
            return Err(refused(Code::NotNow, "lift the cover first"));
        }
        let view = self.game.position().view(menagerie_game::Viewer::Seat(seat));
        let verdict =
            view.explain(&spelled(&*view, action)).map_err(|error| refused(Code::Malformed, error.to_string()))?;
        if verdict.legal {
            return Ok(Wish::Nothing);
        }
        Err(Refused { code: Code::Illegal, error: verdict.reason.into_owned(), rule: Some(verdict.rule.into_owned()) })
    }

    /// The version that this very event led to, if it is in the log as an answer to that version: a client that lost
    /// the answer may ask again, also after a restart.
    fn was_done(&self, at: u32, seat: Seat, text: &str) -> Option<u32> {
        let noted = self.log.get(at as usize)?;
        (&*noted.text == text && noted.by.seat() == Some(seat)).then(|| self.reached_with(at as usize))
    }

    /// The version that the first such event after a version led to.
    fn done_since(&self, at: u32, is_it: impl Fn(&str) -> bool) -> Option<u32> {
        let since = self.log.get(at as usize..)?;
        since.iter().position(|noted| is_it(&noted.text)).map(|index| self.reached_with(at as usize + index))
    }

    /// The version after the event of this index and what chance did then.
    fn reached_with(&self, index: usize) -> u32 {
        let by_chance = |noted: &&super::LogEntry| noted.by == menagerie_game::Actor::Chance;
        let drawn = self.log[index + 1..].iter().take_while(by_chance).count();
        (index + 1 + drawn) as u32
    }

    fn check_playing(&self) -> Result<(), Refused> {
        match (self.table.stage, self.game.end()) {
            (_, Some(end)) => Err(refused(Code::NotNow, format!("the match is over: {}", end.reason.sentence))),
            (Stage::Waiting, _) => Err(refused(Code::NotNow, "the match has not begun: a seat is open")),
            (Stage::Playing, None) => Ok(()),
            (Stage::Over | Stage::Closed, None) => Err(refused(Code::NotNow, "the table is closed")),
        }
    }

    /// The rules end every match some day; offers and undos could go on.
    fn check_proposals(&self, seat: Seat) -> Result<(), Refused> {
        let counts =
            |it: &&super::LogEntry| it.by.seat() == Some(seat) && (it.text.starts_with(OFFERS) || &*it.text == UNDO);
        let full = self.log.iter().filter(counts).count() >= MOST_PROPOSALS;
        let sentence = || format!("you have made {MOST_PROPOSALS} offers and undos in this match, which is the limit");
        if full { Err(refused(Code::TooMuch, sentence())) } else { Ok(()) }
    }

    fn check_version(&self, at: u32) -> Result<(), Refused> {
        let version = self.version();
        let sentence = || format!("this answers version {at}, but the table has reached {version}");
        if at == version { Ok(()) } else { Err(refused(Code::Stale, sentence())) }
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Refused> {
        let actor = self.game.position().actor();
        let sentence = || format!("{} is to decide now", actor_name(self.info(), actor));
        if actor.seat() == Some(seat) { Ok(()) } else { Err(refused(Code::OutOfTurn, sentence())) }
    }
}

/// A typed action as the rules spell it: the one legal action that differs in upper and lower case alone, or else in lower
/// case, where that can be read and the text itself cannot.
fn spelled(view: &dyn AnyView, typed: &str) -> String {
    let actions = view.actions();
    if let Some(action) = typed_action(typed, actions.iter().map(String::as_str)) {
        return action.to_owned();
    }
    let lower = typed.to_ascii_lowercase();
    if view.explain(typed).is_err() && view.explain(&lower).is_ok() { lower } else { typed.to_owned() }
}
