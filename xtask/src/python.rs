//! `cargo xtask python`: tests written in Python, which run other people's clients and libraries against our program.
//!
//! They run in a virtual environment of their own in cargo's folder, with the pinned packages of
//! `xtask/python/requirements.txt`. A script finds our program through the variable `MENAGERIE`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian::install;
use crate::steps::{programs, root, step, target, works};

/// What is run: a title, and the script's path in the repository.
const SCRIPTS: &[(&str, &str)] = &[
    ("berserk plays on our server", "crates/server/tests/python/berserk_client.py"),
    ("lichess-bot's calls through a game", "crates/server/tests/python/lichess_bot.py"),
];

/// Where a script finds the program that it tests.
const PROGRAM: &str = "MENAGERIE";

/// Runs every script against the program as the tests build it.
pub(crate) fn run() -> Result<(), String> {
    programs(&["menagerie"])?;
    let program = root().join(target()).join("debug/menagerie");
    SCRIPTS.iter().try_for_each(|(title, script)| run_script(title, script, &[(PROGRAM, program.as_os_str())]))
}

/// Runs a script of the repository in the virtual environment, with variables added to ours.
pub(crate) fn run_script(title: &str, script: &str, environment: &[(&str, &OsStr)]) -> Result<(), String> {
    let mut command = Command::new(virtual_environment()?);
    command.arg(script).current_dir(root()).envs(environment.iter().copied());
    step(title, command.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// The interpreter of the virtual environment, which is made anew when the requirements have changed.
fn virtual_environment() -> Result<PathBuf, String> {
    let requirements = root().join("xtask/python/requirements.txt");
    let wanted = read(&requirements)?;
    let folder = root().join(target()).join("python");
    let interpreter = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let installed = folder.join("installed.txt");
    if works(Command::new(&interpreter).arg("--version")) && read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(interpreter);
    }
    install("python3-venv", || works(python().args(["-c", "import ensurepip, venv"])))?;
    step("Python's virtual environment", python().args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = Command::new(&interpreter);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(requirements);
    step("Python's packages", &mut pip)?;
    // Written last: an installation that was cut off is done again.
    std::fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))?;
    Ok(interpreter)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The machine's own interpreter.
fn python() -> Command {
    Command::new(if cfg!(windows) { "python" } else { "python3" })
}
