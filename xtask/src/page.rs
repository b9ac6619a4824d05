//! The page's own tests: types, parts, and a real browser against the real server.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::debian::install;
use crate::steps::{programs, root, step};

/// The page's types as they stand in the repository, by file name.
pub(crate) fn types() -> BTreeMap<String, String> {
    let files = std::fs::read_dir(root().join("web/src/wire")).into_iter().flatten().flatten();
    let text = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    files.map(|file| (file.file_name().to_string_lossy().into_owned(), text(&file.path()))).collect()
}

/// The tests of `menagerie-wire` write the page's types anew: they must have been current before.
pub(crate) fn types_are_current(before: &BTreeMap<String, String>) -> Result<(), String> {
    let after = types();
    let changed = |name: &&String| before.get(*name) != after.get(*name);
    let names: Vec<_> = after.keys().filter(changed).map(String::as_str).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(format!("the page's types were out of date and have been rewritten in web/src/wire: {}", names.join(", ")))
}

/// Checks the page's types, tests its parts, then plays in a browser.
pub(crate) fn run() -> Result<(), String> {
    step("what the page needs", npm(&["ci"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))?;
    step("types of the page", &mut npm(&["run", "check"]))?;
    step("parts of the page", &mut npm(&["test"]))?;
    programs(&["menagerie"])?;
    let chromium = chromium()?;
    step("the page in a browser", npm(&["run", "browser"]).env("CHROMIUM", chromium))
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(root().join("web"));
    command
}

/// A browser: the one that `CHROMIUM` names, the system's, or Debian's, installed now.
fn chromium() -> Result<String, String> {
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Ok(named);
    }
    let known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let found = || known.into_iter().find(|path| Path::new(path).exists()).map(str::to_owned);
    install("chromium", || found().is_some())?;
    found().ok_or_else(|| "there is no browser: install Chromium, or name one with CHROMIUM=PATH".to_owned())
}
