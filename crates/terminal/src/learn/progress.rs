//! Progress in the courses, saved in the XDG state folder.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use crate::state_file::StateFile;

/// Stars by game and level.
type Stars = BTreeMap<String, BTreeMap<String, u8>>;

/// The saved stars. Without a state folder they last as long as the program runs.
pub(crate) struct ProgressFile {
    file: Option<StateFile<Stars>>,
    stars: RefCell<Stars>,
}

impl ProgressFile {
    /// `menagerie/lessons.json` in the XDG state folder.
    pub(crate) fn from_environment() -> Self {
        Self::new(StateFile::from_environment("lessons.json"))
    }

    pub(crate) fn new(file: Option<StateFile<Stars>>) -> Self {
        let stars = file.as_ref().map(StateFile::read).unwrap_or_default();
        Self { file, stars: RefCell::new(stars) }
    }

    /// The stars of a level; 0 if it is not solved.
    pub(crate) fn stars(&self, game: &str, level: &str) -> u8 {
        self.stars.borrow().get(game).and_then(|levels| levels.get(level)).copied().unwrap_or_default()
    }

    /// Saves the stars of a level. The larger number stays.
    pub(crate) fn save(&self, game: &str, level: &str, stars: u8) -> io::Result<()> {
        let raise = |all: &mut Stars| {
            let best = all.entry(game.to_owned()).or_default().entry(level.to_owned()).or_default();
            *best = stars.max(*best);
        };
        raise(&mut self.stars.borrow_mut());
        self.file.as_ref().map_or(Ok(()), |file| file.update(raise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_result_of_a_level_is_kept_for_the_next_run() {
        let folder = std::env::temp_dir().join(format!("menagerie-lessons-{}", std::process::id()));
        let file = || Some(StateFile::at(folder.join("lessons.json")));
        let progress = ProgressFile::new(file());
        for stars in [1, 3, 2] {
            progress.save("jungle", "den", stars).expect("the folder can be written");
        }
        assert_eq!((progress.stars("jungle", "den"), progress.stars("jungle", "rat")), (3, 0));
        assert_eq!(ProgressFile::new(file()).stars("jungle", "den"), 3);
        std::fs::remove_dir_all(folder).expect("the folder is there");
    }
}
