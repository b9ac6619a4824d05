//! What every delivered program must be able to do.

use std::io::Write;
use std::process::{Command, Stdio};

use super::player;
use super::server::Server;

/// Runs a program with these arguments. Each test has its own way to start it.
pub(super) type Start<'a> = &'a dyn Fn(&[&str]) -> Command;

/// Counts positions, talks to the engine, serves the page and plays a game. `data` is a folder that the program may write.
pub(super) fn check(start: Start<'_>, data: &str) -> Result<Server, String> {
    println!("    {}", output(&mut start(&["--version"]), "")?.trim());
    count(start)?;
    engine(start)?;
    let server = Server::start(&mut start(&["serve", "--listen", "127.0.0.1:0", "--data", data]))?;
    println!("    the page was served {:.2} s after the start", server.start.as_secs_f32());
    println!("    {}", player::play_a_game(&server.address)?);
    Ok(server)
}

/// The perft of every game agrees with the library that this task is linked with.
fn count(start: Start<'_>) -> Result<(), String> {
    for game in menagerie_catalog::games() {
        let expected = game.start(menagerie_game::Options::NONE).perft(2).to_string();
        let found = output(&mut start(&["perft", game.info().id, "2"]), "")?;
        if found.trim() != expected {
            return Err(format!("perft of {}: {} instead of {expected}", game.info().id, found.trim()));
        }
    }
    Ok(())
}

/// The engine protocol: a greeting, and an action for a position.
fn engine(start: Start<'_>) -> Result<(), String> {
    for game in menagerie_catalog::games() {
        let said = output(&mut start(&["engine", game.info().id]), "ugi\nisready\ngo nodes 200\n")?;
        for word in ["ugiok", "readyok", "bestmove "] {
            if !said.lines().any(|line| line.starts_with(word)) {
                return Err(format!("the engine of {} did not say {word}: {said}", game.info().id));
            }
        }
    }
    Ok(())
}

/// The output of a successful run.
pub(super) fn output(command: &mut Command, input: &str) -> Result<String, String> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    // Dropping the handle ends the input.
    child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let (status, said) = (output.status, String::from_utf8_lossy(&output.stderr));
        return Err(format!("{command:?}: {status}: {said}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
