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
//! | 4, n | the length of the text, and the text (UTF-8): the settings, then `; program VERSION (COMMIT DATE)` |
//!
//! Then blocks of whole games: 4 bytes length, 4 bytes CRC-32, and the content. The length follows from the four counts:
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
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use menagerie_game::net::Inputs;
use menagerie_game::text::printable;

use super::columns::{COUNTS_LENGTH, block_length, game_numbers, longest_block};
use super::game::MAX_ACTIONS;
use super::{GAMES_PER_BLOCK, SelfPlayError, io_error};

const MAGIC: &[u8; 8] = b"MNGDATA1";
const GAME_LENGTH: usize = 16;
/// Everything before the settings.
const FIXED_LENGTH: usize = 8 + GAME_LENGTH + 8 + 4 + 4;
/// Length and checksum.
const BLOCK_HEAD: usize = 8;
/// A longer block is damaged. The bound also limits how much memory a damaged or hostile file can take.
const LONGEST_BLOCK: u64 = longest_block(GAMES_PER_BLOCK as u64, MAX_ACTIONS as u64);
/// The longest text that is read from a header of other settings, for the error message.
const LONGEST_FOUND: usize = 1000;
/// Separates the settings from the program in the header's text.
const PROGRAM: &str = "; program ";

/// What decides the games. A file has the games of one origin only.
#[derive(Debug)]
pub(super) struct Origin<'a> {
    pub(super) inputs: &'a Inputs,
    /// The settings in words.
    pub(super) settings: &'a str,
    /// The version and commit of the program, because the search is a part of it.
    pub(super) program: &'a str,
}

/// A file of training data that is open for appending. It is locked, because each process appends at its own offset: two of
/// them would overwrite each other's blocks.
#[derive(Debug)]
pub(super) struct DataFile {
    path: PathBuf,
    file: File,
    /// Where the next block begins.
    end: u64,
    /// Whether a block could not be written. Then nothing more is: a whole block behind a part of one would be damage.
    failed: bool,
}

impl DataFile {
    /// Creates a file, or opens one of the same origin and gives the numbers of its games. An unfinished block at the end,
    /// left by a stopped run, is cut off. An unfinished header, left by a full disk, is written again. A damaged file is
    /// refused and not changed.
    pub(super) fn open(path: &Path, origin: &Origin) -> Result<(Self, HashSet<u64>), SelfPlayError> {
        let header = origin.header();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io_error(path))?;
        // A file system without locks gives another error. The run goes on there, as the server does.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(SelfPlayError::Busy(path.to_owned()));
        }
        let length = file.metadata().map_err(io_error(path))?.len();
        let done = if has_part_of_header(&mut file, &header).map_err(io_error(path))? {
            begin(&mut file, &header).map_err(io_error(path))?;
            HashSet::new()
        } else {
            origin.check(&mut file, path)?;
            let (done, end) = scan(&mut file, path, header.len() as u64, length)?;
            file.set_len(end).map_err(io_error(path))?;
            done
        };
        let end = file.seek(SeekFrom::End(0)).map_err(io_error(path))?;
        Ok((Self { path: path.to_owned(), file, end, failed: false }, done))
    }

    /// Appends a block.
    pub(super) fn append(&mut self, block: &[u8]) -> Result<(), SelfPlayError> {
        if self.failed {
            return Err(io_error(&self.path)(io::Error::other("an earlier write failed")));
        }
        let mut bytes = (block.len() as u32).to_le_bytes().to_vec();
        bytes.extend(crc32fast::hash(block).to_le_bytes());
        bytes.extend(block);
        self.file.write_all(&bytes).map_err(|error| {
            self.failed = true;
            // If this fails, too, the next run cuts the part of the block off.
            let _ = self.file.set_len(self.end);
            io_error(&self.path)(error)
        })?;
        self.end += bytes.len() as u64;
        Ok(())
    }
}

