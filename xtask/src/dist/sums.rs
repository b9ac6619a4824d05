//! SHA-256 sums, in the form that `sha256sum --check` reads.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The file with the sums of all others.
pub(crate) const FILE: &str = "SHA256SUMS";

/// The SHA-256 of bytes in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The name and sum of each file in a folder, sorted by name, without the file of sums.
pub(crate) fn of_folder(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let wrong = |error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && name != FILE {
            found.push((name, sha256(&fs::read(entry.path()).map_err(wrong)?)));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Writes the sums of all files in a folder beside them.
pub(super) fn write(folder: &Path) -> Result<(), String> {
    let lines: Vec<_> = of_folder(folder)?.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    fs::write(folder.join(FILE), lines.concat()).map_err(|error| format!("{FILE}: {error}"))?;
    println!("    {}", folder.join(FILE).display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of the empty text, as the standard gives it.
    #[test]
    fn a_sum_is_written_in_hexadecimal() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
