//! `cargo xtask audit`: known vulnerabilities of our dependencies. Its tests check licences and sources on every
//! change, without a network.

use std::process::Command;

use crate::command::{cargo, root, step, succeeds};

/// Runs the audits whose tools are installed, and names those that are not.
pub(crate) fn run() -> Result<(), String> {
    if succeeds(&mut cargo(&["deny", "--version"])) {
        step("advisories, licences, bans, sources", &mut cargo(&["deny", "check"]))?;
    } else {
        println!("==> crates: advisories not checked, cargo-deny is not installed (cargo install cargo-deny --locked)");
    }
    if succeeds(Command::new("npm").arg("--version")) {
        let mut audit = Command::new("npm");
        audit.args(["audit", "--audit-level=moderate"]).current_dir(root().join("web"));
        return step("advisories of the page's packages", &mut audit);
    }
    println!("==> the page's packages: not checked, npm is not installed");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Value;

    use super::*;

    /// Every package in the lock files of both workspaces.
    fn packages() -> Vec<Value> {
        // Not `--locked`: a crate of ours that is new is not in the lock file of the fuzz targets yet.
        let read = |manifest: &str| {
            let arguments = ["metadata", "--format-version", "1", "--manifest-path", manifest];
            let output = cargo(&arguments).output().unwrap();
            let metadata: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|_| panic!("{manifest}: {}", String::from_utf8_lossy(&output.stderr)));
            metadata["packages"].as_array().unwrap().clone()
        };
        let all = [read("Cargo.toml"), read("fuzz/Cargo.toml")].concat();
        assert!(all.len() > 100, "the lock files were not read");
        all
    }

    /// The licences that `deny.toml` allows.
    fn allowed() -> Vec<String> {
        let text = fs::read_to_string(root().join("deny.toml")).unwrap();
        let list = text.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
        list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// Whether an SPDX expression can be satisfied with these licences.
    fn may_be_used(expression: &str, allowed: &[String]) -> bool {
        let expression = expression.replace('/', " OR ");
        let each = |part: &str| {
            let part = part.trim().trim_start_matches('(').trim_end_matches(')').trim();
            part.split(" OR ").any(|one| allowed.iter().any(|it| it == one.trim().trim_matches(['(', ')'])))
        };
        // `A OR B AND C` binds `AND` first; with parentheses this reading is the stricter one.
        expression.split(" AND ").all(each)
    }

    #[test]
    fn licences_are_read_as_they_are_meant() {
        let allowed = ["MIT", "Apache-2.0"].map(str::to_owned);
        for (expression, expected) in [
            ("MIT", true),
            ("MIT/GPL-3.0", true),
            ("GPL-3.0", false),
            ("MIT AND GPL-3.0", false),
            ("(MIT OR GPL-3.0) AND Apache-2.0", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", false),
        ] {
            assert_eq!(may_be_used(expression, &allowed), expected, "{expression}");
        }
    }

    #[test]
    fn every_dependency_has_a_licence_that_we_may_use() {
        let allowed = allowed();
        for package in packages() {
            let licence = package["license"].as_str().unwrap_or_default();
            assert!(may_be_used(licence, &allowed), "{} {}: '{licence}'", package["name"], package["version"]);
        }
    }

    /// Our own crates come from this repository, all others from the registry: no git repositories, no other folders.
    #[test]
    fn every_dependency_comes_from_the_registry() {
        for package in packages() {
            let from = package["source"].as_str();
            let ours =
                from.is_none() && package["manifest_path"].as_str().unwrap().starts_with(&*root().to_string_lossy());
            let registry = from.is_some_and(|it| it == "registry+https://github.com/rust-lang/crates.io-index");
            assert!(ours || registry, "{} comes from {from:?}", package["name"]);
        }
    }
}
