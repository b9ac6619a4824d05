//! Turns the calls of a server into the operations of the disk model, and checks that nothing is missing: all operations
//! together must give the files that are really there.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use crate::disk::{Change, Disk, Fate, Image, NameRule, Nanos, Operation};
use crate::error::RunError;
use crate::trace::{Call, read_line};

/// The calls that strace records: all that change files, and those that give a write its place.
pub(crate) const CALLS: &str = "openat,open,creat,lseek,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,\
     fallocate,fsync,fdatasync,unlink,unlinkat,rmdir,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mkdir,\
     mkdirat,copy_file_range,mmap";

/// The operations of all servers that ran on one disk.
pub(crate) struct Recording {
    /// The folder that stands for the disk.
    root: PathBuf,
    pub(crate) operations: Vec<Operation>,
    /// The paths that exist now.
    live: BTreeSet<String>,
    /// Where the next write through a file descriptor goes.
    offsets: HashMap<i64, u64>,
}

impl Recording {
    /// The recording of an empty disk.
    pub(crate) fn new(root: PathBuf) -> Self {
        Self { root, operations: Vec::new(), live: BTreeSet::from([String::new()]), offsets: HashMap::new() }
    }

    /// Adds what a server did; it has ended. `prefix` is the beginning of the names of strace's files.
    pub(crate) fn add(&mut self, folder: &Path, prefix: &str) -> Result<(), RunError> {
        let mut calls = Vec::new();
        for file in fs::read_dir(folder).map_err(RunError::io("strace's output"))?.flatten() {
            if file.file_name().to_string_lossy().starts_with(prefix) {
                let text = fs::read_to_string(file.path()).map_err(RunError::io("strace's output"))?;
                for line in text.lines() {
                    calls.extend(read_line(line)?);
                }
            }
        }
        calls.sort_by_key(|call| call.begin);
        self.offsets.clear();
        for call in &calls {
            self.add_call(call)?;
        }
        self.check()
    }

    fn add_call(&mut self, call: &Call) -> Result<(), RunError> {
        let failed = call.result.is_some_and(|result| result < 0);
        let is_write = matches!(call.name.as_str(), "write" | "pwrite64");
        match call.name.as_str() {
            _ if failed => {}
            // The process was killed meanwhile: a sync was not over, and other calls are rare enough to be ignored. If one
            // had an effect, the comparison with the files shows it.
            _ if call.result.is_none() && !is_write => {}
            "openat" => self.open(call, call.path(1), call.arguments.get(2)),
            "open" => self.open(call, call.path(0), call.arguments.get(1)),
            "lseek" => {
                if let (Some(descriptor), Some(offset)) = (call.descriptor(0), call.result) {
                    self.offsets.insert(descriptor, offset as u64);
                }
            }
            "write" | "pwrite64" => self.write(call),
            "ftruncate" => {
                if let (Some(path), Some(length)) = (self.inside(call.descriptor_path(0)), call.number(1)) {
                    self.push(call, path, Change::Resize { length });
                }
            }
            "fsync" | "fdatasync" => {
                if let Some(path) = self.inside(call.descriptor_path(0)) {
                    self.push(call, path, Change::Sync);
                }
            }
            "mkdir" => self.create(call, call.path(0), Change::CreateFolder),
            "mkdirat" => self.create(call, call.path(1), Change::CreateFolder),
            "unlink" | "rmdir" => self.remove(call, call.path(0)),
            "unlinkat" => self.remove(call, call.path(1)),
            _ => return self.check_unmodelled(call),
        }
        Ok(())
    }

    /// The path relative to the root, if it is below the root and counts. `SQLite`'s shared memory is not durable, and a
    /// database is opened without it after a power loss.
    fn inside(&self, path: Option<String>) -> Option<String> {
        let path = path?;
        let relative = Path::new(&path).strip_prefix(&self.root).ok()?.to_str()?.to_owned();
        (!relative.ends_with("-shm")).then_some(relative)
    }

