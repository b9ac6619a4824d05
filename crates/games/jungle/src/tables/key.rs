//! Which tables there are: one for each class and rule set, or one for both rule sets where they do not differ.

use std::sync::LazyLock;

use super::class::{Class, Directory, Merge};

/// The rule sets that a table serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleSet {
    /// Both: without rats, or with rats that meet no rat and no elephant, they play alike.
    Both,
    Standard,
    Classic,
}

/// A table: the number of its class, and its rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableKey {
    pub(super) class: usize,
    pub(super) rules: RuleSet,
}

/// All classes and their tables.
pub(super) struct Catalog {
    pub(super) directory: Directory,
    /// For each class, whether both rule sets share its table.
    shared: Vec<bool>,
}

/// The classes of this program, found at first use.
pub(super) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(Merge::Equivalent));

impl RuleSet {
    /// The end of a file's name.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Both => ".table",
            Self::Standard => ".standard.table",
            Self::Classic => ".classic.table",
        }
    }

    pub(super) fn is_classic(self) -> bool {
        self == Self::Classic
    }
}

impl Catalog {
    pub(super) fn new(merge: Merge) -> Self {
        let directory = Directory::new(merge);
        let shared = directory.classes.iter().map(|class| !class.has_disputed_captures()).collect();
        Self { directory, shared }
    }

    pub(super) fn class(&self, key: TableKey) -> &Class {
        &self.directory.classes[key.class]
    }

    /// The table of a class for a rule set.
    #[inline]
    pub(super) fn key(&self, class: usize, classic: bool) -> TableKey {
        let rules = match (self.shared[class], classic) {
            (true, _) => RuleSet::Both,
            (false, false) => RuleSet::Standard,
            (false, true) => RuleSet::Classic,
        };
        TableKey { class, rules }
    }

    /// All tables with this many tokens: of one rule set, or of both.
    pub(super) fn keys(&self, pieces: usize, classic: Option<bool>) -> Vec<TableKey> {
        let rule_sets = classic.map_or(vec![false, true], |classic| vec![classic]);
        let of_class = |class| rule_sets.iter().map(move |&classic| self.key(class, classic));
        let mut keys: Vec<TableKey> = self.directory.with_pieces(pieces).flat_map(of_class).collect();
        keys.dedup();
        keys
    }

    pub(super) fn file_name(&self, key: TableKey) -> String {
        self.class(key).name() + key.rules.suffix()
    }
}
