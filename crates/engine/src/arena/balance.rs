//! Balanced openings: random openings that a search does not judge as decided. A decided opening tells nothing about two
//! players, because each wins it from the same side.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Rules, Viewer};
use menagerie_search::{Limits, Request, Settings, Thinker};

use crate::tracked_match::TrackedMatch;

/// The greatest difference between a seat's expected score and an equal share, as a part of that share: with two seats from
/// 0.35 to 0.65.
const TOLERANCE: f64 = 0.3;
const HASH_MIB: usize = 4;

/// Judges openings with the built-in player.
pub(crate) struct BalanceCheck<R: Rules> {
    thinker: Thinker<R>,
    nodes: u64,
}

impl<R: Rules> BalanceCheck<R> {
    /// A check that searches this many nodes per opening.
    pub(crate) fn new(nodes: u64) -> Self {
        Self { thinker: Thinker::new(Settings { hash: HASH_MIB, ..Settings::default() }), nodes }
    }

    /// Whether every seat can still expect about the same score. The search sees what the acting seat sees.
    pub(crate) fn is_balanced(&mut self, play: &TrackedMatch<R>) -> bool {
        let position = play.position();
        let Some(seat) = position.actor().seat() else { return false };
        let view = position.view(Viewer::Seat(seat));
        let request = Request::new(view, play.history().clone()).within(Limits::nodes(self.nodes));
        // The result must not depend on the openings before.
        self.thinker.new_game();
        let Some(result) = self.thinker.think(&request, &AtomicBool::new(false), &mut |_| {}) else { return false };
        let seats = position.seats();
        let share = 1.0 / seats.len() as f64;
        seats.iter().all(|seat| (result.value_by_seat[seat] - share).abs() <= TOLERANCE * share)
    }
}

#[cfg(test)]
mod tests {
    use menagerie_catalog::{Visitor, visit};
    use menagerie_game::{Options, RulesExt};
    use menagerie_search::Random;

    use super::*;
    use crate::arena::opening;

    fn in_shogi5<V: Visitor>(visitor: V) -> V::Out {
        visit("shogi5", visitor).expect("the catalog has shogi5")
    }

    /// Black's spear takes the soldier on a2, and white leaves it there.
    struct GivesAPieceAway;

    impl Visitor for GivesAPieceAway {
        type Out = bool;

        fn visit<R: Rules>(self) -> bool {
            let mut play = TrackedMatch::new(R::start(Options::NONE));
            for text in ["a5a2", "b1b2"] {
                let action = play.position().list().into_iter().find(|action| action.to_string() == text);
                play.act(action.expect("the action is legal")).unwrap();
            }
            BalanceCheck::new(5_000).is_balanced(&play)
        }
    }

    #[test]
    fn an_opening_that_gives_a_piece_away_is_not_balanced() {
        assert!(!in_shogi5(GivesAPieceAway));
    }

    /// The openings of the first seeds: all openings, and the balanced ones.
    struct Openings {
        balanced: bool,
    }

    impl Visitor for Openings {
        type Out = Vec<String>;

        fn visit<R: Rules>(self) -> Vec<String> {
            let mut check = BalanceCheck::<R>::new(2_000);
            let mut found = |seed| {
                let mut fits = |play: &TrackedMatch<R>| !self.balanced || check.is_balanced(play);
                let play = opening(&R::start(Options::NONE), 2, &mut Random::new(seed), &mut fits).unwrap();
                assert!(!self.balanced || check.is_balanced(&play));
                play.position().to_string()
            };
            (1..6).map(&mut found).collect()
        }
    }

    #[test]
    fn balanced_openings_are_found_and_depend_on_the_seed_alone() {
        let balanced = in_shogi5(Openings { balanced: true });
        assert_eq!(balanced, in_shogi5(Openings { balanced: true }));
        assert_ne!(balanced, in_shogi5(Openings { balanced: false }), "some openings are left out");
    }
}
