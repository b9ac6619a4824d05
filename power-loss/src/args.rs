//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::RunError;

/// The parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Args {
    /// The program under test.
    pub(crate) program: PathBuf,
    /// The number of power losses.
    pub(crate) cuts: usize,
    /// How long clients play, in all.
    pub(crate) time: Duration,
    /// The seed of all random choices.
    pub(crate) seed: u64,
}

const USAGE: &str = "cargo xtask power-loss [--cuts N] [--seconds N] [--seed S]";

impl Args {
    /// Parses the arguments after the program's name.
    pub(crate) fn read(words: &[String]) -> Result<Self, RunError> {
        let mut args = Self {
            program: "target/debug/menagerie".into(),
            cuts: 5_000,
            time: Duration::from_mins(1),
            seed: fastrand::u64(..),
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(usage(&pair[0])) };
            let number = || value.parse::<u64>().map_err(|_| usage(&pair.join(" ")));
            match name.as_str() {
                "--program" => args.program = value.into(),
                "--cuts" => args.cuts = number()? as usize,
                "--seconds" => args.time = Duration::from_secs(number()?),
                "--seed" => args.seed = number()?,
                _ => return Err(usage(&pair.join(" "))),
            }
        }
        Ok(args)
    }
}

fn usage(found: &str) -> RunError {
    RunError::Usage(format!("'{found}' is not understood; {USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Args, RunError> {
        Args::read(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read_and_nonsense_is_refused() {
        let args = read("--cuts 300 --seconds 12 --seed 7").unwrap();
        assert_eq!((args.cuts, args.time, args.seed), (300, Duration::from_secs(12), 7));
        for words in ["--cuts", "--cuts many", "--minutes 3"] {
            assert!(read(words).is_err_and(|error| error.to_string().contains(USAGE)), "{words}");
        }
    }
}
