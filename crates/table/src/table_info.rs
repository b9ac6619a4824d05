//! A table: what it is besides the events of its match.

use menagerie_game::{GameInfo, Seat};
use menagerie_wire::table::{Player, Stage, TimeControl};

use crate::clock::Millis;
use crate::secret::Digest;

/// A table as the server keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct TableInfo {
    /// Its id, part of its address.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The text of the position it begins in.
    pub start: String,
    /// The seats in order of play.
    pub seats: Vec<SeatAssignment>,
    /// Whether it is in the lobby.
    pub public: bool,
    /// Whether accounts' ratings are at stake.
    pub rated: bool,
    /// The time control.
    pub clock: TimeControl,
    /// Where it stands.
    pub stage: Stage,
    /// The SHA-256 of the secret that chance is drawn from, in hex; only for games with chance.
    pub commitment: Option<String>,
    /// The same for the rematch of this table.
    pub next_commitment: Option<String>,
    /// When it was made.
    pub created: Millis,
    /// When the match began.
    pub started: Option<Millis>,
    /// How the clocks start.
    pub first_action: FirstAction,
    /// The table of the next game.
    pub rematch: Option<String>,
    /// The rematches that led here, from the first to this table itself. A token goes with its holder from table to table.
    pub lineage: Vec<String>,
}

/// The time for the first action of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstAction {
    /// It is charged to its seat's clock, as all others are.
    #[default]
    Clocked,
    /// The clocks start with it.
    Free,
    /// The clocks start with it. The match is aborted if it does not come within this time.
    Within(Millis),
}

/// A seat and who sits on it.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatAssignment {
    /// Which seat.
    pub seat: Seat,
    /// Who plays it.
    pub player: Player,
    /// The digest of the token that gives the right to play it.
    pub token: Option<Digest>,
}

impl TableInfo {
    /// The chair of a seat.
    pub fn chair(&self, seat: Seat) -> Option<&SeatAssignment> {
        self.seats.iter().find(|chair| chair.seat == seat)
    }

    /// Whether every seat has its player.
    pub fn is_filled(&self) -> bool {
        self.seats.iter().all(|chair| chair.player != Player::Open)
    }

    /// The level of the computer player on a seat, if one sits there.
    pub fn computer(&self, seat: Seat) -> Option<u8> {
        match self.chair(seat)?.player {
            Player::Computer { level } => Some(level),
            _ => None,
        }
    }

    /// The seats that these tokens give.
    pub fn seats_of(&self, tokens: &[Digest]) -> Vec<Seat> {
        let here: Vec<Digest> = tokens.iter().map(|token| token.through(&self.lineage)).collect();
        let held = |chair: &&SeatAssignment| chair.token.is_some_and(|token| here.contains(&token));
        self.seats.iter().filter(held).map(|chair| chair.seat).collect()
    }

    /// The seat that an account plays.
    pub fn seat_of_account(&self, name: &str) -> Option<Seat> {
        let plays = |chair: &&SeatAssignment| matches!(&chair.player, Player::Person { account: Some(account), .. } if account == name);
        self.seats.iter().find(plays).map(|chair| chair.seat)
    }

    /// The account that plays a seat; nothing for a guest.
    pub fn account_on(&self, seat: Seat) -> Option<&str> {
        match &self.chair(seat)?.player {
            Player::Person { account, .. } => account.as_deref(),
            _ => None,
        }
    }

    /// The name that a seat's player goes by.
    pub fn name_of(&self, seat: Seat, info: &GameInfo) -> String {
        match self.chair(seat).map(|chair| &chair.player) {
            Some(Player::Person { name, .. }) => name.clone(),
            Some(Player::Computer { level }) => format!("computer {level}"),
            Some(Player::Open) | None => info.seat_name(seat).to_owned(),
        }
    }
}
