//! `cargo xtask python`: tests in Python, which run third-party clients and libraries against our program.
//!
//! They run in a virtual environment in cargo's target folder, with the pinned packages of
//! `xtask/python/requirements.txt`. The variable `MENAGERIE` names our program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{build_programs, root, step, succeeds, target};
use crate::tools::Tool;
use crate::unchecked::{Part, Unchecked};

/// The scripts: a title, and the path in the repository.
const SCRIPTS: &[(&str, &str)] = &[
    ("berserk plays on our server", "crates/server/tests/python/berserk_client.py"),
    ("python-chess analyses with our engine", "crates/engine/tests/python/python_chess.py"),
    ("lichess-bot's calls through a game", "crates/server/tests/python/lichess_bot.py"),
    ("the scripts of the documentation", "crates/server/tests/python/docs_scripts.py"),
];

/// The variable that names the program under test.
const PROGRAM: &str = "MENAGERIE";

const PYTHON: Tool = Tool {
    name: "Python 3.11 or later with venv and pip",
    package: "python3-venv",
    elsewhere: "Elsewhere: https://www.python.org/downloads, then put python3 into a folder of PATH.",
};

/// Runs every script against the program as the tests build it, if Python is there.
pub(crate) fn run(unchecked: &mut Unchecked) -> Result<(), String> {
    if !unchecked.can_check(Part::Python, available()) {
        return Ok(());
    }
    build_programs(&["menagerie"])?;
    let program = root().join(target()).join("debug/menagerie");
    SCRIPTS.iter().try_for_each(|(title, script)| run_script(title, script, &[(PROGRAM, program.as_os_str())]))
}

/// Runs a script in the virtual environment, with additional variables.
pub(crate) fn run_script(title: &str, script: &str, environment: &[(&str, &OsStr)]) -> Result<(), String> {
    let requirements = root().join("xtask/python/requirements.txt");
    let interpreter = virtual_environment(&root().join(target()).join("python"), &requirements)?;
    let mut command = Command::new(interpreter);
    command.arg(script).current_dir(root()).envs(environment.iter().copied());
    step(title, command.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// The interpreter of the virtual environment in a folder, which is rebuilt when the requirements change.
pub(crate) fn virtual_environment(folder: &Path, requirements: &Path) -> Result<PathBuf, String> {
    let wanted = read(requirements)?;
    let interpreter = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let installed = folder.join("installed.txt");
    if succeeds(Command::new(&interpreter).arg("--version")) && read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(interpreter);
    }
    available()?;
    step("Python's virtual environment", python().args(["-m", "venv", "--clear"]).arg(folder))?;
    let mut pip = Command::new(&interpreter);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(requirements);
    step("Python's packages", &mut pip)?;
    // Written last, so that an interrupted installation is repeated.
    std::fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))?;
    Ok(interpreter)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Whether Python is there, or can be installed. The error says what to install.
fn available() -> Result<(), String> {
    let check = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";
    PYTHON.provide(|| succeeds(python().args(["-c", check])))
}

/// The system's interpreter.
fn python() -> Command {
    Command::new(if cfg!(windows) { "python" } else { "python3" })
}
