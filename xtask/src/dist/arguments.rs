//! The arguments of `cargo xtask dist`.

use std::path::PathBuf;

use super::target::{TARGETS, Target};

/// What to build, and where to put it.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) targets: Vec<&'static Target>,
    pub(crate) parts: Vec<Part>,
    pub(crate) output: Option<PathBuf>,
    pub(crate) check_reproducible: bool,
}

/// A kind of file for download.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The program with its documents: `.tar.gz`, or `.zip` for Windows.
    Archive,
    /// A Debian package with a systemd service.
    Deb,
    /// A container image.
    Image,
    /// The list of all dependencies (`CycloneDX`).
    Sbom,
}

const PARTS: [(&str, Part); 4] =
    [("archive", Part::Archive), ("deb", Part::Deb), ("image", Part::Image), ("sbom", Part::Sbom)];

impl Part {
    /// Debian packages and images exist for Linux only.
    pub(crate) fn is_made_for(self, target: &Target) -> bool {
        !matches!(self, Self::Deb | Self::Image) || target.architecture.is_some()
    }

    fn named(name: &str) -> Result<Self, String> {
        let known: Vec<_> = PARTS.iter().map(|(name, _)| *name).collect();
        let part = PARTS.iter().find(|(known, _)| *known == name).map(|(_, part)| *part);
        part.ok_or_else(|| format!("--only {name}: the parts are {}", known.join(", ")))
    }
}

impl Arguments {
    /// Reads the words after `dist`. Without `--target` all targets are built, without `--only` all parts.
    pub(crate) fn read(words: &[String]) -> Result<Self, String> {
        let mut found = Self { targets: Vec::new(), parts: Vec::new(), output: None, check_reproducible: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--target" => found.targets.push(Target::named(value()?)?),
                "--only" => found.parts.push(Part::named(value()?)?),
                "--output" => found.output = Some(PathBuf::from(value()?)),
                "--check-reproducible" => found.check_reproducible = true,
                other => return Err(format!("dist: '{other}' is not an option; `cargo xtask help` lists all")),
            }
        }
        if found.targets.is_empty() {
            found.targets = TARGETS.iter().collect();
        }
        if found.parts.is_empty() {
            found.parts = PARTS.iter().map(|(_, part)| *part).collect();
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Arguments, String> {
        Arguments::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn without_arguments_everything_is_built() {
        let all = read(&[]).unwrap();
        assert_eq!((all.targets.len(), all.parts.len()), (TARGETS.len(), PARTS.len()));
        assert!(!all.check_reproducible && all.output.is_none());
    }

    #[test]
    fn one_target_and_one_part_can_be_chosen() {
        let one = read(&["--target", "x86_64-unknown-linux-musl", "--only", "deb"]).unwrap();
        assert_eq!(one.parts, [Part::Deb]);
        assert_eq!(one.targets, [&TARGETS[0]]);
    }

    #[test]
    fn a_wrong_argument_is_answered_with_the_right_ones() {
        for (words, said) in [
            (&["--target", "sparc"][..], "aarch64-unknown-linux-musl"),
            (&["--only", "rpm"], "archive, deb, image, sbom"),
            (&["--only"], "needs a value"),
            (&["--fast"], "not an option"),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn windows_gets_neither_a_debian_package_nor_an_image() {
        let windows = TARGETS.iter().find(|target| target.is_windows()).unwrap();
        let made: Vec<_> = PARTS.iter().filter(|(_, part)| part.is_made_for(windows)).map(|(name, _)| *name).collect();
        assert_eq!(made, ["archive", "sbom"]);
    }
}
