//! The checks of the page, the data folder, the database and the clock.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use menagerie_store::{DatabaseReport, Millis};

use super::Finding;

/// With less room than this, a busy server may fill the disk within a day.
const LEAST_FREE_MEGABYTES: u64 = 100;
/// No clock is right that shows a time before this program was written: 2026-11-01.
const EARLIEST: Millis = Millis(1_793_491_200_000);
/// How far the newest event may lie in the future.
const TOLERANCE: i64 = 60_000;

/// Whether the program contains its page.
pub(super) fn page(is_built: bool) -> Finding {
    if is_built {
        return Finding::Well("included".to_owned());
    }
    let needed = menagerie_page::NODE_VERSIONS;
    Finding::Fix(format!("missing: install Node.js ({needed}) with npm, then build again: cargo build --release"))
}

/// Whether the folder of the database can be written, or created.
pub(super) fn folder(database: &Path) -> Finding {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = folder.display();
    let Some(existing) = folder.ancestors().find(|folder| folder.is_dir()) else {
        return Finding::Fix(format!("{name} cannot be created: choose another folder with --data"));
    };
    if let Err(error) = try_writing(existing) {
        let advice = "give this user the right to write there, or choose another folder with --data";
        return Finding::Fix(format!("{} cannot be written ({error}): {advice}", existing.display()));
    }
    let free = free_megabytes(existing);
    if let Some(free) = free.filter(|free| *free < LEAST_FREE_MEGABYTES) {
        return Finding::Fix(format!("{name} has {free} MB free: make room for at least {LEAST_FREE_MEGABYTES} MB"));
    }
    let created = if existing == folder { "" } else { " (the first start creates it)" };
    let room = free.map(|free| format!(", {free} MB free")).unwrap_or_default();
    Finding::Well(format!("{name}{created}{room}"))
}

/// Creates and deletes a small file.
fn try_writing(folder: &Path) -> std::io::Result<()> {
    let probe = folder.join(format!(".menagerie-doctor-{}", std::process::id()));
    std::fs::File::create_new(&probe)?;
    std::fs::remove_file(probe)
}

#[cfg(unix)]
fn free_megabytes(folder: &Path) -> Option<u64> {
    let system = rustix::fs::statvfs(folder).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize) / 1_000_000)
}

#[cfg(not(unix))]
fn free_megabytes(_: &Path) -> Option<u64> {
    None
}

/// Whether the database can be opened, and the time of its newest event. `server` is the address of a server that uses it.
pub(super) fn database(file: &Path, server: Option<&str>) -> (Finding, Option<Millis>) {
    let name = file.display();
    if file.metadata().map_or(true, |found| found.len() == 0) {
        return (Finding::Well(format!("{name} is not there yet: the first start creates it")), None);
    }
    match DatabaseReport::read(file) {
        Err(error) => (Finding::Fix(format!("{name}: {error}")), None),
        Ok(DatabaseReport { damage: Some(damage), .. }) => {
            let advice = "restore a backup: menagerie restore --replace FILE";
            (Finding::Fix(format!("{name} is damaged ({damage}): {advice}")), None)
        }
        Ok(report) => {
            let version = match report.newest - report.version {
                0 => format!("schema version {}", report.version),
                _ => format!("schema version {}; the next start brings it to {}", report.version, report.newest),
            };
            let used = server.map(|address| format!(", used by the server at {address}")).unwrap_or_default();
            (Finding::Well(format!("{name}, {version}, no damage{used}")), report.last_event)
        }
    }
}

/// The time of this machine.
pub(super) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Whether the clock can be right.
pub(super) fn clock(now: Millis, last_event: Option<Millis>) -> Finding {
    if now.0 < EARLIEST.0 {
        return Finding::Fix(
            "this machine's clock shows a time before 2026-11-01: set it, or start a time service".to_owned(),
        );
    }
    match last_event.filter(|last| last.0 > now.0 + TOLERANCE) {
        Some(last) => {
            let minutes = (last.0 - now.0) / 60_000;
            Finding::Fix(format!(
                "this machine's clock is {minutes} minutes behind the newest move of the database: set it"
            ))
        }
        None => Finding::Well("plausible".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_its_page_is_a_problem() {
        assert_eq!(page(true), Finding::Well("included".to_owned()));
        assert!(matches!(page(false), Finding::Fix(advice) if advice.contains("Node.js")));
    }

    #[test]
    fn a_clock_that_was_set_back_is_noticed() {
        let now = Millis(EARLIEST.0 + 1_000_000_000);
        assert_eq!(clock(now, None), Finding::Well("plausible".to_owned()));
        assert_eq!(clock(now, Some(Millis(now.0 + TOLERANCE))), Finding::Well("plausible".to_owned()));
        let ahead = Some(Millis(now.0 + 10 * 60_000));
        assert!(matches!(clock(now, ahead), Finding::Fix(advice) if advice.contains("10 minutes behind")));
        assert!(matches!(clock(Millis(0), None), Finding::Fix(advice) if advice.contains("2026-11-01")));
    }
}