/// Whether the file is empty or ends within the header. Leaves the file at its start.
fn has_part_of_header(file: &mut File, header: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    Read::by_ref(file).take(header.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(found.len() < header.len() && header.starts_with(&found))
}

/// Writes the header. After an error the file is empty again.
fn begin(file: &mut File, header: &[u8]) -> io::Result<()> {
    file.write_all(header).inspect_err(|_| {
        // If this fails, too, the next run finds a part of the header.
        let _ = file.set_len(0);
    })
}

impl Origin<'_> {
    fn header(&self) -> Vec<u8> {
        let Self { inputs, settings, program } = self;
        let text = format!("{settings}{PROGRAM}{program}");
        let mut header = MAGIC.to_vec();
        let mut game = inputs.game.as_bytes().to_vec();
        game.resize(GAME_LENGTH, 0);
        header.extend(game);
        header.extend(inputs.hash().to_le_bytes());
        header.extend(inputs.features.to_le_bytes());
        header.extend([inputs.buckets, inputs.layout as u8]);
        header.extend((text.len() as u32).to_le_bytes());
        header.extend(text.as_bytes());
        header
    }

    /// Reads a file's header. An error says how it differs from that of this origin.
    fn check(&self, file: &mut File, path: &Path) -> Result<(), SelfPlayError> {
        let path = path.to_owned();
        let expected = self.header();
        // Enough for the expected header, and for the message about another one.
        let most = expected.len().max(FIXED_LENGTH + LONGEST_FOUND) as u64;
        let mut found = Vec::new();
        Read::by_ref(file).take(most).read_to_end(&mut found).map_err(io_error(&path))?;
        if found.starts_with(&expected) {
            file.seek(SeekFrom::Start(expected.len() as u64)).map_err(io_error(&path))?;
            return Ok(());
        }
        let Some((fixed, rest)) =
            found.split_first_chunk::<FIXED_LENGTH>().filter(|(fixed, _)| fixed.starts_with(MAGIC))
        else {
            return Err(SelfPlayError::NotData(path));
        };
        let [.., a, b, c, d] = *fixed;
        let length = rest.len().min(u32::from_le_bytes([a, b, c, d]) as usize);
        let text = String::from_utf8_lossy(&rest[..length]);
        let (settings, program) = text.rsplit_once(PROGRAM).unwrap_or((&text, "an earlier version"));
        // The last four bytes are the length of the text, which is compared with the text.
        let same_inputs = fixed[..FIXED_LENGTH - 4] == expected[..FIXED_LENGTH - 4];
        Err(if settings != self.settings {
            SelfPlayError::OtherSettings {
                path,
                found: printable(settings, LONGEST_FOUND),
                expected: self.settings.to_owned(),
            }
        } else if program != self.program {
            SelfPlayError::OtherProgram {
                path,
                found: printable(program, LONGEST_FOUND),
                expected: self.program.to_owned(),
            }
        } else if same_inputs {
            SelfPlayError::NotData(path)
        } else {
            SelfPlayError::OtherInputs(path)
        })
    }
}

/// The games of all blocks, and where the last finished block ends.
///
/// A run that was stopped leaves an unfinished block at the end: the file ends before the block does. All else is damage, and
/// an error. The length in a block's head cannot be trusted alone, because a wrong one could reach beyond the end of the file
/// and pass the finished blocks behind it off as unfinished. So it must also be the length that follows from the counts.
fn scan(file: &mut File, path: &Path, begin: u64, file_length: u64) -> Result<(HashSet<u64>, u64), SelfPlayError> {
    let mut done = HashSet::new();
    let mut end = begin;
    loop {
        let damaged = || SelfPlayError::Damaged { path: path.to_owned(), offset: end };
        let left = file_length.saturating_sub(end);
        // No finished block is that short.
        if left < (BLOCK_HEAD + COUNTS_LENGTH) as u64 {
            return Ok((done, end));
        }
        let (mut length, mut checksum, mut counts) = ([0; 4], [0; 4], [0; COUNTS_LENGTH]);
        for bytes in [&mut length[..], &mut checksum, &mut counts] {
            file.read_exact(bytes).map_err(io_error(path))?;
        }
        let length = u64::from(u32::from_le_bytes(length));
        if length != block_length(counts) || length > LONGEST_BLOCK {
            return Err(damaged());
        }
        if left < BLOCK_HEAD as u64 + length {
            return Ok((done, end));
        }
        let mut block = counts.to_vec();
        block.resize(length as usize, 0);
        file.read_exact(&mut block[COUNTS_LENGTH..]).map_err(io_error(path))?;
        if crc32fast::hash(&block) != u32::from_le_bytes(checksum) {
            return Err(damaged());
        }
        done.extend(game_numbers(&block));
        end += BLOCK_HEAD as u64 + length;
    }
}

