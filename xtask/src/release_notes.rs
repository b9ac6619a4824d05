//! `cargo xtask release-notes`: the changes of a version, for the page of its release.

use std::fs;

use crate::command::root;
use crate::dist::Source;

/// Prints the section of the changelog for a tag.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let [tag] = words else { return Err("release-notes: name the tag of the release, such as v1.2.3".to_owned()) };
    let changelog =
        fs::read_to_string(root().join("CHANGELOG.md")).map_err(|error| format!("CHANGELOG.md: {error}"))?;
    println!("{}", notes(tag, &Source::read(&root())?.version, &changelog)?);
    Ok(())
}

/// The section for the tag, without its heading. A tag that is not the version of this tree is refused.
fn notes<'a>(tag: &str, version: &str, changelog: &'a str) -> Result<&'a str, String> {
    if tag.strip_prefix('v') != Some(version) {
        return Err(format!("the tag is {tag}, but Cargo.toml has version {version}: the tag must be v{version}"));
    }
    let sections = changelog.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'));
    let mut found = sections.filter(|(heading, _)| heading.split(' ').next() == Some(version));
    let section = found.next().map(|(_, text)| text.trim()).filter(|text| !text.is_empty());
    section.ok_or_else(|| format!("CHANGELOG.md has no section \"## {version}\": rename \"## Unreleased\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str =
        "# Changelog\n\n## Unreleased\n\n- c\n\n## 0.2.0 (2026-12-01)\n\n### New\n- b\n\n## 0.1.0\n- a\n";

    #[test]
    fn a_release_is_described_by_the_section_of_its_version() {
        assert_eq!(notes("v0.2.0", "0.2.0", CHANGELOG), Ok("### New\n- b"));
        assert_eq!(notes("v0.1.0", "0.1.0", CHANGELOG), Ok("- a"));
    }

    #[test]
    fn a_release_without_a_section_or_with_the_wrong_tag_is_refused() {
        assert!(notes("v0.3.0", "0.3.0", CHANGELOG).unwrap_err().contains("## 0.3.0"));
        assert!(notes("v0.3.0", "0.2.0", CHANGELOG).unwrap_err().contains("must be v0.2.0"));
        assert!(notes("0.2.0", "0.2.0", CHANGELOG).is_err());
    }
}
