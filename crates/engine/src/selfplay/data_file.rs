//! Files of training data.
//!
//! All numbers are little-endian. The header:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `MNGDATA1` |
//! | 16 | the game's id, filled up with zeros |
//! | 8 | the hash of the net's inputs |
//! | 2, 1, 1 | features, buckets, layout (0 pair, 2 all seats) |
//! | 4, n | the length of the settings, and the settings in words (UTF-8) |
//!
//! Then blocks of whole games: 4 bytes length, 4 bytes CRC-32, and the content:
//!
//! | bytes | content |
//! |---|---|
//! | 4 × 4 | how many games, positions, rows, features |
//! | 8 × games | the numbers of the games |
//! | 4 × games | positions of each game |
//! | positions | the bucket of each position |
//! | positions | rows of each position: one for each living seat, the one on turn first |
//! | 2 × rows | the expected score by the search, in 65535ths |
//! | 2 × rows | the score at the end of the game, in 65535ths |
//! | 2 × rows | the classical evaluation, signed |
//! | rows | active features of each row; with all seats only the seat on turn has features |
//! | 2 × features | the features |

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use menagerie_game::net::Inputs;

use super::columns::game_numbers;
use super::{SelfPlayError, io_error};

const MAGIC: &[u8; 8] = b"MNGDATA1";
const GAME_LENGTH: usize = 16;
/// Everything before the settings.
const FIXED_LENGTH: usize = 8 + GAME_LENGTH + 8 + 4 + 4;
/// Length and checksum.
const BLOCK_HEAD: usize = 8;

/// A file of training data that is open for appending.
pub(super) struct DataFile {
    path: PathBuf,
    file: File,
}

impl DataFile {
    /// Creates a file, or opens one with the same settings and gives the numbers of its games. An
    /// unfinished block at the end, left by a stopped run, is cut off.
    pub(super) fn open(path: &Path, inputs: &Inputs, settings: &str) -> Result<(Self, HashSet<u64>), SelfPlayError> {
        let header = header(inputs, settings);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io_error(path))?;
        let length = file.metadata().map_err(io_error(path))?.len();
        let done = if length == 0 {
            file.write_all(&header).map_err(io_error(path))?;
            HashSet::new()
        } else {
            check_header(&mut file, path, &header, settings)?;
            let (done, end) = scan(&mut file, header.len() as u64).map_err(io_error(path))?;
            file.set_len(end).map_err(io_error(path))?;
            done
        };
        file.seek(SeekFrom::End(0)).map_err(io_error(path))?;
        Ok((Self { path: path.to_owned(), file }, done))
    }

    /// Appends a block.
    pub(super) fn append(&mut self, block: &[u8]) -> Result<(), SelfPlayError> {
        let mut bytes = (block.len() as u32).to_le_bytes().to_vec();
        bytes.extend(crc32fast::hash(block).to_le_bytes());
        bytes.extend(block);
        self.file.write_all(&bytes).map_err(io_error(&self.path))
    }
}

fn header(inputs: &Inputs, settings: &str) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    let mut game = inputs.game.as_bytes().to_vec();
    game.resize(GAME_LENGTH, 0);
    header.extend(game);
    header.extend(inputs.hash().to_le_bytes());
    header.extend(inputs.features.to_le_bytes());
    header.extend([inputs.buckets, inputs.layout as u8]);
    header.extend((settings.len() as u32).to_le_bytes());
    header.extend(settings.as_bytes());
    header
}

fn check_header(file: &mut File, path: &Path, expected: &[u8], settings: &str) -> Result<(), SelfPlayError> {
    let not_data = || SelfPlayError::NotData(path.to_owned());
    let mut fixed = [0; FIXED_LENGTH];
    file.read_exact(&mut fixed).map_err(|_| not_data())?;
    let [a, b, c, d] = fixed[FIXED_LENGTH - 4..] else { return Err(not_data()) };
    if !fixed.starts_with(MAGIC) {
        return Err(not_data());
    }
    let mut found = Vec::new();
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    Read::by_ref(file).take(length).read_to_end(&mut found).map_err(io_error(path))?;
    if fixed[..] == expected[..FIXED_LENGTH] && found == settings.as_bytes() {
        return Ok(());
    }
    let found = String::from_utf8_lossy(&found).into_owned();
    Err(SelfPlayError::OtherSettings { path: path.to_owned(), found, expected: settings.to_owned() })
}

/// The games of all whole blocks, and where the last of them ends.
fn scan(file: &mut File, begin: u64) -> std::io::Result<(HashSet<u64>, u64)> {
    let mut done = HashSet::new();
    let mut end = begin;
    loop {
        let mut head = [0; BLOCK_HEAD];
        match file.read_exact(&mut head) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok((done, end)),
            read => read?,
        }
        let [l0, l1, l2, l3, c0, c1, c2, c3] = head;
        let length = u64::from(u32::from_le_bytes([l0, l1, l2, l3]));
        let mut block = Vec::new();
        Read::by_ref(file).take(length).read_to_end(&mut block)?;
        let whole = block.len() as u64 == length && crc32fast::hash(&block) == u32::from_le_bytes([c0, c1, c2, c3]);
        let Some(numbers) = game_numbers(&block).filter(|_| whole) else { return Ok((done, end)) };
        done.extend(numbers);
        end += BLOCK_HEAD as u64 + length;
    }
}
