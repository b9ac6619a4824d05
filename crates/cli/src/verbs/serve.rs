//! `menagerie serve`, and what a call without a verb does: the server with its page.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use menagerie_server::{App, Config, Deps, Proxy, serve};
use menagerie_store::Store;
use tokio::net::TcpListener;

use super::data::{Database, Shared, claim, database_to_serve, open};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie                          serve the page on http://127.0.0.1:7777
  menagerie --lan                    let others on the same network play; prints their address and its QR code
  menagerie --lan=8080               the same on port 8080
  menagerie serve --listen 0.0.0.0:80 --data /var/lib/menagerie
  menagerie serve --database postgres://menagerie@db.example.org/menagerie --bus nats://bus.example.org

One of several nodes needs a PostgreSQL database that all of them use. They talk to each other through it, or, with
--bus, through NATS.";

const PORT: u16 = 7777;
/// The same, as the command line reads it.
const PORT_TEXT: &str = "7777";

/// Serves the page, the tables and the API for programs
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The address to listen on [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDR", conflicts_with = "lan")]
    listen: Option<SocketAddr>,

    /// Listen on all interfaces, on port 7777 or the one named, and print the address for others and its QR code
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = PORT_TEXT)]
    lan: Option<u16>,

    /// Believe this header of a proxy in front about where requests come from, and no other
    #[arg(long, value_name = "HEADER", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "x-forwarded-for")]
    trust_proxy: Option<Header>,

    /// The folder for tables and accounts [default: menagerie in the XDG data folder]
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,

    #[command(flatten)]
    shared: Shared,

    /// Where computer players think
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Workers::Here)]
    workers: Workers,

    /// Close matches of guests without a clock after DAYS days without a move, and delete them after DAYS more; `never`
    /// keeps everything
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = retention)]
    retention: Retention,
}

/// How long abandoned tables are kept; nothing means for ever.
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

/// The header by which a proxy tells where requests come from.
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

/// Where computer players think.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Workers {
    /// In this process, too
    Here,
    /// Only in processes started with `menagerie worker`
    None,
}

impl Serve {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        menagerie_server::log_to_stderr();
        let named = self.shared.named().filter(|_| self.data.is_none());
        let database = database_to_serve(self.data.as_deref(), named.as_deref())?;
        if self.workers == Workers::None && database.file().is_some() {
            return Err(Failure::Call("--workers none needs a PostgreSQL database: see --database".to_owned()));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(&database, out))
    }

    async fn serve(self, database: &Database, out: &mut impl Write) -> Result<(), Failure> {
        let _claimed = claim(database)?;
        let store: Store = open(database).await?;
        let bus = self.shared.bus(&store)?;
        let address = self.address();
        let listener = TcpListener::bind(address).await.map_err(|error| cannot_listen(address, &error))?;
        let address = listener.local_addr()?;
        let reach = reach(address, self.trust_proxy);
        self.announce(address, reach.as_deref(), out)?;
        let config = Config {
            reach,
            trust_proxy: self.trust_proxy.map(Proxy::from),
            thinks: self.workers == Workers::Here,
            retention: self.retention.0,
            ..Config::from_environment()
        };
        let app = App::new(Deps { config, bus, ..Deps::new(store) });
        serve(listener, Arc::clone(&app), menagerie_server::asked_to_stop()).await?;
        Ok(())
    }

    /// The address to listen on.
    fn address(&self) -> SocketAddr {
        match (self.listen, self.lan) {
            (Some(address), _) => address,
            (None, Some(port)) => (Ipv4Addr::UNSPECIFIED, port).into(),
            (None, None) => (Ipv4Addr::LOCALHOST, PORT).into(),
        }
    }

    fn announce(&self, address: SocketAddr, reach: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
        let port = address.port();
        let here = if address.ip().is_unspecified() { format!("127.0.0.1:{port}") } else { address.to_string() };
        writeln!(out, "Menagerie: http://{here}/")?;
        if let Some(reach) = reach {
            writeln!(out, "For others on your network: {reach}\n")?;
            if self.lan.is_some() {
                writeln!(out, "{}", qr_code(reach))?;
            }
        }
        if let Some(note) = page_note(menagerie_page::BUILT) {
            writeln!(out, "{note}")?;
        }
        Ok(out.flush()?)
    }
}

/// What the operator is told about a program that was built without its page.
fn page_note(built: bool) -> Option<String> {
    let needed = menagerie_page::NODE_VERSIONS;
    let note = format!(
        "This program was built without its page: browsers see a note instead of the games.\n\
         To build the page, install Node.js ({needed}) with npm, then build again: cargo build --release"
    );
    (!built).then_some(note)
}

/// The address for others, if the server listens to others and the machine has one. Behind a proxy it is the proxy's, which
/// only the proxy knows, and nobody is to come past it.
fn reach(address: SocketAddr, proxy: Option<Header>) -> Option<String> {
    let ip = match address.ip() {
        _ if proxy.is_some() => return None,
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => outward_ip().ok()?,
        ip => ip,
    };
    Some(format!("http://{}/", SocketAddr::new(ip, address.port())))
}

/// The address that packets to others would leave by. Connecting a UDP socket sends nothing; it only asks the routing
/// table, here about an address that is reserved for documentation.
fn outward_ip() -> io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
    Ok(socket.local_addr()?.ip())
}

fn qr_code(text: &str) -> String {
    use qrcode::render::unicode::Dense1x2;
    // An address is far shorter than what a QR code can hold.
    qrcode::QrCode::new(text).map_or_else(|_| String::new(), |code| code.render::<Dense1x2>().build())
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    Failure::Call(format!("cannot listen on {address}: {error}; another address can be chosen with --listen"))
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

    /// `docs/command-line.md`: `--lan` takes a port, and works without one as before.
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
        assert_eq!(PORT_TEXT, PORT.to_string());
    }

    #[test]
    fn the_operator_hears_how_to_build_a_page_that_is_missing() {
        assert_eq!(page_note(true), None);
        let note = page_note(false).unwrap();
        assert!(note.contains("20.19") && note.contains("cargo build --release"), "{note}");
    }

    #[test]
    fn retention_is_a_number_of_days_or_never() {
        assert_eq!(retention("never"), Ok(Retention(None)));
        assert_eq!(retention("2"), Ok(Retention(Some(Duration::from_hours(48)))));
        for wrong in ["0", "-1", "36501", "always", ""] {
            assert!(retention(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn others_are_sent_neither_to_this_computers_own_name_nor_past_a_proxy() {
        let (here, there) = ("127.0.0.1:7777".parse().unwrap(), "192.0.2.7:7777".parse().unwrap());
        assert_eq!(reach(there, None).as_deref(), Some("http://192.0.2.7:7777/"));
        assert_eq!(reach(here, None), None);
        assert_eq!(reach(there, Some(Header::XForwardedFor)), None);
    }
}
