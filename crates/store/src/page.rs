//! Lists that are read in pages, newest first.

use serde::{Deserialize, Serialize};

use crate::{Millis, limits};

/// A part of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// At most so many entries; never more than 200.
    pub limit: u32,
    /// After this entry; from the newest on if there is none.
    pub after: Option<Cursor>,
}

/// The place of an entry in a list: later entries are found by it, whatever is added in front meanwhile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cursor {
    /// Its time.
    pub at: Millis,
    /// What decides between entries of the same time.
    pub id: String,
}

/// Entries, and where the next page begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paged<T> {
    /// The entries.
    pub items: Vec<T>,
    /// Set if there may be more.
    pub next: Option<Cursor>,
}

impl Page {
    /// The newest entries.
    pub const fn first(limit: u32) -> Self {
        Self { limit, after: None }
    }

    /// The page after this one, if there is any.
    pub fn next<T>(&self, paged: &Paged<T>) -> Option<Self> {
        paged.next.clone().map(|cursor| Self { limit: self.limit, after: Some(cursor) })
    }

    pub(crate) fn limit(&self) -> i64 {
        i64::from(self.limit.clamp(1, limits::PAGE))
    }

    /// The time and id that entries must come after in a list that runs backwards.
    pub(crate) fn bounds(&self) -> (i64, &str) {
        self.after.as_ref().map_or((i64::MAX, ""), |cursor| (cursor.at.0, cursor.id.as_str()))
    }

    pub(crate) fn paged<T>(&self, items: Vec<T>, cursor: impl Fn(&T) -> Cursor) -> Paged<T> {
        let full = items.len() as i64 >= self.limit();
        let next = items.last().filter(|_| full).map(cursor);
        Paged { items, next }
    }
}
