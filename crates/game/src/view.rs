//! Views: the information set of a viewer.

use std::fmt;
use std::ops::ControlFlow;

use crate::{Actor, Dice, Outcome, Rules, Scene, Sink, TextError, Verdict, Viewer};

/// Everything that a viewer may know of a position, and nothing else: the only thing that clients, computer players and
/// spectators get. Its `Display` is the position text with `?` for what is hidden.
///
/// Games without hidden information use [`Open`](crate::Open).
pub trait View: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The position this is a view of.
    type Position: Rules<View = Self>;

    /// Reads a view's text, for the viewer it was made for.
    fn read(text: &str, viewer: Viewer) -> Result<Self, TextError>;

    /// Whose view this is.
    fn viewer(&self) -> Viewer;

    /// Who decides now.
    fn actor(&self) -> Actor;

    /// The outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal actions if the viewer's seat or chance is the actor, the same as on the position; otherwise none.
    fn actions(&self, sink: &mut impl Sink<<Self::Position as Rules>::Action>) -> ControlFlow<()>;

    /// Determinization: a random full position that agrees with this view. Every such position must
    /// be possible.
    fn sample(&self, dice: &mut (impl Dice + ?Sized)) -> Self::Position;

    /// The position as far as this viewer knows it: what is hidden is not there. Unlike a determinization it need not be
    /// possible; [`reach`](crate::reach) lists moves in it.
    fn known_position(&self) -> Self::Position;

    /// Whether anything is hidden from this viewer now, or being hidden by the seat that acts: then players who share a
    /// screen cover it between turns.
    fn hides_something(&self) -> bool {
        false
    }

    /// How the text of an action done from here reads to this viewer (`@?` for a secret one).
    fn action_text(&self, action: <Self::Position as Rules>::Action) -> String;

    /// Why an action is legal or not.
    fn explain(&self, action: <Self::Position as Rules>::Action) -> Verdict;

    /// Whether this action of the viewer's seat can tell the seat something that is hidden from it: what the action does
    /// differs between positions that all agree with this view. Such an action is never undone, whatever it brought to
    /// light. The answer is a function of the view, so that the answer itself tells nothing.
    fn can_reveal(&self, _action: <Self::Position as Rules>::Action) -> bool {
        false
    }

    /// What it looks like, with the choices if the viewer's seat is the actor.
    fn scene(&self) -> Scene;
}
