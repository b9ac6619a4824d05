//! Free disk space: a linker that runs out of space does not say so.

use std::process::Command;

use crate::command::root;

/// The disk space of a full build, in MB.
const NEEDED: u64 = 4_000;

/// Warns if a full build would not fit. An incremental run needs less.
pub(crate) fn warn() {
    let Some(free) = free() else { return };
    if free < NEEDED {
        println!("==> only {free} MB of the disk are free; a run from nothing takes about {NEEDED} MB");
    }
}

/// The free space of the repository's file system in MB; `None` without `df`.
fn free() -> Option<u64> {
    let output = Command::new("df").args(["-P", "-k"]).arg(root()).output().ok()?;
    available(&String::from_utf8_lossy(&output.stdout))
}

/// The fourth word of the second line of `df -P`, in kilobytes.
fn available(table: &str) -> Option<u64> {
    let kilobytes: u64 = table.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kilobytes / 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_free_room_is_read() {
        let table =
            "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 264000000 87000000 8100000 92% /\n";
        assert_eq!(available(table), Some(8_100));
        assert_eq!(available(""), None);
    }
}
