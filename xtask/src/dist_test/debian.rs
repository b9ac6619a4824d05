//! The Debian package in a Debian root: installed, served, upgraded, removed and purged.
//!
//! There is no systemd in a changed root. The test creates the state folder as systemd would, runs the unit's own command as
//! its user, and lets `systemd-analyze` check the unit. A script in place of `systemctl` notes whether the package's scripts
//! start and stop the service.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Release;
use super::debian_root::Root;
use super::http::Client;
use super::player;
use super::program::{check, output};
use super::server::Server;
use crate::dist::{Bundle, Target, debian_package, texts};

/// The version of a package that the real one upgrades.
const EARLIER: &str = "0.0.1";
/// The worst exposure that `systemd-analyze security` may report, in tenths: 10 is fully open.
const MOST_EXPOSURE: &str = "20";
const UNIT: &str = "usr/lib/systemd/system/menagerie.service";
const SETTINGS: &str = "etc/default/menagerie";
const STATE: &str = "var/lib/menagerie";
/// Stands in for systemd. The file holds what happened to the service last; it is missing while the service is stopped. Whether
/// the service is enabled is a matter of links, which the real program finds and creates without a running systemd.
const SYSTEMCTL: &str = "\
#!/bin/sh
for word in \"$@\"; do
    case $word in
        is-enabled | preset) SYSTEMD_OFFLINE=1 exec /usr/bin/systemctl \"$@\" ;;
        is-active) test -e /run/menagerie.state; exit ;;
        start | restart) echo started > /run/menagerie.state ;;
        try-restart) if [ -e /run/menagerie.state ]; then echo restarted > /run/menagerie.state; fi ;;
        stop) rm -f /run/menagerie.state ;;
    esac
done
";
const SERVICE: &str = "run/menagerie.state";

pub(super) fn run(release: &Release) -> Result<(), String> {
    let root = Root::bookworm(release)?;
    root.pretend_systemd()?;
    let new = release.file(&format!("menagerie_{}_", release.source.version), "amd64.deb")?;
    root.install(&earlier_package(release)?)?;
    root.service_is(Some("started"), "the first installation")?;
    root.check_unit()?;
    // A port that is free for certain. An upgrade must keep this change.
    let settings = "OPTIONS=\"--listen 127.0.0.1:0\"\n";
    fs::write(root.0.join(SETTINGS), settings).map_err(|error| error.to_string())?;
    let server = root.serve()?;
    println!("    {}", player::play_a_game(&server.address)?);
    let games = finished_games(&server)?;
    server.stop()?;

    root.install(&new)?;
    root.service_is(Some("restarted"), "an upgrade")?;
    if fs::read_to_string(root.0.join(SETTINGS)).ok().as_deref() != Some(settings) {
        return Err("the upgrade has overwritten the operator's settings".to_owned());
    }
    let server = root.serve()?;
    if finished_games(&server)? != games {
        return Err("the game is gone after the upgrade".to_owned());
    }
    server.stop()?;
    let start = |words: &[&str]| root.as_user("/usr/bin/menagerie", words);
    check(&start, &format!("/{STATE}"))?.stop()?;
    root.check_texts()?;
    root.check_service(&new)?;
    root.purge()
}

/// The record of the player's last game: it must survive an upgrade.
fn finished_games(server: &Server) -> Result<String, String> {
    let path = format!("/api/games/user/tester{}?max=1", std::process::id());
    let answer = Client::new(&server.address).request("GET", &path, None)?;
    let body = answer.body.trim().to_owned();
    if answer.status == 200 && body.contains("\"id\"") {
        Ok(body)
    } else {
        Err(format!("{path}: {} {body}", answer.status))
    }
}

/// The same files under an earlier version.
fn earlier_package(release: &Release) -> Result<PathBuf, String> {
    let target = Target::named("x86_64-unknown-linux-musl")?;
    let program = release.unpacked_program(target)?;
    let (manuals, completions) = texts(target, &program)?;
    let content = fs::read(&program).map_err(|error| error.to_string())?;
    let bundle = Bundle { program: content, documents: Vec::new(), manuals, completions };
    let (name, package) = debian_package(&release.source, target, &bundle, EARLIER)?;
    let path = release.work.join(name);
    fs::write(&path, package).map_err(|error| error.to_string())?;
    Ok(path)
}

impl Root {
    /// The package's scripts find a running systemd, which is the script above.
    fn pretend_systemd(&self) -> Result<(), String> {
        let path = self.0.join("usr/local/bin/systemctl");
        let made = fs::create_dir_all(self.0.join("run/systemd/system")).and_then(|()| fs::write(&path, SYSTEMCTL));
        made.map_err(|error| format!("{}: {error}", path.display()))?;
        output(Command::new("chmod").arg("755").arg(&path), "").map(|_| ())
    }

