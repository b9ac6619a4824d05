//! What goes into packages: the program, its documents, its manual pages and completions.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::qemu::emulator;
use super::source::Source;
use super::target::Target;
use super::{licences, work_folder};

/// The name and content of a file.
pub(crate) type NamedFile = (String, Vec<u8>);

/// The files of one target.
pub(crate) struct Bundle {
    pub(crate) program: Vec<u8>,
    /// Readme, changes, licences.
    pub(crate) documents: Vec<NamedFile>,
    /// The manual pages. Windows has none.
    pub(crate) manuals: Vec<NamedFile>,
    pub(crate) completions: Vec<Completion>,
}

/// The completion script for a shell.
pub(crate) struct Completion {
    shell: &'static str,
    /// Where packages put it.
    pub(crate) path: &'static str,
    pub(crate) script: Vec<u8>,
}

impl Completion {
    /// The name of the script's file.
    pub(crate) fn name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.shell)
    }
}

/// Shells and the paths that they read scripts from.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/menagerie"),
    ("zsh", "usr/share/zsh/vendor-completions/_menagerie"),
    ("fish", "usr/share/fish/vendor_completions.d/menagerie.fish"),
];

const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

impl Bundle {
    /// Collects the files. The program itself writes its manual pages and completions.
    pub(crate) fn collect(
        source: &Source,
        target_folder: &Path,
        target: &Target,
        program: &Path,
    ) -> Result<Self, String> {
        let mut documents = Vec::new();
        for name in DOCUMENTS {
            documents.push((name.to_owned(), read(&source.root.join(name))?));
        }
        documents.push(("THIRD-PARTY-LICENSES.txt".to_owned(), licences::text(source, target_folder, target)?));
        let (manuals, completions) =
            if target.is_windows() { (Vec::new(), Vec::new()) } else { texts(target, program)? };
        Ok(Self { program: read(program)?, documents, manuals, completions })
    }
}

/// Manual pages and completions, as the program writes them.
pub(crate) fn texts(target: &Target, program: &Path) -> Result<(Vec<NamedFile>, Vec<Completion>), String> {
    let pages = work_folder().join("man").join(target.label);
    let _ = fs::remove_dir_all(&pages);
    fs::create_dir_all(&pages).map_err(|error| format!("{}: {error}", pages.display()))?;
    output(runner(target, program)?.arg("manual").arg(&pages))?;
    let mut manuals = Vec::new();
    for entry in fs::read_dir(&pages).map_err(|error| error.to_string())?.flatten() {
        manuals.push((entry.file_name().to_string_lossy().into_owned(), read(&entry.path())?));
    }
    manuals.sort_unstable();
    let mut completions = Vec::new();
    for (shell, path) in SHELLS {
        let script = output(runner(target, program)?.args(["completions", shell]))?;
        completions.push(Completion { shell, path, script });
    }
    Ok((manuals, completions))
}

/// A command that runs a program of a target on this machine.
pub(crate) fn runner(target: &Target, path: &Path) -> Result<Command, String> {
    if target.processor() == std::env::consts::ARCH {
        return Ok(Command::new(path));
    }
    let mut command = Command::new(emulator(target.processor())?);
    command.arg(path);
    Ok(command)
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("the program cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{}: {}", command.get_program().display(), String::from_utf8_lossy(&output.stderr)))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
