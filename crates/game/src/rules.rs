//! The contract itself.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::{
    Actor, BySeat, EffectLog, Effects, Ending, GameInfo, Leaving, MatchRules, Options, Outcome, Piece, Probability,
    Progress, Seat, SeatSet, Sink, TextError, View, Viewer,
};

/// The smallest decision: a plain value with one spelling, the same in every position.
pub trait Action:
    Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = TextError> + Send + Sync + 'static
{
}

impl<A> Action for A where
    A: Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = TextError> + Send + Sync + 'static
{
}

/// A game: the type that implements this is a position of it, everything the rules need to go on and nothing else.
///
/// A position is a plain value: cheap to clone, without history, clock, random generator or interior mutability. Its
/// `Display` and `FromStr` are the position text of the game's rule file; reading refuses every text that writing cannot
/// give.
pub trait Rules: Clone + Eq + fmt::Debug + fmt::Display + FromStr<Err = TextError> + Send + Sync + 'static {
    /// What an actor decides.
    type Action: Action;
    /// What a viewer may know.
    type View: View<Position = Self>;

    /// The game's facts.
    const INFO: &'static GameInfo;

    /// Whether every turn is exactly one action, and chance never acts: what protocols made for chess take for granted.
    const ONE_ACTION_TURNS: bool = false;

    /// The position in which a game with these options begins.
    fn start(options: Options) -> Self;

    /// Who decides now. `Nobody` exactly if there is an outcome.
    fn actor(&self) -> Actor;

    /// Every legal action of the actor, each once, in no particular order, without allocating. None if the game is
    /// over, at least one otherwise.
    fn actions(&self, sink: &mut impl Sink<Self::Action>) -> ControlFlow<()>;

    /// Does a legal action and tells what happened, in order. With an action that is not legal here the position that
    /// results is unspecified: check outside input with [`RulesExt::is_legal`] first.
    fn apply(&mut self, action: Self::Action, effects: &mut impl Effects) -> Progress;

    /// One score per seat, once nobody acts.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game is over by its own rules. Asked only when it is.
    fn ended_by(&self) -> Ending {
        Ending::new(Self::INFO.id, "by the rules of the game")
    }

    /// Equal for equal positions.
    fn key(&self) -> u64;

    /// What a viewer may know of this position. When the game is over, everything.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// When a match is drawn, as it stands in this position.
    fn match_rules(&self) -> MatchRules;

    /// How many actions there are: what [`actions`](Self::actions) would list. Games override it with something
    /// faster for bulk counting.
    fn count_actions(&self) -> usize {
        let mut count = 0;
        let _ = self.actions(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// How likely one of chance's actions is, relative to the others.
    fn weight(&self, _action: Self::Action) -> u32 {
        1
    }

    /// The seats of this game.
    fn seats(&self) -> SeatSet {
        SeatSet::first(Self::INFO.seats.len() as u8)
    }

    /// The seats that are still in the game.
    fn living(&self) -> SeatSet {
        self.seats()
    }

    /// Whether a turn begins here: nothing is half done.
    fn begins_turn(&self) -> bool {
        true
    }

    /// The score of a drawn match: the seats still in it share the point.
    fn drawn(&self) -> Outcome {
        Outcome::shared(self.seats(), self.living())
    }

    /// What resigning, running out of time or walking away does. It takes effect where a turn begins (the match sees
    /// to that). With two seats the other wins.
    fn leave(&mut self, seat: Seat, _effects: &mut impl Effects) -> Leaving {
        Leaving::Ends(Outcome::shared(self.seats(), self.living().without(seat)))
    }

    /// How good this position is for a seat, in hundredths of the game's smallest piece. With two seats the two sum up
    /// to 0. Asked only while the game goes on.
    fn evaluate(&self, _seat: Seat) -> i32 {
        0
    }

    /// The evaluation of every seat at once. Games override it where that is cheaper than one after another.
    fn evaluations(&self) -> BySeat<i32> {
        let living = self.living();
        BySeat::from_fn(|seat| if living.contains(seat) { self.evaluate(seat) } else { 0 })
    }

    /// Whether an action changes the balance at once (a capture, a promotion): a position is judged when no such action is
    /// worth doing.
    fn is_noisy(&self, _action: Self::Action) -> bool {
        false
    }

    /// The noisy ones among the legal actions. Games override it with something faster: this is what a search lists most.
    fn noisy_actions(&self, sink: &mut impl Sink<Self::Action>) -> ControlFlow<()> {
        self.actions(&mut |action| if self.is_noisy(action) { sink.push(action) } else { ControlFlow::Continue(()) })
    }

    /// Whether this seat would win with one action if it were its turn: it can take the king, or enter the den. A search
    /// believes a `true`, and sees for itself where the game says `false`. Asked only while the game goes on.
    fn threatens_win(&self, _seat: Seat) -> bool {
        false
    }

    /// A cheap guess how good an action is for its actor, compared with the others: the more promising are tried first. Of a
    /// noisy action a number below 0 says that it probably loses: a search may leave it out where it only looks for calm.
    fn promise(&self, _action: Self::Action) -> i32 {
        0
    }

    /// The same position with the turn passed to the other seat, as if the mover could do nothing: what a search compares
    /// real moves with. `None` where a turn cannot be skipped or doing nothing might be the best.
    fn skipped_turn(&self) -> Option<Self> {
        None
    }

    /// What a board editor can put down, each once, at no particular place. Nothing if there is no editor for this game.
    fn palette() -> Vec<Piece> {
        Vec::new()
    }

    /// The text of this position with these pieces instead of its own, `mover` being about to begin a turn: what a board
    /// editor writes. It undoes a scene: with the pieces that the mover sees, it is the text of this very position. Where
    /// several stand in one place that has room for one, the last counts. Nothing is checked: reading says what is wrong.
    /// What pieces do not tell (options, coins of a seat, a shop) stays as it is here. `None` if there is no editor.
    fn arranged(&self, _pieces: &[Piece], _mover: Seat) -> Option<String> {
        None
    }

    /// A number for an action: equal for equal actions, different for different ones. Small numbers make small tables;
    /// a game whose actions fit below 4096 is searched faster.
    fn action_code(action: Self::Action) -> u32 {
        let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
        action.hash(&mut hasher);
        let hash = hasher.finish();
        (hash ^ hash >> 32) as u32
    }
}

/// Fowler–Noll–Vo: a stable hash for the default of [`Rules::action_code`].
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// What follows from the contract; nobody overrides it.
pub trait RulesExt: Rules {
    /// All legal actions, in no particular order.
    fn list(&self) -> Vec<Self::Action> {
        let mut list = Vec::new();
        let _ = self.actions(&mut list);
        list
    }

    /// The texts of all legal actions, sorted by ASCII.
    fn sorted_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.list().iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    /// Whether the actor may do this now.
    fn is_legal(&self, action: Self::Action) -> bool {
        let find = |listed| if listed == action { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.actions(&mut { find }).is_break()
    }

    /// Does an action that may be illegal: `None` and nothing changed if it is.
    fn play(&mut self, action: Self::Action) -> Option<EffectLog> {
        if !self.is_legal(action) {
            return None;
        }
        let mut effects = EffectLog::new();
        let _ = self.apply(action, &mut effects);
        Some(effects)
    }

    /// The exact probability of one of chance's actions.
    fn probability(&self, action: Self::Action) -> Probability {
        let mut total = 0;
        let _ = self.actions(&mut |listed| {
            total += self.weight(listed);
            ControlFlow::Continue(())
        });
        Probability { weight: self.weight(action), total }
    }

    /// The seat with this name, if it is in this game.
    fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats().iter().find(|&seat| Self::INFO.seat_name(seat) == name)
    }
}

impl<R: Rules> RulesExt for R {}
