//! Tests of the list: it has each row of the threat model, and each of its entries can be applied.

use std::fs;

use super::list::{DEFENCES, List};
use crate::command::root;

/// The first and last column of each row in the tables of threats.
fn rows() -> Vec<(String, String)> {
    let model = fs::read_to_string(root().join("docs/host/security.md")).unwrap();
    let is_row =
        |line: &&str| line.starts_with("| ") && line.matches(" | ").count() == 3 && !line.starts_with("| threat |");
    let ends = |line: &str| {
        let cells = line.trim_start_matches("| ").trim_end_matches(" |");
        (
            cells.split(" | ").next().unwrap_or_default().to_owned(),
            cells.rsplit(" | ").next().unwrap_or_default().to_owned(),
        )
    };
    let rows: Vec<_> = model.lines().filter(is_row).map(ends).collect();
    assert!(rows.len() > 50, "the tables were not read");
    rows
}

#[test]
fn every_threat_has_a_removal_of_its_defence_or_a_reason() {
    let list = List::load_from(DEFENCES).unwrap();
    for (threat, _) in rows() {
        let found: Vec<_> = list.row.iter().filter(|row| row.threat == threat).collect();
        assert_eq!(found.len(), 1, "{DEFENCES} must have this row once: {threat}");
        assert_ne!(found[0].removal.is_empty(), found[0].none.is_none(), "either removals or a reason: {threat}");
    }
    for row in &list.row {
        assert!(
            rows().iter().any(|(threat, _)| *threat == row.threat),
            "docs/host/security.md has no row: {}",
            row.threat
        );
    }
}

#[test]
fn every_removal_can_be_applied_and_its_tests_exist() {
    for removal in List::load().unwrap().row.iter().flat_map(|row| &row.removal) {
        let source = fs::read_to_string(root().join(&removal.file)).unwrap_or_default();
        let edited = removal.edited(&source).unwrap_or_else(|why| panic!("{}: {why}", removal.removes));
        assert_ne!(edited, source, "{}: the edit changes nothing", removal.removes);
        assert!(!removal.tests.is_empty(), "{}: no test", removal.removes);
        assert_eq!(removal.missing_tests(), [""; 0], "{}: tests of {}", removal.removes, removal.package);
    }
}

/// The document names each test that a removal relies on.
#[test]
fn every_test_of_a_removal_is_named_in_its_row() {
    for row in &List::load_from(DEFENCES).unwrap().row {
        let tests =
            rows().into_iter().find(|(threat, _)| *threat == row.threat).map(|(_, tests)| tests).unwrap_or_default();
        for test in row.removal.iter().flat_map(|removal| &removal.tests) {
            assert!(tests.contains(&format!("`{test}`")), "{}: the row does not name {test}", row.threat);
        }
    }
}
