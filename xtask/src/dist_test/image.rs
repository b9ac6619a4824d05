//! The container image, unpacked by its own index and started as a container runtime does.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::Release;
use super::program::check;
use super::unpack::unpack;

pub(super) fn run(release: &Release) -> Result<(), String> {
    let file = release.file(&format!("menagerie-{}-image-amd64", release.source.version), ".tar")?;
    let layout = release.empty_folder("image")?;
    unpack(&file, &layout)?;
    let manifest = blob(&layout, &json(&layout.join("index.json"))?["manifests"][0])?;
    let config = blob(&layout, &manifest["config"])?;
    let root = release.empty_folder("image-root")?;
    for layer in manifest["layers"].as_array().into_iter().flatten() {
        unpack(&path(&layout, layer)?, &root)?;
    }
    docker_agrees(&layout, &manifest)?;
    let words = |key: &str| -> Vec<String> {
        let list = config["config"][key].as_array().into_iter().flatten();
        list.filter_map(|word| Some(word.as_str()?.to_owned())).collect()
    };
    let (entry, call) = (words("Entrypoint"), words("Cmd"));
    println!("    entry point {entry:?}, command {call:?}, user {}", config["config"]["User"]);
    let data = call.last().ok_or("the image has no command")?.clone();
    let user = config["config"]["User"].as_str().ok_or("the image has no user")?.to_owned();
    let start = |arguments: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={user}")).arg(&root).args(&entry).args(arguments);
        command
    };
    check(&start, &data)?.stop()
}

/// Older versions of Docker read `manifest.json` instead of the index.
fn docker_agrees(layout: &Path, manifest: &Value) -> Result<(), String> {
    let docker = json(&layout.join("manifest.json"))?;
    let layers = docker[0]["Layers"].as_array().map(Vec::len).unwrap_or_default();
    let same = docker[0]["Layers"][0].as_str().is_some_and(|name| layout.join(name).is_file());
    let digest = manifest["config"]["digest"].as_str().unwrap_or_default().replace("sha256:", "blobs/sha256/");
    if layers == 1 && same && docker[0]["Config"] == digest.as_str() {
        return Ok(());
    }
    Err(format!("manifest.json does not name the files of the index: {docker}"))
}

fn json(path: &Path) -> Result<Value, String> {
    let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn blob(layout: &Path, descriptor: &Value) -> Result<Value, String> {
    json(&path(layout, descriptor)?)
}

fn path(layout: &Path, descriptor: &Value) -> Result<std::path::PathBuf, String> {
    let digest = descriptor["digest"].as_str().ok_or("a descriptor has no digest")?;
    Ok(layout.join("blobs").join(digest.replace(':', "/")))
}
