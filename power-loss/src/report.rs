//! The report of a run.

use crate::checker::{Finding, Truth};
use crate::cuts::{Cut, Weakness};
use crate::disk::{Change, NameRule, Operation};
use crate::examine::Examination;
use crate::promises::Promise;

/// Findings that are printed; the others are counted.
const PRINTED: usize = 20;

/// What the servers did.
pub(crate) fn print_recording(operations: &[Operation], promises: &[Promise], truth: &Truth) {
    let on = |end: &'static str| operations.iter().filter(move |it| it.path.ends_with(end));
    let is_sync = |it: &&Operation| it.change == Change::Sync;
    let is_write = |it: &&Operation| matches!(it.change, Change::Write { .. });
    let bytes: usize =
        operations.iter().map(|it| if let Change::Write { bytes, .. } = &it.change { bytes.len() } else { 0 }).sum();
    // A log that is written from its start again was moved into the database before.
    let starts = on("-wal").filter(|it| matches!(it.change, Change::Write { offset: 0, .. })).count();
    let restarts = starts.saturating_sub(on("-wal").filter(|it| it.change == Change::CreateFile).count());
    line("tables", truth.tables());
    line("events", truth.events());
    line("acknowledgements", promises.len());
    line("writes recorded", operations.iter().filter(is_write).count());
    line("– bytes", bytes);
    line("– to the write-ahead log", on("-wal").filter(is_write).count());
    line("– to the database file (checkpoints)", on(".db").filter(is_write).count());
    line("syncs recorded", operations.iter().filter(is_sync).count());
    line("– of the write-ahead log", on("-wal").filter(is_sync).count());
    line("– of the database file", on(".db").filter(is_sync).count());
    line("restarts of the write-ahead log", restarts);
}

/// What the cuts showed.
pub(crate) fn print_examination(examination: &Examination) {
    line("cuts", examination.cuts);
    for (fate, count) in &examination.by_fate {
        line(&format!("– unsynced writes {fate}"), *count);
    }
    let by_rule = |rule| examination.by_rule.get(&rule).copied().unwrap_or_default();
    line("– names need a sync of their folder", by_rule(NameRule::FolderSync));
    line("– names need a sync of their file", by_rule(NameRule::FileSync));
    line("databases opened", examination.opened);
    line("acknowledged facts looked up", examination.facts.values().sum());
    for (kind, count) in &examination.facts {
        line(&format!("– {kind}"), *count);
    }
    line("events compared", examination.events);
    line("findings", examination.findings.len());
    print_findings(&examination.findings);
}

/// Whether the checker finds what a server without these syncs would lose.
pub(crate) fn print_weakness(weakness: Weakness, cuts: usize, found: &[(Cut, Finding)]) {
    let mut failed: Vec<_> = found.iter().map(|(cut, _)| cut.at).collect();
    failed.dedup();
    let name = weakness.name();
    println!("    control, without {name}: {} of {cuts} cuts have findings", failed.len());
    if found.is_empty() {
        println!("    this control must have findings");
    }
}

fn print_findings(findings: &[(Cut, Finding)]) {
    for (cut, finding) in findings.iter().take(PRINTED) {
        println!("    cut at {} ns, writes {}, {:?}: {finding}", cut.at, cut.fate.name(), cut.rule);
    }
    if let Some(more) = findings.len().checked_sub(PRINTED).filter(|more| *more > 0) {
        println!("    and {more} more");
    }
}

fn line(what: &str, number: usize) {
    println!("    {what:<44} {number:>12}");
}
