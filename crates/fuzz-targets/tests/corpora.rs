//! The short run of the fuzz targets: every file of the corpora, then a fixed number of mutations of them, the same on
//! every machine. The long run is `cargo xtask fuzz`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use menagerie_noise::{Mutator, TARGETS, Target, target};

/// More than this does not belong into the repository.
const MOST_FILES: usize = 60;
const LONGEST_FILE: usize = 4096;

/// The stream of mutations; it must stay the same, so that what was found is found again.
const SEED: u64 = 20_261_115;

/// One, unless `NOISE_ROUNDS` asks for more: each has other mutations.
fn rounds() -> u64 {
    std::env::var("NOISE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
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

short_runs! { positions actions options console engine events records frames http }

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
