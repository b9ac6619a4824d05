//! How tests ended, by what their program printed.

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    Passed,
    Failed,
}

/// How a test ended, by the lines `test module::name ... ok`. The same check may run on several databases, as
/// `module::name::database` or `database::name`: it failed if one of them failed. A test that began and did not end has
/// failed. `None` if it did not run, or was ignored.
pub(crate) fn ended(said: &str, test: &str) -> Option<Ended> {
    let mut found = None;
    for line in said.lines().filter_map(|line| line.strip_prefix("test ")) {
        let Some((name, result)) = line.split_once(" ... ") else { continue };
        if !name.split("::").any(|part| part == test) || result.starts_with("ignored") {
            continue;
        }
        let result = if result == "ok" { Ended::Passed } else { Ended::Failed };
        found = if found == Some(Ended::Failed) { found } else { Some(result) };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\nrunning 4 tests\ntest security::one ... ok\ntest chat::memory::two ... ok\n\
        test chat::two::sqlite ... FAILED\ntest chat::postgres::one ... ignored, needs PostgreSQL\n\
        test chat::three ... ignored\n\ntest result: FAILED. 2 passed; 1 failed\n";

    #[test]
    fn a_test_counts_by_its_own_line() {
        assert_eq!(ended(SAID, "one"), Some(Ended::Passed));
        assert_eq!(ended(SAID, "two"), Some(Ended::Failed), "one of its databases is enough");
        assert_eq!(ended(SAID, "three"), None, "an ignored test did not run");
        assert_eq!(ended(SAID, "on"), None, "a part of a name is another test");
    }
}
