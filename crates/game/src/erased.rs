//! The type-erased contract, for the command line and the server, which hold "some game".

use crate::{
    Actor, Diagram, Dice, EffectLog, EndgameTables, GameInfo, KindInfo, LineProtocol, Options, Outcome, Piece, Place,
    Playout, Probability, Reach, Rules, RulesExt, Scene, Seat, SeatSet, TableValue, TextError, Verdict, View, Viewer,
    diagram, insertion_sort_by, perft, perft_divide, playout, reach,
};

/// Some game.
pub trait AnyGame: Send + Sync {
    /// Its facts.
    fn info(&self) -> &'static GameInfo;
    /// The position in which a game with these options begins.
    fn start(&self, options: Options) -> Box<dyn AnyPosition>;
    /// Reads a position text.
    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, TextError>;
    /// What a board editor can put down.
    fn palette(&self) -> Vec<Piece>;
    /// How a kind of piece moves; `None` for what does not move by itself.
    fn diagram(&self, kind: &KindInfo) -> Option<Diagram>;
    /// Begins a session of the game's own line protocol; `None` if it has none.
    fn console(&self) -> Option<Box<dyn LineProtocol>>;
    /// The builder of the game's endgame tables; `None` if it has none.
    fn endgame_tables(&self) -> Option<&'static dyn EndgameTables>;
    /// Reads a view's text.
    fn read_view(&self, text: &str, viewer: Viewer) -> Result<Box<dyn AnyView>, TextError>;
}

/// A position of some game.
pub trait AnyPosition: Send + Sync {
    /// The game's facts.
    fn info(&self) -> &'static GameInfo;
    /// The position text.
    fn text(&self) -> String;
    /// Who decides now.
    fn actor(&self) -> Actor;
    /// Whether a turn begins here: nothing is half done.
    fn begins_turn(&self) -> bool;
    /// The texts of the legal actions, sorted by ASCII.
    fn actions(&self) -> Vec<String>;
    /// The probabilities of [`actions`](Self::actions), in their order, if chance acts.
    fn probabilities(&self) -> Option<Vec<Probability>>;
    /// Does an action given as text.
    fn apply(&mut self, action: &str) -> Result<EffectLog, ApplyError>;
    /// One score per seat, once nobody acts.
    fn outcome(&self) -> Option<Outcome>;
    /// The seats of this game.
    fn seats(&self) -> SeatSet;
    /// The seats still in it.
    fn living(&self) -> SeatSet;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Box<dyn AnyView>;
    /// The same position at the start of this seat's turn.
    fn with_turn(&self, seat: Seat) -> Option<Box<dyn AnyPosition>>;
    /// The number of action sequences of this length.
    fn perft(&self, depth: u32) -> u64;
    /// The same for each first action, sorted by its text; `depth` is at least 1.
    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Plays random games from here as long as `more` says so, and tells it how each went.
    fn playouts(&self, dice: &mut dyn Dice, limit: u32, more: &mut dyn FnMut(Playout) -> bool);
    /// The text of this position with other pieces; see [`Rules::arranged`].
    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String>;
    /// The value in the endgame tables for the actor; see [`Rules::table_value`].
    fn table_value(&self) -> Option<TableValue>;
    /// What an action, given as text, is worth for its actor by the endgame tables. `None` if it is not legal, ends the
    /// game, or leads to a position that no table knows.
    fn table_value_after(&self, action: &str) -> Option<TableValue>;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
}

/// A view of a position of some game.
pub trait AnyView: Send + Sync {
    /// The view's text.
    fn text(&self) -> String;
    /// Whose view this is.
    fn viewer(&self) -> Viewer;
    /// Who decides now.
    fn actor(&self) -> Actor;
    /// The texts of the viewer's legal actions, sorted by ASCII.
    fn actions(&self) -> Vec<String>;
    /// Why an action, given as text, is legal or not.
    fn explain(&self, action: &str) -> Result<Verdict, TextError>;
    /// How an action's text reads to this viewer.
    fn action_text(&self, action: &str) -> Result<String, TextError>;
    /// What it looks like.
    fn scene(&self) -> Scene;
    /// Where the piece at a place could go if it were its owner's turn.
    fn reach(&self, place: Place) -> Reach;
    /// Whether anything is hidden from this viewer now.
    fn hides_something(&self) -> bool;
}

/// Why an action given as text was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ApplyError {
    /// The text is no action of this game.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The action is not legal here.
    #[error("{action} is not legal here: {} ({})", verdict.reason, verdict.rule)]
    Illegal {
        /// The action's text.
        action: String,
        /// Why.
        verdict: Verdict,
    },
}

/// A game as a value; the type is the game.
pub struct Of<R>(std::marker::PhantomData<fn() -> R>);

impl<R> Of<R> {
    /// The game.
    #[expect(clippy::new_without_default, reason = "a marker used in one constant list")]
    pub const fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<R: Rules> AnyGame for Of<R> {
    fn info(&self) -> &'static GameInfo {
        R::INFO
    }

