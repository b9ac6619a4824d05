//! `menagerie play`: the terminal client.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_terminal::{Play as Wanted, PlayError, Player};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie play
  menagerie play jungle --seat black=computer:3
  menagerie play djambi:3 --record evening.txt
  menagerie play --replay evening.txt
  menagerie play --server http://127.0.0.1:7777

A match with --record is saved after every action and resumed if the file is there.";

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
    #[arg(long, value_name = "URL", conflicts_with_all = ["record", "replay", "seats", "game"])]
    server: Option<String>,

    /// The name that others see on a server
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Save the match here after every action, and resume it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Step through a record
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
        let Self { game, seats, server, name, record, replay, ascii } = self;
        let name = name.or_else(|| std::env::var("USER").ok()).unwrap_or_else(|| "guest".to_owned());
        menagerie_terminal::play(Wanted { game, seats, server, name, record, replay, ascii }).map_err(|error| {
            match error {
                PlayError::Call(words) => Failure::Call(words),
                PlayError::Io(error) => Failure::Io(error),
            }
        })
    }
}

fn seat(text: &str) -> Result<(String, Player), String> {
    let (name, player) = text.split_once('=').ok_or("a seat is NAME=human, NAME=computer or NAME=computer:LEVEL")?;
    Ok((name.to_owned(), player.parse()?))
}
