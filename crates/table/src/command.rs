//! Commands of clients: checked against the state here, carried out by the table task.

use menagerie_game::Seat;
use menagerie_game::erased::AnyView;
use menagerie_game::text::{excerpt, typed_action};
use menagerie_match::{Departure, EventText};
use menagerie_wire::table::Stage;
use menagerie_wire::{AllianceStep, ChatPost, Claim, Code, FromClient, Offer, Refused};

use super::{Connection, ConnectionId, EventBatch, LiveTable, RematchVote, actor_name};
use crate::clock::Millis;
use crate::names;
use crate::refusal::refused;
use crate::seat_view::needs_cover;

/// Offers and undos of one seat in a match. The match itself limits them by turn; this bounds the log of a match of very many
/// turns. Each seat is counted apart, so that nobody uses up what others have.
const MAX_PROPOSALS: usize = 2_000;

/// What a client or a bot asks a table to do, for a seat that it plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Do an action.
    Act {
        /// The version that the client has seen.
        at: u32,
        /// Who acts.
        seat: Seat,
        /// The action's text, as it was typed.
        action: String,
    },
    /// Undo the last action of the unfinished turn.
    Undo {
        /// The version that the client has seen.
        at: u32,
        /// Who undoes.
        seat: Seat,
    },
    /// Offer something, or agree to what others have offered.
    Offer {
        /// The version that the client has seen.
        at: Option<u32>,
        /// Who offers.
        seat: Seat,
        /// What.
        offer: Offer,
        /// With a rematch: what the seat adds to the dice of the next game.
        nonce: Option<String>,
    },
    /// Decline an offer, or withdraw one's own.
    Decline {
        /// The version that the client has seen.
        at: Option<u32>,
        /// Who declines.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// Resign.
    Resign(Seat),
    /// Claim that the acting seat has left the match.
    ClaimGone {
        /// The version that the client has seen.
        at: Option<u32>,
        /// Who claims.
        seat: Seat,
    },
    /// Uncover a shared screen.
    Uncover(Seat),
    /// Post a chat message; without a seat as a spectator.
    Chat(Option<Seat>, ChatPost),
    /// Take a step of an alliance.
    Ally(Seat, AllianceStep),
    /// Explain why an action is not legal.
    Explain {
        /// Whose action.
        seat: Seat,
        /// The action's text, as it was typed.
        action: String,
    },
    /// Close the table before its match begins.
    Cancel(Seat),
    /// Answer a ping.
    Ping(u32),
}

/// A command that passed all checks: what the table task does now.
#[derive(Clone, PartialEq, Debug)]
pub enum Accepted {
    /// Append these events.
    Append(EventBatch),
    /// It was done before, and led to this version.
    WasDone(u32),
    /// Nothing needs to be done.
    Nothing,
    /// The cover of a shared screen is lifted.
    Uncover(Seat),
    /// Another game is wanted, or no longer.
    Rematch(Seat, RematchVote),
    /// Something is said.
    Chat(Option<Seat>, ChatPost),
    /// A step of an alliance.
    Ally(Seat, AllianceStep),
    /// The table is to be closed before its match begins.
    Cancel(Seat),
    /// An answer that needs nothing else.
    Pong(u32),
}

impl LiveTable {
    /// Parses a client's message into a command. The connection must hold the seat that the message names.
    pub fn parse(&self, id: ConnectionId, message: FromClient) -> Result<Command, Refused> {
        let connection = self.connection(id)?;
        let held = |name: &str| self.seat_held(connection, name);
        Ok(match message {
            FromClient::Subscribe { .. } => return Err(refused(Code::Malformed, "there was a hello already")),
            FromClient::Ping { n } => Command::Ping(n),
            FromClient::Act { at, seat, action, .. } => Command::Act { at, seat: held(&seat)?, action },
            FromClient::Undo { at, seat, .. } => Command::Undo { at, seat: held(&seat)? },
            FromClient::Offer { at, seat, offer, nonce, .. } => Command::Offer { at, seat: held(&seat)?, offer, nonce },
            FromClient::Decline { at, seat, offer, .. } => Command::Decline { at, seat: held(&seat)?, offer },
            FromClient::Resign { seat, .. } => Command::Resign(held(&seat)?),
            FromClient::Claim { at, seat, claim: Claim::Gone, .. } => Command::ClaimGone { at, seat: held(&seat)? },
            FromClient::Uncover { seat, .. } => Command::Uncover(held(&seat)?),
            FromClient::Chat { seat, say, .. } => Command::Chat(seat.map(|name| held(&name)).transpose()?, say),
            FromClient::Ally { seat, step, .. } => Command::Ally(held(&seat)?, step),
            FromClient::Explain { seat, action, .. } => Command::Explain { seat: held(&seat)?, action },
            FromClient::Cancel { seat, .. } => Command::Cancel(held(&seat)?),
        })
    }

