//! Growth: the same load while one thing grows. The tables in play are as fast as they can be; everything else is idle.

use std::time::{Duration, Instant};

use crate::arguments::{Growth, GrowthPart, Load};
use crate::clients::{self, Pair, TableSetup};
use crate::cluster_node::Cluster;
use crate::cpu_time::Part;
use crate::figures;
use crate::game_server::{NEVER_IDLE, Servers};
use crate::report::{LoadResult, Row, load_average};
use crate::spectators;

const IDLE_TABLES: [usize; 4] = [100, 1_000, 10_000, 100_000];
const IDLE_CONNECTIONS: [usize; 2] = [1_000, 10_000];
const NODES: [usize; 4] = [1, 2, 3, 4];
/// The server pings every connection once in this time.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SPECTATORS: [usize; 3] = [50, 500, 5_000];

/// Runs the parts that were asked for, and prints a row for each case.
pub(crate) async fn show(growth: &Growth) {
    Row::print_head();
    for part in &growth.parts {
        match part {
            GrowthPart::Tables => beside_tables(&growth.load).await,
            GrowthPart::Connections => beside_connections(&growth.load).await,
            GrowthPart::Spectators => before_spectators(&growth.load).await,
            GrowthPart::Nodes => on_nodes(growth).await,
        }
    }
    load_average();
}

/// The most connections that a part has open at the same time.
pub(crate) fn connections(part: GrowthPart, load: &Load) -> usize {
    let idle = match part {
        GrowthPart::Tables | GrowthPart::Nodes => 0,
        GrowthPart::Connections => IDLE_CONNECTIONS.into_iter().max().unwrap_or(0),
        GrowthPart::Spectators => return SPECTATORS.into_iter().max().unwrap_or(0) + 2,
    };
    idle + load.connections()
}

/// Beside idle tables in the memory of one node.
async fn beside_tables(load: &Load) {
    for idle in IDLE_TABLES {
        let servers = Servers::alone(NEVER_IDLE);
        servers.make_tables(idle).await;
        let played = play(load, &servers).await;
        let memory = servers.resident();
        let tables = idle + load.tables * load.matches();
        Row { part: "tables", nodes: 1, tables, connections: 2 * load.tables * load.matches(), memory }.print(&played);
    }
}

/// Beside idle connections to one node, two at each table.
async fn beside_connections(load: &Load) {
    for idle in IDLE_CONNECTIONS {
        let servers = Servers::alone(NEVER_IDLE);
        let quiet: Vec<Pair> = connect_all(&servers.make_tables(idle / 2).await).await;
        print_idle_cost(&servers, idle).await;
        let played = play(load, &servers).await;
        let own = load.tables * load.matches();
        let memory = servers.resident();
        let row = Row { part: "connections", nodes: 1, tables: idle / 2 + own, connections: idle + 2 * own, memory };
        row.print(&played);
        drop(quiet);
    }
}

/// Prints what idle connections cost: heartbeats, mostly.
async fn print_idle_cost(servers: &Servers, connections: usize) {
    let server = Part::of("server", servers.own());
    let before = server.spent();
    tokio::time::sleep(HEARTBEAT).await;
    let each = server.spent().saturating_sub(before).as_secs_f64() * 1e6 / HEARTBEAT.as_secs_f64() / connections as f64;
    println!("{connections} idle connections: {each:.2} µs of CPU time per connection and second");
}

/// At one table that many clients look at.
async fn before_spectators(load: &Load) {
    for number in SPECTATORS {
        let servers = Servers::alone(NEVER_IDLE);
        let table = servers.make_tables(1).await.remove(0);
        let server = Part::of("server", servers.own());
        let played = spectators::watched(load, &table, number, &[server]).await;
        let memory = servers.resident();
        Row { part: "spectators", nodes: 1, tables: 1, connections: number + 2, memory }.print(&played);
        println!("  {} actions were measured", played.samples());
    }
}

/// On several nodes with `PostgreSQL` and NATS; the players of a table are connected to different nodes.
async fn on_nodes(growth: &Growth) {
    let Some(services) = &growth.services else {
        println!("the part nodes needs --services; cargo xtask load --growth gives it");
        return;
    };
    for nodes in NODES {
        let cluster = Cluster::start(services, nodes);
        let tables = cluster.servers.make_tables(growth.load.tables * growth.load.matches()).await;
        let played = clients::measure(&growth.load, &tables, &cluster.parts()).await;
        let memory = cluster.servers.resident();
        let row = Row { part: "nodes", nodes, tables: tables.len(), connections: 2 * tables.len(), memory };
        row.print(&played);
    }
}

async fn play(load: &Load, servers: &Servers) -> LoadResult {
    let tables = servers.make_tables(load.tables * load.matches()).await;
    figures(load, &tables, servers.own()).await
}

/// Connects both clients of each table.
pub(crate) async fn connect_all(tables: &[TableSetup]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(tables.len());
    for connecting in clients::connect(tables.iter().map(|table| vec![table.clone()])) {
        pairs.extend(connecting.await.expect("connections"));
    }
    pairs
}

/// Waits for a moment between two actions.
pub(crate) async fn until(moment: Instant, pause: Duration) {
    tokio::time::sleep_until((moment + pause).into()).await;
}
