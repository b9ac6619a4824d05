//! The `menagerie` command. It only wires the parts: each verb is one file under `verbs`.

mod args;
mod failure;
mod lines;
mod overview;
mod record_file;
mod verbs;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// What one thread takes another gives back, at each event of a table: the system's allocator makes them wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let call = args::Call::read();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = call.run(&mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
