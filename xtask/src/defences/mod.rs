//! `cargo xtask defences`: removes each defence of `docs/host/security.md` in a copy of the repository and expects that the
//! tests named beside it fail. This is mutation testing with a list of mutations made by hand.

mod batch;
mod list;
mod report;
mod trial;

#[cfg(test)]
mod threat_model;

use std::time::Instant;

use list::{List, Removal};
use report::Results;

use crate::mutation::scratch::Scratch;

/// What the command line asks for.
#[derive(PartialEq, Eq, Debug, Default)]
struct Options {
    /// Only rows whose threat contains one of these texts; all rows if empty.
    rows: Vec<String>,
    /// Only removals whose tests are in one of these packages, or programs `PACKAGE:TARGET`; all if empty.
    packages: Vec<String>,
    /// Only print the list.
    list: bool,
    /// Only build the programs with switches, and run no tests.
    build: bool,
    /// Forget the results of earlier runs.
    fresh: bool,
}

/// Removes the defences one after the other. An error if the tests did not notice one of them.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let options = read(words)?;
    let list = List::load()?;
    let mut chosen = list.in_build_order(&options.rows);
    let names = |removal: &Removal| [removal.package.clone(), removal.program().to_string()];
    chosen.retain(|removal| {
        options.packages.is_empty() || names(removal).iter().any(|name| options.packages.contains(name))
    });
    if chosen.is_empty() {
        return Err("no row of docs/host/security.md has a removal and matches".to_owned());
    }
    if options.list {
        list.print(&options.rows);
        return Ok(());
    }
    let begin = Instant::now();
    let mut results = Results::load(options.fresh);
    let known = chosen.iter().filter(|removal| results.is_noticed(removal)).count();
    println!("==> {} defences, {known} of them noticed in an earlier run", chosen.len());
    let scratch = Scratch::make()?;
    for group in chosen.chunk_by(|one, other| one.program() == other.program()) {
        if options.build {
            batch::build(&scratch, group)?;
            continue;
        }
        batch::run(&scratch, group, &mut results)?;
        run_alone(&scratch, group, &mut results)?;
    }
    if options.build {
        return Ok(());
    }
    report::print(&list, &chosen, &results);
    println!("    {:.0} minutes in this run", begin.elapsed().as_secs_f32() / 60.0);
    let unnoticed = chosen.iter().filter(|removal| !results.is_noticed(removal)).count();
    if unnoticed == 0 { Ok(()) } else { Err(format!("{unnoticed} of {} removals went unnoticed", chosen.len())) }
}

/// Removes the defences that have not been noticed yet, each with a build of its own.
fn run_alone(scratch: &Scratch, group: &[&Removal], results: &mut Results) -> Result<(), String> {
    let waiting: Vec<&Removal> = group.iter().copied().filter(|removal| !results.is_noticed(removal)).collect();
    trial::check_unmodified(scratch, &waiting)?;
    for removal in waiting {
        println!("==> without: {} ({})", removal.removes, removal.file);
        let start = Instant::now();
        let outcome = trial::without(scratch, removal)?;
        println!("    {outcome} in {:.0} s", start.elapsed().as_secs_f32());
        results.keep(removal, outcome, start.elapsed())?;
    }
    Ok(())
}

fn read(words: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--list" => options.list = true,
            "--build" => options.build = true,
            "--fresh" => options.fresh = true,
            "--row" => options.rows.push(words.next().ok_or("--row needs a part of a threat's text")?.clone()),
            "--package" => options.packages.push(words.next().ok_or("--package needs a name")?.clone()),
            other => {
                let known = "--row TEXT, --package NAME, --list, --build, --fresh";
                return Err(format!("'{other}' is not understood; the options are {known}"));
            }
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::report::Outcome;
    use super::*;

    #[test]
    fn options_are_read_and_others_refused() {
        let read = |text: &str| read(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let rows = vec!["floods".to_owned(), "CSRF".to_owned()];
        let read_options = Options { rows, packages: vec!["xtask".to_owned()], list: true, ..Options::default() };
        assert_eq!(read("--row floods --row CSRF --package xtask --list"), Ok(read_options));
        assert!(read("--row").is_err());
        assert!(read("--rows floods").is_err_and(|why| why.contains("--fresh")));
    }

    #[test]
    fn an_outcome_that_is_no_failure_of_a_test_is_not_a_success() {
        assert!(Outcome::Noticed.is_noticed());
        assert!(!Outcome::Unnoticed(vec!["a_test".to_owned()]).is_noticed());
        assert!(!Outcome::DoesNotCompile.is_noticed());
        assert!(!Outcome::DidNotRun(vec!["a_test".to_owned()]).is_noticed());
    }
}
