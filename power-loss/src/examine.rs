//! Rebuilds the disk at every cut, opens the database, and checks it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fastrand::Rng;
use futures_util::{StreamExt, stream};
use tempfile::TempDir;

use crate::checker::{Finding, Truth, check};
use crate::contents::{self, Contents, Wanted};
use crate::cuts::Cut;
use crate::disk::{Disk, Image, NameRule, Operation};
use crate::error::RunError;
use crate::promises::Promise;

/// Images that are checked at the same time.
const CONCURRENCY: usize = 4;
/// The database below the disk's root.
pub(crate) const DATABASE: &str = "data/menagerie.db";
/// A file system in memory, if there is one: images need no durability of their own.
const MEMORY: &str = "/dev/shm";

/// The result of all cuts together.
#[derive(Default)]
pub(crate) struct Examination {
    pub(crate) cuts: usize,
    /// Images in which a database was opened. Before the first one is durable, there is none.
    pub(crate) opened: usize,
    pub(crate) by_fate: BTreeMap<&'static str, usize>,
    pub(crate) by_rule: BTreeMap<NameRule, usize>,
    /// The acknowledged facts that were looked up, by kind.
    pub(crate) facts: BTreeMap<&'static str, usize>,
    /// The events that were compared with the true log.
    pub(crate) events: usize,
    pub(crate) findings: Vec<(Cut, Finding)>,
}

/// What was recorded and what must be true.
pub(crate) struct Evidence<'a> {
    pub(crate) promises: &'a [Promise],
    pub(crate) truth: &'a Truth,
    pub(crate) wanted: &'a Wanted,
}

/// Examines all cuts.
pub(crate) async fn examine(
    operations: &[Operation],
    evidence: &Evidence<'_>,
    cuts: &[Cut],
    dice: &mut Rng,
) -> Result<Examination, RunError> {
    let mut by_folder = Disk::new(operations, NameRule::FolderSync);
    let mut by_file = Disk::new(operations, NameRule::FileSync);
    let images = cuts.iter().map(|cut| {
        let disk = if cut.rule == NameRule::FolderSync { &mut by_folder } else { &mut by_file };
        (*cut, disk.image(cut.at, cut.fate, dice))
    });
    let looks = stream::iter(images).map(|(cut, image)| async move { (cut, look(&image, evidence.wanted).await) });
    let mut looks = looks.buffered(CONCURRENCY);
    let mut examination = Examination::default();
    while let Some((cut, seen)) = looks.next().await {
        examination.add(cut, seen?, evidence);
    }
    Ok(examination)
}

/// What the store says about an image.
enum Seen {
    /// There is no database.
    Nothing,
    CannotOpen(String),
    Opened(Box<Contents>),
}

impl Examination {
    fn add(&mut self, cut: Cut, seen: Seen, evidence: &Evidence<'_>) {
        self.cuts += 1;
        *self.by_fate.entry(cut.fate.name()).or_default() += 1;
        *self.by_rule.entry(cut.rule).or_default() += 1;
        self.opened += usize::from(!matches!(seen, Seen::Nothing));
        let contents = match seen {
            Seen::Nothing => Box::default(),
            Seen::Opened(contents) => contents,
            Seen::CannotOpen(why) => return self.findings.push((cut, Finding::CannotOpen(why))),
        };
        self.events += contents.tables.values().map(|table| table.events.len()).sum::<usize>();
        let (findings, facts) = check(&contents, evidence.promises, evidence.truth, cut.at);
        for kind in facts {
            *self.facts.entry(kind).or_default() += 1;
        }
        self.findings.extend(findings.into_iter().map(|finding| (cut, finding)));
    }
}

async fn look(image: &Image, wanted: &Wanted) -> Result<Seen, RunError> {
    let folder = image_folder().map_err(RunError::io("a folder for an image"))?;
    write(image, folder.path()).map_err(RunError::io("an image"))?;
    let database = folder.path().join(DATABASE);
    if !database.exists() {
        return Ok(Seen::Nothing);
    }
    Ok(match contents::read(&database, wanted).await {
        Ok(contents) => Seen::Opened(Box::new(contents)),
        Err(error) => Seen::CannotOpen(error.to_string()),
    })
}

fn image_folder() -> std::io::Result<TempDir> {
    let builder = tempfile::Builder::new().prefix("menagerie-image-").to_owned();
    if Path::new(MEMORY).is_dir() { builder.tempdir_in(MEMORY) } else { builder.tempdir() }
}

fn write(image: &Image, folder: &Path) -> std::io::Result<()> {
    for (path, bytes) in image {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
