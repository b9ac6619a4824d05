//! Random openings, so that no two pairs of games are alike.

use menagerie_game::{Actor, Dice, Rules, RulesExt, draw};
use menagerie_search::Random;

use crate::tracked_match::TrackedMatch;

/// The number of attempts to find an opening that fits and does not end the match.
const TRIES: u32 = 500;

/// A match after `length` random actions of seats, plus those of chance. The match is not over and
/// a turn begins, so that no player continues another player's turn. Fails if no opening is found
/// that `fits`.
pub(crate) fn opening<R: Rules>(
    start: &R,
    length: u32,
    random: &mut Random,
    fits: &mut dyn FnMut(&TrackedMatch<R>) -> bool,
) -> Result<TrackedMatch<R>, String> {
    let found = (0..TRIES).find_map(|_| attempt(start, length, random).filter(|play| fits(play)));
    found.ok_or_else(|| {
        format!("{TRIES} openings of {length} random actions all ended the game or were decided; begin with fewer")
    })
}

/// `None` if the match ends on the way, by the rules or by a limit.
fn attempt<R: Rules>(start: &R, length: u32, random: &mut Random) -> Option<TrackedMatch<R>> {
    let (mut play, mut done) = (TrackedMatch::new(start.clone()), 0);
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
