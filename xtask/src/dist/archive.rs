//! The archive for download: the program with its documents in one folder.

use super::files::Bundle;
use super::source::Source;
use super::tar::{EXECUTABLE, READABLE, Tar, gzip};
use super::target::Target;
use super::zip::Zip;

/// The archive's name and bytes.
pub(super) fn pack(source: &Source, target: &Target, bundle: &Bundle) -> Result<(String, Vec<u8>), String> {
    let folder = format!("menagerie-{}-{}", source.version, target.label);
    if target.is_windows() {
        let mut zip = Zip::default();
        zip.file(&format!("{folder}/{}", target.program), &bundle.program)?;
        for (name, text) in &bundle.documents {
            zip.file(&format!("{folder}/{name}"), text)?;
        }
        return Ok((format!("{folder}.zip"), zip.finish()?));
    }
    let mut tar = Tar::new(source.epoch);
    tar.file(&format!("{folder}/{}", target.program), EXECUTABLE, &bundle.program)?;
    let (manuals, completions) = (bundle.manuals.iter(), bundle.completions.iter());
    let manuals = manuals.map(|(name, text)| (format!("man/{name}"), text));
    let completions = completions.map(|completion| (format!("completions/{}", completion.name()), &completion.script));
    let documents = bundle.documents.iter().map(|(name, text)| (name.clone(), text));
    for (name, text) in documents.chain(manuals).chain(completions) {
        tar.file(&format!("{folder}/{name}"), READABLE, text)?;
    }
    Ok((format!("{folder}.tar.gz"), gzip(&tar.finish())?))
}
