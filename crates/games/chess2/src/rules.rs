//! The implementation of the contract: each function calls the game's own function of the same name.
//! An inherent function takes precedence over the trait's, so `self.actor()` here is the game's.

use std::ops::ControlFlow;
use std::sync::Arc;

use menagerie_game::net::{Features, Inputs, Net};
use menagerie_game::tuning::Tuning;
use menagerie_game::{
    Actor, Counts, Effects, Ending, GameInfo, Limit, LineStep, MatchRules, Open, OpenRules, Options, Outcome, Piece,
    Progress, Rules, Scene, Seat, Sink, Verdict, Viewer, message,
};

use crate::actions::Action;
use crate::eval::WEIGHTS;
use crate::info::INFO;
use crate::position::{Pending, Position};

/// When a match is drawn. The numbers are the defaults of chess2/match.
const MATCH_RULES: MatchRules = MatchRules {
    repetition: Some(Limit { number: 3, rule: "chess2/match/1" }),
    counts: Counts::Turns,
    no_progress: Some(Limit { number: 100, rule: "chess2/match/2" }),
    length: Some(Limit { number: 600, rule: "chess2/match/3" }),
    agreement: "chess2/match/4",
    resignation: "chess2/match/4",
};

impl Rules for Position {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = &INFO;
    const NET_INPUTS: Option<Inputs> = Some(crate::eval::net::INPUTS);

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
        let loser = self.loser().unwrap_or(self.side).title();
        Ending::new("chess2/end/1", message!("ending", loser))
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MATCH_RULES
    }

    fn count_actions(&self) -> usize {
        self.count_actions()
    }

    fn begins_turn(&self) -> bool {
        self.pending == Pending::Nothing
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        self.evaluate_with(seat, &WEIGHTS)
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

    fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.tactical_actions(sink)
    }

    fn threatens_win(&self, seat: Seat) -> bool {
        self.threatens_win(seat)
    }

    fn order_hint(&self, action: Action) -> i32 {
        self.order_hint(action)
    }

    fn null_move(&self) -> Option<Self> {
        self.null_move()
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

    #[inline]
    fn action_code(action: Action) -> u32 {
        crate::eval::action_code(action)
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