    fn push(&mut self, call: &Call, path: String, change: Change) {
        let is_new = matches!(change, Change::CreateFile | Change::CreateFolder);
        if is_new {
            self.live.insert(path.clone());
        }
        // A file without a name cannot be found again.
        if self.live.contains(&path) {
            if change == Change::Remove {
                self.live.remove(&path);
            }
            self.operations.push(Operation { begin: call.begin, end: call.end, path, change });
        }
    }

    fn create(&mut self, call: &Call, path: Option<String>, change: Change) {
        if let Some(path) = self.inside(path).filter(|path| !self.live.contains(path)) {
            self.push(call, path, change);
        }
    }

    fn remove(&mut self, call: &Call, path: Option<String>) {
        if let Some(path) = self.inside(path) {
            self.push(call, path, Change::Remove);
        }
    }

    fn open(&mut self, call: &Call, path: Option<String>, flags: Option<&String>) {
        self.offsets.extend(call.result.map(|descriptor| (descriptor, 0)));
        let has = |flag: &str| flags.is_some_and(|flags| flags.split('|').any(|word| word == flag));
        if has("O_CREAT") {
            self.create(call, path.clone(), Change::CreateFile);
        }
        if let (true, Some(path)) = (has("O_TRUNC"), self.inside(path)) {
            self.push(call, path, Change::Resize { length: 0 });
        }
    }

    fn write(&mut self, call: &Call) {
        let (Some(path), Some(descriptor)) = (self.inside(call.descriptor_path(0)), call.descriptor(0)) else { return };
        let place = self.offsets.entry(descriptor).or_default();
        let offset = call.number(3).unwrap_or(*place);
        let Some(mut bytes) = call.bytes(1) else { return };
        match call.result {
            Some(written) => bytes.truncate(written as usize),
            // The process was killed meanwhile. The file shows whether the kernel had finished.
            None if !holds(&self.root.join(&path), offset, &bytes) => return,
            None => {}
        }
        if call.name == "write" {
            *place += bytes.len() as u64;
        }
        self.push(call, path, Change::Write { offset, bytes });
    }

    /// An error for a call that changes a file in a way that is not modelled.
    fn check_unmodelled(&self, call: &Call) -> Result<(), RunError> {
        let is_mapping = call.name == "mmap";
        let writes_to_map = call.arguments.iter().any(|it| it.contains("PROT_WRITE"))
            && call.arguments.iter().any(|it| it.contains("MAP_SHARED"));
        let paths = (0..call.arguments.len()).flat_map(|at| [call.descriptor_path(at), call.path(at)]);
        let ours = paths.flatten().any(|path| self.inside(Some(path)).is_some());
        if ours && (!is_mapping || writes_to_map) {
            return Err(RunError::Unmodelled(call.name.clone()));
        }
        Ok(())
    }

    /// Compares the model, with every operation kept, with the files.
    fn check(&self) -> Result<(), RunError> {
        let image = Disk::new(&self.operations, NameRule::FolderSync).image(Nanos::MAX, Fate::Kept, &mut Rng::new());
        let mut real = Image::new();
        self.read_files(&self.root, &mut real).map_err(RunError::io("the server's files"))?;
        let mut paths = image.keys().chain(real.keys());
        match paths.find(|path| image.get(*path) != real.get(*path)) {
            Some(path) => Err(RunError::Incomplete(path.clone())),
            None => Ok(()),
        }
    }

    fn read_files(&self, folder: &Path, found: &mut Image) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.read_files(&path, found)?;
            } else if let Some(relative) = self.inside(path.to_str().map(str::to_owned)) {
                found.insert(relative, fs::read(&path)?);
            }
        }
        Ok(())
    }
}

