//! `cargo xtask dist`: everything that a release offers for download, from a clean checkout.
//!
//! Programs are linked statically and packed as archives, Debian packages and container images. Two
//! runs on the same commit give the same bytes.

mod archive;
mod arguments;
mod build;
mod deb;
mod files;
mod image;
mod licences;
mod metadata;
mod qemu;
mod reproducible;
mod sbom;
mod source;
mod sums;
mod tar;
mod target;
mod toolchain;
mod zip;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(crate) use arguments::{Arguments, Part};
pub(crate) use deb::package as debian_package;
pub(crate) use files::{Bundle, runner, texts};
pub(crate) use qemu::emulator;
pub(crate) use source::Source;
pub(crate) use target::Target;

use crate::command::{root, target as target_folder};

/// Runs the task.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let arguments = Arguments::read(words)?;
    let source = Source::read(&root())?;
    let output = arguments.output.clone().unwrap_or_else(|| folder().join(&source.version));
    make(&source, &target_folder(), &output, &arguments)?;
    if arguments.check_reproducible {
        reproducible::check(&source, &output, &arguments)?;
    }
    Ok(())
}

/// The folder with a folder for each version.
pub(crate) fn folder() -> PathBuf {
    target_folder().join("dist-files")
}

/// The folder for tools and for files that are not published.
pub(crate) fn work_folder() -> PathBuf {
    target_folder().join("dist-work")
}

/// Builds and packs a source tree into a folder. `target_folder` is cargo's.
pub(crate) fn make(source: &Source, target_folder: &Path, output: &Path, arguments: &Arguments) -> Result<(), String> {
    println!("==> Menagerie {} of commit {}", source.version, source.short_commit());
    if source.changed {
        println!("    The checkout has changes that are not committed: do not publish these files.");
    }
    fs::create_dir_all(output).map_err(|error| format!("{}: {error}", output.display()))?;
    for target in &arguments.targets {
        let begin = Instant::now();
        let program = build::build(source, target_folder, target)?;
        let bundle = Bundle::collect(source, target_folder, target, &program)?;
        for part in arguments.parts.iter().filter(|part| part.is_made_for(target)) {
            let (name, content) = match part {
                Part::Archive => archive::pack(source, target, &bundle)?,
                Part::Deb => deb::package(source, target, &bundle, &source.version)?,
                Part::Image => image::pack(source, target, &bundle)?,
                Part::Sbom => sbom::write(source, target_folder, target)?,
            };
            write(output, &name, &content)?;
        }
        println!("    {}: done in {:.0} s", target.triple, begin.elapsed().as_secs_f32());
    }
    sums::write(output)
}

fn write(output: &Path, name: &str, content: &[u8]) -> Result<(), String> {
    let path = output.join(name);
    fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("    {} ({:.1} MB)", path.display(), content.len() as f64 / 1e6);
    Ok(())
}
