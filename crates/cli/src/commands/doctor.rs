//! `menagerie doctor`: checks everything that a server needs, and says what to fix. It changes nothing.

mod checks;
mod port;

use std::fmt;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

use super::database::{database, locked};
use super::serve::PORT;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie doctor
  menagerie doctor --data /var/lib/menagerie --listen 0.0.0.0:80

Lines that begin with `fix` say what to do. The exit status is 1 if there are any.";

/// Check the data folder, the database, the port, the clock and the page, and say what to fix
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Doctor {
    /// The address that the server should listen on [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,

    /// The folder for tables and accounts [default: menagerie in the XDG data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The database file, with or without the prefix sqlite: [default: menagerie.db in the data folder]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

/// The result of a check.
#[derive(PartialEq, Eq, Debug)]
enum Finding {
    /// Nothing to do. Holds what was found.
    Well(String),
    /// A problem. Holds what is wrong and what to do.
    Fix(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Well(what) | Self::Fix(what) => f.write_str(what),
        }
    }
}

impl Doctor {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let database = database(self.data.as_deref(), self.database.as_deref())?;
        let Some(file) = database.file() else {
            return Err(CliError::Usage("doctor looks at SQLite files only; for PostgreSQL ask its server".to_owned()));
        };
        let server = locked(&database);
        let address = self.listen.unwrap_or_else(|| (Ipv4Addr::LOCALHOST, PORT).into());
        let (state, last_event) = checks::database(file, server.as_deref());
        let findings = [
            ("program", Finding::Well(format!("menagerie {}", env!("PROGRAM_VERSION")))),
            ("page", checks::page(menagerie_page::BUILT)),
            ("folder", checks::folder(file)),
            ("database", state),
            ("port", port::check(address, server.as_deref())),
            ("clock", checks::clock(checks::now(), last_event)),
        ];
        for (subject, finding) in &findings {
            let mark = if matches!(finding, Finding::Fix(_)) { "fix" } else { "ok" };
            writeln!(out, "{mark:<4}{subject:<9} {finding}")?;
        }
        out.flush()?;
        match findings.iter().filter(|(_, finding)| matches!(finding, Finding::Fix(_))).count() {
            0 => Ok(()),
            1 => Err(CliError::Illegal("1 problem to fix".to_owned())),
            problems => Err(CliError::Illegal(format!("{problems} problems to fix"))),
        }
    }
}
