//! The two programs of rolling upgrades: an older one and the one under test, which run side by side during each upgrade.

use std::path::{Path, PathBuf};

/// The two programs, and which one runs.
pub(super) struct Versions {
    older: PathBuf,
    newer: PathBuf,
    runs_newer: bool,
    /// The schema version that the older program has created.
    older_schema: Option<i64>,
}

impl Versions {
    /// The older program runs first.
    pub(super) const fn new(older: PathBuf, newer: PathBuf) -> Self {
        Self { older, newer, runs_newer: false, older_schema: None }
    }

    /// The program of the next rolling upgrade: the other one. If the newer program has migrated the schema, the older one
    /// refuses to start again, and the newer one stays.
    pub(super) fn next(&mut self, schema: i64) -> &Path {
        let older_schema = *self.older_schema.get_or_insert(schema);
        self.runs_newer = !self.runs_newer || schema > older_schema;
        if self.runs_newer { &self.newer } else { &self.older }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next_programs(schemas: [i64; 4]) -> [String; 4] {
        let mut versions = Versions::new("older".into(), "newer".into());
        schemas.map(|schema| versions.next(schema).display().to_string())
    }

    #[test]
    fn upgrades_alternate_between_the_programs() {
        assert_eq!(next_programs([18; 4]), ["newer", "older", "newer", "older"]);
    }

    #[test]
    fn the_older_program_does_not_return_after_a_migration() {
        assert_eq!(next_programs([18, 19, 19, 19]), ["newer"; 4]);
    }
}
