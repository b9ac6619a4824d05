//! `menagerie serve`: the server with its page. `menagerie` without a command does the same for a player: it opens the page in
//! a browser, and takes another port if the usual one is in use.

mod announcement;
mod browser;
mod listener;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use menagerie_server::{App, Config, Deps, Proxy, serve};
use menagerie_store::Store;
use tokio::net::TcpListener;

use super::database::{ClusterArgs, Database, database_to_serve, lock_database, locked, open};
use super::tables::TablesArgs;
use crate::error::CliError;
use announcement::Announcement;

const EXAMPLES: &str = "\
Examples:
  menagerie                          run the server on http://127.0.0.1:7777 and open the page
  menagerie --no-open                the same without opening a browser
  menagerie --lan                    let others on your network play; prints the address and its QR code
  menagerie --lan=8080               the same on port 8080
  menagerie serve --listen 0.0.0.0:80 --data /var/lib/menagerie
  menagerie serve --database postgres://menagerie@db.example.org/menagerie --bus nats://bus.example.org

Several nodes share one PostgreSQL database: give its URL to each node. They exchange messages through it or, with --bus,
through NATS.";

/// The usual port.
pub(crate) const PORT: u16 = 7777;

/// Who starts the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Starter {
    /// An operator: exactly the address that was asked for, and no browser.
    Operator,
    /// A player: any free port is good, and the page opens in a browser if `open`.
    Player {
        /// Whether to open the browser.
        open: bool,
    },
}

/// Run the server: the page, the tables and the API for programs
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The address to listen on [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDR", conflicts_with = "lan")]
    listen: Option<SocketAddr>,

    /// Listen on all interfaces, on port 7777 or PORT, and print the address for others and its QR code
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "the parser's form of an option whose value may be left out")]
    lan: Option<Option<u16>>,

    /// Take client addresses from this header of a reverse proxy in front of the server
    #[arg(long, value_name = "HEADER", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "x-forwarded-for")]
    trust_proxy: Option<Header>,

    /// The folder for tables and accounts [default: menagerie in the XDG data folder]
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,

    #[command(flatten)]
    cluster: ClusterArgs,

    /// Where searches of computer players run
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Workers::Here)]
    workers: Workers,

    /// Close matches of guests without a clock after DAYS days without a move, and delete them DAYS days later; `never`
    /// keeps all matches
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = retention)]
    retention: Retention,

    #[command(flatten)]
    tables: TablesArgs,
}

/// How long abandoned tables are kept; `None` means for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Retention(Option<Duration>);

fn retention(text: &str) -> Result<Retention, String> {
    if text == "never" {
        return Ok(Retention(None));
    }
    let days: u64 = text.parse().map_err(|_| "a number of days, or never".to_owned())?;
    let days = Some(days).filter(|days| (1..=36_500).contains(days)).ok_or("from 1 to 36500 days, or never")?;
    Ok(Retention(Some(Duration::from_hours(days * 24))))
}

/// The proxy header with the client address.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Header {
    /// `X-Forwarded-For`, with `X-Forwarded-Proto` and `X-Forwarded-Host`
    XForwardedFor,
    /// `Forwarded`
    Forwarded,
}

impl From<Header> for Proxy {
    fn from(header: Header) -> Self {
        match header {
            Header::XForwardedFor => Self::XForwardedFor,
            Header::Forwarded => Self::Forwarded,
        }
    }
}

/// Where searches of computer players run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Workers {
    /// In this process, and in workers if there are any
    Here,
    /// Only in processes started with `menagerie worker`
    None,
}

impl Serve {
    pub(crate) fn run(self, starter: Starter, out: &mut impl Write) -> Result<(), CliError> {
        menagerie_server::log_to_stderr();
        self.tables.open()?;
        let named = self.cluster.named().filter(|_| self.data.is_none());
        let database = database_to_serve(self.data.as_deref(), named.as_deref())?;
        if self.workers == Workers::None && database.file().is_some() {
            return Err(CliError::Usage("--workers none needs a PostgreSQL database: see --database".to_owned()));
        }
        if let (Starter::Player { open }, Some(address)) = (starter, locked(&database)) {
            return already_running(&address, open, out);
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(&database, starter, out))
    }

