//! The contract, fulfilled.

use std::ops::ControlFlow;

use menagerie_game::{
    Actor, BySeat, Counts, Effects, Ending, GameInfo, Limit, MatchRules, Options, Outcome, Piece, Progress, Rules,
    Seat, Sink, Viewer,
};

use crate::action::Action;
use crate::info::INFO;
use crate::position::Position;
use crate::view::View;

impl Rules for Position {
    type Action = Action;
    type View = View;

    const INFO: &'static GameInfo = &INFO;

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

    fn is_tactical(&self, action: Action) -> bool {
        self.is_loud(action)
    }

    fn order_hint(&self, action: Action) -> i32 {
        self.promise_of(action)
    }

    fn palette() -> Vec<Piece> {
        crate::arrange::palette()
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        Some(self.arrange(pieces, mover))
    }

    fn action_code(action: Action) -> u32 {
        crate::eval::code(action)
    }
}
