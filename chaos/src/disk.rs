//! The disk under the database: it can be filled, and made read-only.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::command::succeeds;
use xtask::services::chown_to_nobody;

/// Large enough for a long run; a full one takes as much memory.
const SIZE: &str = "size=320m,mode=755";
const BALLAST: &str = "ballast";

/// A folder for a database.
pub(crate) struct Disk {
    folder: PathBuf,
    /// Whether it is a file system of its own, which can be filled.
    mounted: bool,
}

impl Disk {
    /// A folder on a small tmpfs if this process may mount one, otherwise a plain folder.
    pub(crate) fn new(folder: PathBuf) -> Result<Self, String> {
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mounted = succeeds(Command::new("mount").args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(&folder));
        chown_to_nobody(&folder)?;
        Ok(Self { folder, mounted })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it can be filled. If not, [`limit`] restricts the processes instead.
    pub(crate) const fn can_be_filled(&self) -> bool {
        self.mounted
    }

    /// Fills it to the last byte.
    pub(crate) fn fill(&self) -> io::Result<()> {
        let mut ballast = File::create(self.folder.join(BALLAST))?;
        let block = vec![0; 1 << 20];
        let mut step = block.len();
        while step > 0 {
            // Smaller and smaller pieces, until nothing fits.
            match ballast.write_all(&block[..step]) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::StorageFull => step /= 4,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Frees the space again.
    pub(crate) fn empty(&self) {
        let _ = fs::remove_file(self.folder.join(BALLAST));
    }

    /// Makes the files and the folder read-only or writable.
    pub(crate) fn set_writable(&self, writable: bool) -> io::Result<()> {
        let (file, folder) = if writable { (0o644, 0o755) } else { (0o444, 0o555) };
        for entry in fs::read_dir(&self.folder)? {
            fs::set_permissions(entry?.path(), Permissions::from_mode(file))?;
        }
        fs::set_permissions(&self.folder, Permissions::from_mode(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            succeeds(Command::new("umount").arg("--lazy").arg(&self.folder));
        }
    }
}

/// Limits the file size of a process, which looks like a full disk to it; `None` lifts the limit.
pub(crate) fn limit(process: u32, bytes: Option<u64>) -> bool {
    let soft = bytes.map_or_else(|| "unlimited".to_owned(), |bytes| bytes.to_string());
    succeeds(Command::new("prlimit").arg(format!("--pid={process}")).arg(format!("--fsize={soft}:unlimited")))
}
