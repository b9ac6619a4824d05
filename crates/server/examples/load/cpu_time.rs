//! CPU time of the parts of a measurement: nodes, database, bus, clients.

use std::time::Duration;

use crate::process::Process;

/// The unit of CPU times in `/proc` on Linux.
const TICK: Duration = Duration::from_millis(10);

/// The name of the part that is this program.
pub(crate) const CLIENTS: &str = "clients";

/// Processes whose CPU time counts together, with their children.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) processes: Vec<u32>,
}

impl Part {
    /// Reads `NAME=PID,PID`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (name, ids) = text.split_once('=')?;
        let processes = ids.split(',').map(|id| id.parse().ok()).collect::<Option<Vec<u32>>>()?;
        Some(Self { name: name.to_owned(), processes })
    }

    /// This program: the clients.
    pub(crate) fn clients() -> Self {
        Self { name: CLIENTS.to_owned(), processes: vec![std::process::id()] }
    }

    /// The processes with their children. The children of this program are servers, which are parts of their own.
    pub(crate) fn family(&self) -> Vec<u32> {
        let children = |id: &u32| if *id == std::process::id() { Vec::new() } else { children(*id) };
        self.processes.iter().copied().chain(self.processes.iter().flat_map(children)).collect()
    }

    /// These child processes.
    pub(crate) fn of(name: &str, processes: &[Process]) -> Self {
        Self { name: name.to_owned(), processes: processes.iter().map(Process::id).collect() }
    }

    /// The CPU time so far, also of children that have ended: `PostgreSQL` has a process for each connection.
    pub(crate) fn spent(&self) -> Duration {
        let ended = self.processes.iter().filter(|id| **id != std::process::id()).map(|id| of_ended_children(*id));
        self.family().into_iter().map(of_process).chain(ended).sum()
    }
}

/// User and system time of a process: fields 14 and 15 of `/proc/PID/stat`.
fn of_process(id: u32) -> Duration {
    two_times(id, 14)
}

/// User and system time of the ended children of a process: fields 16 and 17.
fn of_ended_children(id: u32) -> Duration {
    two_times(id, 16)
}

/// The sum of two neighbouring fields of `/proc/PID/stat`. [`fields`] begins with field 3.
fn two_times(id: u32, field: usize) -> Duration {
    fields(id).map_or(Duration::ZERO, |fields| TICK * fields.iter().skip(field - 3).take(2).sum::<u32>())
}

fn children(id: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|&child| fields(child).is_some_and(|fields| fields.get(1) == Some(&id))).collect()
}

/// The fields of `/proc/PID/stat` after the name, which may contain spaces.
fn fields(id: u32) -> Option<Vec<u32>> {
    let line = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let behind = line.rsplit_once(") ")?.1;
    Some(behind.split(' ').map(|field| field.trim().parse().unwrap_or(0)).collect())
}

/// The CPU time of each part since `before`.
pub(crate) fn spent_since(parts: &[Part], before: Vec<Duration>) -> Vec<(String, Duration)> {
    let since = |(part, before): (&Part, Duration)| (part.name.clone(), part.spent().saturating_sub(before));
    parts.iter().zip(before).map(since).collect()
}
