//! `cargo xtask fuzz`: noise for the readers.

use std::process::Command;
use std::{fs, str};

use crate::steps::{cargo, root, step, works};

const TARGETS: [&str; 3] = ["positions", "actions", "console"];
const SECONDS: &str = "60";

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (targets, seconds) = read(words)?;
    if !works(&mut cargo(&["fuzz", "--version"])) {
        step("cargo-fuzz is missing, installing it", &mut cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    sow()?;
    for target in targets {
        step(&format!("fuzzing {target} for {seconds} s"), &mut call(target, &seconds))?;
    }
    Ok(())
}

fn call(target: &str, seconds: &str) -> Command {
    let mut command = cargo(&["fuzz", "run", "--release", target, "--"]);
    command.arg(format!("-max_total_time={seconds}")).args(["-max_len=4096", "-timeout=10", "-verbosity=0"]);
    // cargo-fuzz needs a compiler flag that is unstable; this lets the stable compiler take it.
    command.env("RUSTC_BOOTSTRAP", "1");
    command
}

/// Seeds for `positions`: noise alone hardly ever becomes a position, so we begin with those of the rule files. The first byte
/// is the game's place in the catalog.
fn sow() -> Result<(), String> {
    let folder = root().join("fuzz/corpus/positions");
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(wrong)?;
    for (place, game) in games()?.into_iter().enumerate() {
        let rules = fs::read_to_string(root().join(format!("crates/games/{game}/rules.md"))).map_err(wrong)?;
        let positions = rules.lines().filter_map(|line| line.strip_prefix("position: "));
        for (number, position) in positions.enumerate() {
            let seed = [&[place as u8], position.trim_end().as_bytes()].concat();
            fs::write(folder.join(format!("{game}-{number}")), seed).map_err(wrong)?;
        }
    }
    Ok(())
}

/// The games in the catalog's order.
fn games() -> Result<Vec<String>, String> {
    let output = cargo(&["run", "--quiet", "--", "games"]).output().map_err(|error| error.to_string())?;
    let text = str::from_utf8(&output.stdout).map_err(|error| error.to_string())?;
    Ok(text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect())
}

/// Targets (all, if none is named) and seconds.
fn read(words: &[String]) -> Result<(Vec<&'static str>, String), String> {
    let (mut targets, mut seconds) = (Vec::new(), SECONDS.to_owned());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--seconds" {
            let number = words.next().and_then(|number| number.parse::<u32>().ok());
            seconds = number.ok_or("--seconds needs a whole number")?.to_string();
        } else {
            let known = TARGETS.into_iter().find(|target| target == word);
            targets.push(known.ok_or_else(|| format!("no target '{word}'; there are: {}", TARGETS.join(", ")))?);
        }
    }
    Ok((if targets.is_empty() { TARGETS.to_vec() } else { targets }, seconds))
}
