//! The outcomes of removals: kept in a file, so that a run can resume, and printed as a table.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::list::{List, Removal};
use crate::mutation::printed::{Ended, ended};
use crate::mutation::scratch::home;

/// What the tests did without a defence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// All named tests failed.
    Noticed,
    /// These named tests passed.
    Unnoticed(Vec<String>),
    /// The edited program does not compile, so nothing was tested.
    DoesNotCompile,
    /// These named tests did not run.
    DidNotRun(Vec<String>),
}

impl Outcome {
    pub(super) const fn is_noticed(&self) -> bool {
        matches!(self, Self::Noticed)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Noticed => f.write_str("noticed"),
            Self::Unnoticed(tests) => write!(f, "NOT NOTICED by {}", tests.join(", ")),
            Self::DoesNotCompile => f.write_str("wrong entry: it does not compile"),
            Self::DidNotRun(tests) => write!(f, "wrong entry: these tests did not run: {}", tests.join(", ")),
        }
    }
}

/// What the named tests did, by what their program printed.
pub(super) fn judge(said: &str, tests: &[String]) -> Outcome {
    let ended_as = |wanted: Option<Ended>| -> Vec<String> {
        tests.iter().filter(|test| ended(said, test) == wanted).cloned().collect()
    };
    let (missing, passed) = (ended_as(None), ended_as(Some(Ended::Passed)));
    if !missing.is_empty() {
        return Outcome::DidNotRun(missing);
    }
    if passed.is_empty() { Outcome::Noticed } else { Outcome::Unnoticed(passed) }
}

/// An outcome and the time it took.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Trial {
    outcome: Outcome,
    seconds: f32,
}

/// The outcomes by the stamps of their removals.
#[derive(Default)]
pub(super) struct Results(BTreeMap<String, Trial>);

fn path() -> PathBuf {
    home().join("results.json")
}

impl Results {
    /// The outcomes of earlier runs, unless they are to be forgotten.
    pub(super) fn load(fresh: bool) -> Self {
        let text = if fresh { String::new() } else { fs::read_to_string(path()).unwrap_or_default() };
        Self(serde_json::from_str(&text).unwrap_or_default())
    }

    pub(super) fn is_noticed(&self, removal: &Removal) -> bool {
        self.0.get(&removal.stamp()).is_some_and(|result| result.outcome.is_noticed())
    }

    /// Adds an outcome and writes the file.
    pub(super) fn keep(&mut self, removal: &Removal, outcome: Outcome, took: Duration) -> Result<(), String> {
        self.0.insert(removal.stamp(), Trial { outcome, seconds: took.as_secs_f32() });
        let text = serde_json::to_string_pretty(&self.0).map_err(|error| error.to_string())?;
        fs::write(path(), text).map_err(|error| format!("{}: {error}", path().display()))
    }
}

/// Prints a table with a line for each row of the threat model, then the removals that were not noticed.
pub(super) fn print(list: &List, chosen: &[&Removal], results: &Results) {
    println!("\n| threat | removals | noticed | seconds |\n|---|---|---|---|");
    let (mut rows, mut removals, mut noticed, mut seconds) = (0, 0, 0, 0.0);
    for row in &list.row {
        let own: Vec<&Removal> = row.removal.iter().filter(|removal| chosen.contains(removal)).collect();
        if own.is_empty() {
            continue;
        }
        let found: Vec<&Trial> = own.iter().filter_map(|removal| results.0.get(&removal.stamp())).collect();
        let (seen, time) =
            (found.iter().filter(|it| it.outcome.is_noticed()).count(), found.iter().map(|it| it.seconds).sum::<f32>());
        println!("| {} | {} | {seen} | {time:.0} |", row.threat, own.len());
        rows += 1;
        removals += own.len();
        noticed += seen;
        seconds += time;
    }
    println!("| {rows} rows | {removals} | {noticed} | {seconds:.0} |\n");
    for removal in chosen {
        if let Some(result) = results.0.get(&removal.stamp()).filter(|it| !it.outcome.is_noticed()) {
            println!("    {} ({}): {}", removal.removes, removal.file, result.outcome);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\nrunning 4 tests\ntest security::one ... ok\ntest chat::memory::two ... ok\n\
        test chat::two::sqlite ... FAILED\ntest chat::postgres::one ... ignored, needs PostgreSQL\n\
        test chat::three ... ignored\n\ntest result: FAILED. 2 passed; 1 failed\n";

    #[test]
    fn a_removal_is_noticed_if_every_named_test_ran_and_failed() {
        let tests = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(judge(SAID, &tests(&["two"])), Outcome::Noticed);
        assert_eq!(judge(SAID, &tests(&["one", "two"])), Outcome::Unnoticed(tests(&["one"])));
        assert_eq!(judge(SAID, &tests(&["two", "three"])), Outcome::DidNotRun(tests(&["three"])));
    }
}
