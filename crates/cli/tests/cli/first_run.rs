//! `menagerie` without a command, as a player starts it.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

use crate::run::menagerie;

/// Every test here starts servers at the usual port. They take turns, so that a server finds it in use only where a test wants that.
static USUAL_PORT: Mutex<()> = Mutex::new(());

fn usual_port() -> MutexGuard<'static, ()> {
    USUAL_PORT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A terminal in which a player has started the program, on a machine whose `xdg-open` writes the address into a file.
struct Started {
    child: Box<dyn Child + Send + Sync>,
    output: BufReader<Box<dyn Read + Send>>,
    folder: PathBuf,
}

impl Started {
    fn new(name: &str, words: &[&str], variables: &[(&str, &str)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("first-run-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let opener = folder.join("xdg-open");
        fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > {}/opened\n", folder.display())).unwrap();
        fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
        let pair = native_pty_system().openpty(PtySize { rows: 40, cols: 120, ..PtySize::default() }).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_menagerie"));
        command.args(words);
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        let data = folder.join("data");
        for (name, value) in [("PATH", path.as_str()), ("XDG_DATA_HOME", data.to_str().unwrap()), ("DISPLAY", ":9")] {
            command.env(name, value);
        }
        command.env_remove("SSH_CONNECTION");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let output = BufReader::new(pair.master.try_clone_reader().unwrap());
        Self { child, output, folder }
    }

    /// The lines of the start message, up to the one with this text.
    fn lines_until(&mut self, end: &str) -> String {
        let mut said = String::new();
        while !said.contains(end) && self.output.read_line(&mut said).is_ok_and(|length| length > 0) {}
        assert!(said.contains(end), "{said}");
        said
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn address(said: &str) -> String {
    said.split("Menagerie: ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().to_owned()
}

/// The named pipe `opened` in the folder: opening it for reading waits for the browser.
fn make_pipe(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("opened")).status().unwrap();
    assert!(made.success());
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("first-run-{name}-{}", std::process::id()))
}

#[test]
fn the_page_opens_in_the_browser_and_friends_are_told_how_to_join() {
    let _port = usual_port();
    make_pipe(&folder("open"));
    let mut started = Started::new("open", &[], &[]);
    let said = started.lines_until("Ctrl+C");
    assert!(said.contains("menagerie --lan"), "{said}");
    let opened = fs::read_to_string(started.folder.join("opened")).unwrap();
    assert_eq!(opened.trim(), address(&said));
}

/// The second start finds the first by its database, and opens its page.
#[test]
fn a_second_start_leads_to_the_running_server() {
    let _port = usual_port();
    let mut first = Started::new("twice", &["--no-open"], &[]);
    let said = first.lines_until("Ctrl+C");
    let data = first.folder.join("data").join("menagerie");
    let second = menagerie(&["--data", data.to_str().unwrap()]);
    assert_eq!(second.status, 0, "{second:?}");
    assert!(second.out.contains("running already"), "{second:?}");
    assert_eq!(address(&second.out), address(&said));
    assert!(!first.folder.join("opened").exists(), "--no-open");
}

/// Two players' servers with databases of their own do not get in each other's way.
#[test]
fn a_port_in_use_is_replaced_and_the_player_is_told() {
    let _port = usual_port();
    let mut first = Started::new("port-a", &["--no-open"], &[]);
    let first_said = first.lines_until("Ctrl+C");
    let mut second = Started::new("port-b", &[], &[("MENAGERIE_OPEN", "never")]);
    let second_said = second.lines_until("Ctrl+C");
    assert_ne!(address(&first_said), address(&second_said));
    assert!(second_said.contains("Port 7777 is in use, so this server uses port "), "{second_said}");
    assert!(!second.folder.join("opened").exists(), "MENAGERIE_OPEN=never");
}
