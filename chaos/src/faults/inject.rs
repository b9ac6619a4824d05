//! How each fault begins and ends.

use std::time::Duration;

use fastrand::Rng;
use tokio::time::sleep;

use super::Fault::{self, *};
use super::Injected;
use crate::cluster::services::Committing;
use crate::cluster::{Cluster, Process, services};
use crate::disk::limit;

/// A stopped node is away for longer than any lease: ten seconds of a seek and of a node's presence.
const STOPPED: std::ops::Range<u64> = 11_000..12_500;
/// A partition outlasts the pool's timeout of three seconds; a long one outlasts all leases too.
const PARTITION: std::ops::Range<u64> = 3_500..5_000;
const LONG_PARTITION: std::ops::Range<u64> = 11_000..13_000;

/// The duration of most faults.
fn a_while(dice: &mut Rng) -> Duration {
    Duration::from_millis(dice.u64(200..2500))
}

/// Injects one fault and ends it. Brief ones take half of the time, and no partition outlasts the leases.
pub(super) async fn one(
    cluster: &mut Cluster,
    fault: Fault,
    is_brief: bool,
    dice: &mut Rng,
) -> Result<Injected, String> {
    let node = dice.usize(..cluster.nodes.len());
    let lasts = if is_brief { a_while(dice) / 2 } else { a_while(dice) };
    match fault {
        NodeKilled => {
            cluster.nodes[node].process.kill();
            sleep(lasts).await;
            cluster.restart_node(node).await?;
        }
        NodeStopped => {
            cluster.nodes[node].process.signal("STOP")?;
            sleep(Duration::from_millis(dice.u64(STOPPED))).await;
            cluster.nodes[node].process.signal("CONT")?;
        }
        WorkerKilled => {
            let worker = dice.usize(..cluster.workers.len());
            cluster.workers[worker].kill();
            sleep(lasts).await;
            cluster.restart_worker(worker)?;
        }
        PostgresRestarted => restart_postgres(cluster, lasts).await?,
        PostgresKilled => return kill_postgres(cluster, lasts, dice).await,
        NatsRestarted => restart_nats(cluster, lasts).await?,
        DatabasePartition | BusPartition => partition(cluster, node, fault, is_brief, dice).await,
        EverythingRestarted => restart_everything(cluster, lasts, dice).await?,
        RollingUpgrade => rolling_upgrade(cluster).await?,
        SocketsCut => {
            cluster.nodes[node].proxy.cut();
            sleep(lasts / 2).await;
            cluster.nodes[node].proxy.open();
        }
        SocketsSlow => {
            cluster.nodes[node].proxy.slow(dice.usize(50..400), Duration::from_millis(dice.u64(5..30)));
            sleep(lasts * 2).await;
            cluster.nodes[node].proxy.open();
        }
        DiskFull => return full_disk(cluster, lasts).await,
        ReadOnly => read_only(cluster, lasts).await?,
        ClockJumps => return clock_jumps(cluster, node, lasts, dice).await,
    }
    Ok(Injected::Done)
}

async fn restart_postgres(cluster: &Cluster, lasts: Duration) -> Result<(), String> {
    let Some(postgres) = &cluster.postgres else { return Ok(()) };
    postgres.stop_immediately()?;
    sleep(lasts).await;
    postgres.restart()
}

/// Two of three kills hit an append, whose answer a client waits for.
async fn kill_postgres(cluster: &Cluster, lasts: Duration, dice: &mut Rng) -> Result<Injected, String> {
    let Some(postgres) = &cluster.postgres else { return Ok(Injected::Done) };
    let what = if dice.u32(..3) > 0 { Committing::Append } else { Committing::Transaction };
    let committing = services::kill_during_commit(postgres, cluster.disk.folder(), what).await?;
    sleep(lasts).await;
    services::start_again(postgres).await?;
    services::reset_commits(postgres)?;
    if committing {
        println!("    PostgreSQL killed in a commit: {what:?}");
        return Ok(Injected::Done);
    }
    Ok(Injected::Skipped(format!("no session committed at the moment of the kill: {what:?}")))
}

async fn restart_nats(cluster: &mut Cluster, lasts: Duration) -> Result<(), String> {
    let Some(nats) = &mut cluster.nats else { return Ok(()) };
    nats.kill();
    sleep(lasts).await;
    nats.restart()
}

/// Separates a node from its database or its bus. Afterwards its connections go on, or are reset as by a firewall that has
/// forgotten them.
async fn partition(cluster: &Cluster, node: usize, fault: Fault, is_brief: bool, dice: &mut Rng) {
    let node = &cluster.nodes[node];
    let Some(proxy) = (if fault == DatabasePartition { &node.to_database } else { &node.to_bus }) else { return };
    proxy.hold();
    let lasts = if !is_brief && dice.u32(..4) == 0 { LONG_PARTITION } else { PARTITION };
    sleep(Duration::from_millis(dice.u64(lasts))).await;
    if dice.bool() {
        proxy.cut();
    }
    proxy.open();
}

