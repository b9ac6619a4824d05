//! The faults: their weights and their order. Every fault ends, and then the cluster must recover. A run that leaves out a
//! promised kind fails.

mod inject;

use std::time::Duration;

use fastrand::Rng;
use tokio::time::{Instant, sleep};

use crate::args::{Args, Backend};
use crate::checker::{Finding, Kind};
use crate::cluster::{Cluster, Death};
use crate::program_logs::explanation;

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    NodeKilled,
    NodeStopped,
    WorkerKilled,
    PostgresRestarted,
    PostgresKilled,
    NatsRestarted,
    DatabasePartition,
    BusPartition,
    EverythingRestarted,
    RollingUpgrade,
    SocketsCut,
    SocketsSlow,
    DiskFull,
    ReadOnly,
    ClockJumps,
}
use Fault::*;

/// A kind of fault.
pub(crate) struct FaultKind {
    pub(crate) fault: Fault,
    /// Its name in reports and in `--allow-missing`.
    pub(crate) id: &'static str,
    /// Its weight with `SQLite`; 0 means that it does not exist there.
    sqlite: u32,
    /// Its weight with several nodes.
    postgres: u32,
}

const fn kind(fault: Fault, id: &'static str, sqlite: u32, postgres: u32) -> FaultKind {
    FaultKind { fault, id, sqlite, postgres }
}

/// All kinds.
pub(crate) const FAULTS: [FaultKind; 15] = [
    kind(NodeKilled, "node-killed", 6, 6),
    kind(NodeStopped, "node-stopped", 1, 2),
    kind(WorkerKilled, "worker-killed", 0, 3),
    kind(PostgresRestarted, "postgres-restarted", 0, 2),
    kind(PostgresKilled, "postgres-killed-in-commit", 0, 3),
    kind(NatsRestarted, "nats-restarted", 0, 2),
    kind(DatabasePartition, "database-partition", 0, 4),
    kind(BusPartition, "bus-partition", 0, 4),
    kind(EverythingRestarted, "everything-restarted", 2, 2),
    kind(RollingUpgrade, "rolling-upgrade", 2, 2),
    kind(SocketsCut, "sockets-cut", 5, 5),
    kind(SocketsSlow, "sockets-slow", 3, 3),
    kind(DiskFull, "disk-full", 2, 1),
    kind(ReadOnly, "database-read-only", 2, 2),
    kind(ClockJumps, "clock-jumps", 3, 3),
];

impl FaultKind {
    const fn weight(&self, backend: Backend) -> u32 {
        match backend {
            Backend::Sqlite => self.sqlite,
            Backend::Postgres => self.postgres,
        }
    }
}

impl Fault {
    /// Its name.
    pub(crate) fn id(self) -> &'static str {
        FAULTS.iter().find(|kind| kind.fault == self).map_or("", |kind| kind.id)
    }
}

/// The kinds that a run on this store promises.
pub(crate) fn promised(args: &Args) -> Vec<Fault> {
    wanted(args).map(|kind| kind.fault).collect()
}

fn wanted(args: &Args) -> impl Iterator<Item = &'static FaultKind> {
    FAULTS.iter().filter(|kind| kind.weight(args.backend) > 0 && args.wants(kind.fault))
}

/// Whether a fault took place.
pub(crate) enum Injected {
    Done,
    /// It is not possible here, for this reason.
    Skipped(String),
}

/// What the injection saw.
#[derive(Default)]
pub(crate) struct FaultReport {
    /// The faults that took place, in order.
    pub(crate) done: Vec<Fault>,
    /// The faults that were not possible, and why.
    pub(crate) skipped: Vec<(Fault, String)>,
    /// Deaths and errors that no fault explains.
    pub(crate) findings: Vec<Finding>,
    /// Errors that a fault explains.
    pub(crate) explained: usize,
}

impl FaultReport {
    /// The number of times that a fault took place.
    pub(crate) fn times(&self, fault: Fault) -> usize {
        self.done.iter().filter(|done| **done == fault).count()
    }

    /// The promised kinds that never took place and are not allowed to be missing, each with the reason.
    pub(crate) fn missing(&self, args: &Args) -> Vec<String> {
        let absent = promised(args).into_iter().filter(|fault| self.times(*fault) == 0);
        let unexpected = absent.filter(|fault| !args.allow_missing.iter().any(|id| id == fault.id()));
        let reason = |fault: Fault| {
            let skipped = self.skipped.iter().find(|(skipped, _)| *skipped == fault);
            skipped.map_or("the run was too short", |(_, why)| why)
        };
        unexpected.map(|fault| format!("{}: {}", fault.id(), reason(fault))).collect()
    }
}

/// A backup is taken after this number of faults, and then again and again.
const BACKUP_FIRST: usize = 2;
const BACKUP_EVERY: usize = 3;
/// A run that is shorter than this has brief faults.
const SHORT: Duration = Duration::from_mins(1);
/// Errors within this time after a fault may be its consequence: clients' requests were still waiting.
const AFTERMATH: Duration = Duration::from_secs(15);

