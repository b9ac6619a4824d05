//! What tables and connections take, as the growth of the server's resident memory.

use std::time::Duration;

use crate::clients::{self, Pair, Table};
use crate::report::bytes;
use crate::served::{FOR_GOOD, Servers};

/// Tables that come before the counting, so that pools and caches are as large as they get.
const FIRST: usize = 1_000;
/// At so many tables two clients are connected.
const CONNECTED: usize = 2_000;

/// Shows the bytes per table and per connection.
pub(crate) async fn show(tables: usize) {
    forgotten(tables).await;
    in_memory(tables).await;
}

/// Tables that nobody is at any more: only the store knows them.
async fn forgotten(tables: usize) {
    let servers = Servers::alone(1);
    servers.make_tables(tables).await;
    all_forgotten(&servers).await;
    let before = servers.resident();
    servers.make_tables(tables).await;
    all_forgotten(&servers).await;
    bytes("a table that nobody is at, forgotten", servers.resident().saturating_sub(before), tables);
}

async fn all_forgotten(servers: &Servers) {
    while servers.tables_in_memory().await > 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Tables that nobody is at, but that are kept in memory; then with two connections each.
async fn in_memory(tables: usize) {
    let servers = Servers::alone(FOR_GOOD);
    let first = servers.make_tables(FIRST).await;
    let before = servers.resident();
    let made = servers.make_tables(tables).await;
    let table = bytes("a table that nobody is at, in memory", servers.resident().saturating_sub(before), tables);
    let connected = CONNECTED.min(tables);
    let first = at_all(&first).await;
    let before = servers.resident();
    let pairs = at_all(&made[..connected]).await;
    let grown = servers.resident().saturating_sub(before);
    bytes("a table with two idle connections", grown + table * connected as u64, connected);
    bytes("a connection", grown, 2 * connected);
    drop((first, pairs));
}

async fn at_all(tables: &[Table]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(tables.len());
    for connecting in clients::connect(tables.iter().map(|table| vec![table.clone()])) {
        pairs.extend(connecting.await.expect("connections"));
    }
    pairs
}
