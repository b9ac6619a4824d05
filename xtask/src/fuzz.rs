//! `cargo xtask fuzz`: noise for the readers.

use std::process::Command;

use crate::steps::{cargo, root, step, works};

const TARGETS: [&str; 3] = ["positions", "actions", "console"];
const SECONDS: &str = "60";

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (targets, seconds) = read(words)?;
    if !works(&mut cargo(&["fuzz", "--version"])) {
        step("cargo-fuzz is missing, installing it", &mut cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    for target in targets {
        step(&format!("fuzzing {target} for {seconds} s"), &mut call(target, &seconds))?;
    }
    Ok(())
}

fn call(target: &str, seconds: &str) -> Command {
    let mut command = cargo(&["fuzz", "run", "--release", target, "--"]);
    command.arg(format!("-max_total_time={seconds}")).args(["-max_len=4096", "-timeout=10"]);
    // cargo-fuzz needs a compiler flag that is unstable; this lets the stable compiler take it.
    command.env("RUSTC_BOOTSTRAP", "1").current_dir(root());
    command
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
