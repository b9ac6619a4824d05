//! Runs the named tests in the copy, with or without a defence.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::list::Removal;
use super::report::Outcome;
use super::scratch::{Scratch, builds, home};

/// Without its defence a test may wait forever. After this time it counts as failed.
const LONGEST_TEST: Duration = Duration::from_mins(2);

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    Passed,
    Failed,
}

/// Runs the named tests of one program in the unmodified copy, and expects that they pass.
pub(super) fn check_unmodified(scratch: &Scratch, removals: &[&Removal]) -> Result<(), String> {
    let Some(first) = removals.first() else { return Ok(()) };
    let mut tests: Vec<&str> = removals.iter().flat_map(|removal| &removal.tests).map(String::as_str).collect();
    tests.sort_unstable();
    tests.dedup();
    println!("==> unmodified: {} tests of {} ({})", tests.len(), first.package, first.target);
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

/// Removes a defence, runs its tests, and restores it.
pub(super) fn without(scratch: &Scratch, removal: &Removal) -> Result<Outcome, String> {
    let _applied = scratch.apply(removal)?;
    let tests: Vec<&str> = removal.tests.iter().map(String::as_str).collect();
    let said = run(scratch, removal, &tests)?;
    Ok(said.map_or(Outcome::DoesNotCompile, |said| judge(&said, &removal.tests)))
}

/// Builds and runs these tests of a removal's target; `None` if they do not compile.
fn run(scratch: &Scratch, removal: &Removal, tests: &[&str]) -> Result<Option<String>, String> {
    if removal.target == "vitest" {
        return page_tests(scratch, tests).map(Some);
    }
    build(scratch, removal)?.map(|program| execute(scratch, removal, &program, tests)).transpose()
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

fn judge(said: &str, tests: &[String]) -> Outcome {
    let ended_as = |wanted: Option<Ended>| -> Vec<String> {
        tests.iter().filter(|test| ended(said, test) == wanted).cloned().collect()
    };
    let (missing, passed) = (ended_as(None), ended_as(Some(Ended::Passed)));
    if !missing.is_empty() {
        return Outcome::DidNotRun(missing);
    }
    if passed.is_empty() { Outcome::Noticed } else { Outcome::Unnoticed(passed) }
}

/// How a test ended, by the lines `test module::name ... ok`. The same check may run on several
/// databases, as `module::name::database` or `database::name`: it failed if one of them failed. A test that began and did not end has failed. `None` if it did not run, or was ignored.
fn ended(said: &str, test: &str) -> Option<Ended> {
    let mut found = None;
    for line in said.lines().filter_map(|line| line.strip_prefix("test ")) {
        let Some((name, result)) = line.split_once(" ... ") else { continue };
        if !name.split("::").any(|part| part == test) || result.starts_with("ignored") {
            continue;
        }
        let result = if result == "ok" { Ended::Passed } else { Ended::Failed };
        found = if found == Some(Ended::Failed) { found } else { Some(result) };
    }
    found
}

/// Builds the program of a removal's tests; `None` if it does not compile.
fn build(scratch: &Scratch, removal: &Removal) -> Result<Option<PathBuf>, String> {
    let errors = home().join("compiler.txt");
    let file = File::create(&errors).map_err(|error| format!("{}: {error}", errors.display()))?;
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--no-run", "--all-features", "--message-format=json-render-diagnostics", "--package"]);
    command.arg(&removal.package).current_dir(&scratch.folder).stderr(file);
    match removal.target.as_str() {
        "lib" => command.arg("--lib"),
        "bin" => command.arg("--bins"),
        name => command.args(["--test", name]),
    };
    // One crate changes at a time, so incremental compilation pays here.
    command.env("CARGO_TARGET_DIR", builds()).env("CARGO_INCREMENTAL", "1").env("CARGO_PROFILE_DEV_DEBUG", "0");
    command.env("MENAGERIE_PAGE", "skip");
    let output = command.output().map_err(|error| format!("cargo cannot start: {error}"))?;
    if !output.status.success() {
        let said = fs::read_to_string(&errors).unwrap_or_default();
        println!("{}", said.lines().filter(|line| line.starts_with("error")).collect::<Vec<_>>().join("\n"));
        return Ok(None);
    }
    let programs = test_programs(&String::from_utf8_lossy(&output.stdout), &removal.package);
    programs.into_iter().next_back().map(Some).ok_or_else(|| format!("cargo built no test of {}", removal.package))
}

/// The test programs of a package among cargo's messages.
fn test_programs(messages: &str, package: &str) -> Vec<PathBuf> {
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_test = |message: &Value| {
        let id = message["package_id"].as_str().unwrap_or_default();
        let folder = package.strip_prefix("menagerie-").unwrap_or(package);
        message["profile"]["test"] == Value::Bool(true)
            && (id.contains(&format!("{package}@")) || id.contains(&format!("/{folder}#")))
    };
    parsed.filter(is_test).filter_map(|message| Some(message["executable"].as_str()?.into())).collect()
}

/// Runs tests of a program with a time limit, and returns what it printed. A test that was still running gets a line as one
/// that failed.
fn execute(scratch: &Scratch, removal: &Removal, program: &Path, tests: &[&str]) -> Result<String, String> {
    let printed = home().join("output.txt");
    let file = File::create(&printed).map_err(|error| format!("{}: {error}", printed.display()))?;
    let errors = file.try_clone().map_err(|error| error.to_string())?;
    let folder = removal.package_folder();
    let folder = folder.strip_prefix(crate::command::root()).unwrap_or(&folder);
    let mut command = Command::new(program);
    // Two threads, so that each result is printed on a line of its own.
    command.args(tests).args(["--test-threads", "2"]).current_dir(scratch.folder.join(folder));
    command.env("CARGO_MANIFEST_DIR", scratch.folder.join(folder));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let begin = Instant::now();
    let limit = LONGEST_TEST * u32::try_from(tests.len()).unwrap_or(1).min(5);
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if begin.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            let mut said = read(&printed);
            for test in tests.iter().filter(|test| ended(&said, test).is_none()).collect::<Vec<_>>() {
                // Writing to a string cannot fail.
                let _ = write!(said, "\ntest {test} ... did not end in {} s", limit.as_secs());
            }
            return Ok(said);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(read(&printed))
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\nrunning 4 tests\ntest security::one ... ok\ntest chat::memory::two ... ok\n\
        test chat::two::sqlite ... FAILED\ntest chat::postgres::one ... ignored, needs PostgreSQL\n\
        test chat::three ... ignored\n\ntest result: FAILED. 2 passed; 1 failed\n";

    #[test]
    fn a_test_counts_by_its_own_line() {
        assert_eq!(ended(SAID, "one"), Some(Ended::Passed));
        assert_eq!(ended(SAID, "two"), Some(Ended::Failed), "one of its databases is enough");
        assert_eq!(ended(SAID, "three"), None, "an ignored test did not run");
        assert_eq!(ended(SAID, "on"), None, "a part of a name is another test");
    }

    #[test]
    fn a_removal_is_noticed_if_every_named_test_ran_and_failed() {
        let tests = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(judge(SAID, &tests(&["two"])), Outcome::Noticed);
        assert_eq!(judge(SAID, &tests(&["one", "two"])), Outcome::Unnoticed(tests(&["one"])));
        assert_eq!(judge(SAID, &tests(&["two", "three"])), Outcome::DidNotRun(tests(&["three"])));
    }

    #[test]
    fn the_program_of_a_package_is_found_among_cargos_messages() {
        let message = |id: &str, test: bool, program: &str| {
            format!("{{\"package_id\":\"{id}\",\"profile\":{{\"test\":{test}}},\"executable\":{program}}}")
        };
        let messages = [
            message("path+file:///x/crates/table#menagerie-table@0.1.0", false, "null"),
            message("path+file:///x/crates/table#menagerie-table@0.1.0", true, "\"/t/table-1\""),
            message("path+file:///x/xtask#0.1.0", true, "\"/t/xtask-1\""),
        ];
        assert_eq!(test_programs(&messages.join("\n"), "menagerie-table"), [PathBuf::from("/t/table-1")]);
        assert_eq!(test_programs(&messages.join("\n"), "xtask"), [PathBuf::from("/t/xtask-1")]);
    }
}
