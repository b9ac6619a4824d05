//! The report of a run: its figures as a table, and for each finding the log and transcript around it.

use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::args::{Args, Backend};
use crate::checker::{CheckResult, Finding, TableLog};
use crate::faults::{FaultReport, promised};
use crate::players::Counts;
use crate::transcript::Transcript;

/// The number of findings shown with their context.
pub(crate) const TOLD: usize = 5;
/// The lines of a transcript and the events of a log in that context.
const LINES: usize = 25;

/// A finished run.
pub(crate) struct Run<'a> {
    pub(crate) args: &'a Args,
    pub(crate) faults: FaultReport,
    /// The fault after which the system did not recover.
    pub(crate) recovered: Result<(), String>,
    pub(crate) took: Duration,
    pub(crate) counts: &'a Counts,
    /// Requests that were refused because of an internal error, with their answers.
    pub(crate) troubles: Vec<String>,
    pub(crate) check_result: CheckResult,
    /// What surrounds the first findings.
    pub(crate) contexts: Vec<String>,
}

impl Run<'_> {
    /// The promised kinds of faults that never took place.
    fn missing(&self) -> Vec<String> {
        self.faults.missing(self.args)
    }

    /// The requests that were refused or not answered although every program was shut down gracefully.
    fn needless_refusals(&self) -> u64 {
        let refused = &self.counts.trouble;
        if self.args.nothing_may_be_refused() { refused.load(Ordering::Relaxed) } else { 0 }
    }

    /// Whether the run passed: every promised fault took place, no findings, and at least one event.
    pub(crate) fn passed(&self) -> bool {
        let checked = self.check_result.findings.is_empty() && self.check_result.events > 0;
        self.recovered.is_ok() && checked && self.missing().is_empty() && self.needless_refusals() == 0
    }

    /// Prints the report; `logs` is the output of the processes.
    pub(crate) fn print(&self, logs: &str) {
        print!("{}", self.figures());
        if self.passed() {
            println!("    passed: nothing was lost, duplicated, delayed or shown wrongly");
            return;
        }
        if let Err(error) = &self.recovered {
            println!("NOT RECOVERED {error}");
        }
        if self.needless_refusals() > 0 {
            println!("REFUSED {} requests during graceful upgrades", self.needless_refusals());
            self.troubles.iter().for_each(|trouble| println!("REFUSED {trouble}"));
        }
        for missing in self.missing() {
            println!("MISSING FAULT {missing} (--allow-missing allows it)");
        }
        for finding in &self.check_result.findings {
            println!("FINDING {finding}");
        }
        for context in &self.contexts {
            println!("{context}");
        }
        println!("the last log lines of the processes:\n{logs}");
        println!("repeat with: cargo xtask chaos --store {} --seed {}", self.args.backend.name(), self.args.seed);
    }

    /// All figures as a Markdown table.
    fn figures(&self) -> String {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut table = Figures(format!("| | {} |\n|---|---|\n", self.args.backend.name()));
        table.row("seed", self.args.seed);
        table.row("seconds", self.took.as_secs());
        table.row("faults", self.faults.done.len());
        for fault in promised(self.args) {
            table.row(&format!("– {}", fault.id()), self.faults.times(fault));
        }
        let Counts { clients, asked, done, refused, trouble, reconnects } = self.counts;
        let CheckResult { findings, tables, events, views, draws, flags, ended, uncertain, .. } = &self.check_result;
        let CheckResult { refusals, operations, secrets, longest_thought, .. } = &self.check_result;
        table.row("tables", tables);
        table.row("clients", count(clients));
        table.row("reconnects", count(reconnects));
        table.row("requests", count(asked));
        table.row("– acknowledged", count(done));
        table.row("– refused", count(refused));
        table.row("– refused with `trouble`", count(trouble));
        table.row("– refused with `trouble`, but done", uncertain);
        table.row("events checked", events);
        table.row("views checked", views);
        table.row("refusals looked for in the store", refusals);
        table.row("operations in the test of linearizability", operations);
        table.row("secrets looked for in what others received", secrets);
        table.row("draws of the dice checked", draws);
        table.row("ends checked", ended);
        table.row("flags checked", flags);
        let CheckResult { accounts, rated, streamed, imports, backups, restored, .. } = &self.check_result;
        table.row("accounts", accounts);
        table.row("rated matches counted", rated);
        table.row("states of game streams checked", streamed);
        table.row("imported records checked", imports);
        if self.args.backend == Backend::Sqlite {
            table.row("backups restored", backups);
            table.row("events in backups checked", restored);
        }
        table.row("longest wait for a computer player, in milliseconds", longest_thought);
        table.row("errors in logs that a fault explains", self.faults.explained);
        table.row("findings", findings.len());
        table.0
    }
}

/// A Markdown table of two columns.
struct Figures(String);

impl Figures {
    fn row(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "| {name} | {value} |");
    }
}

/// The end of the log and of the transcript of a finding.
pub(crate) fn context(finding: &Finding, table: &TableLog, transcripts: &[Transcript]) -> String {
    let mut text = format!("\n=== {finding}\nthe log of {} ({}):\n", table.id, table.game);
    let skipped = table.events.len().saturating_sub(LINES);
    for event in &table.events[skipped..] {
        let _ = writeln!(text, "  {} {} by {} at {}", event.seq, event.text, event.by, event.at.0);
    }
    if let Some(transcript) = transcripts.iter().find(|it| it.seat == finding.seat) {
        let _ = writeln!(text, "the transcript of {}:", finding.seat.as_deref().unwrap_or("a spectator"));
        text += &transcript.tail(LINES);
    }
    text
}
