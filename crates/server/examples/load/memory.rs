//! Memory per table and per connection, as growth of the server's resident set.

use std::time::Duration;

use crate::game_server::{NEVER_IDLE, Servers};
use crate::growth::connect_all;
use crate::report::bytes;

/// Warm-up tables, so that pools and caches reach their full size.
const FIRST: usize = 1_000;
/// The number of tables with two connected clients.
const CONNECTED: usize = 2_000;

/// The most connections that are open at the same time.
pub(crate) fn connections(tables: usize) -> usize {
    2 * (FIRST + CONNECTED.min(tables))
}

/// Prints the bytes per table and per connection.
pub(crate) async fn show(tables: usize) {
    forgotten(tables).await;
    in_memory(tables).await;
}

/// Tables that left memory: only the store has them.
async fn forgotten(tables: usize) {
    let servers = Servers::alone(1);
    servers.make_tables(tables).await;
    all_forgotten(&servers).await;
    let before = servers.resident();
    servers.make_tables(tables).await;
    all_forgotten(&servers).await;
    bytes("a table without clients, only in the store", servers.resident().saturating_sub(before), tables);
}

async fn all_forgotten(servers: &Servers) {
    while servers.tables_in_memory().await > 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Tables in memory without clients, then with two connections each.
async fn in_memory(tables: usize) {
    let servers = Servers::alone(NEVER_IDLE);
    let first = servers.make_tables(FIRST).await;
    let before = servers.resident();
    let made = servers.make_tables(tables).await;
    let table = bytes("a table without clients, in memory", servers.resident().saturating_sub(before), tables);
    let connected = CONNECTED.min(tables);
    let first = connect_all(&first).await;
    let before = servers.resident();
    let pairs = connect_all(&made[..connected]).await;
    let grown = servers.resident().saturating_sub(before);
    bytes("a table with two idle connections", grown + table * connected as u64, connected);
    bytes("a connection", grown, 2 * connected);
    drop((first, pairs));
}
