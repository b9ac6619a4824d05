//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::faults::FAULTS;
use crate::faults::Fault::{self, RollingUpgrade};

/// The database and bus of the nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Backend {
    /// One node on `SQLite`.
    Sqlite,
    /// Several nodes and workers on `PostgreSQL` and NATS.
    Postgres,
}

impl Backend {
    /// The value of `--store`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// The parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Args {
    /// The program under test.
    pub(crate) program: PathBuf,
    pub(crate) backend: Backend,
    pub(crate) time: Duration,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// The kinds of faults that may be missing.
    pub(crate) allow_missing: Vec<String>,
    /// The only kinds of faults to inject; empty for all.
    pub(crate) only: Vec<String>,
    /// An older program that runs first. Rolling upgrades alternate between it and the program under test.
    pub(crate) upgrade_from: Option<PathBuf>,
}

const USAGE: &str = "cargo xtask chaos [--minutes N | --seconds N] [--store sqlite|postgres] [--seed S] \
                     [--only KIND,…] [--allow-missing KIND,…] [--upgrade-from PROGRAM]";
const USUAL: Duration = Duration::from_mins(5);

impl Args {
    /// Whether no fault of this run excuses a refusal: graceful upgrades alone.
    pub(crate) fn nothing_may_be_refused(&self) -> bool {
        self.only == [RollingUpgrade.id()]
    }

    /// Whether this kind of fault is wanted.
    pub(crate) fn wants(&self, fault: Fault) -> bool {
        self.only.is_empty() || self.only.iter().any(|id| id == fault.id())
    }

    /// Parses the arguments after the program's name.
    pub(crate) fn read(words: &[String]) -> Result<Self, String> {
        let mut args = Self {
            program: "target/debug/menagerie".into(),
            backend: Backend::Sqlite,
            time: USUAL,
            seed: fastrand::u64(..),
            allow_missing: Vec::new(),
            only: Vec::new(),
            upgrade_from: None,
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("{}: missing value; {USAGE}", pair[0])) };
            let number = || value.parse::<u64>().map_err(|_| format!("{name} {value}: not a number; {USAGE}"));
            match (name.as_str(), value.as_str()) {
                ("--program", path) => args.program = path.into(),
                ("--minutes", _) => args.time = Duration::from_secs(number()?.saturating_mul(60)),
                ("--seconds", _) => args.time = Duration::from_secs(number()?),
                ("--seed", _) => args.seed = number()?,
                ("--allow-missing", kinds) => args.allow_missing.extend(known_kinds(kinds)?),
                ("--only", kinds) => args.only.extend(known_kinds(kinds)?),
                ("--upgrade-from", path) => args.upgrade_from = Some(path.into()),
                ("--store", "sqlite") => args.backend = Backend::Sqlite,
                ("--store", "postgres") => args.backend = Backend::Postgres,
                _ => return Err(format!("unknown option {name} {value}; {USAGE}")),
            }
        }
        Ok(args)
    }
}

/// A list of kinds of faults, separated by commas.
fn known_kinds(list: &str) -> Result<Vec<String>, String> {
    let known = |id: &&str| FAULTS.iter().any(|kind| kind.id == *id);
    match list.split(',').find(|id| !known(id)) {
        None => Ok(list.split(',').map(str::to_owned).collect()),
        Some(unknown) => {
            let ids: Vec<&str> = FAULTS.iter().map(|kind| kind.id).collect();
            Err(format!("there is no kind of fault {unknown}; there are {}", ids.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Args, String> {
        Args::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn kinds_may_be_missing_only_by_their_names() {
        let args = read(&["--allow-missing", "clock-jumps,disk-full", "--allow-missing", "node-killed"]).unwrap();
        assert_eq!(args.allow_missing, ["clock-jumps", "disk-full", "node-killed"]);
        assert!(read(&["--allow-missing", "earthquake"]).unwrap_err().contains("clock-jumps"));
    }

    #[test]
    fn upgrades_alone_excuse_no_refusal() {
        assert!(read(&["--only", "rolling-upgrade"]).unwrap().nothing_may_be_refused());
        assert!(!read(&["--only", "rolling-upgrade,node-killed"]).unwrap().nothing_may_be_refused());
        assert!(!read(&[]).unwrap().nothing_may_be_refused());
    }

    #[test]
    fn an_unknown_option_is_refused_with_the_usage() {
        assert!(read(&["--hurry", "1"]).unwrap_err().contains(USAGE));
        assert_eq!(read(&["--seconds", "20", "--seed", "7"]).map(|args| args.seed), Ok(7));
    }
}
