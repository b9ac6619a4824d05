//! The limit of open files: each connection is one, at the client and at the server.

/// Files besides connections: the database, the runtime, the connections that create tables.
const OTHERS: usize = 200;

/// Checks that this program and the servers that it starts may open this many connections.
pub(crate) fn check(connections: usize) -> Result<(), String> {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let needed = connections + OTHERS;
    match soft_limit(&limits) {
        Some(limit) if limit < needed => Err(format!(
            "this load has {connections} connections, but a process may open only {limit} files here: \
             run `ulimit -n {needed}` in this shell first, or take fewer tables"
        )),
        _ => Ok(()),
    }
}

/// The limit that is in force. `None` if there is none, or if the system does not say.
fn soft_limit(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
