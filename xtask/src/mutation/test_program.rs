//! A program of tests: building it in the copy, and running tests of it with a time limit.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::scratch::{Scratch, builds, home};
use crate::command::{cargo, root};

/// A program of tests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TestProgram<'a> {
    pub(crate) package: &'a str,
    /// The package's target: `lib` for unit tests, `bin`, the name of an integration test, or `vitest` for the page.
    pub(crate) target: &'a str,
}

impl fmt::Display for TestProgram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.package, self.target)
    }
}

impl TestProgram<'_> {
    /// The folder of the package in the repository.
    pub(crate) fn folder(&self) -> PathBuf {
        let name = self.package.strip_prefix("menagerie-").unwrap_or(self.package);
        let places = [format!("crates/{name}"), format!("crates/games/{name}"), name.to_owned()];
        places.iter().find(|place| root().join(place).is_dir()).map(PathBuf::from).unwrap_or_default()
    }
}

/// An error of the compiler.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct CompilerError {
    /// The file in the repository, empty if the error has no place.
    pub(crate) file: String,
    /// The first byte of the place.
    pub(crate) offset: usize,
    /// What the compiler says.
    pub(crate) text: String,
}

impl fmt::Display for CompilerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.text)
    }
}

/// Builds a program of tests, or returns the errors of the compiler.
pub(crate) fn build(scratch: &Scratch, tests: TestProgram) -> Result<Result<PathBuf, Vec<CompilerError>>, String> {
    let mut command = cargo(&["test", "--no-run", "--quiet", "--all-features", "--message-format=json"]);
    command.current_dir(&scratch.folder).stderr(Stdio::null());
    match tests.target {
        "lib" => command.args(["--package", tests.package, "--lib"]),
        // With the whole workspace, dependencies have the features that they have in `cargo xtask test`.
        "bin" => command.args(["--workspace", "--bin", tests.package]),
        name => command.args(["--workspace", "--test", name]),
    };
    // One crate changes at a time, so incremental compilation pays here.
    command.env("CARGO_TARGET_DIR", builds()).env("CARGO_INCREMENTAL", "1").env("CARGO_PROFILE_DEV_DEBUG", "0");
    command.env("MENAGERIE_PAGE", "skip");
    // The server's own code is not what its tests spend their time in, and compiles in half the time.
    command.args(["--config", "profile.dev.package.menagerie-server.opt-level=0"]);
    let output = command.output().map_err(|error| format!("cargo cannot start: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Ok(Err(compiler_errors(&messages)));
    }
    let program = test_programs(&messages, tests.package).into_iter().next_back();
    program.map(Ok).ok_or_else(|| format!("cargo built no test of {}", tests.package))
}

fn parsed(messages: &str) -> impl Iterator<Item = Value> {
    messages.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// The errors among cargo's messages.
fn compiler_errors(messages: &str) -> Vec<CompilerError> {
    let errors = parsed(messages).filter(|message| message["message"]["level"] == "error");
    let error = |message: Value| {
        let message = &message["message"];
        let spans = message["spans"].as_array();
        let place = spans.and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
        CompilerError {
            file: place.and_then(|place| place["file_name"].as_str()).unwrap_or_default().to_owned(),
            offset: place.and_then(|place| place["byte_start"].as_u64()).unwrap_or_default() as usize,
            text: message["message"].as_str().unwrap_or_default().to_owned(),
        }
    };
    errors.map(error).collect()
}

/// The test programs of a package among cargo's messages.
fn test_programs(messages: &str, package: &str) -> Vec<PathBuf> {
    let is_test = |message: &Value| {
        let id = message["package_id"].as_str().unwrap_or_default();
        let folder = package.strip_prefix("menagerie-").unwrap_or(package);
        message["profile"]["test"] == Value::Bool(true)
            && (id.contains(&format!("{package}@")) || id.contains(&format!("/{folder}#")))
    };
    parsed(messages).filter(is_test).filter_map(|message| Some(message["executable"].as_str()?.into())).collect()
}

/// A run of some tests of a built program.
pub(crate) struct Run<'a> {
    pub(crate) scratch: &'a Scratch,
    /// The package's folder in the repository.
    pub(crate) folder: &'a Path,
    pub(crate) program: &'a Path,
    /// The program's arguments: names of tests, and options.
    pub(crate) arguments: &'a [&'a str],
    /// After this time the run is ended.
    pub(crate) limit: Duration,
    /// Whether the first failure ends the run.
    pub(crate) until_failure: bool,
}

/// How a run ended.
pub(crate) struct Finished {
    /// What the program printed.
    pub(crate) printed: String,
    /// Whether all tests passed; `None` if the run was ended.
    pub(crate) passed: Option<bool>,
}

/// A pause of this process of more than this time: it was stopped, and the tests with it. Then the timeouts of tests say
/// nothing.
const STOPPED: Duration = Duration::from_secs(3);

/// Runs tests with these environment variables. The run is repeated if the machine was stopped meanwhile.
pub(crate) fn execute(run: &Run, variables: &[(&str, String)]) -> Result<Finished, String> {
    loop {
        if let Some(finished) = execute_once(run, variables)? {
            return Ok(finished);
        }
    }
}

/// One attempt; `None` if the machine was stopped meanwhile.
fn execute_once(run: &Run, variables: &[(&str, String)]) -> Result<Option<Finished>, String> {
    // Several threads run tests at the same time.
    let printed = home().join(format!("output-{:?}.txt", std::thread::current().id()));
    let file = File::create(&printed).map_err(|error| format!("{}: {error}", printed.display()))?;
    let errors = file.try_clone().map_err(|error| error.to_string())?;
    let folder = run.scratch.folder.join(run.folder);
    let mut command = Command::new(run.program);
    // Two threads, so that each result is printed on a line of its own.
    command.args(run.arguments).args(["--test-threads", "2"]).current_dir(&folder);
    command.env("CARGO_MANIFEST_DIR", &folder).envs(variables.iter().cloned());
    // A function with switches has large frames.
    command.env("RUST_MIN_STACK", (16 * 1024 * 1024).to_string());
    command.stdin(Stdio::null()).stdout(file).stderr(errors);
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", run.program.display()))?;
    let (begin, mut awake) = (Instant::now(), Instant::now());
    loop {
        if awake.elapsed() > STOPPED {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        awake = Instant::now();
        let ended = child.try_wait().map_err(|error| error.to_string())?;
        let has_failed = || run.until_failure && read(&printed).contains(" ... FAILED");
        if ended.is_some() || begin.elapsed() > run.limit || has_failed() {
            // Has no effect on a process that has ended.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(Some(Finished { printed: read(&printed), passed: ended.map(|status| status.success()) }));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn an_error_has_its_place_and_a_warning_is_none() {
        let spans = r#"[{"file_name":"b.rs","byte_start":1,"is_primary":false},{"file_name":"a.rs","byte_start":7,"is_primary":true}]"#;
        let message =
            |level: &str| format!(r#"{{"message":{{"level":"{level}","message":"no such name","spans":{spans}}}}}"#);
        let found = compiler_errors(&[message("warning"), message("error")].join("\n"));
        let expected = CompilerError { file: "a.rs".to_owned(), offset: 7, text: "no such name".to_owned() };
        assert_eq!(found, [expected]);
    }
}
