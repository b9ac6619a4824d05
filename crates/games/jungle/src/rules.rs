//! The implementation of the contract: each function calls the game's own function of the same name.
//! An inherent function takes precedence over the trait's, so `self.actor()` here is the game's.

use std::ops::ControlFlow;
use std::sync::Arc;

use menagerie_game::net::{Features, Inputs, Net};
use menagerie_game::tuning::Tuning;
use menagerie_game::{
    Actor, Counts, Effects, EndgameTables, Ending, GameInfo, Handicap, Limit, LineStep, MatchRules, Open, OpenRules,
    Options, Outcome, Piece, Progress, Rules, Scene, Seat, Sink, TableValue, Verdict, Viewer,
};

use crate::actions::Action;
use crate::eval::WEIGHTS;
use crate::info::INFO;
use crate::position::Position;

/// Actions without a capture that draw a match (jungle/match/2).
pub(crate) const NO_PROGRESS: u32 = 100;

impl Rules for Position {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = &INFO;
    const NET_INPUTS: Option<Inputs> = Some(crate::eval::net::INPUTS);
    const ONE_ACTION_TURNS: bool = true;
    /// The net plays for safety: with it level 7 drew three of four games against level 8.
    const NET_FROM_LEVEL: u8 = 8;
    /// Few errors make few wins: with the usual handicaps level 7 and level 6 drew two games in three.
    const HANDICAPS: &'static [(u8, Handicap)] = &[
        (4, Handicap::new(1_250, 72.0).within_depth(5)),
        (5, Handicap::new(3_300, 60.0).within_depth(7)),
        (6, Handicap::new(12_500, 39.0)),
        (7, Handicap::new(150_000, 5.0)),
    ];

    fn start(options: Options) -> Self {
        Self::start_position(INFO.has(options, "classic"))
    }

    #[inline]
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
        let ending = self.ending().unwrap_or(crate::Ending::NoAction(self.mover.other()));
        Ending::new(ending.rule(), crate::explain::ending_words(self, ending))
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: Some(Limit { number: 3, rule: "jungle/match/1" }),
            counts: Counts::Actions,
            no_progress: Some(Limit { number: NO_PROGRESS, rule: "jungle/match/2" }),
            length: None,
            agreement: "jungle/match/3",
            resignation: "jungle/match/4",
        }
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.count_actions()
    }

    #[inline]
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

    #[inline]
    fn table_value(&self) -> Option<TableValue> {
        self.table_value()
    }

    fn endgame_tables() -> Option<&'static dyn EndgameTables> {
        Some(crate::tables::endgame_tables())
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
        crate::scene::scene(self, viewer)
    }

    fn explain(&self, action: Action) -> Verdict {
        crate::explain::explain(self, action)
    }
}
