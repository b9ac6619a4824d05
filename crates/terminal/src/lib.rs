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
mod kept;
mod layout;
mod legend;
mod lobby;
mod local;
mod look;
mod menu;
mod net;
mod remote;
mod shell;
mod sight;
mod table;
mod takeback;
mod trays;
mod words;

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use menagerie_game::text::excerpt;
use menagerie_match::{AnyMatch, Millis};
pub use menagerie_match::{NoControl, TimeControl};
use menagerie_record::{Record, begin};

use app::{App, Guest, secret};
use command::Command;
use kept::Shelf;
use local::LocalTable;
pub use local::Player;
pub use look::Look;
use menu::{Plan, Plans};
use net::Call;
use shell::Place;

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
    /// An API token of an account on the server.
    pub account: Option<String>,
    /// A position text to begin from, instead of the game's usual start.
    pub position: Option<String>,
    /// The clocks.
    pub clock: TimeControl,
    /// Whether a table made on the server stays out of the lobby.
    pub private: bool,
    /// Whether ratings are at stake there.
    pub rated: bool,
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
    let now = since_1970();
    let replay = play.replay.as_deref().map(replay).transpose()?;
    let local = if server.is_none() && replay.is_none() { local_table(&play, now)? } else { None };
    let plans = match (&server, &play.game) {
        (Some(_), Some(game)) => Some(plans(game, &play)?),
        _ => None,
    };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::Call("`play` needs a terminal; for programs there is `menagerie engine`".into()));
    }
    let shelf = Shelf::of_environment().filter(|_| server.is_some());
    let guest = Guest {
        server: server.clone(),
        has_account: play.account.is_some(),
        name: play.name,
        kept: shelf.as_ref().map(Shelf::read).unwrap_or_default(),
        clock: play.clock,
        record: play.record,
        record_holds_a_match: local.is_some(),
    };
    let mut app = App::new(Look::of_environment(play.ascii), shell::size()?, guest, now);
    if let Some(local) = local {
        app.open(local);
    }
    if let Some(replay) = replay {
        app.view(replay);
    }
    let first: Option<Command> = match (table.flatten(), plans) {
        (Some(table), _) => Some(app.join(table)),
        (None, Some(plans)) => {
            let make = play.private || !play.seats.is_empty();
            Some(app.find(plans, make))
        }
        (None, None) => None,
    };
    let account = play.account.is_some().then_some(Command::Net(Call::Account));
    let place = Place { server: server.as_deref(), account: play.account.as_deref(), shelf };
    Ok(shell::run(app, place, first.into_iter().chain(account).collect())?)
}

fn since_1970() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

/// The table that the call describes; none if the menu is to ask.
fn local_table(play: &Play, now: Millis) -> Result<Option<LocalTable>, PlayError> {
    if let TimeControl::Days { .. } = play.clock {
        return Err(PlayError::Call("days to think are for tables of a server: --server URL".into()));
    }
    if let Some(path) = play.record.as_deref().filter(|path| path.exists()) {
        return resumed(play, path).map(Some);
    }
    let Some(game) = &play.game else { return Ok(None) };
    let begun = begun(game, play.position.as_deref())?;
    let players = local::players(&*begun, &play.seats).map_err(PlayError::Call)?;
    let mut table = LocalTable::with(game, players, secret(), begun);
    table.start_clocks(play.clock, now);
    if let Some(path) = &play.record {
        table.save_to(path.clone());
    }
    Ok(Some(table))
}

/// A match that has just begun.
fn begun(game: &str, position: Option<&str>) -> Result<Box<dyn AnyMatch>, PlayError> {
    let begun = begin(game, position).map_err(|error| match position {
        Some(text) => PlayError::Call(format!("--position '{}': {error}", excerpt(text))),
        None => PlayError::Call(error.to_string()),
    })?;
    if begun.end().is_some() {
        return Err(PlayError::Call("--position: the game is over in this position".into()));
    }
    Ok(begun)
}

/// The match of a record, to be looked at.
fn replay(path: &Path) -> Result<LocalTable, PlayError> {
    LocalTable::replay(&read(path)?).map_err(|why| PlayError::Call(at(path, &why)))
}

/// The match of a record that is there already.
fn resumed(play: &Play, path: &Path) -> Result<LocalTable, PlayError> {
    let record = read(path)?;
    if let Some(game) = play.game.as_deref().filter(|game| *game != record.game) {
        return Err(PlayError::Call(at(path, &format!("this is a match of {}, not of {game}", record.game))));
    }
    if let Some(position) = play.position.as_deref().filter(|text| record.start.as_deref() != Some(*text)) {
        let why = format!("this match did not begin from --position '{}'; give another file", excerpt(position));
        return Err(PlayError::Call(at(path, &why)));
    }
    let resumed = LocalTable::resume(&record, &play.seats, secret());
    let mut table = resumed.map_err(|why| PlayError::Call(at(path, &why)))?;
    table.save_to(path.to_owned());
    Ok(table)
}

/// The table to be found or made on a server: seats that nobody is named for are open, but one is ours.
fn plans(game: &str, play: &Play) -> Result<Plans, PlayError> {
    let players = local::players(&*begun(game, None)?, &play.seats).map_err(PlayError::Call)?;
    let chosen: menagerie_catalog::Chosen =
        game.parse().map_err(|error| PlayError::Call(format!("{game}: {error}")))?;
    let info = chosen.game.info();
    let mut ours = play.seats.iter().any(|(_, player)| *player == Player::Human);
    let mut taken_by = |seat| {
        let named = play.seats.iter().any(|(name, _)| info.seat_named(name) == Some(seat));
        match players[seat] {
            Player::Computer(level) => Plan::Computer(level),
            _ if named => Plan::Here,
            _ if !ours => {
                ours = true;
                Plan::Here
            }
            _ => Plan::Open,
        }
    };
    let seats = chosen.start().seats().iter().map(|seat| (seat, taken_by(seat))).collect();
    Ok(Plans { game: game.to_owned(), seats, clock: play.clock, public: !play.private, rated: play.rated })
}

fn at(path: &Path, why: &str) -> String {
    format!("{}: {why}", path.display())
}

fn read(path: &Path) -> Result<Record, PlayError> {
    let read = File::open(path).map_err(Into::into).and_then(Record::read);
    read.map_err(|error| PlayError::Call(at(path, &error.to_string())))
}

/// The server's address, and the table if the address is a table's link.
fn server_and_table(url: &str) -> Result<(String, Option<String>), PlayError> {
    let wrong = |right: &str| PlayError::Call(format!("--server '{url}': {right}"));
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if !matches!(scheme, "http" | "https") || host.is_empty() || host.contains(['@', '?', '#', ' ']) {
        return Err(wrong("an address such as http://127.0.0.1:7777 or https://HOST would be right"));
    }
    let base = format!("{scheme}://{host}");
    if path.is_empty() {
        return Ok((base, None));
    }
    let table = Some(url).filter(|_| path.starts_with("t/")).and_then(lobby::table_of);
    table.map(|table| (base, Some(table))).ok_or_else(|| wrong("this is no link of a table; a link ends in /t/ID"))
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
            let plans = plans("djambi", &play).expect("plans");
            plans.seats.into_iter().map(|(_, plan)| plan).collect::<Vec<_>>()
        };
        assert_eq!(named(&[]), [Plan::Here, Plan::Open, Plan::Open, Plan::Open]);
        let mixed = named(&[("red", Player::Computer(2)), ("green", Player::Human)]);
        assert_eq!(mixed, [Plan::Computer(2), Plan::Open, Plan::Open, Plan::Here]);
    }
}
