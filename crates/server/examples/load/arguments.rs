//! The command line of the load generator.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::cluster_node::Services;
use crate::cpu_time::Part;
use crate::relay::Relay;
use crate::{growth, memory};

pub(crate) const HELP: &str = "\
load [--tables N] [--seconds S] [--warm-up S] [--rate R | --think-time MS] [--times N] [--half] [--profile]
     [--server URL]...       N tables (default 50) with R actions per second each (default: no pause), on running
                             servers, or on a server of its own and a bare relay for comparison; --think-time is the
                             time that a client takes for an action; --half adds half the rate that was reached,
                             --profile shows where the time goes
     [--together] [--name NAME] [--processes NAME=PID,...]...
                             both clients of a table at the same server; the name of the figures; without the relay,
                             but with the processor time of these processes
load --growth [--part PART]... [--tables N]
                             N tables (default 50) in play while something grows. Parts: tables (idle ones in memory),
                             connections (idle ones), spectators (of one table), nodes
load --memory [--tables N]   memory per table and per connection, measured with N tables (default 10,000)
";

/// The mode to run.
pub(crate) enum Mode {
    Load(Load),
    Growth(Growth),
    Memory {
        tables: usize,
    },
    /// A relay, in a child process.
    Relay(Relay),
    /// A node with `PostgreSQL` and NATS, in a child process.
    Node {
        database: String,
        nats: String,
    },
    /// The server, in a child process.
    Server {
        database: PathBuf,
        idle: Duration,
    },
}

/// What grows.
pub(crate) struct Growth {
    pub(crate) load: Load,
    pub(crate) parts: Vec<GrowthPart>,
    /// For the part `nodes`.
    pub(crate) services: Option<Services>,
}

/// A part of the growth measurement.
#[derive(Clone, Copy)]
pub(crate) enum GrowthPart {
    Tables,
    Connections,
    Spectators,
    Nodes,
}

impl GrowthPart {
    const ALL: [(Self, &str); 4] = [
        (Self::Tables, "tables"),
        (Self::Connections, "connections"),
        (Self::Spectators, "spectators"),
        (Self::Nodes, "nodes"),
    ];

    fn read(text: &str) -> Result<Self, String> {
        let part = Self::ALL.into_iter().find(|(_, name)| *name == text);
        part.map(|(part, _)| part)
            .ok_or_else(|| format!("--part {text}: the parts are {}", Self::ALL.map(|(_, name)| name).join(", ")))
    }
}

/// The load to generate.
#[derive(Clone)]
pub(crate) struct Load {
    /// Tables in play at once.
    pub(crate) tables: usize,
    /// The measured time.
    pub(crate) time: Duration,
    /// The warm-up before it.
    pub(crate) warm_up: Duration,
    /// The pause between two actions at a table; zero means none.
    pub(crate) pause: Duration,
    /// How long a client thinks before each action.
    pub(crate) think_time: Duration,
    /// The number of repetitions.
    pub(crate) times: usize,
    /// URLs of running servers.
    pub(crate) servers: Vec<String>,
    /// The name of the figures.
    pub(crate) name: String,
    /// Whether both clients of a table use the same server.
    pub(crate) together: bool,
    /// Whether to measure half the rate too.
    pub(crate) half: bool,
    /// Whether to show where the time goes.
    pub(crate) profile: bool,
    /// The processes of the running servers and what they use.
    pub(crate) parts: Vec<Part>,
}

impl Load {
    fn usual() -> Self {
        Self {
            tables: 50,
            time: Duration::from_secs(5),
            warm_up: Duration::from_secs(2),
            pause: Duration::ZERO,
            think_time: Duration::ZERO,
            times: 1,
            servers: Vec::new(),
            name: "menagerie".to_owned(),
            together: false,
            half: false,
            profile: false,
            parts: Vec::new(),
        }
    }

    /// The same with this many actions per second at all tables together.
    pub(crate) fn at_rate(&self, rate: f64) -> Self {
        Self { pause: Duration::from_secs_f64(self.tables as f64 / rate.max(1.0)), profile: false, ..self.clone() }
    }

