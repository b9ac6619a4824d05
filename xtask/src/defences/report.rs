//! The outcomes of removals: kept in a file, so that a run can resume, and printed as a table.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::list::{List, Removal};
use super::scratch::home;

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
