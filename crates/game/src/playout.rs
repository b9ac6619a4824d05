//! Playouts: games of random actions.

use crate::{Actor, Dice, Rules, Silent, draw};

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How many actions were done, chance's included.
    pub actions: u32,
    /// Whether the game came to its end before the limit.
    pub finished: bool,
}

/// Plays random actions until the game is over or `limit` actions are done. Chance is drawn by its weights, seats
/// choose evenly. The buffer is reused from call to call, so that nothing is allocated once it has grown.
pub fn playout<R: Rules>(
    position: &mut R,
    dice: &mut (impl Dice + ?Sized),
    limit: u32,
    buffer: &mut Vec<R::Action>,
) -> Playout {
    for actions in 0..limit {
        let action = match position.actor() {
            Actor::Nobody => return Playout { actions, finished: true },
            Actor::Chance => draw(position, dice),
            Actor::Seat(_) => {
                buffer.clear();
                let _ = position.actions(buffer);
                let count = buffer.len() as u32;
                (count > 0).then(|| buffer[dice.roll(count) as usize])
            }
        };
        // The contract guarantees an action while a seat or chance acts. A game that breaks it ends here, without a panic.
        let Some(action) = action else { return Playout { actions, finished: false } };
        let _ = position.apply(action, &mut Silent);
    }
    Playout { actions: limit, finished: position.actor() == Actor::Nobody }
}
