//! The program of the archive for x86-64 Linux in a root with nothing else: no libraries, no shell, no users.

use std::fs;
use std::process::Command;

use super::Release;
use super::program::check;
use super::server::Server;

/// A download must be smaller than this, unpacked.
const MOST_BYTES: u64 = 30_000_000;
/// The page must be there this soon after the start.
const LONGEST_START: f32 = 0.3;
/// The best of several starts counts: other programs may disturb one.
const STARTS: usize = 5;

pub(super) fn run(release: &Release) -> Result<(), String> {
    let program = release.linux_program()?;
    let bytes = program.metadata().map_err(|error| error.to_string())?.len();
    println!("    the program has {:.1} MB", bytes as f64 / 1e6);
    if bytes >= MOST_BYTES {
        return Err(format!("the program has {bytes} bytes; at most {MOST_BYTES} are allowed"));
    }
    let root = release.empty_folder("empty-root")?;
    let copied = fs::copy(&program, root.join("menagerie")).and_then(|_| fs::create_dir(root.join("data")));
    copied.map_err(|error| error.to_string())?;
    let start = |words: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(&root).arg("/menagerie").args(words).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
    };
    check(&start, "/data")?.stop()?;
    let mut fastest = f32::MAX;
    for _ in 0..STARTS {
        let server = Server::start(&mut start(&["serve", "--listen", "127.0.0.1:0", "--data", "/data"]))?;
        fastest = fastest.min(server.start.as_secs_f32());
        server.stop()?;
    }
    println!("    the page after {fastest:.3} s, the best of {STARTS} starts");
    if fastest > LONGEST_START {
        return Err(format!("the page took {fastest:.3} s; at most {LONGEST_START} s are allowed"));
    }
    Ok(())
}
