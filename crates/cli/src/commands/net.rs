//! `menagerie net`: the learned evaluations, embedded or in files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use menagerie_catalog::{Visitor, games, visit};
use menagerie_game::Rules;
use menagerie_game::net::{Features, Layout, Net, SHARE_ONE, game_of};
use menagerie_game::text::{excerpt, printable};

use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie net                    the nets that are part of the program
  menagerie net shogi5.net         a net in a file: is it whole, and does it fit this version?

training/README.md says how a net is made. menagerie match and menagerie engine can play with a file.";

/// Show the learned evaluations: size, hash, data and rounds
#[derive(Args)]
#[command(name = "net", after_help = EXAMPLES)]
pub(crate) struct NetArgs {
    /// Files of nets; without one, the nets that are part of the program
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Also show the scores of these features, joined by commas. In a game with two seats give the option twice: for the
    /// seat on turn, then for the other. With more than two seats give it once: for the seat on turn
    #[arg(long, value_name = "N,N,…", requires = "files")]
    features: Vec<String>,

    /// The bucket that judges the features
    #[arg(long, value_name = "N", default_value_t = 0)]
    bucket: usize,
}

impl NetArgs {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.files.is_empty() {
            for game in games() {
                if let Some(net) = visit(game.info().id, Embedded).flatten() {
                    show(&net, out)?;
                }
            }
        }
        for file in &self.files {
            let net = read(file)?;
            show(&net, out)?;
            if !self.features.is_empty() {
                let scores: Vec<_> = self.scores(&net)?.iter().map(ToString::to_string).collect();
                writeln!(out, "  score {}", scores.join(" "))?;
            }
        }
        Ok(())
    }

    /// The scores of the features, without the classical share: one, or one for each seat.
    fn scores(&self, net: &Net) -> Result<Vec<i32>, CliError> {
        let lists = self.features.iter().map(|text| read_features(text)).collect::<Result<Vec<_>, _>>()?;
        match (net.header().inputs.layout, &lists[..]) {
            (Layout::Pair, [on_turn, other]) => Ok(vec![net.pair_score(on_turn, other, self.bucket)]),
            (Layout::AllSeats, [on_turn]) => Ok(net.seat_scores(on_turn, self.bucket).to_vec()),
            (layout, _) => {
                let expected = layout.perspectives();
                Err(CliError::Usage(format!("this net needs --features {expected} times, not {} times", lists.len())))
            }
        }
    }
}

fn read_features(text: &str) -> Result<Features, CliError> {
    let mut features = Features::new();
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let number: u16 = word
            .parse()
            .map_err(|_| CliError::Usage(format!("--features: '{}' should be a whole number", excerpt(word))))?;
        features.push(usize::from(number));
    }
    Ok(features)
}

/// The embedded net of a game.
struct Embedded;

impl Visitor for Embedded {
    type Out = Option<Arc<Net>>;

    fn visit<R: Rules>(self) -> Self::Out {
        R::net()
    }
}

/// Reads a net with the inputs of the game that it names.
fn read(file: &Path) -> Result<Net, CliError> {
    struct Read<'b>(&'b [u8]);
    impl Visitor for Read<'_> {
        type Out = Option<Result<Net, String>>;

        fn visit<R: Rules>(self) -> Self::Out {
            Some(Net::read(self.0, &R::NET_INPUTS?).map_err(|error| error.to_string()))
        }
    }
    let wrong = |what: &str| CliError::Usage(format!("{}: {what}", file.display()));
    let bytes = fs::read(file).map_err(|error| wrong(&error.to_string()))?;
    let game = game_of(&bytes).map_err(|error| wrong(&error.to_string()))?;
    let net = visit(&game, Read(&bytes)).flatten();
    net.ok_or_else(|| wrong(&format!("there is no learned evaluation for '{game}'")))?.map_err(|error| wrong(&error))
}

/// Longer notes are cut off. Those of the embedded nets have at most 1,000 characters.
const LONGEST_NOTE: usize = 100_000;

fn show(net: &Net, out: &mut impl Write) -> Result<(), CliError> {
    let header = net.header();
    let inputs = &header.inputs;
    writeln!(out, "{}", inputs.game)?;
    writeln!(out, "  hash {:016x}, {} bytes", net.checksum(), net.to_bytes().len())?;
    let (buckets, scores) = (inputs.buckets, inputs.layout.scores());
    let each = if scores == 1 { "1 score each".to_owned() } else { format!("{scores} scores each") };
    writeln!(out, "  {} features, {} neurons, {buckets} buckets, {each}", inputs.features, header.width)?;
    let share = f64::from(header.classical_share) / f64::from(SHARE_ONE);
    writeln!(out, "  classical share {share:.2}, scale {}", header.scale)?;
    writeln!(out, "  {}", printable(&header.note, LONGEST_NOTE))?;
    Ok(())
}
