//! `cargo xtask fuzz`: the long run of the fuzz targets with libFuzzer. The short run is an
//! ordinary test (`crates/fuzz-targets/tests/corpora.rs`).

use std::fs;
use std::process::Command;

use crate::command::{cargo, root, step, succeeds};

const SECONDS: &str = "60";

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let (targets, seconds) = read(words)?;
    if !succeeds(&mut cargo(&["fuzz", "--version"])) {
        step("cargo-fuzz is missing, installing it", &mut cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    for target in targets {
        // New inputs go to the first folder; the corpus in the repository is not changed.
        let found = root().join("fuzz/found").join(&target);
        fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
        step(&format!("fuzzing {target} for {seconds} s"), &mut call(&target, &seconds))?;
    }
    Ok(())
}

fn call(target: &str, seconds: &str) -> Command {
    // There is no `unsafe`, so the address sanitizer would find nothing and halve the speed.
    let mut command = cargo(&["fuzz", "run", "--release", "--sanitizer", "none", target]);
    command.args([format!("fuzz/found/{target}"), format!("fuzz/corpus/{target}"), "--".to_owned()]);
    command.arg(format!("-max_total_time={seconds}")).arg(format!("-dict=fuzz/dictionaries/{target}.dict"));
    command.args(["-max_len=4096", "-timeout=20", "-print_final_stats=1"]);
    // cargo-fuzz needs an unstable compiler flag; this makes the stable compiler accept it.
    command.env("RUSTC_BOOTSTRAP", "1").env("MENAGERIE_PAGE", "skip");
    command
}

/// The targets, named by their wrappers.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = |entry: fs::DirEntry| entry.path().file_stem().map(|name| name.display().to_string());
    let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
    names.sort();
    Ok(names)
}

/// Parses targets (default: all) and seconds.
fn read(words: &[String]) -> Result<(Vec<String>, String), String> {
    let known = targets()?;
    let (mut targets, mut seconds) = (Vec::new(), SECONDS.to_owned());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--seconds" {
            let number = words.next().and_then(|number| number.parse::<u32>().ok());
            seconds = number.ok_or("--seconds needs a whole number")?.to_string();
        } else if known.contains(word) {
            targets.push(word.clone());
        } else {
            return Err(format!("no target '{word}'; there are: {}", known.join(", ")));
        }
    }
    Ok((if targets.is_empty() { known } else { targets }, seconds))
}