    /// Checks a command of an open connection against the state of the table.
    pub fn check(&self, id: ConnectionId, command: Command, now: Millis) -> Result<Accepted, Refused> {
        self.check_from(self.connection(id)?, command, now)
    }

    fn connection(&self, id: ConnectionId) -> Result<&Connection, Refused> {
        let no_hello = || refused(Code::Malformed, "the first message of a connection is a hello");
        self.connections.get(&id).ok_or_else(no_hello)
    }

    /// Checks a command as if it came from such a connection, whether that is open or not.
    pub fn check_from(&self, connection: &Connection, command: Command, now: Millis) -> Result<Accepted, Refused> {
        match command {
            Command::Ping(n) => Ok(Accepted::Pong(n)),
            Command::Act { at, seat, action } => self.act(connection, seat, at, &action),
            Command::Undo { at, seat } => self.undo(seat, at),
            Command::Offer { seat, offer: Offer::Rematch, nonce, .. } => self.vote_rematch(seat, true, nonce),
            Command::Offer { at, seat, offer, .. } => self.offer(seat, at, offer),
            Command::Decline { seat, offer: Offer::Rematch, .. } => self.vote_rematch(seat, false, None),
            Command::Decline { at, seat, offer } => self.decline(seat, at, offer),
            Command::Resign(seat) => self.resign(seat),
            Command::ClaimGone { at, seat } => self.claim(seat, at, now),
            Command::Uncover(seat) => self.uncover_screen(seat),
            Command::Chat(seat, post) => Ok(Accepted::Chat(seat, post)),
            Command::Ally(seat, step) => Ok(Accepted::Ally(seat, step)),
            Command::Cancel(seat) => Ok(Accepted::Cancel(seat)),
            Command::Explain { seat, action } => self.explain(connection, seat, &action),
        }
    }

    /// The seat with this name, if the connection holds its token.
    fn seat_held(&self, connection: &Connection, name: &str) -> Result<Seat, Refused> {
        let seat = self.info().seat_named(name).filter(|seat| connection.seats.contains(seat));
        seat.ok_or_else(|| refused(Code::NotAllowed, format!("this connection does not play '{}'", excerpt(name))))
    }

    fn act(&self, connection: &Connection, seat: Seat, at: u32, action: &str) -> Result<Accepted, Refused> {
        if !EventText::of(action).is_action() {
            let sentence = format!("'{}' is no action; there are messages for everything else", excerpt(action));
            return Err(refused(Code::Malformed, sentence));
        }
        if let Some(version) = self.was_done(at, seat, action) {
            return Ok(Accepted::WasDone(version));
        }
        self.check_playing()?;
        self.check_version(at)?;
        self.check_turn(seat)?;
        if connection.uncovered != Some(seat) && needs_cover(connection, &*self.game) {
            return Err(refused(Code::NotNow, "lift the cover first"));
        }
        let refused = match self.batch(action) {
            Ok(batch) => return Ok(Accepted::Append(batch)),
            Err(refused) => refused,
        };
        // Only a text that is not exact costs a list of the legal actions.
        let view = self.game.position().view(menagerie_game::Viewer::Seat(seat));
        let spelled = spelled(&*view, action);
        if spelled == action { Err(refused) } else { self.batch(&spelled).map(Accepted::Append) }
    }

    fn undo(&self, seat: Seat, at: u32) -> Result<Accepted, Refused> {
        let undo = EventText::Undo.to_string();
        if let Some(version) = self.was_done(at, seat, &undo) {
            return Ok(Accepted::WasDone(version));
        }
        self.check_playing()?;
        self.check_version(at)?;
        self.check_proposals(seat)?;
        if self.game.can_undo().is_some_and(|undoer| undoer != seat) {
            return Err(refused(Code::OutOfTurn, "the last action was not yours"));
        }
        self.batch(&undo).map(Accepted::Append)
    }

    fn offer(&self, seat: Seat, at: Option<u32>, offer: Offer) -> Result<Accepted, Refused> {
        let offers = |text: &str| self.offer_events(seat, offer).iter().any(|it| it == text);
        if let Some(version) = at.and_then(|at| self.done_since(at, offers)) {
            return Ok(Accepted::WasDone(version));
        }
        self.check_playing()?;
        let event = self.offer_event(seat, offer)?;
        if EventText::of(&event).is_offer() {
            self.check_proposals(seat)?;
        }
        self.batch(&event).map(Accepted::Append)
    }

    fn decline(&self, seat: Seat, at: Option<u32>, offer: Offer) -> Result<Accepted, Refused> {
        let event = self.decline_event(seat, offer)?;
        if let Some(version) = at.and_then(|at| self.done_since(at, |text| text == event)) {
            return Ok(Accepted::WasDone(version));
        }
        self.check_playing()?;
        self.batch(&event).map(Accepted::Append)
    }

