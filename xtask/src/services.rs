//! `cargo xtask services COMMAND`: runs a command with a temporary `PostgreSQL` and NATS server on free ports.
//! Environment variables name them.

mod nats;
mod postgres;
mod unprivileged;

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

pub use nats::Nats;
pub use postgres::Postgres;
pub use unprivileged::{as_nobody, chown_to_nobody, is_root};

use crate::command::step;

/// The variable with the URL of a `PostgreSQL` server. Tests create their own databases there.
const POSTGRES: &str = "MENAGERIE_TEST_POSTGRES";
/// The variable with the URL of a NATS server.
const NATS: &str = "MENAGERIE_TEST_NATS";

/// Runs a command with both servers.
pub fn run(words: &[String]) -> Result<(), String> {
    let [program, arguments @ ..] = words else {
        return Err("missing command; for example: cargo xtask services cargo test -p menagerie-server".to_owned());
    };
    let services = Services::start()?;
    step("with PostgreSQL and NATS", services.set_environment(Command::new(program).args(arguments)))
}

/// Both servers; dropping the value stops them.
pub struct Services {
    folder: PathBuf,
    /// `None` only during drop: the server stops before its folder is removed.
    postgres: Option<Postgres>,
    nats: Nats,
}

impl Services {
    /// Whether both are there, or can be installed. The error says what to install.
    pub fn available() -> Result<(), String> {
        Nats::available().and_then(|()| Postgres::available())
    }

    /// Installs both if necessary, starts them, and waits until they answer.
    pub fn start() -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("menagerie-services-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        chown_to_nobody(&folder)?;
        let nats = Nats::start()?;
        let postgres = Postgres::start(&folder)?;
        println!("==> {} and {}", postgres.url(), nats.url());
        Ok(Self { folder, postgres: Some(postgres), nats })
    }

    /// The `PostgreSQL` server.
    pub const fn postgres(&self) -> Option<&Postgres> {
        self.postgres.as_ref()
    }

    /// The NATS server.
    pub const fn nats(&self) -> &Nats {
        &self.nats
    }

    /// Sets the variables with the servers' URLs for a command.
    pub fn set_environment<'a>(&self, command: &'a mut Command) -> &'a mut Command {
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

/// A free port at this moment.
pub fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| format!("no free port: {error}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}
