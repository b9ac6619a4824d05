//! Builds the tables with three tokens again and writes `tables/built-in.bin`, which the crate embeds:
//! `cargo run --release -p menagerie-jungle --example embed-tables -- FOLDER [PIECES] [THREADS]`.
//! FOLDER keeps the single tables. More pieces than three are built there and not embedded.

use std::path::{Path, PathBuf};
use std::time::Instant;

use menagerie_game::{Rules, TableOrder};
use menagerie_jungle::Position;

fn main() {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().expect("a folder for the tables"));
    let mut number = |default| words.next().map_or(default, |word| word.parse().expect("a number"));
    let (pieces, threads) = (number(3), number(2));
    let tables = Position::endgame_tables().expect("the game has tables");
    let begin = Instant::now();
    let order = TableOrder { folder: &folder, pieces, threads, options: None };
    let built = tables.build(&order, &|progress| {
        let (seconds, name) = (begin.elapsed().as_secs_f64(), &progress.name);
        println!("{seconds:8.1} s  {}/{} {name} {:?}", progress.done, progress.total, progress.built);
    });
    built.expect("the tables are built");
    let bytes = menagerie_jungle::built_in_file(&folder).expect("all tables are there");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/built-in.bin");
    std::fs::write(&path, &bytes).expect("the file is written");
    println!("{}: {} bytes", path.display(), bytes.len());
}