    fn vote_rematch(&self, seat: Seat, wants: bool, nonce: Option<String>) -> Result<Accepted, Refused> {
        // The rematch exists: this vote came late, and changes nothing.
        if wants && self.table.rematch.is_some() {
            return Ok(Accepted::Nothing);
        }
        let nonce = nonce.map(names::nonce).transpose()?;
        let over = self.game.end().is_some() && self.table.rematch.is_none();
        let sentence = "another game can be agreed on once this one is over";
        if over {
            Ok(Accepted::Rematch(seat, RematchVote { wants, nonce }))
        } else {
            Err(refused(Code::NotNow, sentence))
        }
    }

    /// A seat resigns at most once: a resignation in the log is the answer to this one.
    fn resign(&self, seat: Seat) -> Result<Accepted, Refused> {
        let event = EventText::Depart(self.info().seat_name(seat), Departure::Resigned).to_string();
        if let Some(version) = self.done_since(0, |text| text == event) {
            return Ok(Accepted::WasDone(version));
        }
        self.check_playing()?;
        self.batch(&event).map(Accepted::Append)
    }

    fn claim(&self, by: Seat, at: Option<u32>, now: Millis) -> Result<Accepted, Refused> {
        let is_leave = |text: &str| matches!(EventText::of(text), EventText::Depart(_, Departure::Left));
        if let Some(version) = at.and_then(|at| self.done_since(at, is_leave)) {
            return Ok(Accepted::WasDone(version));
        }
        self.check_playing()?;
        let Some((seat, from)) = self.claimable().filter(|&(seat, _)| seat != by) else {
            return Err(refused(Code::NotNow, self.why_not_claimable(by)));
        };
        if now < from {
            let wait = ((from - now) as u64).div_ceil(1000);
            return Err(refused(Code::NotNow, format!("that seat may still come back: wait {wait} seconds")));
        }
        self.batch(&EventText::Depart(self.info().seat_name(seat), Departure::Left).to_string()).map(Accepted::Append)
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

    fn uncover_screen(&self, seat: Seat) -> Result<Accepted, Refused> {
        self.check_playing()?;
        self.check_turn(seat)?;
        Ok(Accepted::Uncover(seat))
    }

    /// Answered from the view of the seat: a reason tells nothing that the seat may not know.
    fn explain(&self, connection: &Connection, seat: Seat, action: &str) -> Result<Accepted, Refused> {
        if connection.uncovered != Some(seat) && needs_cover(connection, &*self.game) {
            return Err(refused(Code::NotNow, "lift the cover first"));
        }
        let view = self.game.position().view(menagerie_game::Viewer::Seat(seat));
        let verdict =
            view.explain(&spelled(&*view, action)).map_err(|error| refused(Code::Malformed, error.to_string()))?;
        if verdict.legal {
            return Ok(Accepted::Nothing);
        }
        Err(Refused { code: Code::Illegal, error: verdict.reason.into_owned(), rule: Some(verdict.rule.into_owned()) })
    }

    /// The version that this very event led to, if it is in the log as an answer to that version: a client that lost
    /// the answer may ask again, also after a restart.
    fn was_done(&self, at: u32, seat: Seat, text: &str) -> Option<u32> {
        let logged = self.log.get(at as usize)?;
        (&*logged.text == text && logged.by.seat() == Some(seat)).then(|| self.version_after(at as usize))
    }

    /// The version that the first such event after a version led to.
    fn done_since(&self, at: u32, is_it: impl Fn(&str) -> bool) -> Option<u32> {
        let since = self.log.get(at as usize..)?;
        since.iter().position(|logged| is_it(&logged.text)).map(|index| self.version_after(at as usize + index))
    }

    /// The version after the event of this index and what chance did then.
    fn version_after(&self, index: usize) -> u32 {
        let by_chance = |logged: &&super::LoggedEvent| logged.by == menagerie_game::Actor::Chance;
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
        let is_proposal = |text: EventText| text.is_offer() || text == EventText::Undo;
        let counts = |it: &&super::LoggedEvent| it.by.seat() == Some(seat) && is_proposal(EventText::of(&it.text));
        let full = self.log.iter().filter(counts).count() >= MAX_PROPOSALS;
        let sentence = || format!("you have made {MAX_PROPOSALS} offers and undos in this match, which is the limit");
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
pub fn spelled(view: &dyn AnyView, typed: &str) -> String {
    let actions = view.actions();
    if let Some(action) = typed_action(typed, actions.iter().map(String::as_str)) {
        return action.to_owned();
    }
    let lower = typed.to_ascii_lowercase();
    if view.explain(typed).is_err() && view.explain(&lower).is_ok() { lower } else { typed.to_owned() }
}
