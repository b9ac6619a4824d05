//! The tuner (Texel tuning): fits the weights of a game's evaluation to self-play games and prints
//! the new table.
//!
//! ```text
//! cargo run --release -p menagerie-search --example tune -- GAME [GAMES] [NODES] [SEED]
//! ```
//! Without numbers it uses the game's recipe. Each game begins with random actions. The tuner
//! splits its positions into features, each with a target between the result of the game and the
//! search's expected score. The regression starts from the present weights and finds those that
//! predict the targets best. The table is printed as it stands in the game's source. Every tenth
//! game is held out: its error shows overfitting. Repeat the run with the new weights to improve
//! further.

mod play;
mod regression;
mod table;

use menagerie_catalog::{Visitor, visit};
use menagerie_game::Rules;
use menagerie_game::tuning::{Recipe, Tuning};
use play::{Passed, play};
use regression::{Sample, Side, error, fit};
use table::table;

/// Games whose number ends in this digit are held out.
const KEPT_APART: u64 = 9;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let numbers: Vec<u64> = arguments.map_while(|text| text.parse().ok()).collect();
    match visit(&game, Tune { numbers }) {
        Some(Ok(table)) => print!("{table}"),
        Some(Err(sentence)) => eprintln!("{game}: {sentence}"),
        None => eprintln!("there is no game '{game}'; `menagerie games` lists them"),
    }
}

/// Tunes one game; the numbers replace those of its recipe.
struct Tune {
    numbers: Vec<u64>,
}

impl Visitor for Tune {
    type Out = Result<String, &'static str>;

    fn visit<R: Rules>(self) -> Self::Out {
        R::tuning().map(|tuning| tune(&tuning, &self.numbers)).ok_or("its evaluation has no weights to tune")
    }
}

/// The fitted table, as it stands in the game's source.
fn tune<R: Rules>(tuning: &Tuning<R>, numbers: &[u64]) -> String {
    let number = |index: usize, otherwise| numbers.get(index).copied().unwrap_or(otherwise);
    let usual = tuning.recipe;
    let recipe = Recipe { games: number(0, usual.games), nodes: number(1, usual.nodes), ..usual };
    let seed = number(2, 1);
    let (mut samples, mut apart) = (Vec::new(), Vec::new());
    for game in 0..recipe.games {
        let passed = play::<R>(&recipe, game, seed);
        let into = if game % 10 == KEPT_APART { &mut apart } else { &mut samples };
        into.extend(passed.iter().map(|passed| take_apart(tuning, passed)));
        if (game + 1) % recipe.games.div_ceil(10) == 0 {
            eprintln!("{} games, {} positions", game + 1, samples.len() + apart.len());
        }
    }
    let before: Vec<f32> = (tuning.weights)().into_iter().map(|weight| weight as f32).collect();
    let fitted = fit(&before, &samples, &recipe);
    let after: Vec<f32> = before.iter().zip(&fitted).map(|(old, new)| old + recipe.step * (new - old)).collect();
    for (name, some) in [("fitted to", &samples), ("kept apart", &apart)] {
        let (old, new) = (error(&before, some, recipe.scale), error(&after, some, recipe.scale));
        eprintln!("{} positions {name}: error {old:.5} before, {new:.5} now", some.len());
    }
    let rounded: Vec<i32> = after.iter().map(|weight| weight.round() as i32).collect();
    table(tuning.fields, &rounded)
}

/// The features and targets of the seats still in the game.
fn take_apart<R: Rules>(tuning: &Tuning<R>, passed: &Passed<R>) -> Sample {
    let weights = (tuning.weights)();
    let position = &passed.position;
    let side = |seat| {
        let features = (tuning.features)(position, seat)?;
        let sum: f32 = features.iter().map(|&(index, count)| weights[usize::from(index)] as f32 * count).sum();
        Some(Side {
            rest: tuning.known_sum.and_then(|known| known(position, seat)).map_or(0.0, |known| known as f32 - sum),
            features,
            target: passed.targets[seat] as f32,
        })
    };
    position.seats().iter().filter_map(side).collect()
}
