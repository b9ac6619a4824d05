//! What the program is asked for.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

pub(crate) const HELP: &str = "\
load [--tables N] [--seconds S] [--warm-up S] [--rate R] [--times N] [--server URL]...
                             N tables (50), R actions per second at each (flat out without it); at servers that run
                             already, or at one of its own beside a bare relay
load --growth [--tables N]   N tables (50) play while 100, 1,000 and 10,000 others are in memory
load --memory [--tables N]   the bytes that each of N tables (10,000) and each connection takes
";

/// One of the program's jobs.
pub(crate) enum Asked {
    Load(Load),
    Growth(Load),
    Memory {
        tables: usize,
    },
    /// The relay, as a process of its own.
    Relay,
    /// The server, as a process of its own.
    Server {
        database: PathBuf,
        idle: Duration,
    },
}

/// How much is played where.
#[derive(Clone)]
pub(crate) struct Load {
    /// Tables that play at the same time.
    pub(crate) tables: usize,
    /// What is measured.
    pub(crate) time: Duration,
    /// What is played before that.
    pub(crate) warm_up: Duration,
    /// From one action at a table to the next; zero: at once.
    pub(crate) pause: Duration,
    /// How often all of it is measured.
    pub(crate) times: usize,
    /// Servers that run already.
    pub(crate) servers: Vec<String>,
}

impl Load {
    fn usual() -> Self {
        Self {
            tables: 50,
            time: Duration::from_secs(5),
            warm_up: Duration::from_secs(2),
            pause: Duration::ZERO,
            times: 1,
            servers: Vec::new(),
        }
    }

    /// The matches that are prepared for each table: those that are played to their end fast need others to follow.
    pub(crate) fn matches(&self) -> usize {
        const FLAT_OUT: usize = 32;
        if self.pause.is_zero() { FLAT_OUT } else { 1 }
    }
}

impl Asked {
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let words: Vec<String> = words.collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["as-relay"] => Ok(Self::Relay),
            ["as-server", database, idle] => {
                Ok(Self::Server { database: database.into(), idle: Duration::from_secs(number("idle", idle)?) })
            }
            _ => Self::read_options(words.into_iter()),
        }
    }

    fn read_options(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut tables, mut growth, mut memory) = (None, false, false);
        let mut load = Load::usual();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--growth" => growth = true,
                "--memory" => memory = true,
                "--tables" => tables = Some(number(&word, &value()?)?),
                "--seconds" => load.time = Duration::from_secs(number(&word, &value()?)?),
                "--warm-up" => load.warm_up = Duration::from_secs(number(&word, &value()?)?),
                "--rate" => load.pause = pause(&value()?)?,
                "--times" => load.times = number::<usize>(&word, &value()?)?.max(1),
                "--server" => load.servers.push(value()?.trim_end_matches('/').to_owned()),
                _ => return Err(format!("'{word}' is not known here")),
            }
        }
        if memory {
            return Ok(Self::Memory { tables: tables.unwrap_or(10_000) });
        }
        load.tables = tables.unwrap_or(load.tables).max(1);
        Ok(if growth { Self::Growth(load) } else { Self::Load(load) })
    }
}

fn number<N: FromStr>(name: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{name} needs a number, not '{text}'"))
}

/// Between two actions, if there are so many per second.
fn pause(rate: &str) -> Result<Duration, String> {
    let rate: f64 = number("--rate", rate)?;
    Duration::try_from_secs_f64(rate.recip()).map_err(|_| "--rate needs a number above 0".to_owned())
}
