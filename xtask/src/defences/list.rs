//! The lists `xtask/defences.toml` and `xtask/gaps.toml`: for each row of the threat model, and for each gap of the fault
//! tests, edits that remove its defence, and the tests that must fail then.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::{fs, path::Path};

use serde::Deserialize;

use crate::command::root;
use crate::mutation::test_program::TestProgram;

/// The path in the repository of the list whose rows are those of the threat model.
pub(super) const DEFENCES: &str = "xtask/defences.toml";
/// The path of the list of other gaps that are reopened on purpose.
const GAPS: &str = "xtask/gaps.toml";

/// The whole list, in the order of the document's rows.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    pub(super) row: Vec<Row>,
}

/// A row of the threat model.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    /// The text of its first column.
    pub(super) threat: String,
    /// Why no small edit removes its defence.
    pub(super) none: Option<String>,
    /// The edits that remove its defence, or a part of it.
    #[serde(default)]
    pub(super) removal: Vec<Removal>,
}

/// An edit that removes a defence.
#[derive(Deserialize, Hash, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Removal {
    /// What is gone after the edit.
    pub(super) removes: String,
    /// The edited file.
    pub(super) file: String,
    /// The text that is replaced. It occurs once in the file.
    pub(super) find: String,
    /// The text instead of it.
    pub(super) replace: String,
    /// The package that has the tests.
    pub(super) package: String,
    /// Its test target: `lib` for unit tests, or the name of an integration test.
    pub(super) target: String,
    /// The tests that must fail, without their modules.
    pub(super) tests: Vec<String>,
}

impl List {
    /// Both lists.
    pub(super) fn load() -> Result<Self, String> {
        let (mut list, gaps) = (Self::load_from(DEFENCES)?, Self::load_from(GAPS)?);
        list.row.extend(gaps.row);
        Ok(list)
    }

    /// The list of one file.
    pub(super) fn load_from(path: &str) -> Result<Self, String> {
        let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
        toml::from_str(&text).map_err(|error| format!("{path}: {error}"))
    }

    /// The removals of the rows whose threat contains one of these texts. Removals with the same test program come
    /// together, and of them the first removal of each row comes first: a run that is stopped has seen most rows.
    pub(super) fn in_build_order<'a>(&'a self, rows: &'a [String]) -> Vec<&'a Removal> {
        let numbered = self.chosen(rows).flat_map(|row| row.removal.iter().enumerate());
        let mut chosen: Vec<(usize, &Removal)> = numbered.collect();
        chosen.sort_by(|(one, a), (other, b)| (a.program(), one, &a.file).cmp(&(b.program(), other, &b.file)));
        chosen.into_iter().map(|(_, removal)| removal).collect()
    }

    fn chosen<'a>(&'a self, rows: &'a [String]) -> impl Iterator<Item = &'a Row> {
        self.row.iter().filter(move |row| rows.is_empty() || rows.iter().any(|text| row.threat.contains(text)))
    }

    /// Prints each chosen row with its removals and their tests, or with the reason why it has none.
    pub(super) fn print(&self, rows: &[String]) {
        for row in self.chosen(rows) {
            println!("{}", row.threat);
            for removal in &row.removal {
                println!("    without: {} ({})", removal.removes, removal.file);
                println!("        {}", removal.tests.join(", "));
            }
            if let Some(reason) = &row.none {
                println!("    not removed: {reason}");
            }
        }
    }
}

impl Removal {
    /// The place of the edit in its file, in bytes.
    pub(super) fn place(&self, source: &str) -> Result<Range<usize>, String> {
        match source.matches(&self.find).count() {
            1 => Ok(source.find(&self.find).map(|start| start..start + self.find.len()).unwrap_or_default()),
            count => Err(format!("{}: the text occurs {count} times, not once: {}", self.file, self.find)),
        }
    }

    /// The source without its defence.
    pub(super) fn edited(&self, source: &str) -> Result<String, String> {
        let mut text = source.to_owned();
        text.replace_range(self.place(source)?, &self.replace);
        Ok(text)
    }

    /// The program that has the tests.
    pub(super) fn program(&self) -> TestProgram<'_> {
        TestProgram { package: &self.package, target: &self.target }
    }

    /// A hash of the removal and of all files that decide its outcome: the edited file and those with the tests. A stored
    /// result holds for this stamp only.
    pub(super) fn stamp(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        fs::read(root().join(&self.file)).unwrap_or_default().hash(&mut hasher);
        for (_, text) in self.test_sources() {
            text.hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    }

    /// The files that define the named tests, each with its text, in the order of their names.
    fn test_sources(&self) -> Vec<(String, String)> {
        let mut found = rust_sources(&root().join(self.program().folder()));
        found.retain(|(_, text)| self.tests.iter().any(|test| defines(text, test)));
        found
    }

    /// The tests that no file of the package defines.
    #[cfg(test)]
    pub(super) fn missing_tests(&self) -> Vec<&str> {
        let sources = self.test_sources();
        let is_missing = |test: &&String| !sources.iter().any(|(_, text)| defines(text, test));
        self.tests.iter().filter(is_missing).map(String::as_str).collect()
    }
}

/// Whether a source defines a test: as a function, as an entry of the fuzz targets' macro, or as a test of the page.
fn defines(source: &str, test: &str) -> bool {
    let is_fuzz_target =
        || source.lines().any(|line| line.starts_with("short_runs! {") && line.split(' ').any(|word| word == test));
    source.contains(&format!("fn {test}(")) || source.contains(&format!("\"{test}\"")) || is_fuzz_target()
}

/// The source files below a folder with their paths, in order.
fn rust_sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if !["target", "node_modules"].iter().any(|skipped| entry.file_name() == *skipped) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|end| end == "rs" || end == "ts") {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_replaced_only_if_it_occurs_once() {
        let removal = |find: &str| {
            let [removes, file, replace, package, target] = ["x"; 5].map(str::to_owned);
            Removal { removes, file, find: find.to_owned(), replace, package, target, tests: Vec::new() }
        };
        assert_eq!(removal("b").edited("a b c"), Ok("a x c".to_owned()));
        assert!(removal("b").edited("a b b").is_err_and(|why| why.contains("2 times")));
        assert!(removal("b").edited("a c").is_err_and(|why| why.contains("0 times")));
    }
}
