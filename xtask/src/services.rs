//! `cargo xtask services COMMAND`: a `PostgreSQL` and a NATS server of our own, on free ports of this machine, while something
//! runs that needs them. What it runs finds them through the environment.

mod nats;
mod nobody;
mod postgres;

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

pub use nats::Nats;
pub use nobody::{as_nobody, give_away};
pub use postgres::Postgres;

use crate::steps::step;

/// Where tests look for a `PostgreSQL` server: an address whose database they do not use, but make their own beside it.
const POSTGRES: &str = "MENAGERIE_TEST_POSTGRES";
/// Where tests look for a NATS server.
const NATS: &str = "MENAGERIE_TEST_NATS";

/// Runs a command while both servers run.
pub fn run(words: &[String]) -> Result<(), String> {
    let [program, arguments @ ..] = words else {
        return Err("say what to run: cargo xtask services cargo test -p menagerie-server".to_owned());
    };
    let services = Services::start()?;
    step("with PostgreSQL and NATS", services.tell(Command::new(program).args(arguments)))
}

/// Two servers that live as long as this value.
pub struct Services {
    folder: PathBuf,
    /// Nothing only while the value is dropped: it stops before its folder goes.
    postgres: Option<Postgres>,
    nats: Nats,
}

impl Services {
    /// Installs both if need be, starts them, and waits until they answer.
    pub fn start() -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("menagerie-services-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        give_away(&folder)?;
        let nats = Nats::start()?;
        let postgres = Postgres::start(&folder)?;
        println!("==> {} and {}", postgres.url(), nats.url());
        Ok(Self { folder, postgres: Some(postgres), nats })
    }

    /// The database server.
    pub const fn postgres(&self) -> Option<&Postgres> {
        self.postgres.as_ref()
    }

    /// The bus.
    pub const fn nats(&self) -> &Nats {
        &self.nats
    }

    /// Tells a command where the servers are.
    pub fn tell<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        if let Some(postgres) = &self.postgres {
            command.env(POSTGRES, postgres.url());
        }
        command.env(NATS, self.nats.url())
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        self.postgres = None;
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// A port that nobody uses at this moment.
pub fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| format!("no free port: {error}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}
