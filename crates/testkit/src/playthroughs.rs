//! Golden games (snapshot tests): a change of rules shows as a change of a readable game.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use menagerie_game::{Actor, EffectLog, Rules, RulesExt, describe, draw};

use crate::at::{actor_name, outcome_text};
use crate::dice;

/// How many actions a golden game has at most.
const LONGEST: u32 = 60;

/// Plays the games `(name, options, seed)` and compares them with `play/NAME.txt` in the game's folder. With `UPDATE_GOLDEN`
/// set in the environment the files are written instead.
///
/// # Panics
/// If a game differs from its file.
pub fn playthroughs<R: Rules>(game_folder: &str, games: &[(&str, &str, u64)]) {
    let folder = Path::new(game_folder).join("play");
    for (name, options, seed) in games {
        let played = play::<R>(options, *seed);
        let path = folder.join(format!("{name}.txt"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::create_dir_all(&folder).expect("a folder for golden games");
            fs::write(&path, played).expect("a golden game can be written");
        } else {
            let golden = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(golden == played, "{name} differs; see the change with: cargo xtask playthrough, then git diff");
        }
    }
}

fn play<R: Rules>(options: &str, seed: u64) -> String {
    let mut dice = dice(seed);
    let mut position = R::start(R::INFO.parse_options(options).expect("options of the game"));
    let mut text = format!("# {} {options}\n", R::INFO.name()).replace(" \n", "\n");
    for number in 1..=LONGEST {
        let actor = position.actor();
        let _ = writeln!(text, "\n{position}\nactor: {}", actor_name::<R>(actor));
        let list = position.list();
        let action = match actor {
            Actor::Nobody => break,
            Actor::Chance => draw(&position, &mut dice),
            Actor::Seat(_) => {
                position.sorted_texts()[menagerie_game::Dice::roll(&mut dice, list.len() as u32) as usize].parse().ok()
            }
        };
        let action = action.expect("there is an actor, so there is an action");
        let _ = writeln!(text, "actions: {}\n{number}. {action}", list.len());
        let mut effects = EffectLog::new();
        let _ = position.apply(action, &mut effects);
        for told in &effects {
            let _ = writeln!(text, "   {}", describe(R::INFO, &told.effect));
        }
    }
    if let Some(outcome) = position.outcome() {
        let _ = writeln!(text, "outcome: {}", outcome_text::<R>(outcome));
    }
    text
}
