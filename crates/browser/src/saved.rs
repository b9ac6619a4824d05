//! A table as the page keeps it between visits.

use menagerie_api::past::Dice;
use menagerie_game::GameName;
use menagerie_record::dice::{Secret, TableDice};
use menagerie_table::secret::Digest;
use menagerie_table::{Draw, FirstAction, SeatAssignment, StampedEvent, TableInfo};
use menagerie_wire::http::SeatPlan;
use menagerie_wire::table::{Player, Stage, TimeControl};
use serde::{Deserialize, Serialize};

/// Everything about a table. Its secrets are those of the browser's owner.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedTable {
    /// Its id.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The position it begins in.
    pub start: String,
    /// The seats in order of play.
    pub seats: Vec<SavedSeat>,
    /// The time control.
    pub clock: TimeControl,
    /// When it was made.
    pub created: i64,
    /// What chance is drawn from, in games with chance.
    pub dice: Option<SavedDice>,
    /// The events and their times.
    pub events: Vec<(String, i64)>,
    /// The table of the next game.
    pub rematch: Option<String>,
    /// The rematches that led here.
    pub lineage: Vec<String>,
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedSeat {
    /// Its name.
    pub seat: String,
    /// Who plays it.
    pub plan: SeatPlan,
    /// The SHA-256 of its token, for a person's seat.
    pub token: Option<[u8; 32]>,
}

/// What chance is drawn from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedDice {
    /// The secret, in hex.
    pub secret: String,
    /// What the players added.
    pub nonces: Vec<String>,
    /// The secret of a rematch, in hex.
    pub next: String,
}

impl SavedDice {
    /// For the record.
    pub fn dice(&self) -> Option<Dice> {
        Some(Dice { secret: Secret::from_hex(&self.secret)?, nonces: self.nonces.clone() })
    }

    fn draw(&self) -> Option<Draw> {
        let dice = TableDice::new(&Secret::from_hex(&self.secret)?, self.nonces.iter().map(String::as_str));
        Some(Box::new(move |n, weights| dice.choose(n, weights)))
    }
}

impl SavedTable {
    /// The events with their times.
    pub fn log(&self) -> Vec<StampedEvent> {
        self.events.iter().map(|(text, at)| StampedEvent { text: text.clone(), at: *at }).collect()
    }

    /// How chance is drawn.
    pub fn draw(&self) -> Draw {
        self.dice.as_ref().and_then(SavedDice::draw).unwrap_or_else(|| Box::new(|_, _| 0))
    }

    /// The table as its state machine knows it; `None` if a seat is unknown in the game.
    pub fn info(&self) -> Option<TableInfo> {
        let game = menagerie_catalog::find(GameName::new(&self.game).id)?.info();
        let commitment = |secret: &str| Secret::from_hex(secret).map(|secret| secret.commitment());
        let seats: Option<Vec<_>> = self.seats.iter().map(|it| it.assignment(game)).collect();
        Some(TableInfo {
            id: self.id.clone(),
            game: self.game.clone(),
            start: self.start.clone(),
            seats: seats?,
            public: false,
            rated: false,
            clock: self.clock,
            stage: Stage::Playing,
            commitment: self.dice.as_ref().and_then(|dice| commitment(&dice.secret)),
            next_commitment: self.dice.as_ref().and_then(|dice| commitment(&dice.next)),
            created: self.created,
            started: Some(self.created),
            first_action: first_action(self.clock),
            rematch: self.rematch.clone(),
            lineage: self.lineage.clone(),
        })
    }
}

/// As on a server: with a clock it starts with the first action, since nobody else waits for it.
const fn first_action(clock: TimeControl) -> FirstAction {
    match clock {
        TimeControl::None | TimeControl::Days { .. } => FirstAction::Clocked,
        TimeControl::Fischer { .. } | TimeControl::Byoyomi { .. } => FirstAction::Free,
    }
}

impl SavedSeat {
    fn assignment(&self, game: &'static menagerie_game::GameInfo) -> Option<SeatAssignment> {
        let player = match &self.plan {
            SeatPlan::Open => Player::Open,
            SeatPlan::Computer { level } => Player::Computer { level: *level },
            SeatPlan::Here { name } => Player::Person { name: name.clone(), account: None, rating: None, bot: false },
        };
        Some(SeatAssignment { seat: game.seat_named(&self.seat)?, player, token: self.token.map(Digest) })
    }
}
