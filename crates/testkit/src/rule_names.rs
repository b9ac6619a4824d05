//! Every rule has a test that names it.

use std::fs;
use std::path::Path;

use menagerie_game::Rules;

use crate::Rulebook;

/// Checks that each rule id of the game's rule file stands in one of the files under `tests/` of the game's folder.
///
/// # Panics
/// Listing the ids that no test names.
pub fn every_rule_is_named<R: Rules>(game_folder: &str) {
    let book = Rulebook::read(R::INFO.id, R::INFO.rules);
    assert!(!book.ids.is_empty(), "{}: the rule file has no numbered rules", R::INFO.id);
    let mut tests = String::new();
    collect(&Path::new(game_folder).join("tests"), &mut tests);
    let missing: Vec<_> = book.ids.iter().filter(|id| !names(&tests, id)).collect();
    assert!(missing.is_empty(), "no test names these rules: {missing:#?}");
}

/// Whether the id stands in the text, and not only as the beginning of a longer one.
fn names(text: &str, id: &str) -> bool {
    let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '/';
    text.match_indices(id).any(|(at, _)| !text[at + id.len()..].starts_with(goes_on))
}

fn collect(folder: &Path, text: &mut String) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            collect(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a readable file"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_longer_id_does_not_name_a_shorter_one() {
        assert!(names("\"jungle/ruling/1\"", "jungle/ruling/1"));
        assert!(!names("\"jungle/ruling/12\"", "jungle/ruling/1"));
    }
}
