//! Openings: a few random actions from the start, so that no two pairs of games are alike.

use menagerie_game::{Actor, Dice, Rules, RulesExt, draw};
use menagerie_search::Random;

use crate::play::Play;

/// How often another opening is tried where one ends the match at once.
const TRIES: u32 = 100;

/// A match after its first actions: `length` of the seats, and whatever chance does between them. The match goes on after
/// them, and a turn begins, so that no player answers for half a turn of another. An error if there is none.
pub(crate) fn opening<R: Rules>(start: &R, length: u32, random: &mut Random) -> Result<Play<R>, String> {
    let found = (0..TRIES).find_map(|_| attempt(start, length, random));
    found.ok_or_else(|| format!("{TRIES} openings of {length} random actions all ended the game; begin with fewer"))
}

/// Nothing if the match ends on the way, by the rules or by a limit.
fn attempt<R: Rules>(start: &R, length: u32, random: &mut Random) -> Option<Play<R>> {
    let (mut play, mut done) = (Play::new(start.clone()), 0);
    while done < length || !play.position().begins_turn() {
        let position = play.position();
        let action = match position.actor() {
            Actor::Nobody => return None,
            Actor::Chance => draw(position, random)?,
            Actor::Seat(_) => {
                done += 1;
                let list = position.list();
                *list.get(random.roll(list.len() as u32) as usize)?
            }
        };
        play.act(action).ok()?;
        if play.end().is_some() {
            return None;
        }
    }
    Some(play)
}
