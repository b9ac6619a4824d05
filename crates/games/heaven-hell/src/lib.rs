//! Chess: Heaven and Hell: three planes, a shop, chaos orbs, secret traps. The exact rules are in `rules.md` beside this
//! crate's manifest.
//!
//! ```
//! use menagerie_game::{Actor, Options, Rules, RulesExt, Silent};
//! use menagerie_heaven_hell::Position;
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(position.actor(), Actor::Chance);
//! for unlocked in ["unlock:stun", "unlock:trap", "unlock:chaos-orb"] {
//!     let _ = position.apply(unlocked.parse().unwrap(), &mut Silent);
//! }
//! assert_eq!(position.list().len(), 20);
//! ```
//!
//! A position's way through an action: `actions` lists what the task at the front of the pending list, or the turn,
//! offers; `apply` carries one of these out as a *step* that changes the position and creates tasks; the run loop then
//! goes on until somebody has to decide again. `chaos` and `shop` are tables with one row per effect and entry.

mod action;
mod actions;
mod apply;
mod arrange;
mod ask;
mod chaos;
pub mod eval;
mod explain;
mod info;
mod items;
mod moves;
mod piece;
mod pieces;
mod position;
mod scene;
mod shop;
mod square;
mod start;
mod task;
mod tasks;
mod text;
mod upgrade;
mod view;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::{
    Actor, BySeat, Counts, Effects, Ending, GameInfo, Limit, MatchRules, Options, Outcome, Piece, Progress, Rules,
    Seat, Sink, TextError, Viewer,
};

pub use action::{Action, Lines};
pub use chaos::ChaosId;
pub use items::Element;
pub use piece::{Color, Kind};
pub use position::Position;
pub use shop::EntryId;
pub use square::{Plane, Square};
pub use upgrade::Upgrade;
pub use view::View;

impl Rules for Position {
    type Action = Action;
    type View = View;

    const INFO: &'static GameInfo = &info::INFO;

    fn start(_options: Options) -> Self {
        Self::set_up()
    }

    fn actor(&self) -> Actor {
        self.decider()
    }

    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.legal(sink)
    }

    fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.perform(action, effects)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn ended_by(&self) -> Ending {
        self.ending()
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: None,
            counts: Counts::Turns,
            no_progress: Some(Limit { number: 200, rule: "heaven-hell/15/2" }),
            length: Some(Limit { number: 2000, rule: "heaven-hell/15/3" }),
            agreement: "heaven-hell/15/1",
            resignation: "heaven-hell/15/1",
        }
    }

    /// heaven-hell/4.2: all outcomes are equally likely, except that a curse kills one time in four.
    fn weight(&self, action: Action) -> u32 {
        if action == (Action::Curse { dies: false }) { 3 } else { 1 }
    }

    fn begins_turn(&self) -> bool {
        self.is_at_turn_start()
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        self.evaluate_both()[seat]
    }

    fn evaluations(&self) -> BySeat<i32> {
        self.evaluate_both()
    }

    fn is_noisy(&self, action: Action) -> bool {
        self.is_loud(action)
    }

    fn promise(&self, action: Action) -> i32 {
        self.promise_of(action)
    }

    fn palette() -> Vec<Piece> {
        arrange::palette()
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        Some(self.arrange(pieces, mover))
    }

    fn action_code(action: Action) -> u32 {
        eval::code(action)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, 0, f)
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text::read(text)? {
            (position, 0) => Ok(position),
            _ => Err(TextError::form("traps", "?", "known in a position; only a view hides them")),
        }
    }
}
