//! Positions that random games pass through.

use menagerie_game::{Actor, Dice, Rules, RulesExt, Silent, draw};

use crate::dice;

/// Every position of some random games, given by seed and options, in which a seat decides.
///
/// # Panics
/// If there are no such options.
pub fn passed<R: Rules>(games: &[(u64, &str)], longest: usize) -> Vec<R> {
    let mut positions = Vec::new();
    for &(seed, options) in games {
        let mut dice = dice(seed);
        let mut position = R::start(R::INFO.parse_options(options).expect("options of the game"));
        for _ in 0..longest {
            let Some(action) = choose(&position, &mut dice) else { break };
            if position.actor() != Actor::Chance {
                positions.push(position.clone());
            }
            let _ = position.apply(action, &mut Silent);
        }
    }
    positions
}

/// Random, but chance by its weights.
pub(crate) fn choose<R: Rules>(position: &R, dice: &mut impl Dice) -> Option<R::Action> {
    if position.actor() == Actor::Chance {
        return draw(position, dice);
    }
    let list = position.list();
    (!list.is_empty()).then(|| list[dice.roll(list.len() as u32) as usize])
}
