//! The steps of a level or a puzzle as the page draws them, made from the views of the person who plays it.

use menagerie_game::erased::AnyView;
use menagerie_game::{Actor, Effect, GameInfo, SeatSet, describe};
use menagerie_table::how_ended;
use menagerie_wire::DescribedEffect;
use menagerie_wire::http::SceneResponse;
use menagerie_wire::lessons::LessonStep;

/// Turns views of the player into what the page draws.
pub(crate) struct Look {
    pub(crate) info: &'static GameInfo,
    pub(crate) seats: SeatSet,
}

impl Look {
    /// An action and what the player sees after it.
    pub(crate) fn step(&self, actor: Actor, action: String, effects: &[Effect], view: &dyn AnyView) -> LessonStep {
        LessonStep { by: self.name(actor).to_owned(), action, seen: self.seen(view, effects) }
    }

    fn name(&self, actor: Actor) -> &'static str {
        match actor {
            Actor::Seat(seat) => self.info.seat_name(seat),
            Actor::Chance => "chance",
            Actor::Nobody => "nobody",
        }
    }

    pub(crate) fn seen(&self, view: &dyn AnyView, effects: &[Effect]) -> SceneResponse {
        let described = |effect: &Effect| DescribedEffect { words: describe(self.info, effect), what: effect.clone() };
        // When the game is over nothing is hidden: the view's text is the position's.
        let over = (view.actor() == Actor::Nobody).then(|| menagerie_record::begin(self.info.id, Some(&view.text())));
        let over = over.and_then(Result::ok);
        SceneResponse {
            position: view.text(),
            seats: self.seats.iter().map(|seat| self.info.seat_name(seat).to_owned()).collect(),
            actor: self.name(view.actor()).to_owned(),
            scene: view.scene(),
            happened: effects.iter().map(described).collect(),
            verdict: None,
            ended: over.and_then(|over| over.end().map(|end| how_ended(over.info(), end))),
        }
    }
}
