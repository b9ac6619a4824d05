//! The mutants that cargo-mutants lists, as edits.

use std::process::Command;

use serde_json::Value;

use crate::mutation::scratch::Scratch;
use crate::mutation::switches::Edit;

/// A small edit that a test should notice.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Mutant {
    /// Place and change in words.
    pub(super) name: String,
    pub(super) package: String,
    pub(super) file: String,
    /// The text of its file.
    pub(super) source: String,
    pub(super) edit: Edit,
}

/// The mutants that these arguments of cargo-mutants choose.
pub(super) fn load(scratch: &Scratch, arguments: &[String]) -> Result<Vec<Mutant>, String> {
    let mut command = Command::new("cargo-mutants");
    command.args(["mutants", "--list", "--json"]).args(arguments).current_dir(&scratch.folder);
    let output = command.output().map_err(|error| format!("cargo-mutants: {error}; `cargo install cargo-mutants`"))?;
    if !output.status.success() {
        return Err(format!("cargo-mutants: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let list: Vec<Value> = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo-mutants: {error}"))?;
    list.iter().enumerate().map(|(number, mutant)| read(scratch, number, mutant)).collect()
}

fn read(scratch: &Scratch, number: usize, mutant: &Value) -> Result<Mutant, String> {
    let text = |key: &str| mutant[key].as_str().map(str::to_owned).ok_or_else(|| format!("cargo-mutants: no {key}"));
    let source = scratch.read(&text("file")?)?;
    let place = |end: &str| {
        let [line, column] =
            ["line", "column"].map(|key| mutant["span"][end][key].as_u64().unwrap_or_default() as usize);
        offset(&source, line, column).ok_or_else(|| format!("cargo-mutants: no place {line}:{column}"))
    };
    let edit = Edit { number, place: place("start")?..place("end")?, replace: text("replacement")? };
    Ok(Mutant { name: text("name")?, package: text("package")?, file: text("file")?, edit, source })
}

/// The byte at a line and a column, which count from one and in characters.
fn offset(source: &str, line: usize, column: usize) -> Option<usize> {
    let before: usize = source.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let line = source.get(before..)?.split('\n').next()?;
    let characters = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    characters.skip(column.checked_sub(1)?).map(|at| before + at).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = "é = 1;\nlet é = a == b;\n";
        assert_eq!(offset(source, 1, 1), Some(0));
        assert_eq!(offset(source, 2, 11).map(|at| &source[at..at + 2]), Some("=="));
        assert_eq!(offset(source, 1, 7), Some(7), "the end of a line");
        assert_eq!(offset(source, 1, 9), None);
    }
}
