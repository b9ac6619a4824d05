//! Many removals in one build: they are behind switches, and each run of the tests switches one on. A removal that cannot be
//! switched, or goes unnoticed behind its switch, is left for a build of its own.

use std::path::Path;
use std::time::Instant;

use super::list::Removal;
use super::report::{Outcome, Results, judge};
use super::trial::{run_tests, tests_of};
use crate::mutation::printed::{Ended, ended};
use crate::mutation::scratch::Scratch;
use crate::mutation::switched::{Edits, Switched};
use crate::mutation::switches::Edit;

/// The program with the switches of all removals of a group: so an interrupted run finds its program again.
pub(super) fn build(scratch: &Scratch, group: &[&Removal]) -> Result<Option<Switched>, String> {
    let Some(first) = group.first().filter(|it| it.target != "vitest") else { return Ok(None) };
    Switched::make(scratch, first.program(), &edits(scratch, group)?)
}

/// Tries the removals of one test program whose results are missing, and keeps those that are noticed.
pub(super) fn run(scratch: &Scratch, group: &[&Removal], results: &mut Results) -> Result<(), String> {
    if group.iter().all(|removal| results.is_noticed(removal)) {
        return Ok(());
    }
    let begin = Instant::now();
    let Some(switched) = build(scratch, group)? else { return Ok(()) };
    let tests_in = group[0].program();
    println!("==> {tests_in}: {} of {} removals behind switches", switched.numbers.len(), group.len());
    let is_chosen =
        |number: &usize, removal: &Removal| switched.numbers.contains(number) && !results.is_noticed(removal);
    let chosen: Vec<(usize, &Removal)> =
        group.iter().copied().enumerate().filter(|(number, removal)| is_chosen(number, removal)).collect();
    let execute = |tests: &[&str], switched_on| run_tests(scratch, tests_in, &switched.program, tests, switched_on);
    let tests = tests_of(&chosen.iter().map(|(_, removal)| *removal).collect::<Vec<_>>());
    let unmodified = execute(&tests, None)?;
    println!("    built, and {} tests run without a removal, in {} s", tests.len(), begin.elapsed().as_secs());
    for (number, removal) in chosen {
        print!("    without: {} ({}): ", removal.removes, removal.file);
        if !removal.tests.iter().all(|test| ended(&unmodified, test) == Some(Ended::Passed)) {
            println!("its tests fail beside other switches");
            continue;
        }
        let start = Instant::now();
        let outcome = judge(&execute(&tests_of(&[removal]), Some(number))?, &removal.tests);
        println!("{outcome} in {:.1} s", start.elapsed().as_secs_f32());
        if outcome == Outcome::Noticed {
            results.keep(removal, outcome, start.elapsed())?;
        }
    }
    Ok(())
}

/// The removals as edits, numbered by their places in the group.
fn edits(scratch: &Scratch, group: &[&Removal]) -> Result<Edits, String> {
    let mut edits = Edits::new();
    for (number, removal) in group.iter().enumerate().filter(|(_, removal)| is_rust(&removal.file)) {
        let place = removal.place(&scratch.read(&removal.file)?)?;
        let edit = Edit { number, place, replace: removal.replace.clone() };
        edits.entry(removal.file.clone()).or_default().push(edit);
    }
    Ok(edits)
}

fn is_rust(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|end| end == "rs")
}
