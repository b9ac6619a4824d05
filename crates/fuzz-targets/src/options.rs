//! Names of games with their options, and time controls: one line each.

use menagerie_catalog::Chosen;
use menagerie_match::TimeControl;

/// What is read is written so that it is read the same.
pub(crate) fn read(input: &[u8]) {
    for line in String::from_utf8_lossy(input).lines() {
        match line.parse::<Chosen>() {
            Ok(chosen) => {
                let written = chosen.to_string();
                let again: Chosen = written.parse().expect("what was written can be read");
                assert_eq!((again.to_string(), again.options), (written, chosen.options), "{line}");
                let start = chosen.start().text();
                assert!(chosen.game.read(&start).is_ok(), "{line}: {start}");
            }
            Err(error) => assert!(error.to_string().len() < 1_000, "a long line is quoted whole"),
        }
        if let Ok(control) = line.parse::<TimeControl>() {
            assert!(control.is_sensible(), "{line}");
            assert_eq!(control.to_string().parse(), Ok(control), "{line}");
        }
    }
}
