//! The terminal client: play every game alone, at one screen, against the computer, or on a server.
//!
//! The client is pure: `App` takes inputs, returns commands and can be drawn into a buffer, so
//! tests need no terminal. The shell around it holds the terminal, the engine and network threads,
//! files and signals. The client knows no game by name: it draws the scene and the game's facts.

mod action_picker;
mod app;
mod board;
mod clock_text;
mod command;
mod computer;
mod engine;
mod intent;
mod layout;
mod learn;
mod legend;
mod line_console;
mod lobby;
mod local;
mod menu;
mod net;
mod puzzle;
mod remote;
mod saved_seats;
mod shell;
mod signals;
mod state_file;
mod table;
mod table_view;
mod text_wrap;
mod theme;
mod trays;

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use menagerie_game::text::excerpt;
use menagerie_match::{AnyMatch, Millis};
pub use menagerie_match::{TimeControl, TimeControlError};
use menagerie_record::{Record, begin};

use app::{App, Session, secret};
use command::Command;
pub use learn::{Learn, learn};
use local::LocalTable;
pub use local::Player;
use menu::{MatchSetup, SeatSetup};
use net::Call;
pub use puzzle::{SolvePuzzles, solve_puzzles};
use saved_seats::SavedSeatsFile;
use shell::ServerAccess;
pub use theme::Theme;

/// The settings of a run of the client.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The game with its options; `None` opens the menu.
    pub game: Option<String>,
    /// The players of seats, by seat name. Other seats are played by people.
    pub seats: Vec<(String, Player)>,
    /// The server's URL, or the link of a table there.
    pub server: Option<String>,
    /// The name that others see.
    pub name: String,
    /// An API token of an account on the server.
    pub account: Option<String>,
    /// The position to start from, instead of the game's usual start.
    pub position: Option<String>,
    /// The time control.
    pub clock: TimeControl,
    /// Whether a table created on the server is not listed in the lobby.
    pub private: bool,
    /// Whether the game is rated.
    pub rated: bool,
    /// The record file. The match is saved to it after every action, and resumed if it exists.
    pub record: Option<PathBuf>,
    /// The record to view.
    pub replay: Option<PathBuf>,
    /// ASCII characters only.
    pub ascii: bool,
}

/// Why the client could not run.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A usage error: what was wrong, and what would be valid.
    #[error("{0}")]
    Usage(String),
    /// An input or output error of the terminal.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Runs the client until the person leaves.
pub fn play(play: Play) -> Result<(), PlayError> {
    let (server, table) = play.server.as_deref().map(server_and_table).transpose()?.unzip();
    let now = since_1970();
    let replay = play.replay.as_deref().map(replay).transpose()?;
    let local = if server.is_none() && replay.is_none() { local_table(&play, now)? } else { None };
    let setup = match (&server, &play.game) {
        (Some(_), Some(game)) => Some(match_setup(game, &play)?),
        _ => None,
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::Usage("`play` needs a terminal; for programs there is `menagerie engine`".into()));
    }
    let seats_file = SavedSeatsFile::from_environment().filter(|_| server.is_some());
    let session = Session {
        server: server.clone(),
        has_account: play.account.is_some(),
        name: play.name,
        saved_seats: seats_file.as_ref().map(SavedSeatsFile::read).unwrap_or_default(),
        clock: play.clock,
        record: play.record,
        record_holds_a_match: local.is_some(),
    };
    let mut app = App::new(Theme::from_environment(play.ascii), shell::size()?, session, now);
    if let Some(local) = local {
        app.open(local);
    }
    if let Some(replay) = replay {
        app.open_replay(replay);
    }
    let first: Option<Command> = match (table.flatten(), setup) {
        (Some(table), _) => Some(app.join(table)),
        (None, Some(setup)) => {
            let make = play.private || !play.seats.is_empty();
            Some(app.find(setup, make))
        }
        (None, None) => None,
    };
    let account = play.account.is_some().then_some(Command::Net(Call::Account));
    let access = ServerAccess { server: server.as_deref(), account: play.account.as_deref(), seats_file };
    Ok(shell::run(app, access, first.into_iter().chain(account).collect())?)
}

fn since_1970() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

/// The match that the settings describe; `None` if the menu must ask.
fn local_table(play: &Play, now: Millis) -> Result<Option<LocalTable>, PlayError> {
    if let TimeControl::Days { .. } = play.clock {
        return Err(PlayError::Usage("a clock in days needs a server: --server URL".into()));
    }
    if let Some(path) = play.record.as_deref().filter(|path| path.exists()) {
        return resumed(play, path).map(Some);
    }
    let Some(game) = &play.game else { return Ok(None) };
    let begun = begun(game, play.position.as_deref())?;
    let players = local::players(&*begun, &play.seats).map_err(PlayError::Usage)?;
    let mut table = LocalTable::with(game, players, secret(), begun);
    table.start_clocks(play.clock, now);
    if let Some(path) = &play.record {
        table.save_to(path.clone());
    }
    Ok(Some(table))
}

