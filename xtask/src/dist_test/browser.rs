//! The acceptance test of a download: one file is copied into a bare Debian root, without Rust or Node.js, and games are played
//! on its page in Chromium.

use std::fs;

use super::Release;
use super::debian_root::Root;
use crate::page;

/// Whole games at the server, and against the computer in the page itself after the network is gone.
const GAMES: &str = "(shogi5|jungle): (a whole game|without a network)";

pub(super) fn run(release: &Release) -> Result<(), String> {
    let program = release.linux_program()?;
    let root = Root::bookworm(release)?;
    fs::copy(&program, root.0.join("menagerie")).map_err(|error| error.to_string())?;
    page::test_program(&format!("chroot {} /menagerie", root.0.display()), "/data", GAMES)
}
