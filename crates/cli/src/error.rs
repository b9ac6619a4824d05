//! Errors of the program, with their messages and exit statuses.

use std::io::{self, Write};
use std::process::ExitCode;

use menagerie_game::TextError;
use menagerie_game::erased::ApplyError;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum CliError {
    /// A usage error: which input was wrong, and what would be valid. Exit status 2.
    Usage(String),
    /// An illegal action, or a record that does not verify. Exit status 1.
    Illegal(String),
    /// An input or output error. Exit status 2, except for a closed pipe, which is not an error.
    Io(io::Error),
}

impl CliError {
    /// Writes the message to standard error and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Io(error) => (error.to_string(), 2),
            Self::Usage(message) => (message, 2),
            Self::Illegal(message) => (message, 1),
        };
        // Standard error may be closed. The exit status is the same.
        let _ = writeln!(io::stderr(), "error: {message}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TextError> for CliError {
    fn from(error: TextError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<ApplyError> for CliError {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Text(error) => error.into(),
            ApplyError::Illegal { .. } => Self::Illegal(error.to_string()),
        }
    }
}
