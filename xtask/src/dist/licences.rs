//! The licence texts of all packages, fonts and pictures that are part of the program, in one file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::build::stage;
use super::metadata::packages;
use super::source::Source;
use super::target::Target;

/// How the names of licence files begin.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];
const RULE: &str = "--------------------------------------------------------------------------------";

/// The file's text. Each different licence text stands there once, after the packages that it is for.
pub(super) fn text(source: &Source, target_folder: &Path, target: &Target) -> Result<Vec<u8>, String> {
    let packages = packages(source, target, &stage(target_folder, target)?)?;
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut out = String::from(
        "Menagerie contains the work of other people. This file lists every package with its licence,\n\
         then the licence texts.\n\n",
    );
    for package in &packages {
        let title = format!("{} {}", package.name, package.version);
        let texts = licence_texts(&package.folder);
        let note = if texts.is_empty() { " (the package has no licence file)" } else { "" };
        let _ = writeln!(out, "{title}: {}{note}", package.licence);
        for text in texts {
            by_text.entry(text).or_default().push(title.clone());
        }
    }
    for (title, text) in works(&source.root)? {
        by_text.entry(text).or_default().push(title);
    }
    let mut blocks: Vec<_> = by_text.into_iter().map(|(text, titles)| (titles.join(", "), text)).collect();
    blocks.sort_unstable();
    for (titles, text) in blocks {
        let _ = write!(out, "\n{RULE}\n{titles}\n{RULE}\n\n{text}\n");
    }
    Ok(out.into_bytes())
}

/// Licences and credits of fonts and artwork in the repository.
fn works(root: &Path) -> Result<Vec<(String, String)>, String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut found = vec![("the font Inter".to_owned(), read(&root.join("crates/draw/font/OFL.txt"))?)];
    let games = fs::read_dir(root.join("crates/games")).map_err(|error| format!("crates/games: {error}"))?;
    for game in games.flatten() {
        let credits = game.path().join("art/CREDITS.md");
        if credits.is_file() {
            found.push((format!("the artwork of {}", game.file_name().to_string_lossy()), read(&credits)?));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// The texts of a package's licence files, with plain line ends.
fn licence_texts(folder: &Path) -> Vec<String> {
    let is_licence = |name: &str| NAMES.iter().any(|start| name.to_lowercase().starts_with(start));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter(|entry| is_licence(&entry.file_name().to_string_lossy()));
    let mut paths: Vec<_> = named.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort_unstable();
    let texts = paths.iter().filter_map(|path| fs::read(path).ok());
    texts.map(|text| String::from_utf8_lossy(&text).replace("\r\n", "\n").trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::root;

    #[test]
    fn our_own_licences_are_found_by_their_names() {
        let texts = licence_texts(&root());
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("Apache License") && texts[1].contains("Permission is hereby granted"));
    }

    #[test]
    fn the_artwork_of_every_game_is_credited() {
        let works = works(&root()).unwrap();
        assert_eq!(works.len(), 1 + menagerie_catalog::games().len());
    }
}
