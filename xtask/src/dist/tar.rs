//! Tar archives with fixed times, owners and order: the same files always give the same bytes.

use std::collections::BTreeSet;
use std::io::Write as _;

use flate2::{Compression, GzBuilder};

/// A tar archive in the format `ustar`.
pub(crate) struct Tar {
    bytes: Vec<u8>,
    /// The time of every entry.
    epoch: u64,
    folders: BTreeSet<String>,
}

/// The mode of programs and folders.
pub(crate) const EXECUTABLE: u32 = 0o755;
/// The mode of other files.
pub(crate) const READABLE: u32 = 0o644;
const BLOCK: usize = 512;

impl Tar {
    pub(crate) fn new(epoch: u64) -> Self {
        Self { bytes: Vec::new(), epoch, folders: BTreeSet::new() }
    }

    /// Adds a file, after the folders that lead to it.
    pub(crate) fn file(&mut self, path: &str, mode: u32, content: &[u8]) -> Result<(), String> {
        self.parents(path)?;
        self.header(path, mode, b'0', content.len(), 0)?;
        self.bytes.extend_from_slice(content);
        self.pad();
        Ok(())
    }

    /// Adds a folder that belongs to this user, after the folders that lead to it.
    pub(crate) fn folder(&mut self, path: &str, mode: u32, owner: u32) -> Result<(), String> {
        self.parents(path)?;
        let path = format!("{}/", path.trim_end_matches('/'));
        if self.folders.insert(path.clone()) { self.header(&path, mode, b'5', 0, owner) } else { Ok(()) }
    }

    /// The archive with its end mark.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.bytes.resize(self.bytes.len() + 2 * BLOCK, 0);
        self.bytes
    }

    fn parents(&mut self, path: &str) -> Result<(), String> {
        let ends: Vec<_> = path.trim_end_matches('/').match_indices('/').map(|(at, _)| at).collect();
        for end in ends {
            let folder = format!("{}/", &path[..end]);
            if folder != "./" && self.folders.insert(folder.clone()) {
                self.header(&folder, EXECUTABLE, b'5', 0, 0)?;
            }
        }
        Ok(())
    }

    fn header(&mut self, path: &str, mode: u32, kind: u8, size: usize, owner: u32) -> Result<(), String> {
        if path.len() > 100 {
            return Err(format!("{path}: a path in an archive may have 100 characters"));
        }
        let mut header = [0; BLOCK];
        let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, path);
        put(100, &format!("{mode:07o}"));
        put(108, &format!("{owner:07o}"));
        put(116, &format!("{owner:07o}"));
        put(124, &format!("{size:011o}"));
        put(136, &format!("{:011o}", self.epoch));
        // The checksum counts its own field as spaces.
        put(148, "        ");
        put(156, &char::from(kind).to_string());
        put(257, "ustar\u{0}00");
        if owner == 0 {
            put(265, "root");
            put(297, "root");
        }
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\u{0} ").as_bytes());
        self.bytes.extend_from_slice(&header);
        Ok(())
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(BLOCK), 0);
    }
}

/// Compresses with gzip, without a time.
pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.map_err(|error| format!("gzip: {error}"))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    use super::*;

    fn sample() -> Vec<u8> {
        let mut tar = Tar::new(1_700_000_000);
        tar.file("./usr/bin/x", EXECUTABLE, b"program").unwrap();
        tar.file("./usr/bin/y", READABLE, &[7; 1000]).unwrap();
        tar.folder("./data", 0o700, 65532).unwrap();
        tar.finish()
    }

    #[test]
    fn the_same_files_give_the_same_bytes() {
        assert_eq!(sample(), sample());
        assert_eq!(gzip(&sample()), gzip(&sample()));
    }

    /// The system's own tar lists what was written, with modes, owners, sizes and times.
    #[cfg(target_os = "linux")]
    #[test]
    fn other_programs_read_the_archive() {
        let mut tar = Command::new("tar");
        tar.args(["--list", "--verbose", "--gzip", "--numeric-owner", "--utc", "--full-time"]);
        let mut child = tar.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&gzip(&sample()).unwrap()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<String> =
            said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let time = "2023-11-14 22:13:20";
        assert_eq!(
            lines,
            [
                format!("drwxr-xr-x 0/0 0 {time} ./usr/"),
                format!("drwxr-xr-x 0/0 0 {time} ./usr/bin/"),
                format!("-rwxr-xr-x 0/0 7 {time} ./usr/bin/x"),
                format!("-rw-r--r-- 0/0 1000 {time} ./usr/bin/y"),
                format!("drwx------ 65532/65532 0 {time} ./data/"),
            ]
        );
    }

    #[test]
    fn a_path_that_does_not_fit_is_refused() {
        assert!(Tar::new(0).file(&"x".repeat(101), READABLE, b"").is_err());
    }
}
