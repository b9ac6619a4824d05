//! Pagination with cursors, newest first.

use serde::{Deserialize, Serialize};

use crate::{Millis, limits};

/// The page that a caller asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageRequest {
    /// The most entries, up to 200.
    pub limit: u32,
    /// The page begins after this entry; `None` for the first page.
    pub after: Option<Cursor>,
}

/// A cursor: the position of an entry in a list. It stays valid when newer entries are added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cursor {
    /// The entry's time.
    pub at: Millis,
    /// The tie-breaker between entries of the same time.
    pub id: String,
}

/// A page of entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page<T> {
    /// The entries.
    pub items: Vec<T>,
    /// The cursor of the next page, if there may be more entries.
    pub next: Option<Cursor>,
}

impl PageRequest {
    /// The first page.
    pub const fn first(limit: u32) -> Self {
        Self { limit, after: None }
    }

    /// The request for the page after `paged`, if there is one.
    pub fn next<T>(&self, paged: &Page<T>) -> Option<Self> {
        paged.next.clone().map(|cursor| Self { limit: self.limit, after: Some(cursor) })
    }

    pub(crate) fn limit(&self) -> i64 {
        i64::from(self.limit.clamp(1, limits::PAGE))
    }

    /// The time and id that all entries of the page come before.
    pub(crate) fn bounds(&self) -> (i64, &str) {
        self.after.as_ref().map_or((i64::MAX, ""), |cursor| (cursor.at.0, cursor.id.as_str()))
    }

    pub(crate) fn paged<T>(&self, items: Vec<T>, cursor: impl Fn(&T) -> Cursor) -> Page<T> {
        let full = items.len() as i64 >= self.limit();
        let next = items.last().filter(|_| full).map(cursor);
        Page { items, next }
    }
}
