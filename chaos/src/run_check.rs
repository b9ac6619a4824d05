//! The check after a run: stops the programs, reads the store, and compares it with everything that clients wrote down.

use std::sync::PoisonError;
use std::time::Duration;

use menagerie_store::{Store, StoreError};

use crate::checker::{self, CheckResult, Finding, Kind, TableLog};
use crate::cluster::{Cluster, services};
use crate::database_probe::DatabaseProbe;
use crate::faults::FaultReport;
use crate::members::{MemberLog, SharedLog};
use crate::players::RunState;
use crate::report;

/// Checks everything. Returns the result, and what surrounds the first findings.
pub(crate) async fn check(
    cluster: &mut Cluster,
    world: &RunState,
    members: &SharedLog,
    faults: &FaultReport,
) -> Result<(CheckResult, Vec<String>), String> {
    if let Some(postgres) = &cluster.postgres {
        services::check_durability(postgres)?;
    }
    let mut check_result = CheckResult::default();
    check_result.findings.extend(faults.findings.iter().cloned());
    check_result.findings.extend(world.findings.lock().unwrap_or_else(PoisonError::into_inner).drain(..));
    let store = cluster.store().await.map_err(|error| unreadable(&error))?;
    let log = members.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let copies = open_backups(cluster, world, &log, &mut check_result).await?;
    let mut contexts = check_tables(&store, &copies, world, &mut check_result).await?;
    check_members(cluster, &store, &log, &mut check_result).await?;
    contexts.extend(contexts_of_bots(&store, world, &check_result.findings).await?);
    contexts.truncate(report::TOLD);
    for (_, copy) in copies {
        copy.close().await;
    }
    store.close().await;
    Ok((check_result, contexts))
}

fn unreadable(error: &StoreError) -> String {
    format!("cannot read the store: {error}")
}

/// Checks every table, and its copy in every backup.
async fn check_tables(
    store: &Store,
    copies: &[(Duration, Store)],
    world: &RunState,
    check_result: &mut CheckResult,
) -> Result<Vec<String>, String> {
    let mut contexts = Vec::new();
    for id in world.archive.tables() {
        let table = checker::read(store, &id).await.map_err(|error| unreadable(&error))?;
        let transcripts =
            world.archive.transcripts(&id).map_err(|error| format!("the transcripts of {id}: {error}"))?;
        let before = check_result.findings.len();
        check_result.tables += 1;
        checker::check(&table, &transcripts, check_result);
        for (began, copy) in copies {
            let restored = read_if_there(copy, &id).await?;
            checker::backup::check(&table, restored.as_ref(), &transcripts, *began, check_result);
        }
        let new = &check_result.findings[before..];
        contexts.extend(new.iter().map(|finding| report::context(finding, &table, &transcripts)));
        contexts.truncate(report::TOLD);
    }
    Ok(contexts)
}

/// The logs of the tables of bots that have findings. Bots write no transcripts.
async fn contexts_of_bots(store: &Store, world: &RunState, findings: &[Finding]) -> Result<Vec<String>, String> {
    let (archived, mut contexts) = (world.archive.tables(), Vec::new());
    for finding in findings {
        let Some(id) = finding.table.as_ref().filter(|id| !archived.contains(id)) else { continue };
        if let Some(table) = read_if_there(store, id).await? {
            contexts.push(report::context(finding, &table, &[]));
        }
    }
    Ok(contexts)
}

async fn check_members(
    cluster: &Cluster,
    store: &Store,
    log: &MemberLog,
    check_result: &mut CheckResult,
) -> Result<(), String> {
    let wrong = |error: sqlx::Error| format!("cannot read the database: {error}");
    let mut probe = DatabaseProbe::open(&cluster.database_url()).await.map_err(wrong)?;
    let rated = probe.rated_tables().await.map_err(wrong)?;
    let stored = checker::members::read(store, log, rated).await.map_err(|error| unreadable(&error))?;
    checker::members::check(log, &stored, check_result);
    Ok(())
}

/// Starts a server on each backup, and opens the backups for reading, each with the time of its begin.
async fn open_backups(
    cluster: &Cluster,
    world: &RunState,
    members: &MemberLog,
    check_result: &mut CheckResult,
) -> Result<Vec<(Duration, Store)>, String> {
    let mut copies = Vec::new();
    for backup in &cluster.backups {
        let began = backup.began.duration_since(world.began);
        let when = format!("the backup at {:.3} s", began.as_secs_f64());
        check_result.backups += 1;
        let mut find = |detail: String| {
            check_result.findings.push(Finding { kind: Kind::Backup, table: None, seat: None, detail });
        };
        if !cluster.serves(&backup.file).await? {
            find(format!("no server runs on {when}"));
        }
        let copy = Store::open(&backup.file).await.map_err(|error| unreadable(&error))?;
        for (name, at) in &members.accounts {
            if *at < began && copy.account_named(name).await.is_err() {
                find(format!("{when} misses the account {name}"));
            }
        }
        copies.push((began, copy));
    }
    Ok(copies)
}

async fn read_if_there(store: &Store, id: &str) -> Result<Option<TableLog>, String> {
    match checker::read(store, id).await {
        Ok(table) => Ok(Some(table)),
        Err(StoreError::NotFound(_)) => Ok(None),
        Err(error) => Err(unreadable(&error)),
    }
}
