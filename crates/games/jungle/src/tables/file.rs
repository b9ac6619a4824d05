//! The file of a table: a header of 40 bytes, then the values, compressed with deflate. Numbers are little-endian.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::path::Path;

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use menagerie_game::TablesError;

use super::board::Board;
use super::index::Index;
use super::key::{Catalog, TableKey};
use super::table::{Table, len_of};

const MAGIC: [u8; 8] = *b"MENAGTAB";
/// The version of the format. It changes with the header, the index or the meaning of a value.
const VERSION: u16 = 1;
pub(super) const HEADER: usize = 40;
/// Bytes of the header that are zero.
const RESERVED: Range<usize> = 10..12;
/// The extension of a table that is being written.
pub(super) const UNFINISHED: &str = "part";

/// What stands before the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    version: u16,
    /// The checksum of the compressed values.
    checksum: u32,
    /// The rules and the tokens of the class.
    fingerprint: u64,
    /// The number of values.
    values: u64,
    /// The compressed size.
    compressed: u64,
}

impl Header {
    fn expected(catalog: &Catalog, key: TableKey) -> Self {
        let class = catalog.class(key);
        let fingerprint = Board::new(class, key.rules.is_classic()).fingerprint();
        let values = len_of(&Index::new(class), class.symmetric) as u64;
        Self { version: VERSION, checksum: 0, fingerprint, values, compressed: 0 }
    }

    fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&self.version.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.checksum.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.fingerprint.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.values.to_le_bytes());
        bytes[32..].copy_from_slice(&self.compressed.to_le_bytes());
        bytes
    }

    /// Reads a header; `None` if the bytes are none.
    fn from_bytes(bytes: &[u8; HEADER]) -> Option<Self> {
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        (bytes[..8] == MAGIC && bytes[RESERVED] == [0; 2]).then(|| Self {
            version: number(8) as u16,
            checksum: (number(8) >> 32) as u32,
            fingerprint: number(16),
            values: number(24),
            compressed: number(32),
        })
    }

    /// The length of the whole file. The header may be hostile, so the sum may be too large for a number.
    pub(super) fn file_len(&self) -> u64 {
        self.compressed.saturating_add(HEADER as u64)
    }

    /// Whether this number of values can have this compressed size. Deflate makes them at most slightly larger.
    fn is_possible(&self) -> bool {
        self.compressed <= self.values + self.values / 8 + 64
    }

    fn check_length(&self, path: &Path, found: u64) -> Result<(), TablesError> {
        let expected = self.file_len();
        if found == expected {
            Ok(())
        } else {
            Err(TablesError::WrongLength { path: path.to_owned(), found, expected })
        }
    }
}

/// The bytes of a table's file.
pub(super) fn to_bytes(catalog: &Catalog, key: TableKey, values: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(vec![0; HEADER], Compression::best());
    encoder.write_all(values)?;
    let mut bytes = encoder.finish()?;
    let mut crc = Crc::new();
    crc.update(&bytes[HEADER..]);
    let compressed = (bytes.len() - HEADER) as u64;
    let header = Header { checksum: crc.sum(), compressed, ..Header::expected(catalog, key) };
    bytes[..HEADER].copy_from_slice(&header.to_bytes());
    Ok(bytes)
}

/// Writes a file under a temporary name and renames it, so that a file with the right name is complete.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), TablesError> {
    let part = path.with_extension(UNFINISHED);
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        file.write_all(bytes)?;
        file.into_inner()?.sync_all()
    });
    written.and_then(|()| fs::rename(&part, path)).map_err(|source| {
        // Half a table would keep a full disk full.
        let _ = fs::remove_file(&part);
        TablesError::Io { path: path.to_owned(), source }
    })
}

/// Reads the first header in these bytes; refuses tables of other rules, other tokens or another version.
pub(super) fn read_header(catalog: &Catalog, key: TableKey, path: &Path, bytes: &[u8]) -> Result<Header, TablesError> {
    let first = bytes.first_chunk::<HEADER>().ok_or_else(|| TablesError::NotATable(path.to_owned()))?;
    let header = Header::from_bytes(first).ok_or_else(|| TablesError::NotATable(path.to_owned()))?;
    if header.version != VERSION {
        return Err(TablesError::OtherVersion { path: path.to_owned(), found: header.version, expected: VERSION });
    }
    let expected = Header::expected(catalog, key);
    if header.fingerprint != expected.fingerprint || header.values != expected.values {
        return Err(TablesError::OtherRules(path.to_owned()));
    }
    // From here on the number of values is known to be right, so this limits the memory that a file can ask for.
    if !header.is_possible() {
        return Err(TablesError::TooLarge(path.to_owned()));
    }
    Ok(header)
}

/// Checks the bytes of a whole file: header, length and checksum.
pub(super) fn check(catalog: &Catalog, key: TableKey, path: &Path, bytes: &[u8]) -> Result<(), TablesError> {
    let header = read_header(catalog, key, path, bytes)?;
    header.check_length(path, bytes.len() as u64)?;
    let mut crc = Crc::new();
    crc.update(&bytes[HEADER..]);
    if crc.sum() != header.checksum {
        return Err(TablesError::Damaged(path.to_owned()));
    }
    Ok(())
}

/// The table in the bytes of a file that [`check`] has accepted. The checksum does not prove that they can be unpacked.
pub(super) fn unpack(catalog: &Catalog, key: TableKey, path: &Path, bytes: &[u8]) -> Result<Table, TablesError> {
    let class = catalog.class(key);
    let mut values = vec![0; len_of(&Index::new(class), class.symmetric)];
    let unpacked = DeflateDecoder::new(bytes.get(HEADER..).unwrap_or_default()).read_exact(&mut values);
    unpacked.map_err(|_| TablesError::NotUnpacked(path.to_owned()))?;
    Ok(Table::new(class, values))
}

/// Reads a file without checking it.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, TablesError> {
    fs::read(path).map_err(|source| TablesError::Io { path: path.to_owned(), source })
}

/// Reads the file of a table and checks it. The header and the length come first, so that a file that only has the name
/// of a table cannot fill the memory. What is no file is not opened: a named pipe would wait for a writer.
pub(super) fn read_table(catalog: &Catalog, key: TableKey, path: &Path) -> Result<Vec<u8>, TablesError> {
    let failed = |source| TablesError::Io { path: path.to_owned(), source };
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(TablesError::NotATable(path.to_owned()));
    }
    let file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::with_capacity(HEADER);
    (&file).take(HEADER as u64).read_to_end(&mut bytes).map_err(failed)?;
    let header = read_header(catalog, key, path, &bytes)?;
    header.check_length(path, length)?;
    bytes.reserve_exact(header.compressed as usize);
    (&file).take(header.compressed).read_to_end(&mut bytes).map_err(failed)?;
    check(catalog, key, path, &bytes)?;
    Ok(bytes)
}
