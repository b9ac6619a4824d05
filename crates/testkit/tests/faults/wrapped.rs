//! shogi5 with a fault: everything is the game's own, except what the fault replaces.

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::net::{Features, Inputs};
use menagerie_game::{
    Actor, BySeat, Effects, GameInfo, MatchRules, Open, OpenRules, Options, Outcome, Piece, Progress, Rules, Scene,
    Seat, Sink, TextError, Verdict, Viewer,
};
use menagerie_shogi5::{Action, Position};

/// What a fault replaces.
pub(crate) trait Fault: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    const INFO: &'static GameInfo = Position::INFO;

    fn key(position: &Position) -> u64 {
        position.key()
    }

    fn are_equal(first: &Position, second: &Position) -> bool {
        first == second
    }

    fn evaluate(position: &Position, seat: Seat) -> i32 {
        position.evaluate(seat)
    }

    fn evaluations(position: &Position) -> BySeat<i32> {
        BySeat::from_fn(|seat| if seat.index() < 2 { Self::evaluate(position, seat) } else { 0 })
    }

    fn action_code(action: Action) -> u32 {
        Position::action_code(action)
    }

    fn tactical_actions(position: &Position) -> Vec<Action> {
        let mut listed = Vec::new();
        let _ = position.tactical_actions(&mut listed);
        listed
    }

    fn threatens_win(position: &Position, seat: Seat) -> bool {
        position.threatens_win(seat)
    }

    fn features(position: &Position, seat: Seat, features: &mut Features) {
        position.features(seat, features);
    }

    fn net_bucket(position: &Position) -> usize {
        position.net_bucket()
    }
}

/// No fault at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sound;

impl Fault for Sound {}

/// A position of shogi5 with a fault.
#[derive(Clone, Debug)]
pub(crate) struct Wrapped<F>(Position, PhantomData<F>);

impl<F: Fault> PartialEq for Wrapped<F> {
    fn eq(&self, other: &Self) -> bool {
        F::are_equal(&self.0, &other.0)
    }
}

impl<F: Fault> Eq for Wrapped<F> {}

impl<F> fmt::Display for Wrapped<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<F> FromStr for Wrapped<F> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Ok(Self(text.parse()?, PhantomData))
    }
}

impl<F: Fault> Rules for Wrapped<F> {
    type Action = Action;
    type View = Open<Self>;

    const INFO: &'static GameInfo = F::INFO;
    const NET_INPUTS: Option<Inputs> = Position::NET_INPUTS;

    fn start(options: Options) -> Self {
        Self(Position::start(options), PhantomData)
    }

    fn actor(&self) -> Actor {
        self.0.actor()
    }

    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.0.actions(sink)
    }

    fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        self.0.apply(action, effects)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn key(&self) -> u64 {
        F::key(&self.0)
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(self.clone(), viewer)
    }

    fn match_rules(&self) -> MatchRules {
        self.0.match_rules()
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        F::evaluate(&self.0, seat)
    }

    fn evaluations(&self) -> BySeat<i32> {
        F::evaluations(&self.0)
    }

    fn is_tactical(&self, action: Action) -> bool {
        self.0.is_tactical(action)
    }

    fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        F::tactical_actions(&self.0).into_iter().try_for_each(|action| sink.push(action))
    }

    fn threatens_win(&self, seat: Seat) -> bool {
        F::threatens_win(&self.0, seat)
    }

    fn features(&self, seat: Seat, features: &mut Features) {
        F::features(&self.0, seat, features);
    }

    fn net_bucket(&self) -> usize {
        F::net_bucket(&self.0)
    }

    fn with_turn(&self, seat: Seat) -> Option<Self> {
        self.0.with_turn(seat).map(|turned| Self(turned, PhantomData))
    }

    fn palette() -> Vec<Piece> {
        Position::palette()
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        self.0.arranged(pieces, mover)
    }

    fn action_code(action: Action) -> u32 {
        F::action_code(action)
    }
}

impl<F: Fault> OpenRules for Wrapped<F> {
    fn scene(&self, viewer: Viewer) -> Scene {
        OpenRules::scene(&self.0, viewer)
    }

    fn explain(&self, action: Action) -> Verdict {
        OpenRules::explain(&self.0, action)
    }
}
