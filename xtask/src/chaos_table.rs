//! The figures of several fault runs as one table: a column for each run, and their sum.

use std::fmt::Write as _;

/// The row of the seeds, which have no sum.
const SEED: &str = "seed";
/// The begin of the row of a longest time: all runs together have the longest.
const LONGEST: &str = "longest";

/// Combines the tables in the logs of runs. Every log must have one, with the same rows.
pub(crate) fn combined(logs: &[String]) -> Result<String, String> {
    let tables: Vec<Vec<(&str, u64)>> = logs.iter().map(|log| rows(log)).collect();
    let [first, ..] = &tables[..] else { return Err("no log of a fault run".to_owned()) };
    let names = |table: &[(&str, u64)]| table.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>();
    if first.is_empty() || tables.iter().any(|table| names(table) != names(first)) {
        return Err("a log has no table of figures, or one of another store: did its run end?".to_owned());
    }
    let mut text = format!("| |{} all |\n|---|{}---|\n", " run |".repeat(tables.len()), "---|".repeat(tables.len()));
    for (row, (name, _)) in first.iter().enumerate() {
        let values: Vec<u64> = tables.iter().map(|table| table[row].1).collect();
        let all = match *name {
            SEED => String::new(),
            name if name.starts_with(LONGEST) => grouped(values.iter().copied().max().unwrap_or_default()),
            _ => grouped(values.iter().sum()),
        };
        let shown = |value: &u64| if *name == SEED { value.to_string() } else { grouped(*value) };
        let values: Vec<String> = values.iter().map(shown).collect();
        let _ = writeln!(text, "| {name} | {} | {all} |", values.join(" | "));
    }
    Ok(text)
}

/// The rows of the table in a log: names and numbers.
fn rows(log: &str) -> Vec<(&str, u64)> {
    let row = |line| -> Option<(&str, u64)> {
        let (name, value) = str::strip_prefix(line, "| ")?.strip_suffix(" |")?.split_once(" | ")?;
        Some((name, value.parse().ok()?))
    };
    log.lines().filter_map(row).collect()
}

/// A number with a comma between each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(seed: u64, faults: u64, wait: u64) -> String {
        format!(
            "    postgres for 60 s, seed {seed}\n| | postgres |\n|---|---|\n| seed | {seed} |\n| faults | {faults} |\n\
             | longest wait for a computer player, in milliseconds | {wait} |\n    passed: nothing was lost\n"
        )
    }

    #[test]
    fn runs_have_a_column_each_and_a_sum() {
        let table = combined(&[log(1119, 897, 12_496), log(7, 1192, 11_846)]).unwrap();
        let expected = "| | run | run | all |\n|---|---|---|---|\n| seed | 1119 | 7 |  |\n| faults | 897 | 1,192 | 2,089 |\n\
                        | longest wait for a computer player, in milliseconds | 12,496 | 11,846 | 12,496 |\n";
        assert_eq!(table, expected);
    }

    #[test]
    fn a_run_without_figures_is_an_error() {
        assert!(combined(&[log(1, 2, 3), "NOT RECOVERED node-0".to_owned()]).is_err());
        assert!(combined(&[]).is_err());
    }
}
