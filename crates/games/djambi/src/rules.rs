//! The implementation of the contract: each function calls the game's own function of the same name.
//! An inherent function takes precedence over the trait's, so `self.actor()` here is the game's.

use std::ops::ControlFlow;
use std::sync::Arc;

use menagerie_game::net::{Features, Inputs, Net};
use menagerie_game::tuning::Tuning;
use menagerie_game::{
    Actor, BySeat, Counts, Effects, Ending, GameInfo, Handicap, Leaving, Limit, LineStep, MatchRules, Open, OpenRules,
    Options, Outcome, Piece, Progress, Rules, Scene, Seat, SeatSet, Sink, Verdict, Viewer, message,
};

use crate::actions::Action;
use crate::eval::net::INPUTS;
use crate::info::INFO;
use crate::piece::Color;
use crate::position::{Pending, Position};

/// Turns without a death until the match is drawn, for each living seat (djambi/match/3).
const PATIENCE: u32 = 60;

impl Rules for Position {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = &INFO;
    const NET_INPUTS: Option<Inputs> = Some(INPUTS);
    /// The lower levels were spaced with the classical evaluation.
    const NET_FROM_LEVEL: u8 = 8;
    /// Against several opponents more iterations gain less, so that the highest levels are further apart.
    const HANDICAPS: &'static [(u8, Handicap)] =
        &[(6, Handicap::new(6_000, 0.000_35)), (7, Handicap::new(30_000, 0.000_1)), (8, Handicap::new(200_000, 0.0))];

    fn start(options: Options) -> Self {
        Self::start_position(options)
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
        let survivor = self.living().iter().next().map_or("nobody", |seat| INFO.color_of(seat));
        Ending::new("djambi/end/1", message!("ending", survivor))
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: Some(Limit { number: 3, rule: "djambi/match/2" }),
            counts: Counts::Turns,
            no_progress: Some(Limit { number: PATIENCE * self.living_count() as u32, rule: "djambi/match/3" }),
            length: Some(Limit { number: 2000, rule: "djambi/match/4" }),
            agreement: "djambi/match/1",
            resignation: "djambi/elimination/4",
        }
    }

    fn count_actions(&self) -> usize {
        self.count_actions()
    }

    fn seats(&self) -> SeatSet {
        self.seats()
    }

    fn living(&self) -> SeatSet {
        self.living()
    }

    fn begins_turn(&self) -> bool {
        self.pending == Pending::Move
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

    fn leave(&mut self, seat: Seat, effects: &mut impl Effects) -> Leaving {
        if let Some(seat) = Color::from_seat(seat) {
            self.concede(seat, effects);
        }
        Leaving::Continues
    }
}

impl OpenRules for Position {
    fn scene(&self, viewer: Viewer) -> Scene {
        self.scene(viewer)
    }

    fn explain(&self, action: Action) -> Verdict {
        self.explain(action)
    }
}
