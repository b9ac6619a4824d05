//! The command line.

use std::path::PathBuf;
use std::time::Duration;

/// What the nodes stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// One node on a file.
    Sqlite,
    /// Several nodes on `PostgreSQL` and NATS, with workers.
    Postgres,
}

impl Base {
    /// As it is written on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// What was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Args {
    /// The program under test.
    pub(crate) program: PathBuf,
    pub(crate) base: Base,
    pub(crate) time: Duration,
    /// From which everything random comes.
    pub(crate) seed: u64,
}

const USAGE: &str = "cargo xtask chaos [--minutes N | --seconds N] [--store sqlite|postgres] [--seed S]";
const USUAL: Duration = Duration::from_mins(5);

impl Args {
    /// Reads the words after the program's name.
    pub(crate) fn read(words: &[String]) -> Result<Self, String> {
        let mut args =
            Self { program: "target/debug/menagerie".into(), base: Base::Sqlite, time: USUAL, seed: fastrand::u64(..) };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("{}: its value is missing; {USAGE}", pair[0])) };
            let number = || value.parse::<u64>().map_err(|_| format!("{name} {value}: this is no number; {USAGE}"));
            match (name.as_str(), value.as_str()) {
                ("--program", path) => args.program = path.into(),
                ("--minutes", _) => args.time = Duration::from_secs(number()?.saturating_mul(60)),
                ("--seconds", _) => args.time = Duration::from_secs(number()?),
                ("--seed", _) => args.seed = number()?,
                ("--store", "sqlite") => args.base = Base::Sqlite,
                ("--store", "postgres") => args.base = Base::Postgres,
                _ => return Err(format!("{name} {value} means nothing here; {USAGE}")),
            }
        }
        Ok(args)
    }
}
