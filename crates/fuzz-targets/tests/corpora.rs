//! The short fuzzing run: every file of the corpora, then a fixed number of mutations of them, the
//! same on every machine. The long run is `cargo xtask fuzz`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Once};

use menagerie_fuzz_targets::{Mutator, TARGETS, Target, target};

/// The limits of a corpus in the repository.
const MOST_FILES: usize = 60;
const LONGEST_FILE: usize = 4096;

/// The seed of the mutations. It never changes, so that a failure can be reproduced.
const SEED: u64 = 20_261_115;

/// How many rounds of mutations to run, each with other mutations: 1, unless `FUZZ_ROUNDS` is set.
/// Its old name `NOISE_ROUNDS` is deprecated.
fn rounds() -> u64 {
    static ROUNDS: LazyLock<u64> = LazyLock::new(|| {
        let (rounds, warning) = rounds_from(|name| std::env::var(name).ok());
        if let Some(warning) = warning {
            eprintln!("{warning}");
        }
        rounds
    });
    *ROUNDS
}

/// The rounds and a warning about the deprecated name, by the environment's variables.
fn rounds_from(variable: impl Fn(&str) -> Option<String>) -> (u64, Option<&'static str>) {
    let number = |name: &str| variable(name).and_then(|text| text.parse().ok());
    match (number("FUZZ_ROUNDS"), number("NOISE_ROUNDS")) {
        (Some(rounds), _) => (rounds, None),
        (None, Some(rounds)) => (rounds, Some("NOISE_ROUNDS is deprecated, use FUZZ_ROUNDS")),
        (None, None) => (1, None),
    }
}

#[test]
fn the_old_name_of_the_rounds_works_and_warns() {
    let only = |name: &'static str| move |asked: &str| (asked == name).then(|| "7".to_owned());
    assert_eq!(rounds_from(only("FUZZ_ROUNDS")), (7, None));
    let (rounds, warning) = rounds_from(only("NOISE_ROUNDS"));
    assert_eq!(rounds, 7);
    assert!(warning.is_some_and(|text| text.contains("FUZZ_ROUNDS")));
    assert_eq!(rounds_from(|_| None), (1, None));
}

/// Panics anywhere, also in tasks that would swallow them.
static PANICS: AtomicU32 = AtomicU32::new(0);

fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

/// The files of a corpus with their names, in the order of the names.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = corpora().join(target.name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let file = |path: PathBuf| (path.file_name().unwrap().display().to_string(), fs::read(&path).unwrap());
    let mut files: Vec<_> = entries.map(|entry| file(entry.unwrap().path())).collect();
    files.sort();
    files
}

fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            usual(info);
        }));
    });
}

fn survives(target: &Target, name: &str, input: &[u8]) {
    let before = PANICS.load(Ordering::Relaxed);
    let read = catch_unwind(AssertUnwindSafe(|| (target.read)(input)));
    let quiet = PANICS.load(Ordering::Relaxed) == before;
    assert!(read.is_ok() && quiet, "{}, {name}: {:?}", target.name, String::from_utf8_lossy(input));
}

fn short_run(name: &str) {
    count_panics();
    let target = target(name).unwrap();
    let files = corpus(target);
    for (name, input) in &files {
        survives(target, name, input);
    }
    let seeds: Vec<Vec<u8>> = files.into_iter().map(|(_, input)| input).collect();
    let words = target.words();
    for round in 0..rounds() {
        let mut mutator = Mutator::new(SEED + 2 * round);
        for number in 0..target.inputs {
            let input = mutator.next(&seeds, &words);
            survives(target, &format!("round {round}, mutation {number}"), &input);
        }
    }
    println!("{name}: {} files, {} mutations in each of {} rounds", seeds.len(), target.inputs, rounds());
}

macro_rules! short_runs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            short_run(stringify!($name));
        })*

        #[test]
        fn every_target_has_a_short_run() {
            assert_eq!(TARGETS.map(|target| target.name), [$(stringify!($name)),*]);
        }
    };
}

short_runs! { positions actions options console engine events records lessons puzzles frames http nets }

#[test]
fn corpora_stay_small() {
    for target in TARGETS {
        let files = corpus(&target);
        assert!((3..=MOST_FILES).contains(&files.len()), "{}: {} files", target.name, files.len());
        for (name, input) in files {
            assert!(input.len() <= LONGEST_FILE, "{}, {name}: {} bytes", target.name, input.len());
        }
    }
}

/// libFuzzer's wrappers are a workspace of their own: none may be forgotten there.
#[test]
fn every_target_has_its_wrapper() {
    for target in TARGETS {
        let wrapper = corpora().join(format!("../fuzz_targets/{}.rs", target.name));
        let text = fs::read_to_string(&wrapper).unwrap_or_else(|error| panic!("{}: {error}", wrapper.display()));
        assert!(text.contains(&format!("\"{}\"", target.name)), "{}", wrapper.display());
    }
}
