//! `menagerie play`: the terminal client.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_terminal::{Play as Wanted, PlayError, Player, TimeControl};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie play
  menagerie play jungle --seat black=computer:3
  menagerie play shogi5 --clock 5+3
  menagerie play djambi:3 --record evening.txt
  menagerie play shogi5 --position \"$(menagerie apply shogi5 a5a2)\"
  menagerie play --replay evening.txt
  menagerie play --server http://127.0.0.1:7777
  menagerie play jungle --server https://menagerie.example --clock 10+5

A match with --record is saved after every action and resumed if the file is there. A record that is over is shown and
never changed; one that does not verify is refused.
On a server a GAME finds a table of it that waits, or makes one; your seats are kept, so that you can come back.
With an API token of your account in MENAGERIE_TOKEN you play there under your name.";

/// The variable with the API token of an account on the server.
const TOKEN: &str = "MENAGERIE_TOKEN";

/// Plays in the terminal: alone, together, against the computer, or on a server
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The game, with its options after a colon; left out, a menu asks
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Who plays a seat: a person here, or the computer with a level from 1 to 8
    #[arg(long = "seat", value_name = "NAME=human|computer[:LEVEL]", value_parser = seat)]
    seats: Vec<(String, Player)>,

    /// Play on this server: its address, or the link of a table
    #[arg(long, value_name = "URL", conflicts_with_all = ["record", "replay"])]
    server: Option<String>,

    /// Begin from this position text instead of the game's start
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true, conflicts_with_all = ["server", "replay"])]
    position: Option<String>,

    /// Clocks: 5+3 (minutes and seconds per turn), 10+3x30 (then three periods), or on a server 2d (days per turn)
    #[arg(long, value_name = "5+3", default_value = "none", hide_default_value = true, conflicts_with = "replay")]
    clock: TimeControl,

    /// Make a table that is not in the server's lobby
    #[arg(long, requires_all = ["server", "game"])]
    private: bool,

    /// Play for ratings, with an account on the server
    #[arg(long, requires_all = ["server", "game"])]
    rated: bool,

    /// The name that others see on a server
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Save the match here after every action, and resume it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Look at a record: step, autoplay, analyse
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "seats", "game"])]
    replay: Option<PathBuf>,

    /// Plain characters only
    #[arg(long)]
    ascii: bool,
}

impl Play {
    pub(crate) fn run(self, _out: &mut impl Write) -> Result<(), Failure> {
        if let Some(game) = &self.game {
            game.parse::<Chosen>().map_err(|error| Failure::Call(error.to_string()))?;
        }
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let account = variable(TOKEN);
        if self.rated && account.is_none() {
            return Err(Failure::Call(format!("--rated needs an account: an API token of yours in {TOKEN}")));
        }
        let Self { game, seats, server, position, clock, private, rated, name, record, replay, ascii } = self;
        let name = name.or_else(|| variable("USER")).unwrap_or_else(|| "guest".to_owned());
        let wanted =
            Wanted { game, seats, server, name, account, position, clock, private, rated, record, replay, ascii };
        menagerie_terminal::play(wanted).map_err(|error| match error {
            PlayError::Call(words) => Failure::Call(words),
            PlayError::Io(error) => Failure::Io(error),
        })
    }
}

fn seat(text: &str) -> Result<(String, Player), String> {
    let (name, player) = text.split_once('=').ok_or("a seat is NAME=human, NAME=computer or NAME=computer:LEVEL")?;
    Ok((name.to_owned(), player.parse()?))
}
