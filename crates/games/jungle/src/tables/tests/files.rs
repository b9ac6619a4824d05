//! Files that are hostile, broken or half written.

use std::fs;
use std::path::Path;

use menagerie_game::TablesError;

use super::super::folder::Source;
use super::*;

/// The bytes of a header's field.
const VALUES: std::ops::Range<usize> = 24..32;
const COMPRESSED: std::ops::Range<usize> = 32..40;

/// A built-in table of few bytes.
fn small() -> (TableKey, Vec<u8>) {
    let key = CATALOG.key(class_of(&CATALOG, "T", "C"), false);
    (key, built_in(key).to_vec())
}

/// Reads the bytes as a file of this table.
fn read(folder: &Path, key: TableKey, bytes: &[u8]) -> Result<Vec<u8>, TablesError> {
    let path = folder.join(CATALOG.file_name(key));
    fs::write(&path, bytes).expect("the file is written");
    file::read_table(&CATALOG, key, &path)
}

/// A file of this table with other compressed values, and the checksum that fits them.
fn with_body(key: TableKey, body: &[u8]) -> Vec<u8> {
    let mut bytes = built_in(key)[..file::HEADER].to_vec();
    let mut crc = flate2::Crc::new();
    crc.update(body);
    bytes[12..16].copy_from_slice(&crc.sum().to_le_bytes());
    bytes[COMPRESSED].copy_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

#[test]
fn a_header_with_any_other_byte_is_refused_without_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let (key, whole) = small();
    assert!(read(folder.path(), key, &whole).is_ok());
    for at in 0..file::HEADER {
        for byte in [0, 1, 0x7f, 0x80, 0xff].into_iter().filter(|&byte| byte != whole[at]) {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            assert!(read(folder.path(), key, &bytes).is_err(), "byte {at} is {byte}");
        }
    }
}

#[test]
fn the_largest_numbers_in_a_header_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (key, whole) = small();
    let refused = |range: std::ops::Range<usize>, number: u64| {
        let mut bytes = whole.clone();
        bytes[range].copy_from_slice(&number.to_le_bytes());
        read(folder.path(), key, &bytes).expect_err("hostile").to_string()
    };
    for number in [u64::MAX, u64::MAX - 39, 1 << 63, 1 << 32] {
        assert!(refused(COMPRESSED, number).contains("more compressed bytes than the table can have"), "{number}");
        assert!(refused(VALUES, number).contains("other rules"), "{number}");
    }
    let length = whole.len() as u64;
    assert!(refused(COMPRESSED, length).contains(&format!("has {length} bytes instead of {}", length + 40)));
}

/// A sparse file takes no room on the disk. It would fill the memory if it were read before its header is checked.
#[cfg(unix)]
#[test]
fn a_huge_file_is_refused_by_its_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let (key, whole) = small();
    let path = folder.path().join(CATALOG.file_name(key));
    fs::write(&path, &whole).expect("the file is written");
    fs::File::options().write(true).open(&path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let error = file::read_table(&CATALOG, key, &path).expect_err("too long");
    assert!(matches!(error, TablesError::WrongLength { found: 0x100_0000_0000, .. }), "{error}");
}

/// Opening a named pipe would wait for a writer, so a program with `--tables` would never start.
#[cfg(unix)]
#[test]
fn a_named_pipe_is_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let (key, _) = small();
    let path = folder.path().join(CATALOG.file_name(key));
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
    assert!(made.success());
    let error = file::read_table(&CATALOG, key, &path).expect_err("no file");
    assert!(matches!(error, TablesError::NotATable(_)), "{error}");
}

/// A checksum proves that the bytes did not change, not that they make sense.
#[test]
fn values_that_cannot_be_unpacked_are_an_error_although_the_checksum_fits() {
    let folder = tempfile::tempdir().expect("a folder");
    let (key, whole) = small();
    let body = &whole[file::HEADER..];
    // A block of a reserved type, half of the values, and none.
    for broken in [&[0xff; 16][..], &body[..body.len() / 2], &[]] {
        let bytes = read(folder.path(), key, &with_body(key, broken)).expect("the checksum fits");
        let path = folder.path().join(CATALOG.file_name(key));
        assert!(file::unpack(&CATALOG, key, &path, &bytes).is_err());
        let error = Source::File(path.clone()).unpack(key).err().expect("not a table").to_string();
        assert!(error.contains(&path.display().to_string()) && error.contains("cannot be unpacked"), "{error}");
    }
}

#[test]
fn a_file_that_changed_after_it_was_opened_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let (key, whole) = small();
    let path = folder.path().join(CATALOG.file_name(key));
    let source = Source::File(path.clone());
    let error = |source: &Source| source.unpack(key).err().expect("no table").to_string();
    fs::write(&path, &whole).expect("the file is written");
    assert!(source.unpack(key).is_ok());
    fs::write(&path, &whole[..whole.len() - 1]).expect("the file is written");
    assert!(error(&source).contains("damaged"), "{}", error(&source));
    fs::remove_file(&path).expect("the file is removed");
    assert!(error(&source).contains(&path.display().to_string()), "{}", error(&source));
}

/// A folder with the table's name stands for a full disk: the last step of writing fails.
#[test]
fn a_failed_write_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("T-C.table");
    fs::create_dir_all(path.join("not empty")).expect("a folder");
    file::write(&path, b"values").expect_err("the name is taken");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "only the folder that was in the way");
}
