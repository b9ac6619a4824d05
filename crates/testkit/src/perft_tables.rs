//! Reproduces the perft tables of a game's rule file.

use menagerie_game::{GameName, Rules, perft, perft_one_by_one};

use crate::Rulebook;

/// The variable that replaces the budget: `cargo xtask nightly` sets it to count everything.
const BUDGET: &str = "PERFT_BUDGET";

/// Reproduces every count of the `perft` blocks that is not above the budget, with bulk counting and one by one. The
/// variable `PERFT_BUDGET` replaces the budget.
///
/// # Panics
/// If there is no table, or a count differs, or the variable holds no number.
pub fn perft_tables<R: Rules>(budget: u64) {
    let budget = std::env::var(BUDGET).map_or(budget, |text| text.parse().expect("PERFT_BUDGET is a number"));
    let book = Rulebook::read(R::INFO.id, R::INFO.rules);
    let lines: Vec<_> = book.blocks("perft").flat_map(|block| &block.lines).collect();
    assert!(!lines.is_empty(), "{}: the rule file has no perft table", R::INFO.id);
    for line in lines {
        let Some((text, counts)) = line.split_once(" = ") else {
            panic!("{line}: a line of a perft table is 'POSITION = COUNTS'");
        };
        let position: R = position(text);
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let expected: u64 = count.parse().expect("a number");
            if expected > budget {
                println!("{}: perft({depth}) = {expected} is left to cargo xtask nightly", R::INFO.id);
            } else {
                assert_eq!(perft(&position, depth), expected, "perft({depth}) of {text}");
                assert_eq!(perft_one_by_one(&position, depth), expected, "perft({depth}) one by one of {text}");
            }
        }
    }
}

/// `start`, `start:OPTIONS` or a position text.
fn position<R: Rules>(text: &str) -> R {
    let name = GameName::new(text);
    if name.id == "start" {
        let options = R::INFO.parse_options(name.options).expect("options of the game");
        return R::start(options);
    }
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