/// Injects faults until the time is up: each kind once in random order, however long that takes, then at random by weight.
pub(crate) async fn inject(
    cluster: &mut Cluster,
    args: &Args,
    until: Instant,
    dice: &mut Rng,
    report: &mut FaultReport,
) -> Result<(), String> {
    let mut first = promised(args);
    dice.shuffle(&mut first);
    let lots: Vec<Fault> = wanted(args).flat_map(|kind| vec![kind.fault; kind.weight(args.backend) as usize]).collect();
    // A short run has short pauses, so that every kind fits in.
    let left = until.saturating_duration_since(Instant::now()).as_millis() as u64;
    let pause = (left / (3 * first.len() as u64)).clamp(200, 2500);
    let is_short = left < SHORT.as_millis() as u64;
    let mut lately: Vec<(Fault, Instant)> = Vec::new();
    while !first.is_empty() || Instant::now() < until {
        sleep(Duration::from_millis(dice.u64(100..pause))).await;
        watch(cluster, report, &lately);
        // In a short run the faults are brief, too.
        let is_brief = is_short && !first.is_empty();
        let Some(fault) = first.pop().or_else(|| dice.choice(&lots).copied()) else { break };
        let begin = Instant::now();
        cluster.fault = Some(fault);
        lately.push((fault, begin));
        let injected =
            inject::one(cluster, fault, is_brief, dice).await.map_err(|error| format!("{}: {error}", fault.id()))?;
        cluster.recovered().await.map_err(|error| format!("after {}: {error}", fault.id()))?;
        lately.retain(|(_, ended)| ended.elapsed() < AFTERMATH || *ended == begin);
        lately.iter_mut().filter(|(_, ended)| *ended == begin).for_each(|it| it.1 = Instant::now());
        watch(cluster, report, &lately);
        cluster.fault = None;
        match injected {
            Injected::Done => {
                if report.done.len() % BACKUP_EVERY == BACKUP_FIRST {
                    cluster.take_backup()?;
                }
                println!("    {}, recovered after {:.1} s", fault.id(), begin.elapsed().as_secs_f64());
                report.done.push(fault);
            }
            Injected::Skipped(why) => {
                println!("    {} skipped: {why}", fault.id());
                report.skipped.push((fault, why));
            }
        }
    }
    Ok(())
}

/// The last look, after all tables have come to rest.
pub(crate) fn finish(cluster: &mut Cluster, report: &mut FaultReport) {
    let lately: Vec<(Fault, Instant)> = report.done.last().map(|fault| (*fault, Instant::now())).into_iter().collect();
    cluster.fault = None;
    watch(cluster, report, &lately);
}

/// Looks for processes that have died and for errors in the logs.
fn watch(cluster: &mut Cluster, report: &mut FaultReport, lately: &[(Fault, Instant)]) {
    let faults: Vec<Fault> =
        lately.iter().filter(|(_, at)| at.elapsed() < AFTERMATH).map(|(fault, _)| *fault).collect();
    cluster.note_deaths();
    for death in cluster.deaths.drain(..) {
        report.findings.extend(unexplained(&death));
    }
    for found in cluster.new_log_lines() {
        if explanation(&found.line, &faults).is_some() {
            report.explained += 1;
        } else {
            let after: Vec<&str> = faults.iter().map(|fault| fault.id()).collect();
            let detail = format!("{}: {} (faults lately: {})", found.program, found.line, after.join(", "));
            report.findings.push(Finding { kind: Kind::LogError, table: None, seat: None, detail });
        }
    }
}

/// The finding of a death, unless a program ended at its start because its database was away.
fn unexplained(death: &Death) -> Option<Finding> {
    let no_database = [PostgresRestarted, PostgresKilled, EverythingRestarted, DiskFull, ReadOnly];
    if !death.settled && death.during.is_some_and(|fault| no_database.contains(&fault)) {
        return None;
    }
    let during = death.during.map_or("no fault", Fault::id);
    let detail = format!("{} ended by itself during {during}: {}", death.process, death.status);
    Some(Finding { kind: Kind::Died, table: None, seat: None, detail })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn death(settled: bool, during: Option<Fault>) -> Death {
        Death { process: "node-1".to_owned(), status: "signal: 6 (SIGABRT)".to_owned(), settled, during }
    }

    #[test]
    fn a_program_that_dies_by_itself_is_found_unless_its_database_was_away_at_its_start() {
        assert!(unexplained(&death(true, None)).is_some());
        assert!(unexplained(&death(true, Some(PostgresRestarted))).is_some(), "it ran, and must survive this");
        assert!(unexplained(&death(false, Some(SocketsCut))).is_some());
        assert_eq!(unexplained(&death(false, Some(PostgresRestarted))), None);
    }

    fn args(words: &[&str]) -> Args {
        Args::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_promised_kind_that_never_took_place_is_missing_unless_that_is_allowed() {
        let sqlite = args(&["--store", "sqlite"]);
        let mut report = FaultReport { done: promised(&sqlite), ..FaultReport::default() };
        assert_eq!(report.missing(&sqlite), Vec::<String>::new());
        report.done.retain(|fault| *fault != ClockJumps);
        report.skipped.push((ClockJumps, "libfaketime is not installed".to_owned()));
        assert_eq!(report.missing(&sqlite), ["clock-jumps: libfaketime is not installed"]);
        assert_eq!(report.missing(&args(&["--allow-missing", "clock-jumps"])), Vec::<String>::new());
        assert_eq!(report.missing(&args(&["--only", "node-killed"])), Vec::<String>::new());
        assert!(report.missing(&args(&["--store", "postgres"])).len() > 5, "faults of other stores are missing there");
    }

    #[test]
    fn kinds_have_different_names_and_each_store_has_some() {
        let names: std::collections::BTreeSet<&str> = FAULTS.iter().map(|kind| kind.id).collect();
        assert_eq!(names.len(), FAULTS.len());
        assert_eq!(promised(&args(&["--store", "postgres"])).len(), FAULTS.len());
        assert!(promised(&args(&[])).contains(&NodeStopped));
    }
}
