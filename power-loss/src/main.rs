//! Simulated power loss. strace records every write and every sync of an unmodified server while scripted clients play.
//! Then the disk is rebuilt as a power loss could have left it, at thousands of moments. The store opens each of these
//! images, and everything that the server had acknowledged must be there.
//!
//! `cargo xtask power-loss` builds the programs and runs it. `docs/contribute/durability.md` describes the model and the
//! checks.

mod args;
mod checker;
mod clients;
mod contents;
mod cuts;
mod disk;
mod error;
mod examine;
mod http;
mod promises;
mod recording;
mod report;
mod server;
mod trace;

use std::process::ExitCode;
use std::sync::Arc;

use fastrand::Rng;
use tempfile::TempDir;

use args::Args;
use checker::Truth;
use contents::Wanted;
use cuts::Weakness;
use disk::Operation;
use error::RunError;
use examine::{DATABASE, Evidence, examine};
use promises::{Promise, Promises};
use recording::Recording;
use server::{Server, Stop};

/// The servers that run on the disk one after another: the share of the time in percent, and how each is stopped.
const PHASES: [(u32, Stop); 3] = [(60, Stop::Gracefully), (25, Stop::Kill), (15, Stop::Gracefully)];
/// The cuts with which each weakness must be found.
const CUTS_OF_A_WEAKNESS: usize = 60;

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let passed = match Args::read(&words) {
        Ok(args) => run(&args).await,
        Err(error) => Err(error),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("menagerie-power-loss: {error}");
            ExitCode::FAILURE
        }
    }
}

/// One run; returns whether it passed.
async fn run(args: &Args) -> Result<bool, RunError> {
    println!("    {} cuts, {} s of play, seed {}", args.cuts, args.time.as_secs(), args.seed);
    let mut dice = Rng::with_seed(args.seed);
    let (operations, promises, folder) = record(args, &mut dice).await?;
    let wanted = Wanted::of(&promises);
    let last = contents::read(&folder.path().join("disk").join(DATABASE), &wanted).await?;
    let truth = Truth::new(last)?;
    report::print_recording(&operations, &promises, &truth);
    let evidence = Evidence { promises: &promises, truth: &truth, wanted: &wanted };
    let cuts = cuts::choose(&operations, &promises, args.cuts, &mut dice);
    let examination = examine(&operations, &evidence, &cuts, &mut dice).await?;
    report::print_examination(&examination);
    let mut passed = examination.findings.is_empty();
    for weakness in Weakness::ALL {
        let weakened = weakness.weaken(&operations);
        let cuts = cuts::choose(&weakened, &promises, CUTS_OF_A_WEAKNESS, &mut dice);
        let found = examine(&weakened, &evidence, &cuts, &mut dice).await?.findings;
        report::print_weakness(weakness, cuts.len(), &found);
        passed &= !found.is_empty();
    }
    Ok(passed)
}

/// Runs the servers; returns their operations, the acknowledgements, and the folder with the disk as it is at the end.
async fn record(args: &Args, dice: &mut Rng) -> Result<(Vec<Operation>, Vec<Promise>, TempDir), RunError> {
    let folder = tempfile::Builder::new().prefix("menagerie-power-loss-").tempdir();
    let folder = folder.map_err(RunError::io("a temporary folder"))?;
    // strace shows paths without symbolic links.
    let root = folder.path().canonicalize().map_err(RunError::io("a temporary folder"))?;
    let disk = root.join("disk");
    std::fs::create_dir(&disk).map_err(RunError::io("a temporary folder"))?;
    let program = args.program.canonicalize().map_err(RunError::io(args.program.display().to_string()))?;
    let mut recording = Recording::new(disk.clone());
    let promises = Arc::new(Promises::default());
    for (number, (share, stop)) in PHASES.into_iter().enumerate() {
        let traces = format!("trace-{number}");
        let server = Server::start(&program, &disk.join("data"), &root.join(&traces)).await?;
        clients::play(server.address, &promises, number, args.time * share / 100, dice).await;
        server.stop(stop).await?;
        recording.add(&root, &format!("{traces}."))?;
    }
    Ok((recording.operations, promises.list(), folder))
}
