//! Compiles the program for a target, so that its bytes depend on the source alone.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::source::Source;
use super::target::Target;
use super::{toolchain, work_folder};
use crate::command::{remove_package_variables, step};

/// The profile in the workspace's `Cargo.toml`.
const PROFILE: &str = "dist";
/// What C code takes for the time of its compilation, which mimalloc stores. `SOURCE_DATE_EPOCH` is no way to set it: zig reuses
/// what it compiled with another value.
const C_TIME: [&str; 3] = ["-Wno-builtin-macro-redefined", "-D__DATE__=\"\"", "-D__TIME__=\"\""];

/// Builds the program and returns its path.
pub(super) fn build(source: &Source, target_folder: &Path, target: &Target) -> Result<PathBuf, String> {
    let zig = toolchain::provide(target, &work_folder())?;
    let mut command = Command::new(zig.folder.join("cargo-zigbuild"));
    command.args(["zigbuild", "--locked", "--package", "menagerie-cli", "--bin", "menagerie"]);
    command.args(["--profile", PROFILE, "--target", target.triple, "--target-dir"]).arg(target_folder);
    command.current_dir(&source.root);
    remove_package_variables(&mut command);
    environment(&mut command, source, target_folder, target, &zig.folder)?;
    step(target.triple, &mut command)?;
    let program = output_folder(target_folder, target).join(target.program);
    if program.is_file() { Ok(program) } else { Err(format!("{} was not built", program.display())) }
}

/// Where cargo puts the program and the outputs of build scripts.
pub(super) fn output_folder(target_folder: &Path, target: &Target) -> PathBuf {
    target_folder.join(target.triple).join(PROFILE)
}

fn environment(
    command: &mut Command,
    source: &Source,
    target_folder: &Path,
    target: &Target,
    zig: &Path,
) -> Result<(), String> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let folders = [zig.to_owned()].into_iter().chain(std::env::split_paths(&search));
    command.env("PATH", std::env::join_paths(folders).map_err(|error| error.to_string())?);
    // Built folders and cargo's own appear in messages of panics and assertions: they get fixed names.
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let renamed =
        [(cargo_home(), "/cargo"), (absolute(target_folder), "/target"), (absolute(&source.root), "/menagerie")];
    // Of several fitting prefixes rustc takes the last, and the target folder lies inside of the source.
    let mut flags = vec![format!("-Ctarget-cpu={}", target.cpu)];
    let mut c_flags = C_TIME.map(str::to_owned).to_vec();
    for (from, to) in renamed.iter().rev() {
        flags.push(format!("--remap-path-prefix={}={to}", from.display()));
        c_flags.push(format!("-ffile-prefix-map={}={to}", from.display()));
    }
    if let Some(cpu) = target.c_cpu {
        // Of two such options zig takes the last; cargo-zigbuild has written the first.
        flags.push(format!("-Clink-arg=-mcpu={cpu}"));
        c_flags.push(format!("-mcpu={cpu}"));
    }
    // This form allows spaces in paths; it also replaces the flags of .cargo/config.toml.
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command.env("TARGET_CFLAGS", c_flags.join(" "));
    command.env("MENAGERIE_COMMIT", format!("{} {}", source.short_commit(), source.date));
    command.env("MENAGERIE_PAGE", "required");
    command.env("CARGO_INCREMENTAL", "0");
    Ok(())
}

fn cargo_home() -> PathBuf {
    let home = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").filter(|it: &OsString| !it.is_empty()).map_or_else(home, PathBuf::from)
}

/// The folder in which the build of the page has installed its npm packages.
pub(super) fn stage(target_folder: &Path, target: &Target) -> Result<PathBuf, String> {
    let scripts = output_folder(target_folder, target).join("build");
    let entries = std::fs::read_dir(&scripts).map_err(|error| format!("{}: {error}", scripts.display()))?;
    let stages = entries.flatten().map(|entry| entry.path().join("out/web"));
    // Builds of other settings may have left a folder; the newest belongs to this one.
    let newest = stages.filter(|stage| stage.join("dist").is_dir()).max_by_key(|stage| modified(&stage.join("dist")));
    newest.ok_or_else(|| format!("{}: the page was not built there", scripts.display()))
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::target::TARGETS;

    /// Cargo builds again what reads `MENAGERIE_COMMIT`. It does not know what else C code and build scripts read.
    #[test]
    fn builds_of_two_commits_differ_in_the_name_of_the_commit_only() {
        let first = Source::read(&crate::command::root()).unwrap();
        let second = Source { commit: "0123456789abcdef".into(), date: "2030-01-01".into(), epoch: 7, ..first.clone() };
        let variables = |source: &Source| {
            let mut command = Command::new("cargo-zigbuild");
            environment(&mut command, source, Path::new("target"), &TARGETS[0], Path::new("zig")).unwrap();
            let others = command.get_envs().filter(|(name, _)| *name != "MENAGERIE_COMMIT");
            others.map(|(name, value)| (name.to_owned(), value.map(ToOwned::to_owned))).collect::<Vec<_>>()
        };
        assert_eq!(variables(&first), variables(&second));
    }
}
