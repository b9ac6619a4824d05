//! Tests that the Node.js versions we name are those that the page's packages need.

use std::fs;

use serde_json::Value;

use crate::command::root;

/// A version; missing parts are 0.
type Version = [u32; 3];

fn version(text: &str) -> Version {
    let mut parts = text.trim().split('.').map(|part| part.parse().unwrap());
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

/// Whether a version is in an npm range such as `^20.19.0 || >=22.12.0`.
fn lies_in(range: &str, found: Version) -> bool {
    range.split("||").map(str::trim).any(|part| match (part.strip_prefix(">="), part.strip_prefix('^')) {
        (Some(from), _) => found >= version(from),
        (None, Some(from)) => found >= version(from) && found[0] == version(from)[0],
        (None, None) => panic!("a kind of range that this test does not know: {part}"),
    })
}

fn json(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

/// The range of `web/package.json` is exactly what all packages of the lock file support.
#[test]
fn node_is_asked_for_in_the_versions_that_the_lock_file_needs() {
    let ours = json("web/package.json")["engines"]["node"].as_str().expect("a range").to_owned();
    let lock = json("web/package-lock.json");
    let packages = lock["packages"].as_object().unwrap();
    let needed: Vec<_> = packages.values().filter_map(|package| package["engines"]["node"].as_str()).collect();
    assert!(needed.len() > 30, "the lock file was not read");
    let versions = (18..=26).flat_map(|major| (0..=25).map(move |minor| [major, minor, 0]));
    for found in versions {
        let refusing: Vec<_> = needed.iter().filter(|range| !lies_in(range, found)).collect();
        assert_eq!(lies_in(&ours, found), refusing.is_empty(), "Node.js {found:?}: {refusing:?}");
    }
}

/// All texts about installing Node.js name the same versions.
#[test]
fn every_text_names_the_same_versions_of_node() {
    let build = fs::read_to_string(root().join("crates/page/build.rs")).unwrap();
    let text = build.split("const NODE_VERSIONS: &str = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    for path in ["README.md", "crates/page/no-page.html", "xtask/src/page.rs", "web/README.md"] {
        let said = fs::read_to_string(root().join(path)).unwrap();
        let words: Vec<&str> = said.split_whitespace().collect();
        assert!(words.join(" ").contains(text), "{path} does not say: {text}");
    }
    let range = json("web/package.json")["engines"]["node"].as_str().unwrap().to_owned();
    let said = format!("^{}.0 || ^{}.0 || >={}.0.0", "20.19", "22.12", "24");
    assert_eq!(range, said);
    for number in ["20.19", "22.12", "24"] {
        assert!(text.contains(number), "{text}");
    }
    assert!(build.contains("[(20, 19), (22, 12)]") && build.contains("NODE_FROM: u32 = 24"));
}
