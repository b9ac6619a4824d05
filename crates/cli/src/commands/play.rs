//! `menagerie play`: the terminal client.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_search::Level;
use menagerie_terminal::{Play as PlayOptions, PlayError, Player, TimeControl};

use crate::commands::tables::TablesArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie play
  menagerie play jungle --seat black=computer:3
  menagerie play shogi5 --clock 5+3
  menagerie play djambi:3 --record evening.txt
  menagerie play shogi5 --position \"$(menagerie apply shogi5 a5a2)\"
  menagerie play --replay evening.txt
  menagerie play --server http://127.0.0.1:7777
  menagerie play jungle --server https://menagerie.example --clock 10+5";

const NOTES: &str = "\
With --record the match is saved after every action. If the file exists, the match is resumed. A finished match is
shown and not changed. A record that does not verify is refused.
On a server, GAME joins a table that waits for players, or creates one. Your seats are saved: run the command again
to come back. To play with your account, put an API token into MENAGERIE_TOKEN.";

/// The examples, the levels and notes.
fn after_help() -> String {
    let line = |level: Level| format!("  {}  {:<9}  {}\n", level.number(), level.name(), level.description());
    let levels: String = Level::ALL.into_iter().map(line).collect();
    format!("{EXAMPLES}\n\nLevels:\n{levels}\n{NOTES}")
}

/// The environment variable with the API token of an account on the server.
const TOKEN: &str = "MENAGERIE_TOKEN";

/// Play in this terminal: against the computer, with others here, or on a server
#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Play {
    /// The game, with its options after a colon; without it you choose from a menu
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Who plays a seat: a person at this terminal, or the computer at a level from 1 to 8
    #[arg(long = "seat", value_name = "NAME=human|computer[:LEVEL]", value_parser = seat)]
    seats: Vec<(String, Player)>,

    /// Play on this server: its URL, or the link of a table
    #[arg(long, value_name = "URL", conflicts_with_all = ["record", "replay"])]
    server: Option<String>,

    /// Start from this position instead of the game's usual start
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true, conflicts_with_all = ["server", "replay"])]
    position: Option<String>,

    /// The clock: 5+3 (5 minutes, 3 seconds per turn), 10+3x30 (10 minutes, then 3 periods of 30 seconds), or on a server
    /// 2d (2 days per turn)
    #[arg(long, value_name = "5+3", default_value = "none", hide_default_value = true, conflicts_with = "replay")]
    clock: TimeControl,

    /// Create a table that is not listed in the server's lobby
    #[arg(long, requires_all = ["server", "game"])]
    private: bool,

    /// Play a rated game; this needs an account on the server
    #[arg(long, requires_all = ["server", "game"])]
    rated: bool,

    /// The name that others see on the server
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Save the match to this file after every action, or resume it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// View a record: step through it, autoplay, analyse
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "seats", "game"])]
    replay: Option<PathBuf>,

    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Play {
    pub(crate) fn run(self, _out: &mut impl Write) -> Result<(), CliError> {
        if let Some(game) = &self.game {
            game.parse::<Chosen>().map_err(|error| CliError::Usage(error.to_string()))?;
        }
        self.tables.open()?;
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let account = variable(TOKEN);
        if self.rated && account.is_none() {
            return Err(CliError::Usage(format!("--rated needs an account: put an API token into {TOKEN}")));
        }
        let Self { game, seats, server, position, clock, private, rated, name, record, replay, ascii, tables: _ } =
            self;
        let name = name.or_else(|| variable("USER")).unwrap_or_else(|| "guest".to_owned());
        let options =
            PlayOptions { game, seats, server, name, account, position, clock, private, rated, record, replay, ascii };
        menagerie_terminal::play(options).map_err(|error| match error {
            PlayError::Usage(words) => CliError::Usage(words),
            PlayError::Io(error) => CliError::Io(error),
        })
    }
}

fn seat(text: &str) -> Result<(String, Player), String> {
    let (name, player) = text.split_once('=').ok_or("a seat is NAME=human, NAME=computer or NAME=computer:LEVEL")?;
    Ok((name.to_owned(), player.parse()?))
}
