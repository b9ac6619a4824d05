//! Small JSON files in the XDG state folder, which only their owner can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A file that holds one value.
#[derive(Clone, Debug)]
pub(crate) struct StateFile<T> {
    file: PathBuf,
    value: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned + Default + Clone + PartialEq> StateFile<T> {
    /// The file at this path.
    pub(crate) fn at(file: PathBuf) -> Self {
        Self { file, value: PhantomData }
    }

    /// `menagerie/NAME` in the XDG state folder; `None` if there is no such folder.
    pub(crate) fn from_environment(name: &str) -> Option<Self> {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
        Some(Self::at(state.join("menagerie").join(name)))
    }

    /// The value; the default if the file is missing or broken.
    pub(crate) fn read(&self) -> T {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Updates the file under a lock, because several clients may run at the same time.
    pub(crate) fn update(&self, update: impl FnOnce(&mut T)) -> io::Result<()> {
        create_folder(self.file.parent().unwrap_or(Path::new(".")))?;
        let lock = private(&self.file.with_extension("lock"))?;
        lock.lock()?;
        let mut value = self.read();
        let before = value.clone();
        update(&mut value);
        if value == before {
            return Ok(());
        }
        let part = self.file.with_extension("part");
        let mut file = private(&part)?;
        file.set_len(0)?;
        file.write_all(serde_json::to_string(&value)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(part, &self.file)
    }
}

/// Opens a file that only its owner can read (mode 600).
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
