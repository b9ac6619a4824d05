//! Opens the page in the player's browser, where there is one.

use std::ffi::OsString;
use std::io::{IsTerminal, stdout};
use std::process::{Command, Stdio};
use std::thread;

/// Set to `never`, this variable keeps the browser closed, like `--no-open`.
const VARIABLE: &str = "MENAGERIE_OPEN";

/// Opens the address in the default browser. Returns whether a browser was started.
pub(super) fn open(address: &str) -> bool {
    if !is_wanted(|name| std::env::var_os(name), stdout().is_terminal()) {
        return false;
    }
    let mut command = opener();
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    // Some openers end at once, others with the browser: the thread collects the exit status.
    thread::spawn(move || child.wait());
    true
}

/// Whether a player sits at a screen here. Scripts, services and remote shells have none.
fn is_wanted(variable: impl Fn(&str) -> Option<OsString>, is_terminal: bool) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let has_screen = cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    let is_disabled = variable(VARIABLE).is_some_and(|value| value == "never");
    is_terminal && has_screen && !is_set("SSH_CONNECTION") && !is_disabled
}

/// The system's command that opens an address.
fn opener() -> Command {
    if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn wanted(variables: &[(&str, &str)], is_terminal: bool) -> bool {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        is_wanted(find, is_terminal)
    }

    /// `docs/reference/command-line.md`: when the browser is opened.
    #[test]
    fn the_browser_opens_for_a_player_at_a_screen_only() {
        assert!(wanted(&[("DISPLAY", ":0")], true));
        assert!(wanted(&[("WAYLAND_DISPLAY", "wayland-0")], true));
        assert!(!wanted(&[("DISPLAY", ":0")], false), "the output goes to a file");
        assert!(!wanted(&[], true), "no screen");
        assert!(!wanted(&[("DISPLAY", "")], true), "no screen");
        assert!(!wanted(&[("DISPLAY", ":0"), ("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")], true), "a remote shell");
        assert!(!wanted(&[("DISPLAY", ":0"), ("MENAGERIE_OPEN", "never")], true), "disabled");
    }
}
