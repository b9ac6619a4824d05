//! The load generator: N tables of two scripted clients each, over WebSocket on loopback, compared with a bare relay
//! without rules or storage in the same run. `cargo xtask load` runs it; [`arguments::HELP`] lists its options.
//!
//! Servers run in child processes, so that their memory and CPU time can be measured.

mod arguments;
mod clients;
mod cluster_node;
mod game_server;
mod growth;
mod http;
mod memory;
mod process;
mod relay;
mod report;
mod spectators;

use std::process::ExitCode;

use arguments::{HELP, Load, Mode};
use game_server::Servers;
use process::Process;
use report::LoadResult;

/// The allocator of the `menagerie` command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    match Mode::read(std::env::args().skip(1)) {
        Ok(mode) => {
            run(mode).await;
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("load: {message}\n\n{HELP}");
            ExitCode::FAILURE
        }
    }
}

async fn run(mode: Mode) {
    match mode {
        Mode::Relay => relay::run().await,
        Mode::Server { database, idle } => game_server::run(&database, idle).await,
        Mode::Node { database, nats } => cluster_node::run(&database, &nats).await,
        Mode::Memory { tables } => memory::show(tables).await,
        Mode::Growth(growth) => growth::show(&growth).await,
        Mode::Load(load) => beside_the_relay(&load).await,
    }
}

/// Runs the load on the bare relay and on the server, and prints the ratio.
async fn beside_the_relay(load: &Load) {
    let mut ratios = Vec::new();
    for _ in 0..load.times {
        let bare = relayed(load).await;
        report::figures("bare relay", load.tables, &bare);
        let servers = Servers::of(load);
        let tables = servers.make_tables(load.tables * load.matches()).await;
        let played = figures(load, &tables, servers.own()).await;
        report::figures("menagerie", load.tables, &played);
        ratios.push(played.rate() / bare.rate());
    }
    report::ratios(&mut ratios);
    report::load_average();
}

async fn relayed(load: &Load) -> LoadResult {
    let relay = Process::start(&["as-relay"]);
    let tables = relay::tables(&relay.address, load.tables * load.matches());
    figures(load, &tables, &[relay]).await
}

/// Runs a load on these tables, and measures the CPU time of the server processes.
async fn figures(load: &Load, tables: &[clients::TableSetup], processes: &[Process]) -> LoadResult {
    let spent = || processes.iter().map(Process::spent).sum();
    clients::measure(load, tables, spent).await
}
