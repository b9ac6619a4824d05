//! Builds the page with npm and writes the table of its files.
//!
//! Everything happens in `OUT_DIR`: the sources are copied there, so that a build never writes into the repository.
//! Without npm the build succeeds with a page that says what to install. `MENAGERIE_PAGE=required` makes a page that
//! cannot be built an error, `MENAGERIE_PAGE=skip` leaves it out for work on Rust alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the page is made of, in `web/`.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

const NO_PAGE: &str = include_str!("no-page.html");

fn main() {
    println!("cargo::rerun-if-env-changed=MENAGERIE_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=no-page.html");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    let web = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo names it")).join("../../web");
    let wish = env::var("MENAGERIE_PAGE").unwrap_or_default();
    let built = if wish == "skip" { Err("left out by MENAGERIE_PAGE=skip".to_owned()) } else { build(&web, &out) };
    let folder = match built {
        Ok(folder) => folder,
        Err(problem) => {
            assert!(wish != "required", "the page cannot be built: {problem}");
            if wish != "skip" {
                println!("cargo::warning=the page is left out: {problem}");
                // A path that never exists: the next build looks again.
                println!("cargo::rerun-if-changed={}", out.join("look-again").display());
            }
            without_page(&out).expect("OUT_DIR can be written")
        }
    };
    fs::write(out.join("files.rs"), table(&folder).expect("the page's files can be read"))
        .expect("OUT_DIR can be written");
}

/// Copies the sources, installs what they need, builds; says where the files are.
fn build(web: &Path, out: &Path) -> Result<PathBuf, String> {
    for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let stage = out.join("web");
    copy_sources(web, &stage).map_err(|error| format!("its sources cannot be copied: {error}"))?;
    let lock = fs::read(stage.join("package-lock.json")).map_err(|error| format!("package-lock.json: {error}"))?;
    let installed = stage.join("node_modules/.installed");
    if fs::read(&installed).ok().as_deref() != Some(&lock) {
        npm(&stage, &["ci", "--omit=dev", "--no-audit", "--no-fund"])?;
        fs::write(&installed, &lock).map_err(|error| error.to_string())?;
    }
    npm(&stage, &["run", "build"])?;
    Ok(stage.join("dist"))
}

fn npm(stage: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(stage).output();
    match output {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err("npm is not installed; Node.js 20 or later brings it".to_owned())
        }
        Err(error) => Err(format!("npm cannot be started: {error}")),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let said: Vec<&str> = said.lines().filter(|line| !line.contains("warn")).take(6).collect();
            Err(format!("npm {} failed: {}", arguments.join(" "), said.join(" | ")))
        }
    }
}

fn copy_sources(web: &Path, stage: &Path) -> io::Result<()> {
    fs::create_dir_all(stage)?;
    for name in SOURCES {
        let (from, to) = (web.join(name), stage.join(name));
        if to.is_dir() {
            fs::remove_dir_all(&to)?;
        }
        if from.is_dir() {
            copy_folder(&from, &to)?;
        } else if from.exists() {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A folder with nothing but the note.
fn without_page(out: &Path) -> io::Result<PathBuf> {
    let folder = out.join("without");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("index.html"), NO_PAGE)?;
    Ok(folder)
}

/// The files as a Rust table.
fn table(folder: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut text = String::from("/// Every file of the page.\npub static FILES: &[File] = &[\n");
    for file in files.iter().filter(|file| file.extension().is_none_or(|extension| extension != "br")) {
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let path = file.display().to_string();
        let squeezed = format!("{path}.br");
        let brotli =
            if Path::new(&squeezed).exists() { format!("include_bytes!({squeezed:?})") } else { "&[]".to_owned() };
        let _ = writeln!(
            text,
            "    File {{ path: {:?}, kind: {:?}, body: include_bytes!({path:?}), brotli: {brotli}, immutable: {} }},",
            format!("/{name}"),
            kind(&name),
            name.starts_with("assets/"),
        );
    }
    text.push_str("];\n");
    Ok(text)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