    async fn serve(self, database: &Database, starter: Starter, out: &mut impl Write) -> Result<(), CliError> {
        let lock = lock_database(database)?;
        let store: Store = open(database).await?;
        let bus = self.cluster.bus(&store)?;
        let listener = self.listen(starter).await?;
        let announcement = self.announcement(listener.local_addr()?, starter);
        if let Some(lock) = &lock {
            lock.name_address(&announcement.here);
        }
        announcement.write(out)?;
        if starter == (Starter::Player { open: true }) {
            browser::open(&announcement.here);
        }
        let config = Config {
            reach: announcement.reach,
            trust_proxy: self.trust_proxy.map(Proxy::from),
            runs_engine: self.workers == Workers::Here,
            retention: self.retention.0,
            ..Config::from_environment()
        };
        let app = App::new(Deps { config, bus, ..Deps::new(store) });
        serve(listener, Arc::clone(&app), menagerie_server::shutdown_signal()).await?;
        Ok(())
    }

    /// The address to listen on.
    fn address(&self) -> SocketAddr {
        match (self.listen, self.lan) {
            (Some(address), _) => address,
            (None, Some(port)) => (Ipv4Addr::UNSPECIFIED, port.unwrap_or(PORT)).into(),
            (None, None) => (Ipv4Addr::LOCALHOST, PORT).into(),
        }
    }

    /// Whether the port was left to the program.
    fn is_usual_port(&self) -> bool {
        self.listen.is_none() && !matches!(self.lan, Some(Some(_)))
    }

    async fn listen(&self, starter: Starter) -> Result<TcpListener, CliError> {
        match starter {
            Starter::Player { .. } if self.is_usual_port() => listener::listen_nearby(self.address()).await,
            _ => listener::listen(self.address()).await,
        }
    }

    fn announcement(&self, address: SocketAddr, starter: Starter) -> Announcement {
        Announcement {
            here: announcement::here(address),
            reach: announcement::reach(address, self.trust_proxy.is_some()),
            shows_qr_code: self.lan.is_some(),
            is_for_player: starter != Starter::Operator,
            other_port: Some(address.port()).filter(|port| self.is_usual_port() && *port != PORT),
        }
    }
}

/// A player who starts the program twice wants its page, not a second server.
fn already_running(address: &str, open: bool, out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "Menagerie: {address}\nIt is running already.")?;
    out.flush()?;
    if open {
        browser::open(address);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Call {
        #[command(flatten)]
        serve: Serve,
    }

    /// `docs/reference/command-line.md`: the port of `--lan` is optional.
    #[test]
    fn the_network_is_served_on_the_usual_port_or_the_one_that_is_named() {
        let address = |words: &[&str]| {
            let call = Call::try_parse_from([&["menagerie"], words].concat()).ok();
            call.map(|call| call.serve.address().to_string())
        };
        assert_eq!(address(&[]).as_deref(), Some("127.0.0.1:7777"));
        assert_eq!(address(&["--lan"]).as_deref(), Some("0.0.0.0:7777"));
        assert_eq!(address(&["--lan=8080"]).as_deref(), Some("0.0.0.0:8080"));
        for wrong in [&["--lan=", "x"][..], &["--lan=65536"], &["--lan=x"], &["--lan=8080", "--listen", "127.0.0.1:1"]]
        {
            assert_eq!(address(wrong), None, "{wrong:?}");
        }
        let usual = |words: &[&str]| Call::parse_from([&["menagerie"], words].concat()).serve.is_usual_port();
        assert!(usual(&[]) && usual(&["--lan"]) && !usual(&["--lan=7777"]) && !usual(&["--listen", "127.0.0.1:7777"]));
    }

    #[test]
    fn retention_is_a_number_of_days_or_never() {
        assert_eq!(retention("never"), Ok(Retention(None)));
        assert_eq!(retention("2"), Ok(Retention(Some(Duration::from_hours(48)))));
        for wrong in ["0", "-1", "36501", "always", ""] {
            assert!(retention(wrong).is_err(), "{wrong}");
        }
    }
}