fn holds(file: &Path, offset: u64, bytes: &[u8]) -> bool {
    let content = fs::read(file).unwrap_or_default();
    content.get(offset as usize..).is_some_and(|rest| rest.starts_with(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a trace, with `ROOT` for the folder and readable strings.
    fn record(root: &Path, lines: &[&str]) -> Result<Vec<(String, Change)>, RunError> {
        let traces = tempfile::tempdir().unwrap();
        let stamped = |(number, line): (usize, &&str)| {
            format!("{number}.000000000 {} <0.000000001>", line.replace("ROOT", root.to_str().unwrap()))
        };
        let text = lines.iter().enumerate().map(stamped).collect::<Vec<_>>().join("\n");
        fs::write(traces.path().join("t.1"), text).unwrap();
        fs::write(traces.path().join("other.1"), "nonsense").unwrap();
        let mut recording = Recording::new(root.to_owned());
        recording.add(traces.path(), "t.")?;
        Ok(recording.operations.into_iter().map(|it| (it.path, it.change)).collect())
    }

    #[test]
    fn writes_have_their_places_with_and_without_seeking() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("f"), "abcXe").unwrap();
        let operations = record(
            folder.path(),
            &[
                "openat(AT_FDCWD</>, \"ROOT/f\", O_RDWR|O_CREAT, 0600) = 3<ROOT/f>",
                "openat(AT_FDCWD</>, \"ROOT/f\", O_RDWR|O_CREAT, 0600) = 4<ROOT/f>",
                "write(3<ROOT/f>, \"ab\", 2) = 2",
                "write(3<ROOT/f>, \"cde\", 3) = 3",
                "pwrite64(3<ROOT/f>, \"d\", 1, 3) = 1",
                "lseek(4<ROOT/f>, 3, SEEK_SET) = 3",
                "write(4<ROOT/f>, \"Xyz\", 3) = 1",
                "write(5</elsewhere>, \"Xyz\", 3) = 3",
                "fdatasync(4<ROOT/f>) = 0",
            ],
        );
        let write = |offset, bytes: &str| Change::Write { offset, bytes: bytes.into() };
        let changes = [Change::CreateFile, write(0, "ab"), write(2, "cde"), write(3, "d"), write(3, "X"), Change::Sync];
        assert_eq!(operations.unwrap(), changes.map(|change| ("f".to_owned(), change)));
    }

    /// A kill interrupts calls: a write counts if the file holds it, and a sync does not count.
    #[test]
    fn calls_that_a_kill_interrupted_are_judged_by_the_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("f"), "ab").unwrap();
        let operations = record(
            folder.path(),
            &[
                "openat(AT_FDCWD</>, \"ROOT/f\", O_RDWR|O_CREAT, 0600) = 3<ROOT/f>",
                "pwrite64(3<ROOT/f>, \"ab\", 2, 0) = ?",
                "pwrite64(3<ROOT/f>, \"cd\", 2, 2) = ?",
                "fdatasync(3<ROOT/f>) = ?",
            ],
        );
        let changes = operations.unwrap().into_iter().map(|(_, change)| change).collect::<Vec<_>>();
        assert_eq!(changes, [Change::CreateFile, Change::Write { offset: 0, bytes: b"ab".to_vec() }]);
    }

    #[test]
    fn a_recording_that_misses_a_write_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("f"), "ab").unwrap();
        let lines = [
            "openat(AT_FDCWD</>, \"ROOT/f\", O_RDWR|O_CREAT, 0600) = 3<ROOT/f>",
            "pwrite64(3<ROOT/f>, \"a\", 1, 0) = 1",
        ];
        assert!(matches!(record(folder.path(), &lines), Err(RunError::Incomplete(path)) if path == "f"));
    }

    #[test]
    fn a_call_that_is_not_modelled_is_refused_unless_it_is_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        for line in [
            "rename(\"ROOT/f\", \"ROOT/g\") = 0",
            "pwritev(3<ROOT/f>, [{iov_base=\"a\", iov_len=1}], 1, 0) = 1",
            "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3<ROOT/f>, 0) = 0x7f00",
        ] {
            assert!(matches!(record(folder.path(), &[line]), Err(RunError::Unmodelled(_))), "{line}");
            assert_eq!(record(folder.path(), &[&line.replace("ROOT", "/elsewhere")]).unwrap(), [], "{line}");
        }
        let shared = "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3<ROOT/m.db-shm>, 0) = 4096";
        assert_eq!(record(folder.path(), &[shared]).unwrap(), []);
    }
}