/// The blocks of a file, without their heads, for tests.
#[cfg(test)]
pub(super) fn blocks(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let mut rest = &file[FIXED_LENGTH + number(&file[FIXED_LENGTH - 4..])..];
    std::iter::from_fn(move || {
        let (head, behind) = rest.split_at_checked(BLOCK_HEAD)?;
        let (block, behind) = behind.split_at(number(head));
        rest = behind;
        Some(block)
    })
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use menagerie_game::net::Layout;

    use super::super::columns::{Columns, PositionRow, SeatRow};
    use super::*;

    const INPUTS: Inputs = Inputs { game: "toy", definition: "squares", features: 9, buckets: 1, layout: Layout::Pair };
    const ORIGIN: Origin = Origin { inputs: &INPUTS, settings: "toy; 2 nodes", program: "1.0.0 (abc 2026-01-01)" };

    /// A file that is deleted after the test.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            Self(env::temp_dir().join(format!("menagerie-data-file-{}-{name}", process::id())))
        }

        /// A file with three blocks of two games each, its bytes, and where each block begins.
        fn with_games(name: &str) -> (Self, Vec<u8>, Vec<usize>) {
            let temporary = Self::new(name);
            let (mut file, _) = DataFile::open(&temporary.0, &ORIGIN).unwrap();
            let mut starts = Vec::new();
            for block in 0..3 {
                // On Windows the lock keeps other handles from reading.
                starts.push(fs::metadata(&temporary.0).unwrap().len() as usize);
                file.append(&games(2 * block)).unwrap();
            }
            drop(file);
            let bytes = temporary.bytes();
            (temporary, bytes, starts)
        }

        fn bytes(&self) -> Vec<u8> {
            fs::read(&self.0).unwrap()
        }

        /// Opens the file with other content: the number of its games, or the message. A refused file must not change.
        fn open(&self, bytes: &[u8], origin: &Origin) -> Result<usize, String> {
            fs::write(&self.0, bytes).unwrap();
            let opened = DataFile::open(&self.0, origin).map(|(_, done)| done.len());
            opened.map_err(|error| {
                assert!(self.bytes() == bytes, "a refused file is changed: {error}");
                error.to_string()
            })
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// A whole block behind a part of one would be damage.
    #[test]
    fn nothing_is_written_after_a_failed_write() {
        let (temporary, bytes, _) = Temporary::with_games("failed");
        let read_only = File::open(&temporary.0).unwrap();
        let mut data_file =
            DataFile { path: temporary.0.clone(), file: read_only, end: bytes.len() as u64, failed: false };
        data_file.append(&games(6)).unwrap_err();
        // The disk has room again.
        data_file.file = OpenOptions::new().append(true).open(&temporary.0).unwrap();
        let said = data_file.append(&games(8)).unwrap_err().to_string();
        assert!(said.contains("an earlier write failed"), "{said}");
        assert_eq!(temporary.bytes(), bytes);
    }

    /// A block of two games.
    fn games(first: u64) -> Vec<u8> {
        let row = SeatRow { value: 1, result: 2, classical: 3, features: vec![4, 5, 6] };
        let position = PositionRow { bucket: 0, seats: vec![row.clone(), row] };
        let mut columns = Columns::default();
        columns.add_game(first, &vec![position.clone(); 3]);
        columns.add_game(first + 1, &[position]);
        columns.to_block()
    }

    #[test]
    fn a_file_has_one_writer_at_a_time() {
        let temporary = Temporary::new("lock");
        let (mut first, _) = DataFile::open(&temporary.0, &ORIGIN).unwrap();
        first.append(&games(0)).unwrap();
        let second = DataFile::open(&temporary.0, &ORIGIN).unwrap_err();
        assert_eq!(second.to_string(), format!("another run is writing to {}", temporary.0.display()));
        drop(first);
        assert_eq!(DataFile::open(&temporary.0, &ORIGIN).unwrap().1, HashSet::from([0, 1]));
    }

    #[test]
    fn a_file_that_ends_inside_a_block_loses_that_block_alone() {
        let (temporary, bytes, starts) = Temporary::with_games("cut");
        for length in starts[0]..=bytes.len() {
            let whole = starts[1..].iter().chain([&bytes.len()]).filter(|&&end| end <= length).count();
            assert_eq!(temporary.open(&bytes[..length], &ORIGIN), Ok(2 * whole), "{length} bytes");
            assert_eq!(temporary.bytes().len(), [&starts[..], &[bytes.len()]].concat()[whole], "{length} bytes");
        }
    }

    #[test]
    fn a_damaged_byte_is_an_error_that_says_where_the_block_begins() {
        let (temporary, bytes, starts) = Temporary::with_games("damage");
        for at in starts[0]..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let block = starts.iter().rfind(|&&start| start <= at).unwrap();
                let said = temporary.open(&damaged, &ORIGIN).unwrap_err();
                assert!(said.contains(&format!("at byte {block} has a wrong")), "byte {at}: {said}");
            }
        }
    }

    #[test]
    fn zeros_at_the_end_are_damage() {
        // So a file system can leave a file after a power loss.
        let (temporary, bytes, starts) = Temporary::with_games("zeros");
        for from in [starts[2], starts[2] + 30] {
            let mut zeros = bytes.clone();
            zeros[from..].fill(0);
            let said = temporary.open(&zeros, &ORIGIN).unwrap_err();
            assert!(said.contains(&format!("at byte {} has a wrong", starts[2])), "{said}");
        }
        let longer = [&bytes[..], &[0; 4096]].concat();
        let said = temporary.open(&longer, &ORIGIN).unwrap_err();
        assert!(said.contains(&format!("at byte {} has a wrong", bytes.len())), "{said}");
    }

    #[test]
    fn a_block_with_absurd_numbers_is_refused_before_it_is_read() {
        let (temporary, bytes, starts) = Temporary::with_games("absurd");
        let header = &bytes[..starts[0]];
        let block = |length: u32, counts: [u32; 4]| {
            let numbers = [length, 0].into_iter().chain(counts);
            [header, &numbers.flat_map(u32::to_le_bytes).collect::<Vec<_>>(), &[0; 100]].concat()
        };
        for (length, counts) in [
            (u32::MAX, [u32::MAX; 4]),
            (u32::MAX, [0; 4]),
            (0, [0; 4]),
            (15, [0; 4]),
            (100, [u32::MAX, 0, 0, 0]),
            // These counts give this length, but no run writes a block of a gigabyte.
            (16 + (1 << 30), [0, 1 << 29, 0, 0]),
        ] {
            let said = temporary.open(&block(length, counts), &ORIGIN).unwrap_err();
            assert!(said.contains("is damaged"), "{length} {counts:?}: {said}");
        }
    }

    #[test]
    fn any_header_is_read_without_a_panic() {
        let (temporary, bytes, starts) = Temporary::with_games("header");
        for length in 1..starts[0] {
            let other = Origin { settings: "toy; 3 nodes", ..ORIGIN }.header();
            if !ORIGIN.header().starts_with(&other[..length]) {
                temporary.open(&other[..length], &ORIGIN).unwrap_err();
            }
        }
        for at in 0..starts[0] {
            for flip in [1, 0x80, 0xff] {
                let mut other = bytes.clone();
                other[at] ^= flip;
                temporary.open(&other, &ORIGIN).unwrap_err();
            }
        }
        // A text of 4 GiB, of which the file has a part.
        let mut long = bytes[..FIXED_LENGTH].to_vec();
        long[FIXED_LENGTH - 4..].fill(0xff);
        long.resize(1 << 20, b'x');
        let said = temporary.open(&long, &ORIGIN).unwrap_err();
        assert!(said.contains("other settings") && said.len() < 2 * LONGEST_FOUND, "{said}");
    }

    /// The disk was full while the header was written.
    #[test]
    fn a_file_with_a_part_of_its_header_is_begun_again() {
        let (temporary, bytes, starts) = Temporary::with_games("begun");
        let header = &bytes[..starts[0]];
        for length in 0..header.len() {
            assert_eq!(temporary.open(&header[..length], &ORIGIN), Ok(0), "{length} bytes");
            assert_eq!(temporary.bytes(), header, "{length} bytes");
        }
    }

    #[test]
    fn control_characters_of_a_file_do_not_reach_the_terminal() {
        let temporary = Temporary::new("escape");
        for (settings, program) in [("\u{1b}]0;title\u{7}\r", "1"), (ORIGIN.settings, "\u{1b}[2J\u{202e}")] {
            let said = temporary.open(&Origin { settings, program, ..ORIGIN }.header(), &ORIGIN).unwrap_err();
            assert!(said.contains("there: ") && said.contains("\\u{1b}"), "{said}");
            assert!(!said.contains(['\u{1b}', '\u{7}', '\r', '\u{202e}']), "{said:?}");
        }
    }

    #[test]
    fn a_file_of_another_origin_is_refused_with_the_reason() {
        let (temporary, bytes, _) = Temporary::with_games("origin");
        let said = temporary.open(&bytes, &Origin { program: "1.0.0 (def 2026-02-02)", ..ORIGIN }).unwrap_err();
        assert!(said.contains("was begun by another version of the program"), "{said}");
        assert!(said.ends_with("there: 1.0.0 (abc 2026-01-01)\n  now: 1.0.0 (def 2026-02-02)"), "{said}");
        let said = temporary.open(&bytes, &Origin { settings: "toy; 3 nodes", ..ORIGIN }).unwrap_err();
        assert!(said.ends_with("other settings.\nthere: toy; 2 nodes\n  now: toy; 3 nodes"), "{said}");
        let inputs = Inputs { definition: "squares and pieces", ..INPUTS };
        let said = temporary.open(&bytes, &Origin { inputs: &inputs, ..ORIGIN }).unwrap_err();
        assert!(said.contains("the game's features have changed"), "{said}");
        // Before the program was a part of the text.
        let mut earlier = bytes[..FIXED_LENGTH - 4].to_vec();
        earlier.extend((ORIGIN.settings.len() as u32).to_le_bytes());
        earlier.extend(ORIGIN.settings.as_bytes());
        let said = temporary.open(&earlier, &ORIGIN).unwrap_err();
        assert!(said.contains("there: an earlier version\n"), "{said}");
    }
}
