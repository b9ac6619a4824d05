//! Builds the page with npm and writes the table of its files.
//!
//! Everything happens in `OUT_DIR`: the build copies the sources there and never writes into the
//! repository. Without npm the build succeeds with a page that says what to install. With
//! `MENAGERIE_PAGE=required` a page that cannot be built is an error, and so is its module for games
//! without a server. `MENAGERIE_PAGE=skip` leaves the page out for work on Rust alone.

#[path = "build/browser.rs"]
mod browser;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The sources of the page in `web/`.
const SOURCES: [&str; 12] = [
    "src",
    "lessons",
    "messages",
    "service-worker",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

/// The first path segments of the page's screens, with the screens' names.
const SCREENS: &str = "src/screens.json";

/// The versions of Node.js that the packages in `web/package-lock.json` support. `web/package.json`
/// says the same (`engines`); a test in `xtask` compares both with the lock file.
const NODE_VERSIONS: &str = "20.19 or later, 22.12 or later, or 24 and later";
const NODE_LINES: [(u32, u32); 2] = [(20, 19), (22, 12)];
const NODE_FROM: u32 = 24;

const NO_PAGE: &str = include_str!("no-page.html");

fn main() {
    println!("cargo::rerun-if-env-changed=MENAGERIE_PAGE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/browser.rs");
    println!("cargo::rerun-if-changed=no-page.html");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    let web = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo names it")).join("../../web");
    let wish = env::var("MENAGERIE_PAGE").unwrap_or_default();
    let built =
        if wish == "skip" { Err("left out by MENAGERIE_PAGE=skip".to_owned()) } else { build(&web, &out, &wish) };
    let folder = match built {
        Ok(folder) => folder,
        Err(problem) => {
            assert!(wish != "required", "the page cannot be built: {problem}");
            if wish != "skip" {
                println!("cargo::warning=the page is left out: {problem}");
                // This path never exists, so the next build tries again.
                println!("cargo::rerun-if-changed={}", out.join("look-again").display());
            }
            without_page(&out).expect("OUT_DIR can be written")
        }
    };
    let mut text = table(&folder).expect("the page's files can be read");
    let screens = fs::read_to_string(web.join(SCREENS)).expect("the list of screens can be read");
    println!("cargo::rerun-if-changed={}", web.join(SCREENS).display());
    let _ = writeln!(text, "/// The first parts of the addresses of the page's screens.");
    let _ = writeln!(text, "static SCREENS: &[&str] = &{:?};", keys(&screens));
    let _ = writeln!(text, "/// The versions of Node.js that build the page.");
    let _ = writeln!(text, "pub const NODE_VERSIONS: &str = {NODE_VERSIONS:?};");
    fs::write(out.join("files.rs"), text).expect("OUT_DIR can be written");
}

/// The keys of a JSON object that holds plain strings only.
fn keys(json: &str) -> Vec<&str> {
    json.split('"').skip(1).step_by(4).collect()
}

/// Copies the sources, installs the packages and builds. `wish` is that of `MENAGERIE_PAGE`. Returns the folder of the files.
fn build(web: &Path, out: &Path, wish: &str) -> Result<PathBuf, String> {
    for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    check_node()?;
    let stage = out.join("web");
    copy_sources(web, &stage).map_err(|error| format!("its sources cannot be copied: {error}"))?;
    let lock = fs::read(stage.join("package-lock.json")).map_err(|error| format!("package-lock.json: {error}"))?;
    let installed = stage.join("node_modules/.installed");
    if fs::read(&installed).ok().as_deref() != Some(&lock) {
        npm(&stage, &["ci", "--omit=dev", "--no-audit", "--no-fund"])?;
        fs::write(&installed, &lock).map_err(|error| error.to_string())?;
    }
    if let Err(problem) = browser::add(web, &stage, out) {
        if wish == "required" {
            return Err(format!("without its module it plays through the server only: {problem}"));
        }
        println!("cargo::warning=the page plays through the server only: {problem}");
    }
    npm(&stage, &["run", "build"])?;
    Ok(stage.join("dist"))
}

/// npm only warns about an unsupported version, and fails later with an unrelated error.
fn check_node() -> Result<(), String> {
    let output = Command::new("node").arg("--version").output();
    let output = output.map_err(|_| format!("Node.js is not installed; install {NODE_VERSIONS}, which brings npm"))?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let parts: Vec<u32> = said.trim_start_matches('v').split('.').map_while(|part| part.parse().ok()).collect();
    let fits = match parts[..] {
        [major, minor, ..] => {
            major >= NODE_FROM || NODE_LINES.iter().any(|&(line, from)| major == line && minor >= from)
        }
        // The output is not a version: npm will report the problem.
        _ => true,
    };
    if fits { Ok(()) } else { Err(format!("Node.js {said} cannot build it; install {NODE_VERSIONS}")) }
}

fn npm(stage: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(stage).output();
    match output {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(format!("npm is not installed; Node.js brings it: {NODE_VERSIONS}"))
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

/// A folder with only the note.
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
    let files: Vec<_> =
        files.iter().filter(|file| file.extension().is_none_or(|extension| extension != "br")).collect();
    let count = files.len();
    let mut text =
        format!("const COUNT: usize = {count};\n/// Every file of the page.\npub static FILES: [File; COUNT] = [\n");
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let path = file.display().to_string();
        let squeezed = format!("{path}.br");
        let included = |path: &str| format!("include_bytes!({path:?})");
        let (plain, brotli) = match Path::new(&squeezed).exists() {
            // The document is changed before it is sent, so it is needed as it is.
            true if name == "index.html" => (included(&path), included(&squeezed)),
            true => ("&[]".to_owned(), included(&squeezed)),
            false => (included(&path), "&[]".to_owned()),
        };
        let _ = writeln!(
            text,
            "    File {{ path: {:?}, kind: {:?}, plain: {plain}, unpacked: OnceLock::new(), brotli: {brotli}, immutable: {} }},",
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
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
