//! The contract: the trait that a game implements.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use menagerie_net::{Features, Inputs, Net};

use crate::tuning::Tuning;
use crate::{
    Actor, BySeat, EffectLog, Effects, EndgameTables, Ending, GameInfo, Handicap, Leaving, LineProtocol, LineStep,
    MatchRules, Options, Outcome, Piece, Probability, Progress, Seat, SeatSet, Silent, Sink, TableValue, TextError,
    View, Viewer, message,
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

    /// Whether computer players look for long forced wins with a proof search. It pays where a win is often a long sequence
    /// of [threats](Self::threatens_win). Only alpha-beta uses it.
    const PROOF_SEARCH: bool = false;

    /// What the learned evaluation sees. `None` if the game has none.
    const NET_INPUTS: Option<Inputs> = None;

    /// The lowest level of computer players that uses the learned evaluation. A game raises it if its net
    /// plays for safety, so that weak levels would draw most games, or if its lower levels were spaced with the classical
    /// evaluation.
    const NET_FROM_LEVEL: u8 = 1;

    /// The handicaps of the levels that differ from the usual ones, each with the level's number from 1 to 8. A game has its
    /// own where the usual ones put two levels too close together.
    const HANDICAPS: &'static [(u8, Handicap)] = &[];

    /// The random actions that open a game between computer players: enough for different games, and few enough that most
    /// openings decide nothing.
    const OPENING: u32 = 4;

    /// The position in which a game with these options begins.
    fn start(options: Options) -> Self;

    /// Who decides now. `Nobody` exactly if there is an outcome.
    fn actor(&self) -> Actor;

    /// Every legal action of the actor, each once, in no particular order, without allocating. None if the game is
    /// over, at least one otherwise.
    fn actions(&self, sink: &mut impl Sink<Self::Action>) -> ControlFlow<()>;

    /// Applies a legal action and reports its effects, in order. With an illegal action the
    /// resulting position is unspecified: check outside input with [`RulesExt::is_legal`] first.
    fn apply(&mut self, action: Self::Action, effects: &mut impl Effects) -> Progress;

    /// One score per seat, once nobody acts.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game is over by its own rules. Asked only when it is.
    fn ended_by(&self) -> Ending {
        Ending::new(Self::INFO.id, message!("ended-by-rules"))
    }

    /// The position's hash key: equal for equal positions, different for different ones.
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

    /// The classical static evaluation for a living seat, in hundredths of the game's smallest piece.
    /// While two seats live, the two sum up to 0. Asked only while the game goes on.
    fn evaluate(&self, _seat: Seat) -> i32 {
        0
    }

    /// The evaluation of every seat at once. Games override it where that is cheaper than one after another.
    fn evaluations(&self) -> BySeat<i32> {
        let living = self.living();
        BySeat::from_fn(|seat| if living.contains(seat) { self.evaluate(seat) } else { 0 })
    }

    /// The game's own learned evaluation: part of the program, or loaded by the page in a browser. `None` if the game
    /// has none, and in a browser before it is loaded.
    fn net() -> Option<Arc<Net>> {
        None
    }

    /// Lists the features of [`NET_INPUTS`](Self::NET_INPUTS) that are active here, as a seat sees
    /// the position. Asked only while the game goes on; for [`Layout::AllSeats`](crate::net::Layout)
    /// only for the seat on turn.
    fn features(&self, _seat: Seat, _features: &mut Features) {}

    /// Which outputs of the net judge this position.
    fn net_bucket(&self) -> usize {
        0
    }

    /// The seat whose turn it is, also while chance or another seat decides something in it. Every
    /// net sees this seat first.
    fn turn_seat(&self) -> Seat {
        self.actor().seat().unwrap_or(Seat(0))
    }

    /// Whether an action is tactical: it changes the material balance at once (a capture, a
    /// promotion). Quiescence search tries these actions only.
    fn is_tactical(&self, _action: Self::Action) -> bool {
        false
    }

    /// The tactical ones among the legal actions. Games override it with something faster:
    /// quiescence generates them at every leaf.
    fn tactical_actions(&self, sink: &mut impl Sink<Self::Action>) -> ControlFlow<()> {
        self.actions(&mut |action| if self.is_tactical(action) { sink.push(action) } else { ControlFlow::Continue(()) })
    }

    /// Whether this seat would win with one action if it were its turn: it can take the king, or
    /// enter the den. Actions that only finish the same turn may follow, if all of them win. `true`
    /// must be certain; after `false` the search still looks. Asked only while the game goes on.
    fn threatens_win(&self, _seat: Seat) -> bool {
        false
    }

    /// The move-ordering hint: a cheap estimate of an action for its actor; higher ones are
    /// searched first. A tactical action below 0 probably loses material, and quiescence search
    /// skips it.
    fn order_hint(&self, _action: Self::Action) -> i32 {
        0
    }

    /// The null move: the same position with the turn passed to the other seat, for null move
    /// pruning. `None` where a turn cannot be passed, or where passing might be the best action
    /// (zugzwang).
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// The same position at the start of this seat's turn: a turn of another seat that is half done is dropped. It shows
    /// where a seat's pieces could go. `None` if the seat has no turn any more.
    fn with_turn(&self, _seat: Seat) -> Option<Self> {
        None
    }

    /// The board editor's palette: each piece once, without a place. Empty if the game has no
    /// editor.
    fn palette() -> Vec<Piece> {
        Vec::new()
    }

    /// The position text for the board editor: these pieces instead of the position's own, `mover`
    /// to begin a turn. It is the inverse of a scene: the pieces that the mover sees give this
    /// position's own text. If several pieces share a place with room for one, the last counts.
    /// Nothing is validated; reading the text does that. What pieces do not show (options, coins, a
    /// shop) is kept. `None` if the game has no editor.
    fn arranged(&self, _pieces: &[Piece], _mover: Seat) -> Option<String> {
        None
    }

    /// Begins a session of the game's own line protocol. `None` if it has none.
    fn console() -> Option<Box<dyn LineProtocol>> {
        None
    }

    /// The evaluation's weights for the tuner. `None` if the evaluation has no weights.
    fn tuning() -> Option<Tuning<Self>> {
        None
    }

    /// The exact value of this position for its actor, from the endgame tables that are built in or opened. `None` if
    /// no table has it, or the game is over. It must be as cheap as an evaluation.
    fn table_value(&self) -> Option<TableValue> {
        None
    }

    /// The builder of the game's endgame tables. `None` if it has none.
    fn endgame_tables() -> Option<&'static dyn EndgameTables> {
        None
    }

    /// The motifs of a puzzle's line: its themes besides rule ids, such as `den-race`. Small letters and hyphens.
    fn motifs(_line: &[LineStep<Self>]) -> Vec<&'static str> {
        Vec::new()
    }

    /// A distinct number for every action: the index of the search's history tables. Codes below
    /// 4096 make the search faster, because they do not collide there.
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

/// What follows from the contract. No game overrides it.
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

    /// Whether an action is legal now.
    fn is_legal(&self, action: Self::Action) -> bool {
        let find = |listed| if listed == action { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.actions(&mut { find }).is_break()
    }

    /// Applies an action that may be illegal: `None`, and nothing changes, if it is.
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

    /// What a legal action is worth for its actor by the endgame tables. `None` if it ends the game or leads to a
    /// position that no table knows.
    fn table_value_after(&self, action: Self::Action) -> Option<TableValue> {
        let mut next = self.clone();
        let progress = next.apply(action, &mut Silent);
        let value = next.table_value()?;
        Some(if next.actor() == self.actor() { value } else { value.before(progress) })
    }

    /// The seat with this name, if it is in this game.
    fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats().iter().find(|&seat| Self::INFO.seat_name(seat) == name)
    }
}

impl<R: Rules> RulesExt for R {}
