//! The load generator: N tables of two scripted clients each, over WebSocket on loopback, compared with a bare relay
//! without rules or storage in the same run. `cargo xtask load` runs it; [`arguments::HELP`] lists its options.
//!
//! Servers run in child processes, so that their memory and CPU time can be measured.

mod arguments;
mod clients;
mod cluster_node;
mod cpu_time;
mod game_server;
mod growth;
mod http;
mod memory;
mod open_files;
mod process;
mod profile;
mod relay;
mod report;
mod spectators;

use std::process::ExitCode;

use arguments::{HELP, Load, Mode};
use cpu_time::Part;
use game_server::Servers;
use process::Process;
use relay::Relay;
use report::LoadResult;

/// The allocator of the `menagerie` command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let mode = match Mode::read(std::env::args().skip(1)) {
        Ok(mode) => mode,
        Err(message) => {
            eprintln!("load: {message}\n\n{HELP}");
            return ExitCode::FAILURE;
        }
    };
    if let Err(message) = open_files::check(mode.connections()) {
        eprintln!("load: {message}");
        return ExitCode::FAILURE;
    }
    run(mode).await;
    ExitCode::SUCCESS
}

async fn run(mode: Mode) {
    match mode {
        Mode::Relay(relay) => relay::run(relay).await,
        Mode::Server { database, idle } => game_server::run(&database, idle).await,
        Mode::Node { database, nats } => cluster_node::run(&database, &nats).await,
        Mode::Memory { tables } => memory::show(tables).await,
        Mode::Growth(growth) => growth::show(&growth).await,
        Mode::Load(load) if load.parts.is_empty() => beside_the_relay(&load).await,
        Mode::Load(load) => drop(served(&load).await),
    }
}

/// Runs the load on both relays and on the server, and prints the ratios.
async fn beside_the_relay(load: &Load) {
    let (mut to_bare, mut to_full_size) = (Vec::new(), Vec::new());
    for _ in 0..load.times {
        let bare = relayed(load, Relay::Bare).await;
        report::figures("bare relay", load.tables, &bare);
        let full_size = relayed(load, Relay::FullSize).await;
        report::figures("relay, full messages", load.tables, &full_size);
        let played = served(load).await;
        to_bare.push(played.rate() / bare.rate());
        to_full_size.push(played.rate() / full_size.rate());
    }
    report::ratios("the bare relay", &mut to_bare);
    report::ratios("the relay with full messages", &mut to_full_size);
    report::load_average();
}

/// Runs the load on running servers, or on one of its own.
async fn served(load: &Load) -> LoadResult {
    let servers = Servers::of(load);
    let tables = servers.tables_of(load).await;
    let parts = if load.parts.is_empty() { vec![Part::of("server", servers.own())] } else { load.parts.clone() };
    let played = clients::measure(load, &tables, &parts).await;
    report::figures(&load.name, load.tables, &played);
    if load.half {
        let half = load.at_rate(played.rate() / 2.0);
        let tables = servers.tables_of(&half).await;
        let played = clients::measure(&half, &tables, &parts).await;
        report::figures("  half load", load.tables, &played);
    }
    played
}

async fn relayed(load: &Load, relay: Relay) -> LoadResult {
    let relay = Process::start(match relay {
        Relay::Bare => &["as-relay"],
        Relay::FullSize => &["as-relay", "full-size"],
    });
    let tables = relay::tables(&relay.address, load.tables * load.matches());
    let load = Load { profile: false, ..load.clone() };
    figures(&load, &tables, &[relay]).await
}

/// Runs a load on these tables, and measures the CPU time of the server processes.
async fn figures(load: &Load, tables: &[clients::TableSetup], processes: &[Process]) -> LoadResult {
    clients::measure(load, tables, &[Part::of("server", processes)]).await
}
