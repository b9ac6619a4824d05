//! Fits the weights of a game's evaluation to games that the search plays against itself, and prints its table.
//!
//! ```text
//! cargo run --release -p menagerie-search --example tune -- GAME [GAMES] [NODES] [SEED]
//! ```
//! Without numbers it follows the game's recipe. Every game begins with a few random actions. Positions on its way are
//! taken apart into features, each with a target between the result of the game and what the search expected. The
//! regression finds the weights that predict the targets best, beginning with the present ones, and the table is printed
//! as it stands in the game's source. Every tenth game is not fitted to; the error there says whether the new weights know
//! more or have only learned by heart. Repeating it with the new weights sharpens both.

mod play;
mod regression;
mod table;
mod tunable;

use play::{Passed, play};
use regression::{Sample, Side, error, fit};
use table::table;
use tunable::Tunable;

/// How a game's weights are made.
#[derive(Clone, Copy)]
pub(crate) struct Recipe {
    /// How many games.
    games: u64,
    /// How many nodes for each action.
    nodes: u64,
    /// How much of the target is the result; the rest is what the search expected.
    result_share: f64,
    /// A lead of this many hundredths multiplies the odds by e.
    scale: f32,
    /// How strongly the weights are drawn to those they begin with: the fewer games, the more.
    pull: f32,
    /// How far to go from the old weights to the fitted ones.
    step: f32,
    /// Every n-th game is played with the game's first option; none if it is 0.
    with_option: u64,
}

const SHOGI5: Recipe =
    Recipe { games: 26_000, nodes: 800, result_share: 0.6, scale: 250.0, pull: 1e-6, step: 1.0, with_option: 0 };
const JUNGLE: Recipe = Recipe { games: 4_500, nodes: 2_000, result_share: 0.3, with_option: 9, ..SHOGI5 };
const CHESS2: Recipe = Recipe { games: 450, nodes: 1_500, result_share: 0.4, ..SHOGI5 };
const DJAMBI: Recipe =
    Recipe { games: 200, nodes: 300, result_share: 0.7, scale: 400.0, pull: 1e-4, step: 0.5, with_option: 0 };
const HEAVEN_HELL: Recipe = Recipe { games: 150, nodes: 150, step: 1.0, ..DJAMBI };

/// Every game with this number of ten is kept apart.
const KEPT_APART: u64 = 9;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let numbers: Vec<u64> = arguments.map_while(|text| text.parse().ok()).collect();
    match game.as_str() {
        "shogi5" => tune::<menagerie_shogi5::Position>(SHOGI5, &numbers),
        "jungle" => tune::<menagerie_jungle::Position>(JUNGLE, &numbers),
        "chess2" => tune::<menagerie_chess2::Position>(CHESS2, &numbers),
        "djambi" => tune::<menagerie_djambi::Position>(DJAMBI, &numbers),
        "heaven-hell" => tune::<menagerie_heaven_hell::Position>(HEAVEN_HELL, &numbers),
        other => eprintln!("there is no game '{other}': try shogi5, jungle, chess2, djambi or heaven-hell"),
    }
}

fn tune<R: Tunable>(recipe: Recipe, numbers: &[u64]) {
    let number = |index: usize, otherwise| numbers.get(index).copied().unwrap_or(otherwise);
    let recipe = Recipe { games: number(0, recipe.games), nodes: number(1, recipe.nodes), ..recipe };
    let seed = number(2, 1);
    let (mut samples, mut apart) = (Vec::new(), Vec::new());
    for game in 0..recipe.games {
        let passed = play::<R>(&recipe, game, seed);
        let into = if game % 10 == KEPT_APART { &mut apart } else { &mut samples };
        into.extend(passed.iter().map(take_apart));
        if (game + 1) % recipe.games.div_ceil(10) == 0 {
            eprintln!("{} games, {} positions", game + 1, samples.len() + apart.len());
        }
    }
    let before: Vec<f32> = R::weights().into_iter().map(|weight| weight as f32).collect();
    let fitted = fit(&before, &samples, &recipe);
    let after: Vec<f32> = before.iter().zip(&fitted).map(|(old, new)| old + recipe.step * (new - old)).collect();
    for (name, some) in [("fitted to", &samples), ("kept apart", &apart)] {
        let (old, new) = (error(&before, some, recipe.scale), error(&after, some, recipe.scale));
        eprintln!("{} positions {name}: error {old:.5} before, {new:.5} now", some.len());
    }
    let rounded: Vec<i32> = after.iter().map(|weight| weight.round() as i32).collect();
    print!("{}", table(R::fields(), &rounded));
}

/// The features and targets of the seats still in the game.
fn take_apart<R: Tunable>(passed: &Passed<R>) -> Sample {
    let weights = R::weights();
    let position = &passed.position;
    let side = |seat| {
        let features = position.features(seat)?;
        let sum: f32 = features.iter().map(|&(index, count)| weights[usize::from(index)] as f32 * count).sum();
        Some(Side {
            rest: position.known_sum(seat).map_or(0.0, |known| known as f32 - sum),
            features,
            target: passed.targets[seat] as f32,
        })
    };
    position.seats().iter().filter_map(side).collect()
}
