//! Everything that can go wrong, how often, and how it ends. Every fault ends, and then all must be well again.

use std::time::Duration;

use fastrand::Rng;
use tokio::time::{Instant, sleep};

use crate::args::Base;
use crate::disk::limit;
use crate::nodes::{Cluster, Process};

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    NodeKilled,
    WorkerKilled,
    PostgresRestarted,
    NatsRestarted,
    SocketsCut,
    SocketsSlow,
    DiskFull,
    ReadOnly,
    ClockJumps,
}
use Fault::*;

/// A fault, its name, and how often it comes on a file and on several nodes.
pub(crate) const FAULTS: [(Fault, &str, u32, u32); 9] = [
    (NodeKilled, "node killed", 6, 6),
    (WorkerKilled, "worker killed", 0, 3),
    (PostgresRestarted, "PostgreSQL restarted", 0, 3),
    (NatsRestarted, "NATS restarted", 0, 3),
    (SocketsCut, "sockets cut", 5, 5),
    (SocketsSlow, "sockets slow", 3, 3),
    (DiskFull, "disk full", 2, 1),
    (ReadOnly, "database read-only", 2, 2),
    (ClockJumps, "clock jumps", 3, 3),
];

/// The faults of a run: how often each came.
pub(crate) type Seen = [u32; FAULTS.len()];

/// Lets faults happen until the time is up: each kind once, in any order, then at random by their weights.
pub(crate) async fn happen(cluster: &mut Cluster, base: Base, until: Instant, dice: &mut Rng) -> Result<Seen, String> {
    let weight = |place: usize| if base == Base::Sqlite { FAULTS[place].2 } else { FAULTS[place].3 };
    let possible: Vec<usize> = (0..FAULTS.len()).filter(|&place| weight(place) > 0).collect();
    let mut first = possible.clone();
    dice.shuffle(&mut first);
    let lots: Vec<usize> = possible.iter().flat_map(|&place| vec![place; weight(place) as usize]).collect();
    let mut seen = Seen::default();
    while Instant::now() < until {
        // Some quiet time to play in.
        sleep(Duration::from_millis(dice.u64(300..2500))).await;
        let Some(place) = first.pop().or_else(|| dice.choice(&lots).copied()) else { break };
        let (fault, name, ..) = FAULTS[place];
        let begin = Instant::now();
        strike(cluster, fault, dice).await.map_err(|error| format!("{name}: {error}"))?;
        cluster.recovered().await.map_err(|error| format!("after {name}: {error}"))?;
        println!("    {name}, well again after {:.1} s", begin.elapsed().as_secs_f64());
        seen[place] += 1;
    }
    Ok(seen)
}

/// So long a fault lasts.
fn a_while(dice: &mut Rng) -> Duration {
    Duration::from_millis(dice.u64(200..2500))
}

async fn strike(cluster: &mut Cluster, fault: Fault, dice: &mut Rng) -> Result<(), String> {
    let node = dice.usize(..cluster.nodes.len());
    let lasts = a_while(dice);
    match fault {
        NodeKilled => {
            cluster.nodes[node].process.kill();
            sleep(lasts).await;
            cluster.revive(node).await
        }
        WorkerKilled => {
            let worker = dice.usize(..cluster.workers.len());
            cluster.workers[worker].kill();
            sleep(lasts).await;
            cluster.revive_worker(worker)
        }
        PostgresRestarted => {
            let Some(postgres) = &cluster.postgres else { return Ok(()) };
            postgres.stop_at_once()?;
            sleep(lasts).await;
            postgres.start_again()
        }
        NatsRestarted => {
            let Some(nats) = &mut cluster.nats else { return Ok(()) };
            nats.kill();
            sleep(lasts).await;
            nats.start_again()
        }
        SocketsCut => {
            cluster.nodes[node].wire.cut();
            sleep(lasts / 2).await;
            cluster.nodes[node].wire.open();
            Ok(())
        }
        SocketsSlow => {
            cluster.nodes[node].wire.slow(dice.usize(50..400), Duration::from_millis(dice.u64(5..30)));
            sleep(lasts * 2).await;
            cluster.nodes[node].wire.open();
            Ok(())
        }
        DiskFull => full_disk(cluster, lasts).await,
        ReadOnly => read_only(cluster, lasts).await,
        ClockJumps => clock_jumps(cluster, node, lasts, dice).await,
    }
}

/// The disk is really full where a small one could be mounted; elsewhere no process can make a file grow.
async fn full_disk(cluster: &Cluster, lasts: Duration) -> Result<(), String> {
    if cluster.disk.can_be_filled() {
        cluster.disk.fill().map_err(|error| error.to_string())?;
        sleep(lasts).await;
        cluster.disk.empty();
    } else {
        let nodes = || cluster.nodes.iter().filter_map(|node| node.process.id());
        let limited = nodes().all(|id| limit(id, Some(0)));
        sleep(lasts).await;
        if !limited || !nodes().all(|id| limit(id, None)) {
            return Err("prlimit does not work here".to_owned());
        }
    }
    match &cluster.postgres {
        // A database server that cannot write its log ends itself rather than to lose anything.
        Some(postgres) if !postgres.is_running() => postgres.start_again(),
        _ => Ok(()),
    }
}

/// A file that may not be written is found when it is opened: the node is killed and starts on it. `PostgreSQL` is told.
async fn read_only(cluster: &mut Cluster, lasts: Duration) -> Result<(), String> {
    if let Some(postgres) = &cluster.postgres {
        let reload = "SELECT pg_reload_conf()";
        postgres.tell(&["ALTER SYSTEM SET default_transaction_read_only = on", reload])?;
        sleep(lasts).await;
        return postgres.tell(&["ALTER SYSTEM SET default_transaction_read_only = off", reload]).map(|_| ());
    }
    cluster.nodes.iter_mut().for_each(|node| Process::kill(&mut node.process));
    cluster.disk.set_writable(false).map_err(|error| error.to_string())?;
    cluster.start_node(0)?;
    sleep(lasts).await;
    cluster.nodes[0].process.kill();
    cluster.disk.set_writable(true).map_err(|error| error.to_string())?;
    cluster.revive(0).await
}

/// A node's clock goes wrong by up to an hour. On a file its clock is the database's too, and stamps follow it: there it jumps
/// by less than people are given.
async fn clock_jumps(cluster: &Cluster, node: usize, lasts: Duration, dice: &mut Rng) -> Result<(), String> {
    if !cluster.has_clocks() {
        return Ok(());
    }
    let far = if cluster.postgres.is_some() { 3600 } else { 8 };
    cluster.set_clock(node, dice.i64(-far..=far))?;
    sleep(lasts).await;
    cluster.set_clock(node, 0)
}