/// A new match.
fn begun(game: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, PlayError> {
    let begun = begin(game, position).map_err(|error| match position {
        Some(text) => PlayError::Usage(format!("--position '{}': {error}", excerpt(text))),
        None => PlayError::Usage(error.to_string()),
    })?;
    if begun.end().is_some() {
        return Err(PlayError::Usage("--position: the game is over in this position".into()));
    }
    Ok(begun)
}

/// The match of a record, for the viewer.
fn replay(path: &Path) -> Result<LocalTable, PlayError> {
    LocalTable::replay(&read(path)?).map_err(|why| PlayError::Usage(at(path, &why)))
}

/// The match of an existing record file, to be resumed.
fn resumed(play: &Play, path: &Path) -> Result<LocalTable, PlayError> {
    let record = read(path)?;
    if let Some(game) = play.game.as_deref().filter(|game| *game != record.game) {
        return Err(PlayError::Usage(at(path, &format!("this is a match of {}, not of {game}", record.game))));
    }
    if let Some(position) = play.position.as_deref().filter(|text| record.start.as_deref() != Some(*text)) {
        let why = format!("this match did not start from --position '{}'; use another file", excerpt(position));
        return Err(PlayError::Usage(at(path, &why)));
    }
    let resumed = LocalTable::resume(&record, &play.seats, secret());
    let mut table = resumed.map_err(|why| PlayError::Usage(at(path, &why)))?;
    table.save_to(path.to_owned());
    Ok(table)
}

/// The setup of a table on a server: one seat is ours, and seats without a named player are open.
fn match_setup(game: &str, play: &Play) -> Result<MatchSetup, PlayError> {
    let players = local::players(&*begun(game, None)?, &play.seats).map_err(PlayError::Usage)?;
    let chosen: menagerie_catalog::Chosen =
        game.parse().map_err(|error| PlayError::Usage(format!("{game}: {error}")))?;
    let info = chosen.game.info();
    let mut ours = play.seats.iter().any(|(_, player)| *player == Player::Human);
    let mut taken_by = |seat| {
        let named = play.seats.iter().any(|(name, _)| info.seat_named(name) == Some(seat));
        match players[seat] {
            Player::Computer(level) => SeatSetup::Computer(level),
            _ if named => SeatSetup::Here,
            _ if !ours => {
                ours = true;
                SeatSetup::Here
            }
            _ => SeatSetup::Open,
        }
    };
    let seats = chosen.start().seats().iter().map(|seat| (seat, taken_by(seat))).collect();
    Ok(MatchSetup { game: game.to_owned(), seats, clock: play.clock, public: !play.private, rated: play.rated })
}

fn at(path: &Path, why: &str) -> String {
    format!("{}: {why}", path.display())
}

fn read(path: &Path) -> Result<Record, PlayError> {
    let read = File::open(path).map_err(Into::into).and_then(Record::read);
    read.map_err(|error| PlayError::Usage(at(path, &error.to_string())))
}

/// Splits a URL into the server's address and, if it is a table's link, the table's id.
fn server_and_table(url: &str) -> Result<(String, Option<String>), PlayError> {
    let wrong = |right: &str| PlayError::Usage(format!("--server '{url}': {right}"));
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if !matches!(scheme, "http" | "https") || host.is_empty() || host.contains(['@', '?', '#', ' ']) {
        return Err(wrong("expected a URL such as http://127.0.0.1:7777 or https://HOST"));
    }
    let base = format!("{scheme}://{host}");
    if path.is_empty() {
        return Ok((base, None));
    }
    let table = Some(url).filter(|_| path.starts_with("t/")).and_then(lobby::table_of);
    table.map(|table| (base, Some(table))).ok_or_else(|| wrong("this is not a table link; a link ends in /t/ID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_name_a_table() {
        let read = |url: &str| server_and_table(url).ok();
        let site = |base: &str, table: Option<&str>| Some((base.to_owned(), table.map(str::to_owned)));
        assert_eq!(read("http://box:7777"), site("http://box:7777", None));
        assert_eq!(read("box:7777/"), site("http://box:7777", None));
        assert_eq!(read("https://box/t/abc"), site("https://box", Some("abc")));
        assert_eq!(read("https://box/t/abc?from=mail"), site("https://box", Some("abc")));
        let wrong = ["ftp://box", "http://", "http://ann@box", "", "http://box/t/", "http://box/x", "http://box/t/a b"];
        for wrong in wrong {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn on_a_server_one_seat_is_ours_and_the_others_are_open() {
        let named = |seats: &[(&str, Player)]| {
            let seats = seats.iter().map(|(name, player)| ((*name).to_owned(), *player)).collect();
            let play = Play { seats, ..Play::default() };
            let setup = match_setup("djambi", &play).expect("a setup");
            setup.seats.into_iter().map(|(_, seat_setup)| seat_setup).collect::<Vec<_>>()
        };
        assert_eq!(named(&[]), [SeatSetup::Here, SeatSetup::Open, SeatSetup::Open, SeatSetup::Open]);
        let mixed = named(&[("red", Player::Computer(2)), ("green", Player::Human)]);
        assert_eq!(mixed, [SeatSetup::Computer(2), SeatSetup::Open, SeatSetup::Open, SeatSetup::Here]);
    }
}
