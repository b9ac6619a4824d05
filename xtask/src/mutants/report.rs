//! The outcomes of mutants: kept in a file, so that a run can resume, and printed as a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::list::Mutant;
use crate::mutation::scratch::home;
use crate::mutation::switched::Switched;

/// What the tests did with a mutant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// This test failed.
    Caught(String),
    /// The tests did not end in time.
    TimedOut,
    /// All tests that reach it passed.
    Missed,
    /// No test reaches it.
    NotReached,
}

impl Outcome {
    const fn is_caught(&self) -> bool {
        matches!(self, Self::Caught(_) | Self::TimedOut)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Caught(test) => write!(f, "caught by {test}"),
            Self::TimedOut => f.write_str("caught: no end in time"),
            Self::Missed => f.write_str("MISSED"),
            Self::NotReached => f.write_str("NOT REACHED"),
        }
    }
}

/// The outcome of a mutant with each program of tests. A mutant that was caught needs no other program.
#[derive(Default)]
pub(super) struct Results(BTreeMap<String, BTreeMap<String, Outcome>>);

fn path() -> PathBuf {
    home().join("mutants.json")
}

/// The key of a mutant's outcomes: they hold for the same file.
fn key(mutant: &Mutant) -> String {
    let mut hasher = DefaultHasher::new();
    (&mutant.source, &mutant.edit.place, &mutant.edit.replace).hash(&mut hasher);
    format!("{} {:016x}", mutant.name, hasher.finish())
}

/// The key of a program: it is another one after each change of the tests.
fn program_key(program: &str, switched: &Switched) -> String {
    format!("{program} {}", switched.program.file_name().unwrap_or_default().display())
}

impl Results {
    /// The outcomes of earlier runs, unless they are to be forgotten.
    pub(super) fn load(fresh: bool) -> Self {
        let text = if fresh { String::new() } else { fs::read_to_string(path()).unwrap_or_default() };
        Self(serde_json::from_str(&text).unwrap_or_default())
    }

    fn of(&self, mutant: &Mutant) -> impl Iterator<Item = &Outcome> {
        self.0.get(&key(mutant)).into_iter().flat_map(BTreeMap::values)
    }

    /// Whether a test has failed with it.
    pub(super) fn is_caught(&self, mutant: &Mutant) -> bool {
        self.of(mutant).any(Outcome::is_caught)
    }

    /// Whether it was tried with exactly this program, and not caught.
    pub(super) fn has_survived(&self, mutant: &Mutant, program: &str, switched: &Switched) -> bool {
        let known = self.0.get(&key(mutant)).and_then(|known| known.get(&program_key(program, switched)));
        known.is_some_and(|outcome| !outcome.is_caught())
    }

    /// Adds an outcome and writes the file.
    pub(super) fn keep(
        &mut self,
        mutant: &Mutant,
        program: &str,
        switched: &Switched,
        outcome: Outcome,
    ) -> Result<(), String> {
        self.0.entry(key(mutant)).or_default().insert(program_key(program, switched), outcome);
        let text = serde_json::to_string_pretty(&self.0).map_err(|error| error.to_string())?;
        fs::write(path(), text).map_err(|error| format!("{}: {error}", path().display()))
    }
}

/// Counts of one package.
#[derive(Default)]
struct Counts {
    mutants: usize,
    caught: usize,
    timed_out: usize,
    missed: usize,
    unviable: usize,
    untried: usize,
}

/// Prints a table with a line for each package, then the survivors. An error if there are survivors or untried mutants.
pub(super) fn print(mutants: &[Mutant], compiled: &BTreeSet<usize>, results: &Results) -> Result<(), String> {
    let mut packages: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut survivors = Vec::new();
    for mutant in mutants {
        let counts = packages.entry(&mutant.package).or_default();
        counts.mutants += 1;
        let outcomes: Vec<&Outcome> = results.of(mutant).collect();
        if outcomes.iter().any(|it| matches!(it, Outcome::Caught(_))) {
            counts.caught += 1;
        } else if outcomes.contains(&&Outcome::TimedOut) {
            counts.timed_out += 1;
        } else if !compiled.contains(&mutant.edit.number) {
            counts.unviable += 1;
        } else if outcomes.is_empty() {
            counts.untried += 1;
        } else {
            counts.missed += 1;
            survivors.push(mutant);
        }
    }
    println!(
        "\n| package | mutants | caught | no end | missed | do not compile | untried |\n|---|---|---|---|---|---|---|"
    );
    for (package, it) in &packages {
        let Counts { mutants, caught, timed_out, missed, unviable, untried } = it;
        println!("| `{package}` | {mutants} | {caught} | {timed_out} | {missed} | {unviable} | {untried} |");
    }
    println!();
    for mutant in &survivors {
        println!("    missed: {}", mutant.name);
    }
    let untried: usize = packages.values().map(|counts| counts.untried).sum();
    if survivors.is_empty() && untried == 0 {
        return Ok(());
    }
    Err(format!("{} mutants survived, {untried} were not tried", survivors.len()))
}
