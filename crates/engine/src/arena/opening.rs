//! Openings: a few random actions from the start, so that no two pairs of games are alike.

use menagerie_game::{Actor, Dice, Rules, RulesExt, Silent, draw};
use menagerie_search::Random;

/// How often another opening is tried where one ends the game at once.
const TRIES: u32 = 100;

/// The first actions of a game: `length` of the seats, and whatever chance does between them. The game goes on after
/// them, and a turn begins, so that no player answers for half a turn of another.
pub(crate) fn opening<R: Rules>(start: &R, length: u32, random: &mut Random) -> Vec<R::Action> {
    (0..TRIES).find_map(|_| attempt(start, length, random)).unwrap_or_default()
}

fn attempt<R: Rules>(start: &R, length: u32, random: &mut Random) -> Option<Vec<R::Action>> {
    let (mut position, mut actions, mut done) = (start.clone(), Vec::new(), 0);
    while done < length || !position.begins_turn() {
        let action = match position.actor() {
            Actor::Nobody => return None,
            Actor::Chance => draw(&position, random)?,
            Actor::Seat(_) => {
                done += 1;
                let list = position.list();
                *list.get(random.roll(list.len() as u32) as usize)?
            }
        };
        let _ = position.apply(action, &mut Silent);
        actions.push(action);
    }
    (position.actor() != Actor::Nobody).then_some(actions)
}
