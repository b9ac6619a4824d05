//! qemu, which runs programs for other processors than this machine's.

use std::path::PathBuf;

use crate::tools::{Tool, program};

const QEMU: Tool = Tool {
    name: "qemu, which runs programs for other processors,",
    package: "qemu-user",
    elsewhere: "Elsewhere: https://www.qemu.org/download",
};

/// The emulator of a kind of processor: `x86_64` or `aarch64`. Debian has it linked dynamically and statically, under two names.
pub(crate) fn emulator(processor: &str) -> Result<PathBuf, String> {
    let names = [format!("qemu-{processor}"), format!("qemu-{processor}-static")];
    let find = || names.iter().find_map(|name| program(name));
    QEMU.provide(|| find().is_some())?;
    find().ok_or_else(|| format!("{} is missing", names[0]))
}
