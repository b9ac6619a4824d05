//! What a run has seen, in figures; and if something was wrong, all that helps to find out why.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::args::Args;
use crate::checker::{Finding, Judgement, TableLog};
use crate::faults::{FAULTS, Seen};
use crate::players::Counts;
use crate::transcript::Transcript;

/// So many findings are told with everything around them.
const TOLD: usize = 5;
/// So many lines of a transcript, and so many events of a log.
const LINES: usize = 25;

/// A run that is over.
pub(crate) struct Run<'a> {
    pub(crate) args: &'a Args,
    /// The faults, or after which of them the system was not well again.
    pub(crate) faults: Result<Seen, String>,
    pub(crate) took: Duration,
    pub(crate) counts: &'a Counts,
    pub(crate) tables: &'a [TableLog],
    pub(crate) transcripts: &'a [Transcript],
    pub(crate) judgement: Judgement,
}

impl Run<'_> {
    /// Whether nothing was wrong, and anything was done at all.
    pub(crate) fn is_well(&self) -> bool {
        self.faults.is_ok() && self.judgement.findings.is_empty() && self.judgement.events > 0
    }

    /// Tells everything; `logs` is what the processes said.
    pub(crate) fn tell(&self, logs: &str) {
        self.tell_figures();
        if self.is_well() {
            println!("    nothing was lost, doubled or shown wrongly");
            return;
        }
        if let Err(error) = &self.faults {
            println!("NOT WELL AGAIN {error}");
        }
        for finding in &self.judgement.findings {
            println!("WRONG {finding}");
        }
        for finding in self.judgement.findings.iter().take(TOLD) {
            self.tell_around(finding);
        }
        println!("what the processes said last:\n{logs}");
        println!("again: cargo xtask chaos --store {} --seed {}", self.args.base.name(), self.args.seed);
    }

    fn tell_figures(&self) {
        if let Ok(seen) = &self.faults {
            let told = FAULTS.iter().zip(seen).filter(|(_, times)| **times > 0);
            let told: Vec<String> = told.map(|((_, name, ..), times)| format!("{name} {times}")).collect();
            println!("    {} faults: {}", seen.iter().sum::<u32>(), told.join(", "));
        }
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Counts { asked, done, refused, trouble, reconnects } = self.counts;
        println!(
            "    {:.0} s, {} tables, {} clients, {} reconnects; {} messages asked for something, {} acknowledged, {} refused, \
             {} of them for trouble of the server's",
            self.took.as_secs_f64(),
            self.tables.len(),
            self.transcripts.len(),
            count(reconnects),
            count(asked),
            count(done),
            count(refused),
            count(trouble),
        );
        let Judgement { findings, events, sights, draws, flags, ended, uncertain } = &self.judgement;
        println!(
            "    checked: {events} events, {sights} views, {draws} draws of the dice, {ended} ends, {flags} flags; {uncertain} \
             requests were refused for trouble and yet done; {} findings",
            findings.len(),
        );
    }

    /// The log's end and the transcript's, where something was found.
    fn tell_around(&self, finding: &Finding) {
        println!("\n=== {finding}");
        if let Some(table) = self.tables.iter().find(|table| table.id == finding.table) {
            println!("the log of {} ({}):", table.id, table.game);
            let skipped = table.events.len().saturating_sub(LINES);
            for event in &table.events[skipped..] {
                println!("  {} {} by {} at {}", event.seq, event.text, event.by, event.at.0);
            }
        }
        let own = |it: &&Transcript| it.table == finding.table && it.seat == finding.seat;
        if let Some(transcript) = self.transcripts.iter().find(own) {
            println!("the transcript of {}:", finding.seat.as_deref().unwrap_or("a spectator"));
            println!("{}", transcript.tail(LINES));
        }
    }
}
