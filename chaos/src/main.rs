//! Fault tests: the real programs are killed, cut off and lied to while scripted clients play all five games. Afterwards a
//! checker plays every log again and holds it against what every client sent and heard.
//!
//! `cargo xtask chaos` builds what it needs and runs it. `docs/faults.md` says what happens and what is checked.

mod args;
mod checker;
mod disk;
mod faults;
mod http;
mod nodes;
mod players;
mod report;
mod transcript;
mod wire;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures_util::future::join_all;
use tokio::sync::watch;

use args::Args;
use nodes::Cluster;
use players::{Counts, PLANS, World};
use report::Run;

/// When all is well again, every answer comes within this time.
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

/// One run. Whether nothing was wrong.
async fn run(args: &Args) -> Result<bool, String> {
    println!("    {} for {} s, seed {}", args.base.name(), args.time.as_secs(), args.seed);
    let mut dice = Rng::with_seed(args.seed);
    let mut cluster = Cluster::start(args).await?;
    let began = Instant::now();
    let (end, ending) = watch::channel(None);
    let nodes = cluster.nodes.iter().map(|node| node.wire.address()).collect();
    let world = Arc::new(World { nodes, began, ending, counts: Counts::default() });
    let tables = PLANS.iter().map(|plan| tokio::spawn(players::play(Arc::clone(&world), plan, dice.fork())));
    let tables: Vec<_> = tables.collect();
    let faults = faults::happen(&mut cluster, args.base, (began + args.time).into(), &mut dice).await;
    let _ = end.send(Some(Instant::now() + PATIENCE));
    let transcripts = join_all(tables).await.into_iter().flat_map(Result::unwrap_or_default).collect::<Vec<_>>();
    let took = began.elapsed();
    let wrong = |error: menagerie_store::StoreError| format!("the store cannot be read: {error}");
    let store = cluster.store().await.map_err(wrong)?;
    let ids: BTreeSet<&str> = transcripts.iter().map(|transcript| transcript.table.as_str()).collect();
    let tables = checker::read(&store, &ids).await.map_err(wrong)?;
    store.close().await;
    let judgement = checker::check(&tables, &transcripts);
    let run = Run { args, faults, took, counts: &world.counts, tables: &tables, transcripts: &transcripts, judgement };
    run.tell(&cluster.logs(30));
    Ok(run.is_well())
}
