//! The command-line parser (clap): the list of commands, and the arguments that several commands share.

use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use menagerie_catalog::Chosen;
use menagerie_game::Viewer;
use menagerie_game::erased::{AnyPosition, viewer_named};
use menagerie_game::text::excerpt;

use crate::commands::serve::Starter;
use crate::error::CliError;
use crate::{commands, overview};

#[derive(Parser)]
#[command(name = "menagerie", version = env!("PROGRAM_VERSION"))]
#[command(disable_help_subcommand = false, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    // Without a command, `menagerie` runs the server.
    #[command(flatten)]
    serve: commands::serve::Serve,

    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
}

#[derive(Subcommand)]
enum Command {
    Serve(commands::serve::Serve),
    Worker(commands::worker::Worker),
    Games(commands::games::Games),
    Rules(commands::rules::Rules),
    Actions(commands::actions::Actions),
    Apply(commands::apply::Apply),
    Inspect(commands::inspect::Inspect),
    View(commands::view::View),
    Explain(commands::explain::Explain),
    Perft(commands::perft::Perft),
    Playouts(commands::playouts::Playouts),
    Selfplay(commands::selfplay::SelfPlayArgs),
    Net(commands::net::NetArgs),
    Show(commands::show::Show),
    Play(commands::play::Play),
    Learn(commands::learn::Learn),
    Lessons(commands::lessons::Lessons),
    Puzzle(commands::puzzle::PuzzleArgs),
    Puzzles(commands::puzzles::Puzzles),
    Verify(commands::verify::Verify),
    Convert(commands::convert::Convert),
    Console(commands::console::Console),
    Backup(commands::backup::Backup),
    Restore(commands::restore::Restore),
    Doctor(commands::doctor::Doctor),
    Engine(commands::engine::Engine),
    Match(commands::r#match::Match),
    Tables(commands::tables::Tables),
    Completions(commands::completions::Completions),
    Manual(commands::manual::Manual),
}

impl Cli {
    /// The parser with the program's own help texts. Without them clap would show those of `serve`, whose options are also
    /// the program's.
    pub(crate) fn clap_command() -> clap::Command {
        Self::command()
            .about(overview::short())
            .long_about(overview::long())
            .after_help(overview::EXIT_STATUS)
            .after_long_help(overview::EXIT_STATUS)
    }

    /// Parses the arguments of this process. A usage error ends the process.
    pub(crate) fn read() -> Self {
        let matches = Self::clap_command().get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Runs the command and writes its output to `out`.
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            None => self.serve.run(Starter::Player { open: !self.no_open }, out),
            Some(Command::Serve(command)) => command.run(Starter::Operator, out),
            Some(Command::Worker(command)) => command.run(out),
            Some(Command::Games(command)) => command.run(out),
            Some(Command::Rules(command)) => command.run(out),
            Some(Command::Actions(command)) => command.run(out),
            Some(Command::Apply(command)) => command.run(out),
            Some(Command::Inspect(command)) => command.run(out),
            Some(Command::View(command)) => command.run(out),
            Some(Command::Explain(command)) => command.run(out),
            Some(Command::Perft(command)) => command.run(out),
            Some(Command::Playouts(command)) => command.run(out),
            Some(Command::Selfplay(command)) => command.run(out),
            Some(Command::Net(command)) => command.run(out),
            Some(Command::Show(command)) => command.run(out),
            Some(Command::Play(command)) => command.run(out),
            Some(Command::Learn(command)) => command.run(out),
            Some(Command::Lessons(command)) => command.run(out),
            Some(Command::Puzzle(command)) => command.run(out),
            Some(Command::Puzzles(command)) => command.run(out),
            Some(Command::Verify(command)) => command.run(out),
            Some(Command::Convert(command)) => command.run(out),
            Some(Command::Console(command)) => command.run(out),
            Some(Command::Backup(command)) => command.run(out),
            Some(Command::Restore(command)) => command.run(out),
            Some(Command::Doctor(command)) => command.run(out),
            Some(Command::Engine(command)) => command.run(out),
            Some(Command::Match(command)) => command.run(out),
            Some(Command::Tables(command)) => command.run(out),
            Some(Command::Completions(command)) => command.run(out),
            Some(Command::Manual(command)) => command.run(out),
        }
    }
}

/// The arguments that choose a position.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The game, with its options after a colon: jungle:classic, djambi:3
    #[arg(value_name = "GAME", value_parser = GameParser)]
    pub(crate) game: Chosen,

    /// Use this position instead of the start; the game's options then have no effect
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

impl PositionArgs {
    /// The position that the arguments choose.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyPosition>, CliError> {
        match &self.position {
            None => Ok(self.game.start()),
            Some(text) => {
                let wrong = |error| {
                    let id = self.game.game.info().id;
                    CliError::Usage(format!("--position '{}' is not a position of {id}: {error}", excerpt(text)))
                };
                self.game.game.read(text).map_err(wrong)
            }
        }
    }
}

/// The viewer that `--seat NAME` names.
pub(crate) fn viewer(position: &dyn AnyPosition, name: &str) -> Result<Viewer, CliError> {
    viewer_named(position, name).ok_or_else(|| {
        let names = position.seats().iter().map(|seat| position.info().seat_name(seat)).collect::<Vec<_>>().join(", ");
        CliError::Usage(format!(
            "--seat '{}': there is no such seat here; there are {names} and spectator",
            excerpt(name)
        ))
    })
}

/// The default viewer: the seat that acts.
pub(crate) fn acting_viewer(position: &dyn AnyPosition) -> Viewer {
    position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat)
}

/// Parses `GAME[:OPTIONS]`. It also lists the games for help and completions.
#[derive(Clone)]
pub(crate) struct GameParser;

impl TypedValueParser for GameParser {
    type Value = Chosen;

    fn parse_ref(&self, cli: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Chosen, clap::Error> {
        let chosen = value.to_string_lossy().parse::<Chosen>();
        chosen.map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error.to_string()).format(&mut cli.clone()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let ids = menagerie_catalog::games().iter().map(|game| PossibleValue::new(game.info().id));
        Some(Box::new(ids))
    }
}
