//! Debian packages: an `ar` archive of the control files and of the files to install.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::files::Bundle;
use super::source::Source;
use super::tar::{EXECUTABLE, READABLE, Tar, gzip};
use super::target::Target;

/// Files of `deploy/debian` and where the package installs them.
const INSTALLED: [(&str, &str); 3] = [
    ("menagerie.service", "usr/lib/systemd/system/menagerie.service"),
    ("menagerie.default", "etc/default/menagerie"),
    ("sysusers.conf", "usr/lib/sysusers.d/menagerie.conf"),
];
/// Scripts that dpkg runs.
const SCRIPTS: [&str; 4] = ["preinst", "postinst", "prerm", "postrm"];
/// Files that an upgrade leaves as the operator has changed them.
const SETTINGS: &str = "/etc/default/menagerie\n";
const DESCRIPTION: &str = "\
strange relatives of chess, in the browser and in the terminal
 A server with its page, a terminal client, computer players and the rules of
 every game in one program. The package starts a server on 127.0.0.1:7777.
";

/// The package's name and bytes. `version` is that of the package.
pub(crate) fn package(
    source: &Source,
    target: &Target,
    bundle: &Bundle,
    version: &str,
) -> Result<(String, Vec<u8>), String> {
    let architecture = target.architecture.ok_or_else(|| format!("Debian does not run on {}", target.triple))?;
    let data = Data::collect(source, bundle)?;
    let control = control(&source.root, architecture, version, &data, source.epoch)?;
    let mut package = b"!<arch>\n".to_vec();
    for (name, content) in
        [("debian-binary", b"2.0\n".to_vec()), ("control.tar.gz", control), ("data.tar.gz", gzip(&data.tar.finish())?)]
    {
        write_member(&mut package, name, source.epoch, &content);
    }
    Ok((format!("menagerie_{version}_{architecture}.deb"), package))
}

/// The files to install.
struct Data {
    tar: Tar,
    /// The number of kilobytes that they take.
    kilobytes: usize,
}

impl Data {
    fn collect(source: &Source, bundle: &Bundle) -> Result<Self, String> {
        let mut data = Self { tar: Tar::new(source.epoch), kilobytes: 0 };
        data.add("usr/bin/menagerie", EXECUTABLE, &bundle.program)?;
        for (name, path) in INSTALLED {
            data.add(path, READABLE, &read(&source.root, name)?)?;
        }
        for (name, text) in &bundle.documents {
            match name.as_str() {
                "CHANGELOG.md" => data.add("usr/share/doc/menagerie/changelog.gz", READABLE, &gzip(text)?)?,
                name => data.add(&format!("usr/share/doc/menagerie/{name}"), READABLE, text)?,
            }
        }
        data.add("usr/share/doc/menagerie/copyright", READABLE, COPYRIGHT.as_bytes())?;
        for (name, text) in &bundle.manuals {
            data.add(&format!("usr/share/man/man1/{name}.gz"), READABLE, &gzip(text)?)?;
        }
        for completion in &bundle.completions {
            data.add(completion.path, READABLE, &completion.script)?;
        }
        Ok(data)
    }

    fn add(&mut self, path: &str, mode: u32, content: &[u8]) -> Result<(), String> {
        self.kilobytes += content.len().div_ceil(1024);
        self.tar.file(&format!("./{path}"), mode, content)
    }
}

const COPYRIGHT: &str = "\
Menagerie is under the MIT licence (LICENSE-MIT) or the Apache licence 2.0 (LICENSE-APACHE, also in
/usr/share/common-licenses/Apache-2.0), at your choice.

THIRD-PARTY-LICENSES.txt has the licences of the libraries, fonts and pictures that it contains.
";

fn control(root: &Path, architecture: &str, version: &str, data: &Data, epoch: u64) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    for (field, value) in [
        ("Package", "menagerie"),
        ("Version", version),
        ("Architecture", architecture),
        ("Maintainer", "The Menagerie developers <menagerie@localhost>"),
        ("Installed-Size", &data.kilobytes.to_string()),
        // The program itself is static. The scripts create a user and start the service.
        ("Depends", "passwd, init-system-helpers (>= 1.51)"),
        ("Section", "games"),
        ("Priority", "optional"),
        ("Description", DESCRIPTION.trim_end()),
    ] {
        let _ = writeln!(text, "{field}: {value}");
    }
    let mut tar = Tar::new(epoch);
    tar.file("./control", READABLE, text.as_bytes())?;
    tar.file("./conffiles", READABLE, SETTINGS.as_bytes())?;
    for name in SCRIPTS {
        tar.file(&format!("./{name}"), EXECUTABLE, &read(root, name)?)?;
    }
    gzip(&tar.finish())
}

fn read(root: &Path, name: &str) -> Result<Vec<u8>, String> {
    let path = root.join("deploy/debian").join(name);
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A member of an `ar` archive: a header of 60 characters, then the content, padded to an even length.
fn write_member(package: &mut Vec<u8>, name: &str, epoch: u64, content: &[u8]) {
    let header = format!("{name:<16}{epoch:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", content.len());
    package.extend_from_slice(header.as_bytes());
    package.extend_from_slice(content);
    if content.len() % 2 == 1 {
        package.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::command::root;
    use crate::dist::target::TARGETS;

    fn sample(source: &Source) -> (String, Vec<u8>) {
        let manuals = vec![("menagerie.1".to_owned(), b"manual".to_vec())];
        let documents = vec![("CHANGELOG.md".to_owned(), b"changes".to_vec())];
        let bundle = Bundle { program: b"program".to_vec(), documents, manuals, completions: Vec::new() };
        package(source, &TARGETS[0], &bundle, "1.2.3").unwrap()
    }

    #[test]
    fn the_same_files_give_the_same_package() {
        let source = Source::read(&root()).unwrap();
        assert_eq!(sample(&source), sample(&source));
    }

    /// Debian's own tool reads the package. On other systems it is missing, and nothing is checked.
    #[test]
    fn dpkg_reads_the_package() {
        let source = Source::read(&root()).unwrap();
        let (name, content) = sample(&source);
        assert_eq!(name, "menagerie_1.2.3_amd64.deb");
        let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        let ask = |option: &str| Command::new("dpkg-deb").arg(option).arg(&path).output();
        let (info, list) = (ask("--info"), ask("--contents"));
        fs::remove_file(&path).unwrap();
        let (Ok(info), Ok(list)) = (info, list) else { return };
        let said = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
        assert!(info.status.success(), "{}", said(&info.stderr));
        assert!(said(&info.stdout).contains("Version: 1.2.3"), "{}", said(&info.stdout));
        for path in ["./usr/bin/menagerie", "./etc/default/menagerie", "./usr/share/man/man1/menagerie.1.gz"] {
            assert!(said(&list.stdout).contains(path), "{path}: {}", said(&list.stdout));
        }
    }

    /// `deploy/debian`: the unit starts the program that the package installs, in the folder that systemd makes.
    #[test]
    fn the_service_starts_the_installed_program() {
        let unit = String::from_utf8(read(&root(), "menagerie.service").unwrap()).unwrap();
        let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
        assert_eq!(start, "/usr/bin/menagerie serve --data /var/lib/menagerie $OPTIONS");
        for line in ["StateDirectory=menagerie", "NoNewPrivileges=yes", "ProtectSystem=strict", "User=menagerie"] {
            assert!(unit.lines().any(|found| found == line), "{line}");
        }
    }
}
