//! Positions written as lists of tokens.

/// The text of the position with these tokens (`Rb4 eb3`: a red rat on b4, a black elephant on b3); `rest` is the mover
/// and, where it is on, the rule set.
pub(crate) fn place(tokens: &str, rest: &str) -> String {
    let mut grid = [['.'; 7]; 9];
    for token in tokens.split_whitespace() {
        let [letter, file, rank] = token.chars().collect::<Vec<_>>()[..] else { panic!("{token}: as in Rb4") };
        grid[rank as usize - '1' as usize][file as usize - 'a' as usize] = letter;
    }
    let ranks: Vec<_> = grid.iter().rev().map(|rank| pack(&rank.iter().collect::<String>())).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// Runs of dots become digits.
fn pack(rank: &str) -> String {
    (1..=7).rev().fold(rank.to_owned(), |text, run| text.replace(&".".repeat(run), &run.to_string()))
}
