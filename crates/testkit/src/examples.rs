//! Runs the examples of a game's rule file.

use menagerie_game::Rules;

use crate::{At, Block, Rulebook, at};

/// Runs every `example` block of the game's rule file.
///
/// # Panics
/// If there is none, or one does not hold, or one uses a word that does not exist.
pub fn examples<R: Rules>() {
    let book = Rulebook::read(R::INFO.id, R::INFO.rules);
    let count = book.blocks("example").map(run::<R>).count();
    assert!(count > 0, "{}: the rule file has no examples", R::INFO.id);
}

fn run<R: Rules>(block: &Block) {
    let mut here: Option<At<R>> = None;
    for line in block.lines.iter().filter(|line| !line.trim().is_empty()) {
        let Some((word, value)) = line.split_once(':') else {
            panic!("{}: {line}: a line is 'word: value'", block.heading);
        };
        let name = format!("{}: {line}", block.heading);
        here = Some(step(here, name, word.trim(), value.trim()));
    }
}

fn step<R: Rules>(here: Option<At<R>>, name: String, word: &str, value: &str) -> At<R> {
    if word == "position" {
        return at(&name, value);
    }
    let Some(mut here) = here else { panic!("{name}: an example begins with a position") };
    here.rename(name);
    if let Some(action) = word.strip_prefix("after ") {
        check_after(&here, action, value);
        return here;
    }
    if let Some(viewer) = word.strip_prefix("view ") {
        return here.view(viewer, value);
    }
    if let Some(prefix) = word.strip_prefix("from ") {
        return here.from(prefix, value);
    }
    match word {
        "actor" => here.actor(value),
        "actions" => here.actions(value),
        "count" => here.count(value.parse().expect("a number")),
        "has" => here.has(value),
        "lacks" => here.lacks(value),
        "apply" => here.apply(value),
        "gives" => here.gives(value),
        "concede" => here.concede(value),
        "outcome" => here.outcome(value),
        "perft" => {
            let counts: Vec<u64> = value.split_whitespace().map(|count| count.parse().expect("a number")).collect();
            here.perft(&counts)
        }
        _ => panic!("{word}: no such word in an example"),
    }
}

/// `after ACTION: TEXT [-> OUTCOME]`, checked on a copy.
fn check_after<R: Rules>(here: &At<R>, action: &str, expected: &str) {
    let (text, outcome) = match expected.split_once("->") {
        Some((text, outcome)) => (text.trim(), Some(outcome.trim())),
        None => (expected, None),
    };
    let there = here.copy().apply(action).gives(text);
    match outcome {
        Some(outcome) => drop(there.outcome(outcome)),
        None => assert!(there.position().outcome().is_none(), "{action}: the game should go on"),
    }
}
