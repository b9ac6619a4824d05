//! The command line as data: what can be asked, and the words that several verbs share.

use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use menagerie_catalog::Chosen;
use menagerie_game::Viewer;
use menagerie_game::erased::{AnyPosition, viewer_named};
use menagerie_game::text::excerpt;

use crate::failure::Failure;
use crate::{overview, verbs};

#[derive(Parser)]
#[command(name = "menagerie", version)]
#[command(disable_help_subcommand = false, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Call {
    #[command(subcommand)]
    verb: Option<Verb>,

    // Without a verb it serves.
    #[command(flatten)]
    serve: verbs::serve::Serve,
}

#[derive(Subcommand)]
enum Verb {
    Serve(verbs::serve::Serve),
    Worker(verbs::worker::Worker),
    Games(verbs::games::Games),
    Rules(verbs::rules::Rules),
    Actions(verbs::actions::Actions),
    Apply(verbs::apply::Apply),
    Inspect(verbs::inspect::Inspect),
    View(verbs::view::View),
    Explain(verbs::explain::Explain),
    Perft(verbs::perft::Perft),
    Playouts(verbs::playouts::Playouts),
    Show(verbs::show::Show),
    Play(verbs::play::Play),
    Verify(verbs::verify::Verify),
    Convert(verbs::convert::Convert),
    Console(verbs::console::Console),
    Backup(verbs::backup::Backup),
    Engine(verbs::engine::Engine),
    Match(verbs::r#match::Match),
    Completions(verbs::completions::Completions),
}

impl Call {
    /// The command line, with its own words at the beginning and end of its help: those of the options for serving, which
    /// belong to it too, would stand there otherwise.
    pub(crate) fn described() -> clap::Command {
        Self::command()
            .about(overview::SHORT)
            .long_about(overview::LONG)
            .after_help(overview::EXIT_STATUS)
            .after_long_help(overview::EXIT_STATUS)
    }

    /// Reads the words of this process; a wrong call ends it.
    pub(crate) fn read() -> Self {
        let matches = Self::described().get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Does what was asked and writes the answer to `out`.
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.verb {
            None => self.serve.run(out),
            Some(Verb::Serve(verb)) => verb.run(out),
            Some(Verb::Worker(verb)) => verb.run(out),
            Some(Verb::Games(verb)) => verb.run(out),
            Some(Verb::Rules(verb)) => verb.run(out),
            Some(Verb::Actions(verb)) => verb.run(out),
            Some(Verb::Apply(verb)) => verb.run(out),
            Some(Verb::Inspect(verb)) => verb.run(out),
            Some(Verb::View(verb)) => verb.run(out),
            Some(Verb::Explain(verb)) => verb.run(out),
            Some(Verb::Perft(verb)) => verb.run(out),
            Some(Verb::Playouts(verb)) => verb.run(out),
            Some(Verb::Show(verb)) => verb.run(out),
            Some(Verb::Play(verb)) => verb.run(out),
            Some(Verb::Verify(verb)) => verb.run(out),
            Some(Verb::Convert(verb)) => verb.run(out),
            Some(Verb::Console(verb)) => verb.run(out),
            Some(Verb::Backup(verb)) => verb.run(out),
            Some(Verb::Engine(verb)) => verb.run(out),
            Some(Verb::Match(verb)) => verb.run(out),
            Some(Verb::Completions(verb)) => verb.run(out),
        }
    }
}

/// Which position is meant.
#[derive(Args)]
pub(crate) struct Where {
    /// The game; its options follow a colon and choose the start: jungle:classic, djambi:3
    #[arg(value_name = "GAME", value_parser = GameParser)]
    pub(crate) game: Chosen,

    /// A position text, instead of the start; it alone decides, whatever the options say
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

impl Where {
    /// The position that was asked for.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyPosition>, Failure> {
        match &self.position {
            None => Ok(self.game.start()),
            Some(text) => {
                let wrong = |error| {
                    let id = self.game.game.info().id;
                    Failure::Call(format!("--position '{}' is no position of {id}: {error}", excerpt(text)))
                };
                self.game.game.read(text).map_err(wrong)
            }
        }
    }
}

/// The viewer that `--seat NAME` names.
pub(crate) fn viewer(position: &dyn AnyPosition, name: &str) -> Result<Viewer, Failure> {
    viewer_named(position, name).ok_or_else(|| {
        let names = position.seats().iter().map(|seat| position.info().seat_name(seat)).collect::<Vec<_>>().join(", ");
        Failure::Call(format!(
            "--seat '{}': there is no such seat here; there are {names} and spectator",
            excerpt(name)
        ))
    })
}

/// Whose eyes a position is seen with when nobody was named: those of the seat that acts.
pub(crate) fn acting_viewer(position: &dyn AnyPosition) -> Viewer {
    position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat)
}

/// Reads `GAME[:OPTIONS]`; knows the games for help and completions.
#[derive(Clone)]
pub(crate) struct GameParser;

impl TypedValueParser for GameParser {
    type Value = Chosen;

    fn parse_ref(&self, call: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Chosen, clap::Error> {
        let chosen = value.to_string_lossy().parse::<Chosen>();
        chosen
            .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error.to_string()).format(&mut call.clone()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let ids = menagerie_catalog::games().iter().map(|game| PossibleValue::new(game.info().id));
        Some(Box::new(ids))
    }
}