/// Kills all processes at the same moment, and starts them again in random order, as after a power cut.
async fn restart_everything(cluster: &mut Cluster, lasts: Duration, dice: &mut Rng) -> Result<(), String> {
    if let Some(postgres) = &cluster.postgres {
        postgres.stop_immediately()?;
    }
    cluster.nodes.iter_mut().for_each(|node| node.process.kill());
    cluster.workers.iter_mut().for_each(Process::kill);
    if let Some(nats) = &mut cluster.nats {
        nats.kill();
    }
    sleep(lasts / 2).await;
    let database_first = dice.bool();
    if database_first && let Some(postgres) = &cluster.postgres {
        postgres.restart()?;
    }
    for node in 0..cluster.nodes.len() {
        cluster.start_node(node)?;
    }
    for worker in 0..cluster.workers.len() {
        cluster.restart_worker(worker)?;
    }
    if !database_first && let Some(postgres) = &cluster.postgres {
        postgres.restart()?;
    }
    if let Some(nats) = &mut cluster.nats {
        nats.restart()?;
    }
    Ok(())
}

/// Shuts down one program after another gracefully, and starts it again, while clients play. If there are two versions of
/// the program, each upgrade changes to the other one, so that both run side by side meanwhile.
async fn rolling_upgrade(cluster: &mut Cluster) -> Result<(), String> {
    if cluster.change_version().await? {
        println!("    rolling upgrade to {}", cluster.program().display());
    }
    for node in 0..cluster.nodes.len() {
        cluster.nodes[node].process.shut_down().await?;
        cluster.restart_node(node).await?;
    }
    for worker in 0..cluster.workers.len() {
        cluster.workers[worker].shut_down().await?;
        cluster.restart_worker(worker)?;
    }
    Ok(())
}

/// Fills the disk if a small one could be mounted. Otherwise a process limit keeps the nodes' files from growing, which
/// `PostgreSQL` does not notice.
async fn full_disk(cluster: &Cluster, lasts: Duration) -> Result<Injected, String> {
    if cluster.disk.can_be_filled() {
        cluster.disk.fill().map_err(|error| error.to_string())?;
        sleep(lasts).await;
        cluster.disk.empty();
    } else if cluster.postgres.is_some() {
        return Ok(Injected::Skipped("no file system of its own for PostgreSQL: run as root".to_owned()));
    } else {
        let nodes = || cluster.nodes.iter().filter_map(|node| node.process.id());
        let limited = nodes().all(|id| limit(id, Some(0)));
        sleep(lasts).await;
        if !limited || !nodes().all(|id| limit(id, None)) {
            return Ok(Injected::Skipped("prlimit failed".to_owned()));
        }
    }
    match &cluster.postgres {
        // `PostgreSQL` stops when it cannot write its write-ahead log.
        Some(postgres) if !postgres.is_running() => services::start_again(postgres).await?,
        _ => {}
    }
    Ok(Injected::Done)
}

/// Makes the database read-only. `SQLite` checks it when it opens the file, so the node is killed and restarted.
/// `PostgreSQL` gets a setting.
async fn read_only(cluster: &mut Cluster, lasts: Duration) -> Result<(), String> {
    if let Some(postgres) = &cluster.postgres {
        let reload = "SELECT pg_reload_conf()";
        postgres.execute(&["ALTER SYSTEM SET default_transaction_read_only = on", reload])?;
        sleep(lasts).await;
        return postgres.execute(&["ALTER SYSTEM SET default_transaction_read_only = off", reload]).map(|_| ());
    }
    cluster.nodes.iter_mut().for_each(|node| node.process.kill());
    cluster.disk.set_writable(false).map_err(|error| error.to_string())?;
    cluster.start_node(0)?;
    sleep(lasts).await;
    cluster.nodes[0].process.kill();
    cluster.disk.set_writable(true).map_err(|error| error.to_string())?;
    cluster.restart_node(0).await
}

/// Shifts a node's clock by up to an hour. With `SQLite` it is also the database's clock, so it shifts by less than the
/// players' clocks allow.
async fn clock_jumps(cluster: &Cluster, node: usize, lasts: Duration, dice: &mut Rng) -> Result<Injected, String> {
    if !cluster.has_clocks() {
        return Ok(Injected::Skipped("libfaketime is not installed".to_owned()));
    }
    let far = if cluster.postgres.is_some() { 3600 } else { 8 };
    // A jump of at least a second.
    let seconds = dice.i64(1..=far) * if dice.bool() { 1 } else { -1 };
    cluster.set_clock(node, seconds)?;
    sleep(lasts).await;
    cluster.set_clock(node, 0)?;
    Ok(Injected::Done)
}
