//! `menagerie games`: which games there are.

use std::io::Write;

use clap::Args;
use menagerie_catalog::Chosen;
use menagerie_game::GameInfo;

use crate::args::GameParser;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie games             one line per game: id, name, seats in order of play, options
  menagerie games shogi5      one game's facts, with a sentence for each option";

/// Lists the games, or tells the facts of one
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Games {
    /// Only this game, with all its facts
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: Option<Chosen>,
}

impl Games {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.game {
            Some(chosen) => facts(chosen.game.info(), out),
            None => menagerie_catalog::games().iter().try_for_each(|game| line(game.info(), out)),
        }
    }
}

fn line(info: &GameInfo, out: &mut impl Write) -> Result<(), Failure> {
    write!(out, "{:<12} {:<28} {:<24}", info.id, info.name, seats(info))?;
    let options: Vec<_> = info.options.iter().map(|option| option.id).collect();
    match options.as_slice() {
        [] => Ok(writeln!(out, " no options")?),
        options => Ok(writeln!(out, " options: {}", options.join(", "))?),
    }
}

fn facts(info: &GameInfo, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{} ({})\n{}\n", info.name, info.id, info.tagline)?;
    writeln!(out, "seats in order of play: {}", seats(info))?;
    writeln!(out, "chance: {}", if info.chance { "yes" } else { "no" })?;
    writeln!(out, "hidden information: {}", if info.hidden { "yes" } else { "no" })?;
    for option in info.options {
        writeln!(out, "{}:{}  {}", info.id, option.id, option.text)?;
    }
    Ok(())
}

fn seats(info: &GameInfo) -> String {
    info.seats.iter().map(|seat| seat.name).collect::<Vec<_>>().join(", ")
}