    /// The number of matches prepared per table. Without pauses matches end fast, and the next ones must be ready.
    pub(crate) fn matches(&self) -> usize {
        const FLAT_OUT: usize = 48;
        const SLOW: u128 = 100;
        let pace = self.pause.as_millis() >= SLOW;
        if pace { 1 } else { FLAT_OUT }
    }

    /// The connections of all prepared matches.
    pub(crate) fn connections(&self) -> usize {
        2 * self.tables * self.matches()
    }
}

impl Mode {
    /// The most connections that this program has open at the same time. A server of its own has as many.
    pub(crate) fn connections(&self) -> usize {
        match self {
            Self::Load(load) => load.connections(),
            Self::Growth(growth) => {
                let parts = growth.parts.iter().map(|part| growth::connections(*part, &growth.load));
                parts.max().unwrap_or(0)
            }
            Self::Memory { tables } => memory::connections(*tables),
            // The parent process has checked.
            Self::Relay(_) | Self::Node { .. } | Self::Server { .. } => 0,
        }
    }

    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let words: Vec<String> = words.collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["as-relay"] => Ok(Self::Relay(Relay::Bare)),
            ["as-relay", "full-size"] => Ok(Self::Relay(Relay::FullSize)),
            ["as-node", database, nats] => Ok(Self::Node { database: database.to_owned(), nats: nats.to_owned() }),
            ["as-server", database, idle] => {
                Ok(Self::Server { database: database.into(), idle: Duration::from_secs(number("idle", idle)?) })
            }
            _ => Self::read_options(words.into_iter()),
        }
    }

    fn read_options(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut tables, mut growth, mut memory) = (None, false, false);
        let mut load = Load::usual();
        let (mut parts, mut services) = (Vec::new(), None);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--growth" => growth = true,
                "--part" => parts.push(GrowthPart::read(&value()?)?),
                "--services" => services = Some(shared_services(&value()?)?),
                "--memory" => memory = true,
                "--tables" => tables = Some(number(&word, &value()?)?),
                "--seconds" => load.time = Duration::from_secs(number(&word, &value()?)?),
                "--warm-up" => load.warm_up = Duration::from_secs(number(&word, &value()?)?),
                "--rate" => load.pause = pause(&value()?)?,
                "--think-time" => load.think_time = Duration::from_millis(number(&word, &value()?)?),
                "--times" => load.times = number::<usize>(&word, &value()?)?.max(1),
                "--name" => load.name = value()?,
                "--together" => load.together = true,
                "--half" => load.half = true,
                "--profile" => load.profile = true,
                "--processes" => load.parts.push(processes(&value()?)?),
                "--server" => load.servers.push(value()?.trim_end_matches('/').to_owned()),
                _ => return Err(format!("unknown option '{word}'")),
            }
        }
        if memory {
            return Ok(Self::Memory { tables: tables.unwrap_or(10_000) });
        }
        load.tables = tables.unwrap_or(load.tables).max(1);
        if parts.is_empty() {
            parts = GrowthPart::ALL.map(|(part, _)| part).to_vec();
        }
        Ok(if growth { Self::Growth(Growth { load, parts, services }) } else { Self::Load(load) })
    }
}

/// `POSTGRES-URL,NATS-URL,PID,PID`: the services, and the processes whose CPU time counts.
fn shared_services(text: &str) -> Result<Services, String> {
    let wrong = || format!("--services needs URL,URL,PID,PID, not '{text}'");
    let [postgres, nats, processes @ ..] = &text.split(',').collect::<Vec<_>>()[..] else { return Err(wrong()) };
    let processes = processes.iter().map(|id| id.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    Ok(Services { postgres: (*postgres).to_owned(), nats: (*nats).to_owned(), processes })
}

fn processes(text: &str) -> Result<Part, String> {
    Part::read(text).ok_or_else(|| format!("--processes needs NAME=PID,PID, not '{text}'"))
}

fn number<N: FromStr>(name: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{name} needs a number, not '{text}'"))
}

/// The pause between two actions at this rate per second.
fn pause(rate: &str) -> Result<Duration, String> {
    let rate: f64 = number("--rate", rate)?;
    Duration::try_from_secs_f64(rate.recip()).map_err(|_| "--rate needs a number above 0".to_owned())
}
