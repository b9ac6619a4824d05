//! The `menagerie` program. Each command is one file under `commands`.

mod args;
mod commands;
mod environment;
mod error;
mod interrupt;
mod line_reader;
mod overview;
mod processor;
mod record_file;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Table tasks allocate on one thread and free on another. The system allocator makes these threads contend; `mimalloc` does not.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Some(problem) = processor::problem() {
        // Not `eprintln`, which formats.
        let _ = io::stderr().write_all(problem.as_bytes());
        std::process::exit(2);
    }
    let cli = args::Cli::read();
    environment::warn_about_unknown();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = cli.run(&mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
