//! Zip archives with fixed times, for Windows.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// A zip archive. All entries have the earliest time that the format knows, 1980-01-01.
#[derive(Default)]
pub(super) struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u16,
}

/// Version 2.0 of the format: deflate.
const VERSION: u16 = 20;
const DEFLATE: u16 = 8;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
/// 1980-01-01 00:00 in the format of DOS: the day, then the time.
const DAY: u16 = (1 << 5) | 1;

impl Zip {
    /// Adds a file.
    pub(super) fn file(&mut self, path: &str, content: &[u8]) -> Result<(), String> {
        let too_large = |_| format!("{path}: too large for a zip archive");
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(content).and_then(|()| encoder.finish()).map_err(|error| error.to_string())?;
        let at = u32::try_from(self.bytes.len()).map_err(too_large)?;
        let mut common = Vec::new();
        for number in [VERSION, FLAGS, DEFLATE, 0, DAY] {
            common.extend_from_slice(&number.to_le_bytes());
        }
        common.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
        for size in [packed.len(), content.len()] {
            common.extend_from_slice(&u32::try_from(size).map_err(too_large)?.to_le_bytes());
        }
        // The lengths of the name and of the extra field.
        common.extend_from_slice(&u16::try_from(path.len()).map_err(too_large)?.to_le_bytes());
        common.extend_from_slice(&[0, 0]);
        self.bytes.extend_from_slice(b"PK\x03\x04");
        self.bytes.extend_from_slice(&common);
        self.bytes.extend_from_slice(path.as_bytes());
        self.bytes.extend_from_slice(&packed);
        self.directory.extend_from_slice(b"PK\x01\x02");
        self.directory.extend_from_slice(&VERSION.to_le_bytes());
        self.directory.extend_from_slice(&common);
        // Comment length, disk number, internal and external attributes: none.
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&at.to_le_bytes());
        self.directory.extend_from_slice(path.as_bytes());
        self.entries += 1;
        Ok(())
    }

    /// The archive with its directory.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, String> {
        let too_large = |_| "the archive is too large for a zip file".to_owned();
        let at = u32::try_from(self.bytes.len()).map_err(too_large)?;
        let size = u32::try_from(self.directory.len()).map_err(too_large)?;
        self.bytes.append(&mut self.directory);
        self.bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        for number in [self.entries, self.entries] {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
        for number in [size, at] {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
        self.bytes.extend_from_slice(&[0, 0]);
        Ok(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Python's own module unpacks what was written, and finds the checksums right.
    #[test]
    fn other_programs_read_the_archive() {
        let mut zip = Zip::default();
        zip.file("m/a.txt", b"first").unwrap();
        zip.file("m/b.txt", &[b'b'; 5000]).unwrap();
        let path = std::env::temp_dir().join(format!("menagerie-zip-{}.zip", std::process::id()));
        std::fs::write(&path, zip.finish().unwrap()).unwrap();
        let script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); \
                      print(z.testzip(), [(i.filename, i.file_size) for i in z.infolist()], z.read('m/a.txt'))";
        let output = Command::new("python3").args(["-c", script]).arg(&path).output();
        std::fs::remove_file(&path).unwrap();
        // Without Python only the writing is tested.
        if let Ok(output) = output {
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said.trim(), "None [('m/a.txt', 5), ('m/b.txt', 5000)] b'first'");
        }
    }
}
