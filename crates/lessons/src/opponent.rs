//! The opponent where no line replies: a short deterministic search, and dice with a fixed seed.

use std::sync::atomic::AtomicBool;

use menagerie_catalog::Visitor;
use menagerie_game::erased::AnyPosition;
use menagerie_game::{Actor, Dice, Rules, View, Viewer};
use menagerie_search::{History, Level, Limits, Random, Request, Settings, player};

/// The node limit of one search. In Monte-Carlo tree search a node is an iteration.
const NODES: u64 = 2_000;

/// The action of the actor: chance draws, a seat searches with what it may know. The same position and seed give the
/// same action. `None` if nobody acts.
pub(crate) fn choose(position: &dyn AnyPosition, level: Option<u8>, seed: u64) -> Option<String> {
    match position.actor() {
        Actor::Seat(seat) => {
            let viewer = Viewer::Seat(seat);
            let view = position.view(viewer).text();
            let level = level.and_then(Level::new);
            menagerie_catalog::visit(position.info().id, Search { view: &view, viewer, level, seed }).flatten()
        }
        Actor::Chance => draw(position, &mut Random::new(seed)),
        Actor::Nobody => None,
    }
}

/// Draws one of chance's actions by their probabilities.
fn draw(position: &dyn AnyPosition, dice: &mut impl Dice) -> Option<String> {
    let probabilities = position.probabilities()?;
    let mut left = dice.roll(probabilities.first()?.total);
    position.actions().into_iter().zip(probabilities).find_map(|(action, probability)| {
        let hit = left < probability.weight;
        left = left.saturating_sub(probability.weight);
        hit.then_some(action)
    })
}

/// A search, monomorphised for one game.
struct Search<'a> {
    view: &'a str,
    viewer: Viewer,
    level: Option<Level>,
    seed: u64,
}

impl Visitor for Search<'_> {
    type Out = Option<String>;

    fn visit<R: Rules>(self) -> Option<String> {
        let view = R::View::read(self.view, self.viewer).ok()?;
        let mut request = Request::<R>::new(view, History::default()).within(Limits::nodes(NODES));
        request.level = self.level;
        request.seed = self.seed;
        let mut thinker = player::<R>(Settings { threads: 1, hash: 1, ..Settings::default() });
        let result = thinker.think(&request, &AtomicBool::new(false), &mut |_| {})?;
        Some(result.action.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game of the catalog: the reply depends on nothing but position, level and seed.
    #[test]
    fn the_same_seed_gives_the_same_reply() {
        for game in menagerie_catalog::games() {
            let position = game.start(menagerie_game::Options::NONE);
            let first = choose(&*position, Some(3), 7);
            assert!(first.as_ref().is_some_and(|action| position.actions().contains(action)), "{first:?}");
            assert_eq!(choose(&*position, Some(3), 7), first);
        }
    }
}
