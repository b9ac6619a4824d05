//! One removal at a time: edits the copy, builds, runs the named tests, and restores the copy.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::list::Removal;
use super::report::{Outcome, judge};
use crate::mutation::printed::{Ended, ended};
use crate::mutation::scratch::Scratch;
use crate::mutation::switches::VARIABLE;
use crate::mutation::test_program::{Run, TestProgram, build, execute};

/// Without its defence a test may wait forever. After this time it counts as failed.
const LONGEST_TEST: Duration = Duration::from_mins(2);

/// Runs the named tests of one program in the unmodified copy, and expects that they pass.
pub(super) fn check_unmodified(scratch: &Scratch, removals: &[&Removal]) -> Result<(), String> {
    let Some(first) = removals.first() else { return Ok(()) };
    let tests = tests_of(removals);
    println!("==> unmodified: {} tests of {}", tests.len(), first.program());
    let begin = Instant::now();
    let said = run(scratch, first, &tests)?.ok_or_else(|| format!("{} does not compile", first.package))?;
    let wrong: Vec<&str> = tests.into_iter().filter(|test| ended(&said, test) != Some(Ended::Passed)).collect();
    if !wrong.is_empty() {
        println!("{said}");
        return Err(format!("these tests do not pass although nothing was removed: {}", wrong.join(", ")));
    }
    println!("    passed in {:.0} s", begin.elapsed().as_secs_f32());
    Ok(())
}

/// The tests that these removals name, each once.
pub(super) fn tests_of<'a>(removals: &[&'a Removal]) -> Vec<&'a str> {
    let mut tests: Vec<&str> = removals.iter().flat_map(|removal| &removal.tests).map(String::as_str).collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

/// Removes a defence, runs its tests, and restores it.
pub(super) fn without(scratch: &Scratch, removal: &Removal) -> Result<Outcome, String> {
    let edited = removal.edited(&scratch.read(&removal.file)?)?;
    let _applied = scratch.write(&removal.file, &edited)?;
    let said = run(scratch, removal, &tests_of(&[removal]))?;
    Ok(said.map_or(Outcome::DoesNotCompile, |said| judge(&said, &removal.tests)))
}

/// Builds and runs these tests of a removal's target; `None` if they do not compile.
fn run(scratch: &Scratch, removal: &Removal, tests: &[&str]) -> Result<Option<String>, String> {
    if removal.target == "vitest" {
        return page_tests(scratch, tests).map(Some);
    }
    match build(scratch, removal.program())? {
        Ok(program) => run_tests(scratch, removal.program(), &program, tests, None).map(Some),
        Err(errors) => {
            for error in errors {
                println!("    {error}");
            }
            Ok(None)
        }
    }
}

/// Runs these tests of a built program with a time limit, and returns what they printed. A test that was still running gets a
/// line as one that failed. `switched_on` is the number of the removal that a program with switches must make.
pub(super) fn run_tests(
    scratch: &Scratch,
    tests_in: TestProgram,
    program: &Path,
    tests: &[&str],
    switched_on: Option<usize>,
) -> Result<String, String> {
    let limit = LONGEST_TEST * u32::try_from(tests.len()).unwrap_or(1).min(5);
    let folder = tests_in.folder();
    let run = Run { scratch, folder: &folder, program, arguments: tests, limit, until_failure: false };
    let variables: Vec<_> = switched_on.map(|number| (VARIABLE, number.to_string())).into_iter().collect();
    let finished = execute(&run, &variables)?;
    let mut said = finished.printed;
    if finished.passed.is_none() {
        for test in tests.iter().filter(|test| ended(&said, test).is_none()).collect::<Vec<_>>() {
            // Writing to a string cannot fail.
            let _ = write!(said, "\ntest {test} ... did not end in {} s", limit.as_secs());
        }
    }
    Ok(said)
}

/// Runs tests of the page. The result has a line for each test, in the form of Rust's tests.
fn page_tests(scratch: &Scratch, tests: &[&str]) -> Result<String, String> {
    let mut command = Command::new("npx");
    command.args(["vitest", "run", "--reporter=json", "--testNamePattern", &tests.join("|")]);
    let output = command.current_dir(scratch.folder.join("web")).stderr(Stdio::null()).output();
    let output = output.map_err(|error| format!("npx cannot start: {error}"))?;
    let report: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("vitest's report: {error}"))?;
    let files = report["testResults"].as_array().into_iter().flatten();
    let results = files.flat_map(|file| file["assertionResults"].as_array().into_iter().flatten());
    let line = |result: &Value| {
        let outcome = match result["status"].as_str() {
            Some("passed") => "ok",
            Some("failed") => "FAILED",
            _ => "ignored",
        };
        format!("test {} ... {outcome}\n", result["title"].as_str().unwrap_or_default())
    };
    Ok(results.map(line).collect())
}
