//! `menagerie games`: the list of games.

use std::io::Write;

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_game::GameInfo;
use menagerie_game::erased::AnyGame;

use crate::args::GameParser;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie games             one line per game: id, name, seats in order of play, options
  menagerie games shogi5      one game's facts and options";

/// List the games, or show one game's facts and options
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Games {
    /// Show only this game, with all its facts
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Option<Chosen>,
}

impl Games {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.game {
            Some(chosen) => facts(chosen.game, out),
            None => menagerie_catalog::games().iter().try_for_each(|game| line(game.info(), out)),
        }
    }
}

fn line(info: &GameInfo, out: &mut impl Write) -> Result<(), CliError> {
    write!(out, "{:<12} {:<28} {:<24}", info.id, info.name(), seats(info))?;
    let options: Vec<_> = info.options.iter().map(|option| option.id).collect();
    match options.as_slice() {
        [] => Ok(writeln!(out, " no options")?),
        options => Ok(writeln!(out, " options: {}", options.join(", "))?),
    }
}

fn facts(game: &dyn AnyGame, out: &mut impl Write) -> Result<(), CliError> {
    let info = game.info();
    writeln!(out, "{} ({})\n{}\n", info.name(), info.id, info.tagline())?;
    writeln!(out, "seats in order of play: {}", seats(info))?;
    writeln!(out, "chance: {}", if info.chance { "yes" } else { "no" })?;
    writeln!(out, "hidden information: {}", if info.hidden { "yes" } else { "no" })?;
    if let Some(tables) = game.endgame_tables() {
        writeln!(out, "endgame tables: {}", tables.describe())?;
    }
    for option in info.options {
        writeln!(out, "{}:{}  {}", info.id, option.id, info.text_of(option))?;
    }
    Ok(())
}

fn seats(info: &GameInfo) -> String {
    info.seats.iter().map(|seat| seat.name).collect::<Vec<_>>().join(", ")
}
