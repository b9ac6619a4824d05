//! Counters of the levels of courses: where learners get stuck. They name no account and no address.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use menagerie_store::LessonCount;

use crate::operations::metrics::write_head;

/// Something that happens in a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum LessonEvent {
    Started,
    Solved,
    Missed,
    Refused,
    Hint,
}

impl LessonEvent {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Solved => "solved",
            Self::Missed => "missed",
            Self::Refused => "refused",
            Self::Hint => "hint",
        }
    }
}

/// Game, level, event. Courses are part of the program, so the number of keys is bounded.
type Key = (&'static str, &'static str, LessonEvent);

#[derive(Default)]
struct Counts {
    /// Since this process started: for the metrics.
    total: BTreeMap<Key, u64>,
    /// Not yet in the store.
    unsaved: BTreeMap<Key, u64>,
}

/// The counters of this process.
#[derive(Default)]
pub(crate) struct LessonCounts(Mutex<Counts>);

impl LessonCounts {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an event.
    pub(crate) fn count(&self, game: &'static str, level: &'static str, event: LessonEvent) {
        let mut counts = self.lock();
        *counts.total.entry((game, level, event)).or_default() += 1;
        *counts.unsaved.entry((game, level, event)).or_default() += 1;
    }

    /// Writes the metric.
    pub(crate) fn write(&self, text: &mut String) {
        write_head(text, "lesson_events_total", "counter", "What happened in the levels of courses.");
        for ((game, level, event), count) in &self.lock().total {
            let event = event.as_str();
            let labels = format!("game=\"{game}\",level=\"{level}\",event=\"{event}\"");
            let _ = writeln!(text, "menagerie_lesson_events_total{{{labels}}} {count}");
        }
    }

    /// Saves with `save` what is not saved yet. If saving fails, the counts wait for the next time.
    pub(crate) async fn save<E>(&self, save: impl AsyncFnOnce(&[LessonCount]) -> Result<(), E>) -> Result<u64, E> {
        let taken = std::mem::take(&mut self.lock().unsaved);
        let owned = |(&(game, level, event), &count): (&Key, &u64)| LessonCount {
            game: game.to_owned(),
            level: level.to_owned(),
            event: event.as_str().to_owned(),
            count,
        };
        let counts: Vec<_> = taken.iter().map(owned).collect();
        let saved = save(&counts).await;
        if saved.is_err() {
            let mut now = self.lock();
            for (key, count) in taken {
                *now.unsaved.entry(key).or_default() += count;
            }
        }
        saved.map(|()| counts.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_could_not_be_saved_waits_for_the_next_time() {
        let counts = LessonCounts::default();
        counts.count("jungle", "den", LessonEvent::Solved);
        assert_eq!(counts.save(async |_: &[LessonCount]| Err("the disk is full")).await, Err("the disk is full"));
        counts.count("jungle", "den", LessonEvent::Solved);
        let mut saved = Vec::new();
        let done: Result<u64, ()> = counts
            .save(async |all: &[LessonCount]| {
                saved = all.to_vec();
                Ok(())
            })
            .await;
        assert_eq!((done, saved.len(), saved[0].count), (Ok(1), 1, 2));
        assert_eq!(counts.save(async |_: &[LessonCount]| Ok::<_, ()>(())).await, Ok(0));
        let mut text = String::new();
        counts.write(&mut text);
        assert!(text.contains("{game=\"jungle\",level=\"den\",event=\"solved\"} 2\n"), "{text}");
    }
}
