//! Environment variables: a misspelled `MENAGERIE_*` variable is reported, not ignored silently.

use std::ffi::OsString;

/// The variables that the program reads.
const KNOWN: [&str; 9] = [
    "MENAGERIE_BUS",
    "MENAGERIE_DATABASE",
    "MENAGERIE_LIMITS",
    "MENAGERIE_LOG",
    "MENAGERIE_LOG_FORMAT",
    "MENAGERIE_OPEN",
    "MENAGERIE_OPERATOR_TOKEN",
    "MENAGERIE_TABLES",
    "MENAGERIE_TOKEN",
];
/// The build reads the first two. Kubernetes sets the next two kinds for a service named `menagerie`. Tests set the last.
const OTHERS: [&str; 5] =
    ["MENAGERIE_COMMIT", "MENAGERIE_PAGE", "MENAGERIE_SERVICE_", "MENAGERIE_PORT", "MENAGERIE_TEST_"];
/// The variables with a fixed set of values, and the values that have an effect.
const VALUES: [(&str, &[&str]); 4] = [
    ("MENAGERIE_LIMITS", &["none"]),
    ("MENAGERIE_LOG", &["error", "warn", "info", "debug", "trace", "1", "2", "3", "4", "5"]),
    ("MENAGERIE_LOG_FORMAT", &["json", "text"]),
    ("MENAGERIE_OPEN", &["never"]),
];

/// Warns on standard error about unknown variables and values.
pub(crate) fn warn_about_unknown() {
    for warning in warnings(std::env::vars_os()) {
        eprintln!("warning: {warning}");
    }
}

fn warnings(variables: impl Iterator<Item = (OsString, OsString)>) -> Vec<String> {
    let mut found: Vec<String> =
        variables.filter_map(|(name, value)| warning(&name.to_string_lossy(), &value.to_string_lossy())).collect();
    found.sort_unstable();
    found
}

fn warning(name: &str, value: &str) -> Option<String> {
    if !name.starts_with("MENAGERIE_") || OTHERS.iter().any(|prefix| name.starts_with(prefix)) {
        return None;
    }
    if !KNOWN.contains(&name) {
        let name = menagerie_game::text::excerpt(name);
        return Some(format!("unknown environment variable {name}; the known ones are {}", KNOWN.join(", ")));
    }
    let (_, values) = VALUES.iter().find(|(limited, _)| *limited == name)?;
    // Only log levels may be written in capitals.
    let is_same = |valid: &&str| *valid == value || (name == "MENAGERIE_LOG" && valid.eq_ignore_ascii_case(value));
    let is_valid = value.is_empty() || values.iter().any(is_same);
    let value = menagerie_game::text::excerpt(value);
    (!is_valid).then(|| format!("{name}='{value}' has no effect; the valid values are {}", values.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_variable_is_reported_with_the_known_ones() {
        let warning = warning("MENAGERIE_DATABSE", "x").expect("a warning");
        assert!(
            warning.starts_with("unknown environment variable MENAGERIE_DATABSE; the known ones are "),
            "{warning}"
        );
        assert!(warning.contains("MENAGERIE_DATABASE"), "{warning}");
    }

    #[test]
    fn a_value_without_effect_is_reported() {
        let limits = warning("MENAGERIE_LIMITS", "off").expect("a warning");
        assert_eq!(limits, "MENAGERIE_LIMITS='off' has no effect; the valid values are none");
        assert!(warning("MENAGERIE_LOG", "loud").is_some() && warning("MENAGERIE_LOG_FORMAT", "JSON").is_some());
    }

    #[test]
    fn known_variables_and_those_of_others_are_not_reported() {
        for name in KNOWN {
            assert_eq!(warning(name, ""), None, "{name}");
        }
        for name in
            ["MENAGERIE_TEST_NATS", "MENAGERIE_SERVICE_HOST", "MENAGERIE_PORT_7777_TCP", "MENAGERIE_PAGE", "HOME"]
        {
            assert_eq!(warning(name, "x"), None, "{name}");
        }
        assert_eq!(warning("MENAGERIE_LOG", "DEBUG"), None);
    }
}
