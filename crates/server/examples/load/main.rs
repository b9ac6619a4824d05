//! Load: N tables of two scripted clients each, over WebSocket on loopback, beside a bare relay without rules or storage in
//! the same run. `cargo xtask load` runs it; [`arguments::HELP`] says what it can be asked for.
//!
//! The servers that it starts are processes of their own, so that their memory and their processor time are theirs alone.

mod arguments;
mod clients;
mod growth;
mod http;
mod memory;
mod process;
mod relay;
mod report;
mod served;

use std::process::ExitCode;

use arguments::{Asked, HELP, Load};
use process::Process;
use report::Figures;
use served::Servers;

/// The allocator of the `menagerie` command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    match Asked::read(std::env::args().skip(1)) {
        Ok(asked) => {
            run(asked).await;
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("load: {message}\n\n{HELP}");
            ExitCode::FAILURE
        }
    }
}

async fn run(asked: Asked) {
    match asked {
        Asked::Relay => relay::run().await,
        Asked::Server { database, idle } => served::run(&database, idle).await,
        Asked::Memory { tables } => memory::show(tables).await,
        Asked::Growth(load) => growth::show(&load).await,
        Asked::Load(load) => beside_the_relay(&load).await,
    }
}

/// The load on the bare relay and on the server, and the one against the other.
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

async fn relayed(load: &Load) -> Figures {
    let relay = Process::start(&["as-relay"]);
    let tables = relay::tables(&relay.address, load.tables * load.matches());
    figures(load, &tables, &[relay]).await
}

/// What a load on these tables shows, with the processor time of the processes that serve them.
async fn figures(load: &Load, tables: &[clients::Table], processes: &[Process]) -> Figures {
    let spent = || processes.iter().map(Process::spent).sum();
    clients::measure(load, tables, spent).await
}
