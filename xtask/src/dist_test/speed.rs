//! The speed of the released program beside one that was built for the processor of this machine.
//!
//! Both programs do the same work in turns, and the least processor time of each counts. Other load only adds to the time, so
//! more rounds come closer to the true ratio: a result above the limit is measured again before it counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Release;
use super::program::output;
use crate::command::{cargo, step, target};

/// How often each program does the work.
const ROUNDS: usize = 3;
/// The most rounds, where the released program looks too slow.
const MOST_ROUNDS: usize = 12;
/// The released program may take this many times as long.
const MOST: f64 = 1.10;
/// Work that takes less than this many seconds is mostly the start of the program.
const LONG_ENOUGH: f64 = 0.3;
/// Work is repeated until it takes this many seconds, because Linux tells processor time in hundredths.
const MEASURED: f64 = 1.0;
const DEEPEST: u32 = 30;
/// The unit of processor time in `/proc` on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

pub(super) fn run(release: &Release) -> Result<(), String> {
    let released = release.linux_program()?;
    let native = native_program()?;
    println!("    {:<12} {:>16} {:>16}", "game", "perft", "search");
    let mut slow = Vec::new();
    for game in menagerie_catalog::games() {
        let id = game.info().id;
        let measured = |work: fn(&str, u32) -> Work| {
            let work = long_enough(&native, |depth| work(id, depth))?;
            ratio(|| Ok(Ratio { released: seconds(&released, &work)?, native: seconds(&native, &work)? }))
        };
        let (counting, searching) = (measured(perft)?, measured(search)?);
        println!("    {id:<12} {counting:>16} {searching:>16}");
        slow.extend([(id, "perft", counting), (id, "search", searching)].into_iter().filter(|it| it.2.is_slow()));
    }
    if slow.is_empty() {
        return Ok(());
    }
    let named: Vec<_> = slow.iter().map(|(id, work, ratio)| format!("{work} of {id}: {ratio}")).collect();
    Err(format!("slower than {MOST} times the native program: {}", named.join("; ")))
}

/// The program that `cargo build --release` makes: for x86-64-v3, with the system's C library.
fn native_program() -> Result<PathBuf, String> {
    step("native program", &mut cargo(&["build", "--release", "--package", "menagerie-cli"]))?;
    std::path::absolute(target().join("release/menagerie")).map_err(|error| error.to_string())
}

/// Arguments and input of a program, and how often it runs.
struct Work {
    words: Vec<String>,
    input: String,
    times: usize,
}

/// The first work that takes long enough, from the smallest depth on.
fn long_enough(program: &Path, work: impl Fn(u32) -> Work) -> Result<Work, String> {
    for depth in 1..DEEPEST {
        let work = work(depth);
        let once = seconds(program, &work)?;
        if once > LONG_ENOUGH {
            return Ok(Work { times: (MEASURED / once).ceil() as usize, ..work });
        }
    }
    Ok(work(DEEPEST))
}

fn perft(game: &str, depth: u32) -> Work {
    Work { words: ["perft", game, &depth.to_string()].map(str::to_owned).to_vec(), input: String::new(), times: 1 }
}

/// The engine's own benchmark: fixed positions, and the same number of nodes in each program.
fn search(game: &str, depth: u32) -> Work {
    Work { words: ["engine", game].map(str::to_owned).to_vec(), input: format!("bench {depth}\n"), times: 1 }
}

/// The processor times of two programs.
#[derive(Clone, Copy)]
struct Ratio {
    released: f64,
    native: f64,
}

impl Ratio {
    fn is_slow(self) -> bool {
        self.released > self.native * MOST
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{:.2} ({:.2} s)", self.released / self.native, self.released))
    }
}

/// The least times of several rounds.
fn ratio(mut round: impl FnMut() -> Result<Ratio, String>) -> Result<Ratio, String> {
    let mut least = Ratio { released: f64::MAX, native: f64::MAX };
    for done in 0..MOST_ROUNDS {
        if done >= ROUNDS && !least.is_slow() {
            break;
        }
        let Ratio { released, native } = round()?;
        least = Ratio { released: least.released.min(released), native: least.native.min(native) };
    }
    Ok(least)
}

/// The processor time that a program takes for one of its runs.
fn seconds(program: &Path, work: &Work) -> Result<f64, String> {
    let before = time_of_children()?;
    for _ in 0..work.times {
        output(Command::new(program).args(&work.words), &work.input)?;
    }
    Ok((time_of_children()? - before) / TICKS_PER_SECOND / work.times as f64)
}

/// The processor time of all ended children of this process, in ticks.
fn time_of_children() -> Result<f64, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| format!("/proc/self/stat: {error}"))?;
    children_in(&stat).ok_or_else(|| format!("/proc/self/stat has an unknown form: {stat}"))
}

/// The fields 16 and 17. The second is a name in brackets, which may contain spaces.
fn children_in(stat: &str) -> Option<f64> {
    let fields: Vec<_> = stat.rsplit(')').next()?.split_whitespace().collect();
    Some(fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_read_behind_a_name_with_spaces() {
        let stat = "12 (a name) x) S 1 12 12 0 -1 0 1 2 3 4 500 600 70 8 20 0 1 0 99 0 0";
        assert_eq!(children_in(stat), Some(78.0));
        assert_eq!(children_in("12 (short) S"), None);
        assert!(time_of_children().is_ok() || !cfg!(target_os = "linux"));
    }

    /// The number of rounds, and the ratio, if the released program is disturbed in the first ones.
    fn rounds(disturbed: usize, slowness: f64) -> (usize, f64) {
        let mut rounds = 0;
        let least = ratio(|| {
            rounds += 1;
            Ok(Ratio { released: if rounds <= disturbed { 2.0 } else { slowness }, native: 1.0 })
        });
        let least = least.unwrap();
        (rounds, least.released / least.native)
    }

    #[test]
    fn a_slow_result_is_measured_again_before_it_counts() {
        assert_eq!(rounds(0, 1.0), (ROUNDS, 1.0));
        assert_eq!(rounds(5, 1.0), (6, 1.0));
        assert_eq!(rounds(0, 1.5), (MOST_ROUNDS, 1.5));
    }

    #[test]
    fn a_tenth_slower_is_allowed() {
        assert!(!Ratio { released: 1.09, native: 1.0 }.is_slow());
        assert!(Ratio { released: 1.11, native: 1.0 }.is_slow());
        assert_eq!(Ratio { released: 1.5, native: 1.0 }.to_string(), "1.50 (1.50 s)");
    }
}
