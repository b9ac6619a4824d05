//! `cargo xtask mutants`: mutation testing. [cargo-mutants](https://mutants.rs) lists the mutants, each a small edit. All of
//! them are compiled into one program behind switches. Each mutant is tried with the tests that reach it.

mod coverage;
mod list;
mod report;
mod workers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use coverage::{Coverage, Test};
use list::Mutant;
use report::{Outcome, Results};
use workers::in_parallel;

use crate::mutation::scratch::Scratch;
use crate::mutation::switched::{Edits, Switched};
use crate::mutation::switches::VARIABLE;
use crate::mutation::test_program::{Finished, Run, TestProgram, execute};

/// What the command line asks for.
#[derive(PartialEq, Eq, Debug, Default)]
struct Options {
    /// The programs of tests, as `PACKAGE:TARGET`, in the order in which they are tried.
    tests: Vec<String>,
    /// After this number of minutes no further mutant is tried.
    minutes: Option<u64>,
    /// Mutants that are tried at the same time; none for one.
    workers: Option<usize>,
    /// Forget the results of earlier runs.
    fresh: bool,
    /// Arguments of cargo-mutants that choose the mutants.
    chosen: Vec<String>,
}

/// Tries the mutants. An error if one of them survives, or was not tried for lack of time.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let options = read(words)?;
    let end = options.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let scratch = Scratch::make()?;
    let mutants = list::load(&scratch, &options.chosen)?;
    let mut results = Results::load(options.fresh);
    println!("==> {} mutants", mutants.len());
    // A program that does not contain a mutant's package cannot tell whether it compiles.
    let mut compiled: BTreeSet<usize> = mutants.iter().map(|mutant| mutant.edit.number).collect();
    for program in &options.tests {
        let (package, target) = program.split_once(':').ok_or("--tests needs PACKAGE:TARGET")?;
        let tests_in = TestProgram { package, target };
        let Some(switched) = Switched::make(&scratch, tests_in, &edits(&mutants))? else { continue };
        println!("==> {tests_in}: {} mutants behind switches", switched.numbers.len());
        compiled.retain(|number| switched.numbers.contains(number));
        let trials = Trials {
            scratch: &scratch,
            tests_in,
            switched: &switched,
            end,
            workers: options.workers.unwrap_or(1),
            killers: Mutex::default(),
        };
        trials.run(&mutants, &mut results)?;
    }
    report::print(&mutants, &compiled, &results)
}

fn edits(mutants: &[Mutant]) -> Edits {
    let mut edits = Edits::new();
    for mutant in mutants {
        edits.entry(mutant.file.clone()).or_default().push(mutant.edit.clone());
    }
    edits
}

/// The most tests of a trial's first run.
const FIRST: usize = 8;
/// A test that takes longer, in seconds, is not among them.
const QUICK: f32 = 2.0;

/// The trials of one program of tests.
struct Trials<'a> {
    scratch: &'a Scratch,
    tests_in: TestProgram<'a>,
    switched: &'a Switched,
    end: Option<Instant>,
    workers: usize,
    /// The tests that have caught mutants of a file, the last one first: they are tried first with its other mutants.
    killers: Mutex<BTreeMap<String, Vec<String>>>,
}

