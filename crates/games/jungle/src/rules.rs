//! The contract, fulfilled.

use std::ops::ControlFlow;

use menagerie_game::{
    Actor, Counts, Effects, Ending, GameInfo, Limit, MatchRules, Open, OpenRules, Options, Outcome, Piece, Progress,
    Rules, Scene, Seat, Sink, Verdict, Viewer,
};

use crate::actions::Action;
use crate::animal::Side;
use crate::eval::WEIGHTS;
use crate::info::INFO;
use crate::position::Position;
use crate::terrain::Square;

impl Rules for Position {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = &INFO;
    const ONE_ACTION_TURNS: bool = true;

    fn start(options: Options) -> Self {
        Self::at_start(INFO.has(options, "classic"))
    }

    #[inline]
    fn actor(&self) -> Actor {
        self.who_acts()
    }

    #[inline]
    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.list_actions(sink)
    }

    #[inline]
    fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.do_action(action, effects)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn ended_by(&self) -> Ending {
        let ending = self.ending().unwrap_or(crate::Ending::NoAction(self.mover.other()));
        Ending::new(ending.rule(), crate::explain::ending_words(self, ending))
    }

    fn key(&self) -> u64 {
        self.hash_key()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: Some(Limit { number: 3, rule: "jungle/match/1" }),
            counts: Counts::Actions,
            no_progress: Some(Limit { number: 100, rule: "jungle/match/2" }),
            length: None,
            agreement: "jungle/match/3",
            resignation: "jungle/match/4",
        }
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.number_of_actions()
    }

    #[inline]
    fn evaluate(&self, seat: Seat) -> i32 {
        self.balance(seat, &WEIGHTS)
    }

    #[inline]
    fn is_tactical(&self, action: Action) -> bool {
        self.changes_balance(action)
    }

    #[inline]
    fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.list_noisy_actions(sink)
    }

    #[inline]
    fn threatens_win(&self, seat: Seat) -> bool {
        Side::ALL.into_iter().any(|side| side.seat() == seat && self.can_enter_den(side))
    }

    #[inline]
    fn order_hint(&self, action: Action) -> i32 {
        self.guess(action)
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        self.with_turn_skipped()
    }

    fn palette() -> Vec<Piece> {
        crate::arrange::palette()
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        Some(self.arrange(pieces, mover))
    }

    #[inline]
    fn action_code(action: Action) -> u32 {
        u32::from(action.from.index()) * u32::from(Square::COUNT) + u32::from(action.to.index())
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
