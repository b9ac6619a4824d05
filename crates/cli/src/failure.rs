//! How a call can fail, and what the exit status says about it.

use std::io;
use std::process::ExitCode;

use menagerie_game::TextError;
use menagerie_game::erased::ApplyError;

/// Why a call did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A wrong call: what was wrong with which input, and what would be right. Exit status 2.
    Call(String),
    /// An action that is not legal there, or a record that does not verify. Exit status 1.
    Illegal(String),
    /// Reading or writing failed. Exit status 2, except that nobody listening any more is no failure.
    Io(io::Error),
}

impl Failure {
    /// Tells the user and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Io(error) => (error.to_string(), 2),
            Self::Call(message) => (message, 2),
            Self::Illegal(message) => (message, 1),
        };
        eprintln!("error: {message}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::Call(error.to_string())
    }
}

impl From<ApplyError> for Failure {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Text(error) => error.into(),
            ApplyError::Illegal { .. } => Self::Illegal(error.to_string()),
        }
    }
}
