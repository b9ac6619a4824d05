//! Fuzz targets for every reader of outside input.
//!
//! A target is a function of bytes that panics when a guarantee of the reader is broken. Two runs
//! call them: the short run is an ordinary test (`tests/corpora.rs`: every file of `fuzz/corpus`,
//! then a fixed number of mutations of them); the long run is libFuzzer's (`cargo xtask fuzz`),
//! with wrappers in `fuzz/`.

mod dictionary;
mod engine;
mod events;
mod frames;
mod http;
mod lessons;
mod mutate;
mod nets;
mod options;
mod positions;
mod puzzles;
mod records;

pub use mutate::Mutator;

/// A fuzz target: one reader of outside input.
pub struct Target {
    /// Its name, and the name of its corpus and dictionary.
    pub name: &'static str,
    /// Reads the input; panics when a guarantee is broken.
    pub read: fn(&[u8]),
    /// The number of mutated inputs in the short run.
    pub inputs: u32,
    dictionary: &'static str,
}

/// One target; libFuzzer reads the same dictionary.
macro_rules! target {
    ($name:literal, $read:expr, $inputs:literal) => {
        Target {
            name: $name,
            read: $read,
            inputs: $inputs,
            dictionary: include_str!(concat!("../../../fuzz/dictionaries/", $name, ".dict")),
        }
    };
}

/// Every target.
pub const TARGETS: [Target; 12] = [
    target!("positions", positions::positions, 40_000),
    target!("actions", positions::actions, 3_000),
    target!("options", options::read, 50_000),
    target!("console", console, 50_000),
    target!("engine", engine::read, 400),
    target!("events", events::read, 4_000),
    target!("records", records::read, 30_000),
    target!("lessons", lessons::read, 2_000),
    target!("puzzles", puzzles::read, 2_000),
    target!("frames", frames::read, 500),
    target!("http", http::read, 300),
    target!("nets", nets::read, 300),
];

impl Target {
    /// The tokens of the target's dictionary.
    pub fn words(&self) -> Vec<Vec<u8>> {
        dictionary::words(self.dictionary)
    }
}

/// The target with this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A game's own line protocol: a session answers each line with whole lines until it reports the
/// end.
fn console(input: &[u8]) {
    for mut session in menagerie_catalog::games().iter().filter_map(|game| game.console()) {
        for line in input.split(|&byte| byte == b'\n') {
            let reply = session.line(line);
            assert!(reply.output.is_empty() || reply.output.ends_with('\n'), "a reply without its line end");
            if reply.over {
                break;
            }
        }
    }
}

/// The game that a byte chooses.
fn game_of(byte: u8) -> &'static dyn menagerie_game::erased::AnyGame {
    let games = menagerie_catalog::games();
    // Corpora are easier to read when the byte is a digit.
    games[usize::from(byte.wrapping_sub(b'0')) % games.len()]
}
