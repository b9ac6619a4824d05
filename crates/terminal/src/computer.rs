//! What the terminal calls the computer's levels.

use menagerie_search::Level;

/// The computer at a level: `computer, level 3: curious`. A server may know levels that this program does not.
pub(crate) fn computer(level: u8) -> String {
    match Level::new(level) {
        Some(known) => format!("computer, level {level}: {}", known.name()),
        None => format!("computer, level {level}"),
    }
}

/// The same where a line has little room: `computer 3 (curious)`.
pub(crate) fn computer_short(level: u8) -> String {
    match Level::new(level) {
        Some(known) => format!("computer {level} ({})", known.name()),
        None => format!("computer {level}"),
    }
}

/// How a level plays.
pub(crate) fn description(level: u8) -> Option<&'static str> {
    Level::new(level).map(Level::description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_its_name_and_an_unknown_one_its_number() {
        assert_eq!(computer(3), "computer, level 3: curious");
        assert_eq!(computer_short(8), "computer 8 (merciless)");
        assert_eq!((computer(9), computer_short(9)), ("computer, level 9".to_owned(), "computer 9".to_owned()));
    }
}