impl Trials<'_> {
    /// Tries each mutant that no test has caught yet.
    fn run(&self, mutants: &[Mutant], results: &mut Results) -> Result<(), String> {
        let coverage = Coverage::measure(self.scratch, self.tests_in, self.switched, self.workers)?;
        let program = self.tests_in.to_string();
        let is_waiting = |mutant: &&Mutant| {
            self.switched.numbers.contains(&mutant.edit.number)
                && !results.is_caught(mutant)
                && !results.has_survived(mutant, &program, self.switched)
        };
        let waiting: Vec<&Mutant> = mutants.iter().filter(is_waiting).collect();
        let results = Mutex::new(results);
        in_parallel(self.workers, &waiting, |mutant| {
            if self.end.is_some_and(|end| Instant::now() > end) {
                return Ok(());
            }
            let start = Instant::now();
            let outcome = self.try_one(mutant, coverage.reaching(mutant.edit.number))?;
            println!("    {outcome} in {:.1} s: {}", start.elapsed().as_secs_f32(), mutant.name);
            results.lock().unwrap_or_else(PoisonError::into_inner).keep(mutant, &program, self.switched, outcome)
        })
    }

    /// Runs the tests that reach a mutant: first a few, then the others.
    fn try_one(&self, mutant: &Mutant, tests: Vec<&Test>) -> Result<Outcome, String> {
        let tests = self.in_order(mutant, tests);
        let first = tests.iter().take(FIRST).take_while(|test| test.seconds < QUICK).count();
        for part in [&tests[..first], &tests[first..]].into_iter().filter(|part| !part.is_empty()) {
            let mut finished = self.execute(Some(mutant), part)?;
            // A busy machine may be the reason: the same tests must end in this time without the mutant.
            while is_timeout(&finished) && is_timeout(&self.execute(None, part)?) {
                finished = self.execute(Some(mutant), part)?;
            }
            let failed = failed_test(&finished.printed);
            match (failed, finished.passed) {
                (Some(test), _) => {
                    self.note_killer(mutant, test);
                    return Ok(Outcome::Caught(test.to_owned()));
                }
                (None, Some(false)) => return Ok(Outcome::Caught("the program ended".to_owned())),
                (None, None) => return Ok(Outcome::TimedOut),
                (None, Some(true)) => {}
            }
        }
        Ok(if tests.is_empty() { Outcome::NotReached } else { Outcome::Missed })
    }

    /// The quick tests that have caught other mutants of the same file come first.
    fn in_order<'t>(&self, mutant: &Mutant, mut tests: Vec<&'t Test>) -> Vec<&'t Test> {
        let killers = self.killers.lock().unwrap_or_else(PoisonError::into_inner);
        let killers = killers.get(&mutant.file).map_or(&[][..], Vec::as_slice);
        let place = |test: &&Test| match killers.iter().position(|killer| *killer == test.name) {
            Some(place) if test.seconds < QUICK => place,
            _ => usize::MAX,
        };
        tests.sort_by_key(place);
        tests
    }

    fn note_killer(&self, mutant: &Mutant, test: &str) {
        let mut killers = self.killers.lock().unwrap_or_else(PoisonError::into_inner);
        let killers = killers.entry(mutant.file.clone()).or_default();
        killers.retain(|killer| killer != test);
        killers.insert(0, test.to_owned());
    }

    /// Runs tests with a mutant, or with none.
    fn execute(&self, mutant: Option<&Mutant>, tests: &[&Test]) -> Result<Finished, String> {
        let usual: f32 = tests.iter().map(|test| test.seconds).sum();
        let mut arguments: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        arguments.push("--exact");
        let run = Run {
            scratch: self.scratch,
            folder: &self.tests_in.folder(),
            program: &self.switched.program,
            arguments: &arguments,
            limit: Duration::from_secs_f32(20.0 + 4.0 * usual),
            until_failure: true,
        };
        let number = mutant.map(|mutant| (VARIABLE, mutant.edit.number.to_string()));
        execute(&run, number.as_slice())
    }
}

/// The first test that failed.
fn failed_test(printed: &str) -> Option<&str> {
    printed.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
}

fn is_timeout(finished: &Finished) -> bool {
    finished.passed.is_none() && failed_test(&finished.printed).is_none()
}

fn read(words: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--tests" => options.tests.push(words.next().ok_or("--tests needs PACKAGE:TARGET")?.clone()),
            "--minutes" => {
                let number = words.next().and_then(|number| number.parse().ok());
                options.minutes = Some(number.ok_or("--minutes needs a number")?);
            }
            "--workers" => {
                let number = words.next().and_then(|number| number.parse().ok());
                options.workers = Some(number.ok_or("--workers needs a number")?);
            }
            "--fresh" => options.fresh = true,
            "--" => options.chosen = words.by_ref().cloned().collect(),
            other => {
                let known = "--tests PACKAGE:TARGET, --minutes N, --workers N, --fresh, -- ARGUMENTS OF CARGO-MUTANTS";
                return Err(format!("'{other}' is not understood; the options are {known}"));
            }
        }
    }
    if options.tests.is_empty() || options.chosen.is_empty() {
        return Err(
            "name the tests and the mutants: --tests menagerie-match:suite -- --package menagerie-match".to_owned()
        );
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_others_refused() {
        let read = |text: &str| read(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let options = read("--tests a:lib --tests b:suite --minutes 9 --workers 4 -- --package a").unwrap();
        assert_eq!((options.tests.len(), options.minutes, options.workers), (2, Some(9), Some(4)));
        assert!(!options.fresh);
        assert_eq!(options.chosen, ["--package", "a"]);
        assert!(read("--tests a:lib").is_err(), "no mutants");
        assert!(read("-- --package a").is_err(), "no tests");
        assert!(read("--test a:lib -- -p a").is_err_and(|why| why.contains("--minutes")));
    }
}