    fn start(&self, options: Options) -> Box<dyn AnyPosition> {
        Box::new(R::start(options))
    }

    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, TextError> {
        Ok(Box::new(text.parse::<R>()?))
    }

    fn palette(&self) -> Vec<Piece> {
        R::palette()
    }

    fn diagram(&self, kind: &KindInfo) -> Option<Diagram> {
        diagram::<R>(kind)
    }

    fn console(&self) -> Option<Box<dyn LineProtocol>> {
        R::console()
    }

    fn endgame_tables(&self) -> Option<&'static dyn EndgameTables> {
        R::endgame_tables()
    }

    fn read_view(&self, text: &str, viewer: Viewer) -> Result<Box<dyn AnyView>, TextError> {
        Ok(Box::new(R::View::read(text, viewer)?))
    }
}

impl<R: Rules> AnyPosition for R {
    fn info(&self) -> &'static GameInfo {
        R::INFO
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn actor(&self) -> Actor {
        Rules::actor(self)
    }

    fn begins_turn(&self) -> bool {
        Rules::begins_turn(self)
    }

    fn actions(&self) -> Vec<String> {
        self.sorted_texts()
    }

    fn probabilities(&self) -> Option<Vec<Probability>> {
        (Rules::actor(self) == Actor::Chance).then(|| {
            let mut list: Vec<_> =
                self.list().into_iter().map(|action| (action.to_string(), self.weight(action))).collect();
            insertion_sort_by(&mut list, |a, b| a < b);
            let total = list.iter().map(|(_, weight)| weight).sum();
            list.into_iter().map(|(_, weight)| Probability { weight, total }).collect()
        })
    }

    fn apply(&mut self, action: &str) -> Result<EffectLog, ApplyError> {
        let action: R::Action = action.parse()?;
        self.play(action).ok_or_else(|| {
            let viewer = Rules::actor(self).seat().map_or(Viewer::Spectator, Viewer::Seat);
            let verdict = View::explain(&Rules::view(self, viewer), action);
            ApplyError::Illegal { action: action.to_string(), verdict }
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        Rules::outcome(self)
    }

    fn seats(&self) -> SeatSet {
        Rules::seats(self)
    }

    fn living(&self) -> SeatSet {
        Rules::living(self)
    }

    fn view(&self, viewer: Viewer) -> Box<dyn AnyView> {
        Box::new(Rules::view(self, viewer))
    }

    fn with_turn(&self, seat: Seat) -> Option<Box<dyn AnyPosition>> {
        Some(Box::new(Rules::with_turn(self, seat)?))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }

    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)> {
        let mut shares: Vec<_> =
            perft_divide(self, depth).into_iter().map(|(action, count)| (action.to_string(), count)).collect();
        insertion_sort_by(&mut shares, |a, b| a < b);
        shares
    }

    fn playouts(&self, dice: &mut dyn Dice, limit: u32, more: &mut dyn FnMut(Playout) -> bool) {
        let mut buffer = Vec::new();
        while more(playout(&mut self.clone(), dice, limit, &mut buffer)) {}
    }

    fn arranged(&self, pieces: &[Piece], mover: Seat) -> Option<String> {
        Rules::arranged(self, pieces, mover)
    }

    fn table_value(&self) -> Option<TableValue> {
        Rules::table_value(self)
    }

    fn table_value_after(&self, action: &str) -> Option<TableValue> {
        let action = action.parse().ok().filter(|&action| self.is_legal(action))?;
        RulesExt::table_value_after(self, action)
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}

impl<V: View> AnyView for V {
    fn text(&self) -> String {
        self.to_string()
    }

    fn viewer(&self) -> Viewer {
        View::viewer(self)
    }

    fn actor(&self) -> Actor {
        View::actor(self)
    }

    fn actions(&self) -> Vec<String> {
        let mut list = Vec::new();
        let _ = View::actions(self, &mut list);
        let mut texts: Vec<_> = list.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn explain(&self, action: &str) -> Result<Verdict, TextError> {
        Ok(View::explain(self, action.parse()?))
    }

    fn action_text(&self, action: &str) -> Result<String, TextError> {
        Ok(View::action_text(self, action.parse()?))
    }

    fn scene(&self) -> Scene {
        View::scene(self)
    }

    fn reach(&self, place: Place) -> Reach {
        reach(self, place)
    }

    fn hides_something(&self) -> bool {
        View::hides_something(self)
    }
}

/// The viewer a text names: a seat of this game, or `spectator`.
pub fn viewer_named(position: &dyn AnyPosition, name: &str) -> Option<Viewer> {
    if name == "spectator" {
        return Some(Viewer::Spectator);
    }
    let named = |seat: &Seat| position.info().seat_name(*seat) == name;
    position.seats().iter().find(named).map(Viewer::Seat)
}
