//! Runs commands as named steps, and reports them.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A cargo command in the repository's root. Incremental compilation is off: it doubles the size of the target folder,
/// and a full run compiles each crate once.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    remove_package_variables(&mut command);
    if std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Hides the package xtask from a command that runs cargo. `cargo xtask` runs with variables that describe this package, and
/// the build script of `ring` reads them: if they were passed on, builds by `cargo xtask` and by a user would compile `ring`
/// and the server again in turns.
pub fn remove_package_variables(command: &mut Command) {
    for name in std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).filter(|name| of_package(name)) {
        command.env_remove(name);
    }
}

/// Whether cargo sets this variable to describe the package of a program that it runs.
fn of_package(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_") || variable.starts_with("CARGO_MANIFEST_")
}

/// Builds programs with the features and dev-dependencies of the tests, so that nothing is compiled twice. Including
/// one small test in the build turns the dev-dependencies on.
pub fn build_programs(names: &[&str]) -> Result<(), String> {
    step("programs", &mut programs(names))
}

/// The command of [`build_programs`].
pub fn programs(names: &[&str]) -> Command {
    let mut build = cargo(&["build", "--workspace", "--all-features", "--test", "catalog"]);
    build.args(names.iter().flat_map(|name| ["--bin", name]));
    build
}

/// Runs a step and prints a line before and after it; an error if it fails.
pub fn step(title: &str, command: &mut Command) -> Result<(), String> {
    println!("==> {title}: {}", words(command));
    let begin = Instant::now();
    let status = command.status().map_err(|error| format!("{title}: cannot start: {error}"))?;
    if !status.success() {
        return Err(format!("{title} failed; by itself: {}", words(command)));
    }
    println!("    {title}: passed in {:.0} s", begin.elapsed().as_secs_f32());
    Ok(())
}

/// Runs a step of filtered tests. Cargo reports success if the filter matches no test; here that is an error.
pub fn test_step(title: &str, command: &mut Command) -> Result<(), String> {
    println!("==> {title}: {}", words(command));
    let begin = Instant::now();
    let (said, succeeded) = print_and_keep(command).map_err(|error| format!("{title}: cannot start: {error}"))?;
    if !succeeded {
        return Err(format!("{title} failed; by itself: {}", words(command)));
    }
    match passed(&said) {
        0 => Err(format!("{title}: no test matches, so nothing was done; by itself: {}", words(command))),
        number => {
            println!("    {title}: {number} passed in {:.0} s", begin.elapsed().as_secs_f32());
            Ok(())
        }
    }
}

/// Runs a command, prints its output as it comes, so that a test that hangs is named, and returns it with whether the
/// command succeeded.
fn print_and_keep(command: &mut Command) -> io::Result<(String, bool)> {
    let mut child = command.stderr(Stdio::inherit()).stdout(Stdio::piped()).spawn()?;
    let mut said = String::new();
    for line in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).split(b'\n')) {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        said.push_str(&line);
        said.push('\n');
    }
    Ok((said, child.wait()?.success()))
}

/// The number of passed tests, from the summary lines: `test result: ok. 3 passed; 0 failed; …`.
fn passed(output: &str) -> u32 {
    let results = output.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.filter_map(|rest| rest.split(' ').next()?.parse::<u32>().ok()).sum()
}

/// Whether a command runs successfully.
pub fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The command line as a user would type it.
fn words(command: &Command) -> String {
    let set =
        command.get_envs().filter_map(|(name, value)| Some(format!("{}='{}' ", name.display(), value?.display())));
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().display().to_string();
    let arguments = command.get_args().map(|argument| format!(" {}", argument.display()));
    set.chain([program]).chain(arguments).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This test runs under cargo too, so the variables are set here.
    #[test]
    fn a_cargo_command_does_not_see_the_variables_of_the_package_xtask() {
        assert_eq!(std::env::var("CARGO_PKG_NAME").as_deref(), Ok("xtask"));
        let command = cargo(&["build"]);
        let removed: Vec<_> = command.get_envs().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
        assert!(removed.contains(&"CARGO_PKG_NAME".as_ref()) && removed.contains(&"CARGO_MANIFEST_DIR".as_ref()));
        assert!(!removed.contains(&"CARGO_TARGET_DIR".as_ref()));
    }

    /// Cargo's output when a filter matches nothing, and when it matches one test of the second program.
    #[test]
    fn a_filter_that_matches_no_test_is_told_from_one_that_does() {
        let none = "\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out\n";
        let one = "\nrunning 1 test\n.\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 8 filtered out\n";
        assert_eq!(passed(none), 0);
        assert_eq!(passed(&[none, one, none].concat()), 1);
        let step = test_step("nothing", Command::new("echo").arg(none.trim()));
        assert!(step.is_err_and(|sentence| sentence.contains("no test matches")));
        assert!(test_step("something", Command::new("echo").arg(one.trim())).is_ok());
    }
}
