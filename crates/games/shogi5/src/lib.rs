//! shogi5: the 5×5 drop chess with spears and generals. The exact rules are in `rules.md` beside this crate's manifest.
//!
//! ```
//! use menagerie_game::{Options, Rules, RulesExt, Silent};
//! use menagerie_shogi5::Position;
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(position.list().len(), 14);
//! let _ = position.apply("a5a2".parse().unwrap(), &mut Silent);
//! assert_eq!(position.to_string(), "1bsgk/4p/5/+l4/KGSBL[p] w");
//! ```

mod actions;
mod apply;
mod arrange;
pub mod console;
pub mod eval;
mod explain;
mod hands;
mod info;
mod kind;
mod position;
mod reach;
mod scene;
mod text;
mod weights;

use std::ops::ControlFlow;

use menagerie_game::{
    Actor, Counts, Effects, Ending, GameInfo, Limit, MatchRules, Open, OpenRules, Options, Outcome, Progress, Rules,
    Scene, Seat, Sink, Verdict, Viewer,
};

pub use actions::Action;
pub use hands::Hands;
pub use kind::{Color, Kind, Piece};
pub use position::{Position, Square};

impl Rules for Position {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = &info::INFO;
    const ONE_ACTION_TURNS: bool = true;

    fn start(_options: Options) -> Self {
        Self::set_up()
    }

    fn actor(&self) -> Actor {
        self.actor_now()
    }

    #[inline]
    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.generate(sink)
    }

    #[inline]
    fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.act(action, effects)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_now()
    }

    fn ended_by(&self) -> Ending {
        self.ending_now()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key_now()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.count()
    }

    #[inline]
    fn evaluate(&self, seat: Seat) -> i32 {
        self.evaluate_for(Color::of_seat(seat))
    }

    #[inline]
    fn is_noisy(&self, action: Action) -> bool {
        self.makes_noise(action)
    }

    #[inline]
    fn noisy_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.generate_noisy(sink)
    }

    #[inline]
    fn threatens_win(&self, seat: Seat) -> bool {
        self.attacks_king(Color::of_seat(seat))
    }

    #[inline]
    fn promise(&self, action: Action) -> i32 {
        self.promise_of(action)
    }

    #[inline]
    fn skipped_turn(&self) -> Option<Self> {
        Some(self.skip())
    }

    fn palette() -> Vec<menagerie_game::Piece> {
        arrange::palette()
    }

    fn arranged(&self, pieces: &[menagerie_game::Piece], mover: Seat) -> Option<String> {
        Some(arrange::arranged(pieces, mover))
    }

    #[inline]
    fn action_code(action: Action) -> u32 {
        eval::code_of(action)
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
        scene::scene(self, viewer)
    }

    fn explain(&self, action: Action) -> Verdict {
        explain::explain(self, action)
    }
}
