//! Courses for newcomers: small levels with a position, a goal and scripted replies.
//!
//! A game's `lessons.toml` is its [`Course`]. [`check()`] finds the faults of a course. An [`Attempt`] plays one level: it
//! takes the learner's actions, plays the replies, and says whether the goal is reached, missed, or why an action is
//! illegal. Nothing here knows a game by name.

mod attempt;
mod check;
mod course;
mod goal;
mod line_check;
mod opponent;
mod stars;

pub use attempt::{Answer, Attempt, AttemptError, Hint, Played, Status};
pub use check::{Fault, check};
#[cfg(target_family = "wasm")]
pub use course::set_courses;
pub use course::{Chapter, Course, CourseError, Level, Marks, Wrong, courses, of_game};
pub use goal::{Captures, Goal};
pub use stars::{MAX_STARS, stars};
