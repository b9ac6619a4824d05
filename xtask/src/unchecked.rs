//! What a run of the tests did not check, and whether that was allowed.

/// A part of the tests that some machines cannot run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Services,
    Clocks,
    PowerLoss,
    Python,
    Training,
    FuzzTargets,
    Page,
    WebAssembly,
    Chromium,
    Firefox,
    Webkit,
}

impl Part {
    const ALL: [Self; 11] = [
        Self::Services,
        Self::Clocks,
        Self::PowerLoss,
        Self::Python,
        Self::Training,
        Self::FuzzTargets,
        Self::Page,
        Self::WebAssembly,
        Self::Chromium,
        Self::Firefox,
        Self::Webkit,
    ];

    /// The name after `--allow-skipping`.
    fn name(self) -> &'static str {
        match self {
            Self::Services => "services",
            Self::Clocks => "clocks",
            Self::PowerLoss => "power-loss",
            Self::Python => "python",
            Self::Training => "training",
            Self::FuzzTargets => "fuzz-targets",
            Self::Page => "page",
            Self::WebAssembly => "webassembly",
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::Webkit => "webkit",
        }
    }

    /// What is not checked without it.
    fn what(self) -> &'static str {
        match self {
            Self::Services => "store and server on PostgreSQL and NATS, faults on several nodes",
            Self::Clocks => "faults of clocks",
            Self::PowerLoss => "power loss",
            Self::Python => "third-party clients, and the documentation's Python scripts",
            Self::Training => "the training of nets",
            Self::FuzzTargets => "whether the libFuzzer wrappers compile",
            Self::Page => "the page",
            Self::WebAssembly => "playing in the browser without a server",
            Self::Chromium => "the page in a browser",
            Self::Firefox => "the page in Firefox",
            Self::Webkit => "the page in WebKit",
        }
    }

    /// Chromium is the browser that every run must use; the other two are a gain where they are installed.
    fn is_required(self) -> bool {
        !matches!(self, Self::Firefox | Self::Webkit)
    }
}

/// The parts that were not checked, each with the reason, and those that may be skipped.
#[derive(Default, Debug)]
pub(crate) struct Unchecked {
    allowed: Vec<Part>,
    found: Vec<(Part, String)>,
}

impl Unchecked {
    /// Reads `--allow-skipping NAME`, any number of times.
    pub(crate) fn read(words: &[String]) -> Result<Self, String> {
        let mut unchecked = Self::default();
        for pair in words.chunks(2) {
            let [flag, name] = pair else { return Err(usage(&pair[0])) };
            let part = Part::ALL.into_iter().find(|part| part.name() == name && flag == "--allow-skipping");
            unchecked.allowed.push(part.ok_or_else(|| usage(&pair.join(" ")))?);
        }
        Ok(unchecked)
    }

    /// Whether this part can be checked; if not, that is noted.
    pub(crate) fn can_check(&mut self, part: Part, available: Result<(), String>) -> bool {
        match available {
            Ok(()) => true,
            Err(why) => {
                println!("==> not checked: {}. {why}", part.what());
                self.found.push((part, why));
                false
            }
        }
    }

    /// Prints what was not checked. An error if a required part is missing that may not be skipped.
    pub(crate) fn report(self) -> Result<(), String> {
        if self.found.is_empty() {
            println!("==> everything was checked, and everything passed");
            return Ok(());
        }
        println!("==> what was checked passed. Not checked:");
        for (part, why) in &self.found {
            println!("    {}: {}. {why}", part.name(), part.what());
        }
        let is_refused = |part: &Part| part.is_required() && !self.allowed.contains(part);
        let refused: Vec<_> = self.found.iter().map(|(part, _)| *part).filter(is_refused).collect();
        if refused.is_empty() {
            return Ok(());
        }
        let flags: Vec<_> = refused.iter().map(|part| format!("--allow-skipping {}", part.name())).collect();
        Err(format!("not everything was checked; install what is missing, or accept it with {}", flags.join(" ")))
    }
}

fn usage(found: &str) -> String {
    let names: Vec<_> = Part::ALL.into_iter().map(Part::name).collect();
    format!("'{found}' is not understood; the option is --allow-skipping NAME with one of: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Unchecked, String> {
        Unchecked::read(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    fn missing(words: &str, parts: &[Part]) -> Result<(), String> {
        let mut unchecked = read(words)?;
        for &part in parts {
            assert!(!unchecked.can_check(part, Err("It is missing.".to_owned())));
        }
        unchecked.report()
    }

    #[test]
    fn a_part_that_cannot_be_checked_is_an_error_unless_it_may_be_skipped() {
        assert_eq!(missing("", &[]), Ok(()));
        assert!(missing("", &[Part::Python]).is_err_and(|why| why.ends_with("--allow-skipping python")));
        assert_eq!(missing("--allow-skipping python", &[Part::Python]), Ok(()));
        let both = "--allow-skipping services --allow-skipping python";
        assert_eq!(missing(both, &[Part::Python, Part::Services]), Ok(()));
        assert!(missing("--allow-skipping python", &[Part::Python, Part::Page]).is_err());
    }

    #[test]
    fn chromium_is_required_and_other_browsers_are_not() {
        assert_eq!(missing("", &[Part::Firefox, Part::Webkit]), Ok(()));
        assert!(missing("", &[Part::Chromium]).is_err());
    }

    #[test]
    fn a_part_that_can_be_checked_is_not_noted() {
        let mut unchecked = Unchecked::default();
        assert!(unchecked.can_check(Part::Page, Ok(())));
        assert_eq!(unchecked.report(), Ok(()));
    }

    #[test]
    fn other_words_are_refused_with_the_names() {
        for words in ["--allow-skipping", "--allow-skipping everything", "--allow page", "page"] {
            assert!(read(words).is_err_and(|why| why.contains("services, clocks, power-loss, python")), "{words}");
        }
    }
}
