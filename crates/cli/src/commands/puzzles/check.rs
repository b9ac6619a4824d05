//! `menagerie puzzles check`: re-verifies puzzles.

use std::fs;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use clap::{Args, value_parser};
use menagerie_catalog::find;
use menagerie_game::Dice;
use menagerie_game::text::excerpt;
use menagerie_puzzles::{Collection, FileError, Puzzle, collections, verify};
use menagerie_search::Random;

use super::counted;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie puzzles check                             every puzzle of every game, searched again
  menagerie puzzles check jungle --sample 100         a random sample
  menagerie puzzles check jungle --nodes-factor 0     replays only, in a second
  menagerie puzzles check new.jsonl

A puzzle is right if its source game leads to its position, its line solves it, and a search with ten times the nodes of
the mining confirms that the solution is the only one. The exit status is 1 if a puzzle is wrong or a file is damaged.";

/// Replay puzzles, search them again, and name those that are wrong
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Check {
    /// Games, or files outside the program; all games that have puzzles if left out
    #[arg(value_name = "GAME|FILE")]
    collections: Vec<String>,

    /// Check a random sample of this many puzzles of each collection
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// The seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Search with this many times the nodes of the mining; 0 to replay only
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = value_parser!(u64).range(0..=10_000))]
    nodes_factor: u64,

    /// The number of puzzles at the same time; one for each core if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Check {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let names: Vec<String> = match &self.collections {
            given if !given.is_empty() => given.clone(),
            _ => collections::games().map(str::to_owned).collect(),
        };
        let mut faults = 0;
        for name in &names {
            faults += match read(name)? {
                Ok(collection) => self.report(name, &collection, out)?,
                Err(error) => {
                    writeln!(out, "{name}: {error}")?;
                    1
                }
            };
        }
        match faults {
            0 => Ok(()),
            faults => Err(CliError::Illegal(counted(faults, "fault"))),
        }
    }

    /// Writes the faults of a collection, or how many puzzles are right, and returns the number of faults.
    fn report(&self, name: &str, collection: &Collection, out: &mut impl Write) -> Result<usize, CliError> {
        if collection.has_other_rules() {
            writeln!(out, "{name}: the rules have changed since these puzzles were mined")?;
        }
        let chosen = self.chosen(collection);
        let (next, (sender, receiver)) = (AtomicUsize::new(0), channel());
        let threads = self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let mut faults = thread::scope(|scope| {
            for _ in 0..threads {
                let (next, chosen, sender) = (&next, &chosen, sender.clone());
                scope.spawn(move || {
                    while let Some(puzzle) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if let Err(fault) = verify(puzzle, self.nodes_factor) {
                            let _ = sender.send(format!("{name}: puzzle {}: {fault}", puzzle.id));
                        }
                    }
                });
            }
            drop(sender);
            receiver.into_iter().collect::<Vec<_>>()
        });
        faults.sort();
        for fault in &faults {
            writeln!(out, "{fault}")?;
        }
        let searched = match self.nodes_factor {
            0 => "replayed".to_owned(),
            factor => format!("confirmed with {factor} times the nodes"),
        };
        let all = collection.puzzles.len();
        writeln!(
            out,
            "{name}: {} of {}, {} {searched}",
            chosen.len(),
            counted(all, "puzzle"),
            chosen.len() - faults.len()
        )?;
        Ok(faults.len())
    }

    /// The puzzles to check: all, or a random sample.
    fn chosen<'c>(&self, collection: &'c Collection) -> Vec<&'c Puzzle> {
        let mut puzzles: Vec<_> = collection.puzzles.iter().collect();
        let size = self.sample.map_or(puzzles.len(), |size| puzzles.len().min(size as usize));
        let mut random = Random::new(self.seed);
        for index in 0..size {
            let other = index + random.roll((puzzles.len() - index) as u32) as usize;
            puzzles.swap(index, other);
        }
        puzzles.truncate(size);
        puzzles
    }
}

/// The collection of a game or in a file; inside, why it is refused.
fn read(name: &str) -> Result<Result<Collection, FileError>, CliError> {
    if find(name).is_some() {
        let none = || CliError::Usage(format!("{name} has no puzzles"));
        return Ok(Collection::read(&collections::embedded_text(name).ok_or_else(none)?));
    }
    let text = fs::read_to_string(name)
        .map_err(|error| CliError::Usage(format!("'{}' is no game and no readable file: {error}", excerpt(name))))?;
    Ok(Collection::read(&text))
}
