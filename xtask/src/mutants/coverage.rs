//! Which tests reach which mutants: each test runs once by itself and writes down the switches that it comes by.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::workers::in_parallel;
use crate::mutation::scratch::{Scratch, home};
use crate::mutation::switched::Switched;
use crate::mutation::switches::REACHED;
use crate::mutation::test_program::{Run, TestProgram, execute};

/// A test that needs longer is not used.
const LONGEST_TEST: Duration = Duration::from_mins(1);

/// A test that passes without a mutant.
#[derive(Serialize, Deserialize)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) seconds: f32,
    /// The mutants that it reaches.
    reached: BTreeSet<usize>,
}

/// The tests of a program, the quickest first.
#[derive(Serialize, Deserialize)]
pub(super) struct Coverage(Vec<Test>);

impl Coverage {
    /// Runs each test of the program, some at the same time, or reads what an earlier run found.
    pub(super) fn measure(
        scratch: &Scratch,
        tests_in: TestProgram,
        switched: &Switched,
        workers: usize,
    ) -> Result<Self, String> {
        let file = switched.program.with_extension("coverage.json");
        if let Some(known) = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok()) {
            return Ok(known);
        }
        let (folder, begin) = (tests_in.folder(), Instant::now());
        let run = |arguments: &[&str], variables: &[(&str, String)]| {
            let program = &switched.program;
            let run = Run { scratch, folder: &folder, program, arguments, limit: LONGEST_TEST, until_failure: false };
            execute(&run, variables)
        };
        let names = run(&["--list", "--format", "terse"], &[])?.printed;
        let names: Vec<&str> = names.lines().filter_map(|line| line.strip_suffix(": test")).collect();
        let tests = Mutex::new(Vec::new());
        in_parallel(workers, &names, |name| {
            let reached = home().join(format!("reached-{:?}.txt", std::thread::current().id()));
            let _ = fs::remove_file(&reached);
            let start = Instant::now();
            let finished = run(&[name, "--exact"], &[(REACHED, reached.display().to_string())])?;
            let seconds = start.elapsed().as_secs_f32();
            let reached = fs::read_to_string(&reached).unwrap_or_default();
            let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
            if finished.passed == Some(true) {
                let test = Test { name: (*name).to_owned(), seconds, reached };
                tests.lock().unwrap_or_else(PoisonError::into_inner).push(test);
            } else {
                println!("    not used, because it fails or is slow without a mutant: {name}");
            }
            Ok(())
        })?;
        let mut tests = tests.into_inner().unwrap_or_else(PoisonError::into_inner);
        tests.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        println!("    {} of {} tests can be used; {} s", tests.len(), names.len(), begin.elapsed().as_secs());
        let text = serde_json::to_string(&tests).map_err(|error| error.to_string())?;
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Self(tests))
    }

    /// The tests that reach a mutant, the quickest first.
    pub(super) fn reaching(&self, number: usize) -> Vec<&Test> {
        self.0.iter().filter(|test| test.reached.contains(&number)).collect()
    }
}
