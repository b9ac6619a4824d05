//! The terminal client: every game in a terminal, alone, together at one screen, against the computer, or over the network.
//!
//! The client itself is pure: `App` takes inputs, gives commands and can be drawn into a buffer; tests need no
//! terminal. A thin shell around it holds the terminal, the threads that think and listen, files and signals. It knows no
//! game by name: all it draws is in the scene and the game's facts.

mod app;
mod board;
mod choose;
mod command;
mod engine;
mod layout;
mod lobby;
mod local;
mod look;
mod menu;
mod net;
mod remote;
mod shell;
mod sight;
mod table;
mod trays;
mod words;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use menagerie_record::Record;

use app::{App, secret};
use local::LocalTable;
pub use local::Player;
pub use look::Look;

/// What is to be played, and where.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The game with its options; the menu asks if there is none.
    pub game: Option<String>,
    /// Who plays the seats, by name; people where nothing is said.
    pub seats: Vec<(String, Player)>,
    /// The server to play on: its address, or the link of a table there.
    pub server: Option<String>,
    /// The name that others see.
    pub name: String,
    /// Where the match is saved after every action, and resumed from if the file is there.
    pub record: Option<PathBuf>,
    /// A record to be stepped through.
    pub replay: Option<PathBuf>,
    /// Plain characters only.
    pub ascii: bool,
}

/// Why the client did not run.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The call was wrong: what, and what would be right.
    #[error("{0}")]
    Call(String),
    /// The terminal failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays until the person leaves.
pub fn play(play: Play) -> Result<(), PlayError> {
    let (server, table) = play.server.as_deref().map(server_and_table).transpose()?.unzip();
    let local = if server.is_none() { local_table(&play)? } else { None };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::Call("`play` needs a terminal; for programs there is `menagerie engine`".into()));
    }
    let mut app = App::new(Look::of_environment(play.ascii), shell::size()?, server.clone(), play.name);
    app.save_to(play.record);
    if let Some(local) = local {
        app.open(local);
    }
    let first = table.flatten().map(|table| app.join(table)).into_iter().collect();
    Ok(shell::run(app, server.as_deref(), first)?)
}

/// The table that the call describes; none if the menu is to ask.
fn local_table(play: &Play) -> Result<Option<LocalTable>, PlayError> {
    if let Some(path) = &play.replay {
        return LocalTable::replay(&read(path)?).map(Some).map_err(|why| PlayError::Call(at(path, &why)));
    }
    if let Some(path) = play.record.as_deref().filter(|path| path.exists()) {
        let record = read(path)?;
        if let Some(game) = play.game.as_deref().filter(|game| *game != record.game) {
            return Err(PlayError::Call(at(path, &format!("this is a match of {}, not of {game}", record.game))));
        }
        let resumed = LocalTable::resume(&record, &play.seats, secret());
        let mut table = resumed.map_err(|why| PlayError::Call(at(path, &why)))?;
        table.save_to(path.to_owned());
        return Ok(Some(table));
    }
    let Some(game) = &play.game else { return Ok(None) };
    let players = local::players(game, &play.seats).map_err(PlayError::Call)?;
    let mut table = LocalTable::new(game, players, secret()).map_err(|error| PlayError::Call(error.to_string()))?;
    if let Some(path) = &play.record {
        table.save_to(path.clone());
    }
    Ok(Some(table))
}

fn at(path: &Path, why: &str) -> String {
    format!("{}: {why}", path.display())
}

fn read(path: &Path) -> Result<Record, PlayError> {
    let text = fs::read_to_string(path).map_err(|error| PlayError::Call(at(path, &error.to_string())))?;
    let record = if text.trim_start().starts_with('{') { Record::from_json(&text) } else { Record::from_text(&text) };
    record.map_err(|error| PlayError::Call(at(path, &error.to_string())))
}

/// The server's address, and the table if the address is a table's link.
fn server_and_table(url: &str) -> Result<(String, Option<String>), PlayError> {
    let wrong =
        || PlayError::Call(format!("--server '{url}': an address such as http://127.0.0.1:7777 would be right"));
    let rest = url.strip_prefix("http://").or_else(|| (!url.contains("://")).then_some(url)).ok_or_else(wrong)?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if host.is_empty() {
        return Err(wrong());
    }
    let table = path.strip_prefix("t/").map(lobby::table_of).filter(|id| !id.is_empty());
    Ok((format!("http://{host}"), table))
}
