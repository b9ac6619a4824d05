//! The crates and npm packages that are part of the program for a target.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::source::Source;
use super::target::Target;
use crate::command::cargo;

/// A package of other people that is part of the program.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Package {
    pub(super) registry: Registry,
    pub(super) name: String,
    pub(super) version: String,
    /// The licence as an SPDX expression.
    pub(super) licence: String,
    /// The SHA-256 of the package, if its registry names it.
    pub(super) sha256: Option<String>,
    /// The folder with its licence texts.
    pub(super) folder: PathBuf,
}

/// Where a package comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Registry {
    /// crates.io.
    Cargo,
    /// npmjs.com.
    Npm,
}

/// All packages, sorted. `stage` is the folder in which the page was built.
pub(super) fn packages(source: &Source, target: &Target, stage: &Path) -> Result<Vec<Package>, String> {
    let mut found = crates(source, target)?;
    found.append(&mut npm_packages(source, stage)?);
    found.sort_unstable();
    Ok(found)
}

fn crates(source: &Source, target: &Target) -> Result<Vec<Package>, String> {
    let mut command = cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", target.triple]);
    let output = command.current_dir(&source.root).output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let ids = linked(&metadata);
    let lock = fs::read_to_string(source.root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let list = metadata["packages"].as_array().into_iter().flatten();
    let others = list.filter(|package| !package["source"].is_null() && ids.contains(text(&package["id"])));
    Ok(others.map(|package| of_crate(package, &lock)).collect())
}

fn of_crate(package: &Value, lock: &str) -> Package {
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let rest = lock.split(&entry).nth(1).and_then(|rest| rest.split("\n\n").next());
    let sum = rest.and_then(|rest| rest.split("checksum = \"").nth(1)?.split('"').next());
    Package {
        registry: Registry::Cargo,
        name: name.to_owned(),
        version: version.to_owned(),
        // The old way to write OR.
        licence: text(&package["license"]).replace('/', " OR "),
        sha256: sum.map(str::to_owned),
        folder: Path::new(text(&package["manifest_path"])).parent().map(Path::to_owned).unwrap_or_default(),
    }
}

/// The ids of the crates whose code is linked into the program. Build scripts, macros and tests are not.
fn linked(metadata: &Value) -> BTreeSet<&str> {
    let nodes = || metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let program = packages.filter(|package| package["name"] == "menagerie-cli").map(|package| text(&package["id"]));
    let mut open: Vec<&str> = program.collect();
    let mut found: BTreeSet<&str> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        let dependencies = nodes().filter(|node| node["id"] == id).filter_map(|node| node["deps"].as_array()).flatten();
        let normal = dependencies.filter(|dependency| {
            dependency["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null())
        });
        open.extend(normal.map(|dependency| text(&dependency["pkg"])).filter(|id| found.insert(id)));
    }
    found
}

/// The packages of the page, from its lock file. Tools for development are not part of it.
fn npm_packages(source: &Source, stage: &Path) -> Result<Vec<Package>, String> {
    let path = source.root.join("web/package-lock.json");
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let lock = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    let lock: Value = serde_json::from_str(&lock).map_err(|error| wrong(&error))?;
    let packages = lock["packages"].as_object().ok_or_else(|| wrong(&"no packages"))?;
    let used = packages.iter().filter(|(path, package)| !path.is_empty() && package["dev"] != true);
    // Binaries for other systems are in the list, but not in the folder.
    let used = used.filter(|(path, _)| stage.join(path).is_dir());
    Ok(used
        .map(|(path, package)| Package {
            registry: Registry::Npm,
            name: path.rsplit("node_modules/").next().unwrap_or(path).to_owned(),
            version: text(&package["version"]).to_owned(),
            licence: text(&package["license"]).to_owned(),
            sha256: None,
            folder: stage.join(path),
        })
        .collect())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_linked_crates_are_listed() {
        let dep = |id: &str, kind: Value| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [{"name": "menagerie-cli", "id": "cli"}, {"name": "xtask", "id": "xtask"}],
            "resolve": {"nodes": [
                {"id": "cli", "deps": [dep("a", json!(null)), dep("test", json!("dev")), dep("cc", json!("build"))]},
                {"id": "a", "deps": [dep("b", json!(null)), dep("a", json!(null))]},
                {"id": "xtask", "deps": [dep("tar", json!(null))]},
            ]},
        });
        assert_eq!(linked(&metadata).into_iter().collect::<Vec<_>>(), ["a", "b", "cli"]);
    }

    #[test]
    fn a_crate_has_the_checksum_of_the_lock_file() {
        let lock =
            "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"x\"\nchecksum = \"0123\"\n\n[[package]]\n";
        let package =
            json!({"name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0", "manifest_path": "x/a/Cargo.toml"});
        let found = of_crate(&package, lock);
        assert_eq!(found.sha256.as_deref(), Some("0123"));
        assert_eq!(found.licence, "MIT OR Apache-2.0");
        assert_eq!(found.folder, Path::new("x/a"));
    }
}
