//! The implementation of the contract: each function calls the game's own function of the same name.
//! An inherent function takes precedence over the trait's, so `self.actor()` here is the game's.

use std::ops::ControlFlow;
use std::sync::Arc;

use menagerie_game::net::{Features, Inputs, Net};
use menagerie_game::tuning::Tuning;
use menagerie_game::{
    Actor, Counts, Effects, Ending, GameInfo, Handicap, Limit, LineProtocol, LineStep, MatchRules, Open, OpenRules,
    Options, Outcome, Piece, Progress, Rules, Scene, Seat, Sink, Verdict, Viewer,
};

use crate::actions::Action;
use crate::info::INFO;
use crate::position::Position;

impl Rules for Position {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = &INFO;
    const NET_INPUTS: Option<Inputs> = Some(crate::eval::net::INPUTS);
    const ONE_ACTION_TURNS: bool = true;
    /// Drops make long sequences of checks.
    const PROOF_SEARCH: bool = true;
    /// With more, one side has often won already.
    const OPENING: u32 = 2;
    /// Weaker than usual: level 1 must lose to a beginner who takes what is free, and level 8 is not far above level 7.
    const HANDICAPS: &'static [(u8, Handicap)] =
        &[(1, Handicap::new(100, 500.0).within_depth(1)), (7, Handicap::new(50_000, 22.0))];

    fn start(_options: Options) -> Self {
        Self::start_position()
    }

    fn actor(&self) -> Actor {
        self.actor()
    }

    #[inline]
    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.actions(sink)
    }

    #[inline]
    fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.apply(action, effects)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn ended_by(&self) -> Ending {
        self.ended_by()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.count_actions()
    }

    #[inline]
    fn evaluate(&self, seat: Seat) -> i32 {
        self.evaluate(seat)
    }

    fn net() -> Option<Arc<Net>> {
        crate::eval::net::net()
    }

    #[inline]
    fn features(&self, seat: Seat, features: &mut Features) {
        self.features(seat, features);
    }

    #[inline]
    fn net_bucket(&self) -> usize {
        self.net_bucket()
    }

    #[inline]
    fn is_tactical(&self, action: Action) -> bool {
        self.is_tactical(action)
    }

    #[inline]
    fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.tactical_actions(sink)
    }

    #[inline]
    fn threatens_win(&self, seat: Seat) -> bool {
        self.threatens_win(seat)
    }

    #[inline]
    fn order_hint(&self, action: Action) -> i32 {
        self.order_hint(action)
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        Some(self.null_move())
    }

    fn with_turn(&self, seat: Seat) -> Option<Self> {
        self.with_turn(seat)
    }

    fn palette() -> Vec<Piece> {
        crate::arrange::palette()
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        Some(crate::arrange::arranged(pieces, mover))
    }

    fn console() -> Option<Box<dyn LineProtocol>> {
        Some(Box::new(crate::console::Console::new()))
    }

    fn tuning() -> Option<Tuning<Self>> {
        Some(crate::eval::tuning::tuning())
    }

    fn motifs(line: &[LineStep<Self>]) -> Vec<&'static str> {
        crate::puzzles::motifs(line)
    }

    #[inline]
    fn action_code(action: Action) -> u32 {
        crate::eval::action_code(action)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: Some(Limit { number: 4, rule: "shogi5/match/1" }),
            counts: Counts::Actions,
            no_progress: Some(Limit { number: 100, rule: "shogi5/match/2" }),
            length: None,
            agreement: "shogi5/match/3",
            resignation: "shogi5/match/4",
        }
    }
}

impl OpenRules for Position {
    fn scene(&self, viewer: Viewer) -> Scene {
        crate::scene::scene(self, viewer)
    }

    fn explain(&self, action: Action) -> Verdict {
        crate::explain::explain(self, action)
    }
}
