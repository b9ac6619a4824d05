//! The model against cases that can be worked out by hand.

use std::collections::BTreeSet;

use super::*;

/// Operations that follow each other: the first from 10 to 15, the second from 20 to 25, and so on.
fn one_after_another(steps: &[(&str, Change)]) -> Vec<Operation> {
    let operation = |(number, (path, change)): (usize, &(&str, Change))| {
        let begin = 10 * (number as Nanos + 1);
        Operation { begin, end: begin + 5, path: (*path).to_owned(), change: change.clone() }
    };
    steps.iter().enumerate().map(operation).collect()
}

fn write(offset: u64, byte: u8, length: usize) -> Change {
    Change::Write { offset, bytes: vec![byte; length] }
}

/// All images that 200 random choices give.
fn images(operations: &[Operation], cut: Nanos, fate: Fate) -> BTreeSet<Image> {
    let mut disk = Disk::new(operations, NameRule::FolderSync);
    (0..200).map(|seed| disk.image(cut, fate, &mut Rng::with_seed(seed))).collect()
}

/// The contents of the file `f` in all images.
fn contents(operations: &[Operation], cut: Nanos, fate: Fate) -> BTreeSet<Vec<u8>> {
    images(operations, cut, fate).into_iter().map(|mut image| image.remove("f").unwrap()).collect()
}

/// A durable file with the content `AA`, then two writes of 512 bytes without a sync.
fn two_volatile_writes() -> Vec<Operation> {
    one_after_another(&[
        ("f", Change::CreateFile),
        ("f", write(0, b'A', 1024)),
        ("f", Change::Sync),
        ("", Change::Sync),
        ("f", write(0, b'B', 512)),
        ("f", write(512, b'C', 512)),
    ])
}

fn halves(first: u8, second: u8) -> Vec<u8> {
    [vec![first; 512], vec![second; 512]].concat()
}

#[test]
fn lost_writes_are_those_without_a_sync_after_them() {
    let operations = two_volatile_writes();
    assert_eq!(contents(&operations, 100, Fate::Lost), BTreeSet::from([halves(b'A', b'A')]));
    assert_eq!(contents(&operations, 100, Fate::Kept), BTreeSet::from([halves(b'B', b'C')]));
    assert_eq!(
        contents(&operations, 55, Fate::Kept),
        BTreeSet::from([halves(b'B', b'A')]),
        "later writes did not begin"
    );
}

#[test]
fn reordered_writes_are_any_subset() {
    let all = [(b'A', b'A'), (b'B', b'A'), (b'A', b'C'), (b'B', b'C')].map(|(first, second)| halves(first, second));
    assert_eq!(contents(&two_volatile_writes(), 100, Fate::Reordered), BTreeSet::from(all));
}

#[test]
fn a_disk_that_keeps_the_order_has_no_later_write_without_the_earlier_one() {
    let all = [(b'A', b'A'), (b'B', b'A'), (b'B', b'C')].map(|(first, second)| halves(first, second));
    assert_eq!(contents(&two_volatile_writes(), 100, Fate::InOrder), BTreeSet::from(all));
}

#[test]
fn a_torn_write_is_any_subset_of_its_sectors_and_no_part_of_a_sector() {
    let operations = one_after_another(&[
        ("f", Change::CreateFile),
        ("", Change::Sync),
        ("f", write(0, b'A', 1024)),
        ("f", Change::Sync),
        ("f", write(100, b'B', 824)),
    ]);
    let torn = |first: u8, second: u8| [vec![b'A'; 100], vec![first; 412], vec![second; 412], vec![b'A'; 100]].concat();
    let all = [(b'A', b'A'), (b'B', b'A'), (b'A', b'B'), (b'B', b'B')].map(|(first, second)| torn(first, second));
    assert_eq!(contents(&operations, 100, Fate::Torn), BTreeSet::from(all));
}

#[test]
fn a_torn_file_may_have_its_new_length_without_its_contents() {
    let operations = one_after_another(&[("f", Change::CreateFile), ("", Change::Sync), ("f", write(0, b'A', 512))]);
    let all = [Vec::new(), vec![0; 512], vec![b'A'; 512]];
    assert_eq!(contents(&operations, 100, Fate::Torn), BTreeSet::from(all));
}

#[test]
fn a_sync_covers_only_what_ended_before_it_began() {
    let mut operations = one_after_another(&[("f", Change::CreateFile), ("", Change::Sync), ("f", write(0, b'A', 1))]);
    operations.push(Operation { begin: 34, end: 50, path: "f".to_owned(), change: Change::Sync });
    let kept = |operations: &[Operation], cut| contents(operations, cut, Fate::Lost).pop_first().unwrap().len();
    assert_eq!(kept(&operations, 100), 0, "the write ended at 35, after the sync began");
    operations[3].begin = 35;
    assert_eq!(kept(&operations, 49), 0, "the sync has not returned");
    assert_eq!(kept(&operations, 50), 1);
}

#[test]
fn a_sync_of_one_file_says_nothing_about_another() {
    let operations = one_after_another(&[
        ("f", Change::CreateFile),
        ("g", Change::CreateFile),
        ("", Change::Sync),
        ("f", write(0, b'A', 1)),
        ("g", Change::Sync),
    ]);
    assert_eq!(contents(&operations, 100, Fate::Lost), BTreeSet::from([Vec::new()]));
}

#[test]
fn a_new_name_needs_a_sync_of_its_folder_or_on_usual_file_systems_of_its_file() {
    let operations = one_after_another(&[
        ("d", Change::CreateFolder),
        ("d/f", Change::CreateFile),
        ("d/f", write(0, b'A', 1)),
        ("d/f", Change::Sync),
        ("d", Change::Sync),
        ("", Change::Sync),
    ]);
    let exists = |rule, cut| Disk::new(&operations, rule).image(cut, Fate::Lost, &mut Rng::with_seed(1)).len() == 1;
    assert!(!exists(NameRule::FolderSync, 45), "the file is synced, its name is not");
    assert!(!exists(NameRule::FolderSync, 55), "the name of the folder is not");
    assert!(exists(NameRule::FolderSync, 65));
    assert!(exists(NameRule::FileSync, 45) && !exists(NameRule::FileSync, 44));
}

#[test]
fn a_removed_file_may_come_back_until_its_folder_is_synced() {
    let operations = one_after_another(&[
        ("f", Change::CreateFile),
        ("", Change::Sync),
        ("f", Change::Remove),
        ("f", Change::CreateFile),
        ("f", write(0, b'B', 1)),
        ("f", Change::Sync),
        ("", Change::Sync),
    ]);
    assert_eq!(contents(&operations, 65, Fate::Lost), BTreeSet::from([Vec::new()]), "the old, empty file");
    assert_eq!(contents(&operations, 75, Fate::Lost), BTreeSet::from([vec![b'B']]));
    let gone = Image::new();
    assert!(images(&operations, 45, Fate::Reordered).contains(&gone), "removed, and the new name is lost");
}

#[test]
fn cuts_in_any_order_give_the_same_images() {
    let operations = two_volatile_writes();
    let mut disk = Disk::new(&operations, NameRule::FolderSync);
    let mut at = |cut| disk.image(cut, Fate::Kept, &mut Rng::with_seed(1));
    let (late, early) = (at(100), at(30));
    assert_eq!((at(100), at(30)), (late, early));
}
