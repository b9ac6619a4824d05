//! Fault injection tests: real server processes are killed, disconnected and given wrong clocks while scripted clients
//! play every game. Afterwards a checker replays every log and compares it with what every client sent and
//! received.
//!
//! `cargo xtask chaos` builds the programs and runs it. `docs/contribute/faults.md` describes the faults and the checks.

mod archive;
mod args;
mod checker;
mod cluster;
mod database_probe;
mod disk;
mod faults;
mod http;
mod members;
mod players;
mod program_logs;
mod report;
mod run_check;
mod tcp_proxy;
mod transcript;

use std::mem;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;
use tokio::sync::watch;
use tokio::task::JoinSet;

use archive::Archive;
use args::Args;
use checker::Kind;
use cluster::Cluster;
use faults::FaultReport;
use members::SharedLog;
use players::{Counts, RunState, plans};
use report::Run;

/// After the last fault, every table must be at rest within this time.
const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let run = match Args::read(&words) {
        Ok(args) => run(&args).await,
        Err(error) => Err(error),
    };
    match run {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("menagerie-chaos: {error}");
            ExitCode::FAILURE
        }
    }
}

/// One run; returns whether it passed.
async fn run(args: &Args) -> Result<bool, String> {
    println!("    {} for {} s, seed {}", args.backend.name(), args.time.as_secs(), args.seed);
    let mut dice = Rng::with_seed(args.seed);
    let mut cluster = Cluster::start(args).await?;
    let (end, ending) = watch::channel(None);
    let archive = Archive::new(&cluster.folder().join("transcripts")).map_err(|error| error.to_string())?;
    let world = Arc::new(RunState {
        nodes: cluster.nodes.iter().map(|node| node.proxy.address()).collect(),
        began: Instant::now(),
        ending,
        counts: Counts::default(),
        archive,
        findings: Mutex::default(),
        troubles: Mutex::default(),
    });
    let member_log = SharedLog::default();
    let mut clients = spawn_clients(&world, &member_log, &mut dice);
    let mut faults = FaultReport::default();
    let until = (world.began + args.time).into();
    let mut recovered = faults::inject(&mut cluster, args, until, &mut dice, &mut faults).await;
    let _ = end.send(Some(Instant::now() + PATIENCE));
    while let Some(ended) = clients.join_next().await {
        if let Err(panicked) = ended {
            world.find(Kind::ClientFailed, None, panicked);
        }
    }
    faults::finish(&mut cluster, &mut faults);
    let took = world.began.elapsed();
    if recovered.is_ok() {
        recovered = cluster.rate_leftovers().await;
    }
    if let Err(error) = &recovered {
        println!("NOT RECOVERED {error}\n{}", cluster.log_tails(30));
    }
    let (check_result, contexts) = run_check::check(&mut cluster, &world, &member_log, &faults).await?;
    let troubles = mem::take(&mut *world.troubles.lock().unwrap_or_else(PoisonError::into_inner));
    let run = Run { args, faults, recovered, took, counts: &world.counts, troubles, check_result, contexts };
    run.print(&cluster.log_tails(30));
    Ok(run.passed())
}

/// Starts the players at their tables and the members.
fn spawn_clients(world: &Arc<RunState>, log: &SharedLog, dice: &mut Rng) -> JoinSet<()> {
    let mut clients = JoinSet::new();
    for plan in plans() {
        clients.spawn(players::play(Arc::clone(world), plan, dice.fork()));
    }
    for pair in 0..members::PAIRS {
        clients.spawn(members::play(Arc::clone(world), Arc::clone(log), pair, dice.fork()));
    }
    clients
}
