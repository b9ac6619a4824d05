//! Which moments are examined.

use fastrand::Rng;

use crate::disk::{Change, Fate, NameRule, Nanos, Operation};
use crate::examine::DATABASE;
use crate::promises::Promise;

/// A power loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    pub(crate) at: Nanos,
    pub(crate) fate: Fate,
    pub(crate) rule: NameRule,
}

/// Chooses moments, in order. A third of them come directly after an acknowledgement. A third lie within or after an
/// operation on the write-ahead log, and a third within or after any other operation: most of those are checkpoints.
pub(crate) fn choose(operations: &[Operation], promises: &[Promise], number: usize, dice: &mut Rng) -> Vec<Cut> {
    let is_log = |operation: &&Operation| operation.path.ends_with("-wal");
    // At the end of a sync its writes are durable; at the end of another operation it is merely over.
    let moments = |operation: &Operation| [operation.begin + 1, operation.end];
    let groups = [
        promises.iter().map(|promise| promise.from + 1).collect::<Vec<_>>(),
        operations.iter().filter(is_log).flat_map(moments).collect(),
        operations.iter().filter(|it| !is_log(it)).flat_map(moments).collect(),
    ];
    let mut moments = Vec::with_capacity(number);
    for index in 0..number {
        moments.extend(dice.choice(&groups[index % groups.len()]).copied());
    }
    moments.sort_unstable();
    let rules = [NameRule::FolderSync, NameRule::FileSync];
    let cut = |(index, at): (usize, Nanos)| Cut {
        at,
        fate: Fate::ALL[index % Fate::ALL.len()],
        rule: rules[index / Fate::ALL.len() % rules.len()],
    };
    moments.into_iter().enumerate().map(cut).collect()
}

/// A sync that a weakened server would leave out: the checker must then find losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weakness {
    /// `synchronous = NORMAL` or `OFF`: commits do not sync the write-ahead log.
    Log,
    /// Checkpoints do not sync the database file.
    Database,
    /// New names are not synced.
    Folder,
}

impl Weakness {
    pub(crate) const ALL: [Self; 3] = [Self::Log, Self::Database, Self::Folder];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Log => "syncs of the write-ahead log",
            Self::Database => "syncs of the database file",
            Self::Folder => "syncs of folders",
        }
    }

    /// The operations without these syncs.
    pub(crate) fn weaken(self, operations: &[Operation]) -> Vec<Operation> {
        let left_out = |operation: &Operation| match self {
            Self::Log => operation.path.ends_with("-wal"),
            Self::Database => operation.path == DATABASE,
            Self::Folder => !operation.path.starts_with(DATABASE),
        };
        operations.iter().filter(|it| it.change != Change::Sync || !left_out(it)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promises::Fact;

    fn operation(begin: Nanos, path: &str, change: Change) -> Operation {
        Operation { begin, end: begin + 5, path: path.to_owned(), change }
    }

    #[test]
    fn cuts_are_in_order_and_of_every_kind() {
        let operations = [
            operation(10, "data/menagerie.db", Change::CreateFile),
            operation(20, "data/menagerie.db-wal", Change::Sync),
        ];
        let promise = Promise { fact: Fact::Account { name: "ann".to_owned() }, from: 30, until: None };
        let cuts = choose(&operations, &[promise], 60, &mut Rng::with_seed(1));
        assert_eq!(cuts.len(), 60);
        assert!(cuts.is_sorted_by_key(|cut| cut.at));
        for at in [11, 15, 21, 25, 31] {
            assert!(cuts.iter().any(|cut| cut.at == at), "{at}");
        }
        for fate in Fate::ALL {
            for rule in [NameRule::FolderSync, NameRule::FileSync] {
                assert_eq!(cuts.iter().filter(|cut| cut.fate == fate && cut.rule == rule).count(), 5);
            }
        }
    }

    #[test]
    fn a_weakness_leaves_out_its_own_syncs_alone() {
        let operations =
            ["", "data", "data/menagerie.db", "data/menagerie.db-wal"].map(|path| operation(10, path, Change::Sync));
        let left = |weakness: Weakness| weakness.weaken(&operations).into_iter().map(|it| it.path).collect::<Vec<_>>();
        assert_eq!(left(Weakness::Log), ["", "data", "data/menagerie.db"]);
        assert_eq!(left(Weakness::Database), ["", "data", "data/menagerie.db-wal"]);
        assert_eq!(left(Weakness::Folder), ["data/menagerie.db", "data/menagerie.db-wal"]);
    }
}
