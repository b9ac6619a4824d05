//! The implementation of the contract: each function calls the game's own function of the same name.
//! An inherent function takes precedence over the trait's, so `self.actor()` here is the game's.

use std::ops::ControlFlow;
use std::sync::Arc;

use menagerie_game::net::{Features, Inputs, Net};
use menagerie_game::tuning::Tuning;
use menagerie_game::{
    Actor, BySeat, Counts, Effects, Ending, GameInfo, Handicap, Limit, LineStep, MatchRules, Options, Outcome, Piece,
    Progress, Rules, Seat, Sink, Viewer,
};

use crate::action::Action;
use crate::eval::net::INPUTS;
use crate::info::INFO;
use crate::position::Position;
use crate::view::View;

impl Rules for Position {
    type Action = Action;
    type View = View;

    const INFO: &'static GameInfo = &INFO;
    const NET_INPUTS: Option<Inputs> = Some(INPUTS);
    /// More iterations gain less than in other games, so that the lower levels are weaker.
    const HANDICAPS: &'static [(u8, Handicap)] = &[
        (1, Handicap::new(15, 0.15)),
        (2, Handicap::new(32, 0.053)),
        (3, Handicap::new(48, 0.024)),
        (4, Handicap::new(80, 0.0115)),
        (5, Handicap::new(140, 0.0062)),
        (6, Handicap::new(400, 0.0024)),
        (7, Handicap::new(2_500, 0.0007)),
    ];

    fn start(_options: Options) -> Self {
        Self::start_position()
    }

    fn actor(&self) -> Actor {
        self.actor()
    }

    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.actions(sink)
    }

    fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.apply(action, effects)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn ended_by(&self) -> Ending {
        self.ended_by()
    }

    fn key(&self) -> u64 {
        self.key()
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
        self.begins_turn()
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        self.evaluations()[seat]
    }

    fn evaluations(&self) -> BySeat<i32> {
        self.evaluations()
    }

    fn net() -> Option<Arc<Net>> {
        crate::eval::net::net()
    }

    fn features(&self, seat: Seat, features: &mut Features) {
        self.features(seat, features);
    }

    fn net_bucket(&self) -> usize {
        self.net_bucket()
    }

    fn turn_seat(&self) -> Seat {
        self.seat
    }

    fn is_tactical(&self, action: Action) -> bool {
        self.is_tactical(action)
    }

    fn order_hint(&self, action: Action) -> i32 {
        self.order_hint(action)
    }

    fn with_turn(&self, seat: Seat) -> Option<Self> {
        self.with_turn(seat)
    }

    fn palette() -> Vec<Piece> {
        crate::arrange::palette()
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        Some(self.arranged(pieces, mover))
    }

    fn tuning() -> Option<Tuning<Self>> {
        Some(crate::eval::tuning::tuning())
    }

    fn motifs(line: &[LineStep<Self>]) -> Vec<&'static str> {
        crate::puzzles::motifs(line)
    }

    fn action_code(action: Action) -> u32 {
        crate::eval::action_code(action)
    }
}
