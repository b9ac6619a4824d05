//! The match rules of the real games.

mod chess2;
mod djambi;
mod heaven_hell;
mod jungle;
mod shogi5;

use std::collections::HashMap;

use menagerie_game::{Progress, Rules, RulesExt, Silent};
use menagerie_match::{Event, Match};

/// Plays on from the start of a match without progress, without ending the game and without repeating a position too
/// often, until `enough`.
fn idle_walk<R: Rules>(start: R, enough: impl Fn(&Match<R>) -> bool) -> Match<R> {
    let mut game = Match::new(start);
    let mut seen: HashMap<String, u32> = HashMap::from([(game.start().to_string(), 1)]);
    while game.end().is_none() && !enough(&game) {
        let mut texts = game.position().sorted_texts();
        let turn = game.log().len() % texts.len();
        texts.rotate_left(turn);
        let idle = |text: &String| {
            let action = text.parse::<R::Action>().ok()?;
            let mut next = game.position().clone();
            let progress = next.apply(action, &mut Silent);
            let fresh = seen.get(&next.to_string()).is_none_or(|&times| times < 2);
            (progress == Progress::No && next.outcome().is_none() && fresh).then_some(action)
        };
        let action = texts.iter().find_map(idle).expect("an idle action");
        game.try_event(Event::Act(action)).expect("a legal action");
        *seen.entry(game.position().to_string()).or_default() += 1;
    }
    game
}
