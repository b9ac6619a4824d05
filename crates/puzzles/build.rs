//! Embeds the collections of all games: every `crates/games/GAME/puzzles.jsonl`, compressed. A game without the file has
//! no puzzles. A browser gets none: it loads a collection when it is needed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::DeflateEncoder;

const GAMES: &str = "../games";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={GAMES}");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?);
    let in_browser = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let mut list = String::from("&[\n");
    for (game, file) in if in_browser { Vec::new() } else { files()? } {
        let packed = out.join(format!("{game}.deflate"));
        fs::write(&packed, compressed(&fs::read(file)?)?)?;
        list.extend([
            "(\"",
            &game,
            "\", include_bytes!(\"",
            &packed.display().to_string().replace('\\', "/"),
            "\")),\n",
        ]);
    }
    fs::write(out.join("embedded.rs"), list + "]\n")
}

/// The games that have a collection, with its file, by name.
fn files() -> io::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(Path::new(GAMES))? {
        let entry = entry?;
        let file = entry.path().join("puzzles.jsonl");
        if file.is_file() {
            files.push((entry.file_name().to_string_lossy().into_owned(), file));
        }
    }
    files.sort();
    Ok(files)
}

fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