    /// What happened to the service last: it was started or restarted, or it is stopped.
    fn service_is(&self, expected: Option<&str>, after: &str) -> Result<(), String> {
        let found = fs::read_to_string(self.0.join(SERVICE)).ok();
        let found = found.as_deref().map(str::trim);
        if found == expected {
            return Ok(());
        }
        let words = |state: Option<&str>| state.unwrap_or("stopped").to_owned();
        Err(format!("after {after} the service is {}, not {}", words(found), words(expected)))
    }

    /// The service stops with a removal and starts with the next installation, unless the operator has disabled it. A stopped
    /// service stays stopped in an upgrade.
    fn check_service(&self, package: &Path) -> Result<(), String> {
        self.remove()?;
        self.install(package)?;
        self.service_is(Some("started"), "an installation after a removal")?;
        fs::remove_file(self.0.join(SERVICE)).map_err(|error| error.to_string())?;
        self.install(package)?;
        self.service_is(None, "an upgrade of a stopped service")?;
        output(self.command(&["/usr/bin/systemctl", "disable", "menagerie"]).env("SYSTEMD_OFFLINE", "1"), "")?;
        self.remove()?;
        self.install(package)?;
        self.service_is(None, "an installation after the removal of a disabled service")?;
        println!("    the service starts again after a removal; stopped or disabled, it stays stopped");
        self.remove()
    }

    /// A program as the user of the service.
    fn as_user(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg("--userspec=menagerie:menagerie").arg(&self.0).arg(program).args(words).env_remove("HOME");
        command
    }

    fn install(&self, package: &Path) -> Result<(), String> {
        let name = package.file_name().unwrap_or_default().to_string_lossy();
        fs::copy(package, self.0.join("tmp").join(&*name)).map_err(|error| error.to_string())?;
        output(&mut self.command(&["dpkg", "--install", "--force-confold", &format!("/tmp/{name}")]), "")?;
        println!("    installed {name}");
        self.create_state_folder()
    }

    /// What `StateDirectory=menagerie` does.
    fn create_state_folder(&self) -> Result<(), String> {
        fs::create_dir_all(self.0.join(STATE)).map_err(|error| error.to_string())?;
        let owner = ["chown", "menagerie:menagerie", &format!("/{STATE}")];
        output(&mut self.command(&owner), "").map(|_| ())
    }

    /// Runs the unit's own command with the operator's settings.
    fn serve(&self) -> Result<Server, String> {
        let read = |path: &str| fs::read_to_string(self.0.join(path)).map_err(|error| format!("{path}: {error}"));
        let unit = read(UNIT)?;
        let call = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).ok_or("the unit starts nothing")?;
        let script = format!("{}exec {call}", read(SETTINGS)?);
        Server::start(&mut self.as_user("/bin/sh", &["-c", &script]))
    }

    fn check_unit(&self) -> Result<(), String> {
        let unit = format!("/{UNIT}");
        output(&mut self.command(&["systemd-analyze", "verify", "--man=no", &unit]), "")?;
        let limit = format!("--threshold={MOST_EXPOSURE}");
        let security = ["systemd-analyze", "security", "--offline=true", "--no-pager", &limit, "menagerie.service"];
        let said = output(&mut self.command(&security), "")?;
        println!("    {}", said.lines().last().unwrap_or_default().trim());
        Ok(())
    }

    /// The manual page and the completions are where the system looks for them.
    fn check_texts(&self) -> Result<(), String> {
        let said = output(&mut self.command(&["man", "--where", "menagerie"]), "")?;
        println!("    manual page {}", said.trim());
        let script = ". /usr/share/bash-completion/completions/menagerie && complete -p menagerie";
        output(&mut self.command(&["bash", "-c", script]), "").map(|_| ())
    }

    /// `remove` keeps the games and the settings.
    fn remove(&self) -> Result<(), String> {
        output(&mut self.command(&["dpkg", "--remove", "menagerie"]), "")?;
        let (database, settings) = (self.0.join(STATE).join("menagerie.db"), self.0.join(SETTINGS));
        if self.0.join("usr/bin/menagerie").exists() || !database.exists() || !settings.exists() {
            return Err("removing must delete the program and keep games and settings".to_owned());
        }
        self.service_is(None, "a removal")
    }

    /// `purge` deletes the games, the settings, the user, and what the package's scripts have told systemd.
    fn purge(&self) -> Result<(), String> {
        output(&mut self.command(&["dpkg", "--purge", "menagerie"]), "")?;
        let user_is_left = output(&mut self.command(&["getent", "passwd", "menagerie"]), "").is_ok();
        let units =
            ["etc/systemd/system/menagerie.service", "etc/systemd/system/multi-user.target.wants/menagerie.service"];
        let left = [STATE, SETTINGS, "run/menagerie.installing"].into_iter().chain(units);
        let left: Vec<_> = left.filter(|path| self.0.join(path).symlink_metadata().is_ok()).collect();
        if !left.is_empty() || user_is_left {
            return Err(format!("purging must delete games, settings and user; left: {left:?}, user: {user_is_left}"));
        }
        println!("    removed: games kept; purged: games, settings and user deleted");
        Ok(())
    }
}
