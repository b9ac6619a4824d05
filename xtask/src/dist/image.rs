//! Container images: the static program in an otherwise empty root.
//!
//! The file is an OCI layout with the index that `docker load` reads, too.

use serde_json::{Value, json};

use super::files::Bundle;
use super::source::Source;
use super::sums::sha256;
use super::tar::{EXECUTABLE, READABLE, Tar, gzip};
use super::target::Target;

/// The user of the program in the image: no other system has files of it.
const USER: u32 = 65532;
const DATA: &str = "var/lib/menagerie";

/// The image's name and bytes.
pub(super) fn pack(source: &Source, target: &Target, bundle: &Bundle) -> Result<(String, Vec<u8>), String> {
    let architecture = target.architecture.ok_or_else(|| format!("there are no images for {}", target.triple))?;
    let layer = layer(source, bundle)?;
    let packed = gzip(&layer)?;
    let config = config(source, architecture, &sha256(&layer)).to_string().into_bytes();
    let manifest = manifest(&config, &packed).to_string().into_bytes();
    let tag = format!("menagerie:{}", source.version);
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [{
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "digest": digest(&manifest),
            "size": manifest.len(),
            "platform": {"os": "linux", "architecture": architecture},
            "annotations": {"org.opencontainers.image.ref.name": source.version, "io.containerd.image.name": tag},
        }],
    });
    let docker = json!([{"Config": path(&config), "RepoTags": [tag], "Layers": [path(&packed)]}]);
    let mut tar = Tar::new(source.epoch);
    for blob in [&config, &manifest, &packed] {
        tar.file(&path(blob), READABLE, blob)?;
    }
    tar.file("index.json", READABLE, index.to_string().as_bytes())?;
    tar.file("manifest.json", READABLE, docker.to_string().as_bytes())?;
    tar.file("oci-layout", READABLE, br#"{"imageLayoutVersion":"1.0.0"}"#)?;
    Ok((format!("menagerie-{}-image-{architecture}.tar", source.version), tar.finish()))
}

/// The files of the image. The user's name is for programs that show it.
fn layer(source: &Source, bundle: &Bundle) -> Result<Vec<u8>, String> {
    let mut tar = Tar::new(source.epoch);
    tar.file("usr/bin/menagerie", EXECUTABLE, &bundle.program)?;
    let user = format!("menagerie:x:{USER}:{USER}:Menagerie:/{DATA}:/sbin/nologin\n");
    tar.file("etc/passwd", READABLE, user.as_bytes())?;
    tar.file("etc/group", READABLE, format!("menagerie:x:{USER}:\n").as_bytes())?;
    for (name, text) in bundle.documents.iter().filter(|(name, _)| name.contains("LICENSE")) {
        tar.file(&format!("usr/share/doc/menagerie/{name}"), READABLE, text)?;
    }
    tar.folder("tmp", 0o1777, 0)?;
    tar.folder(DATA, 0o700, USER)?;
    Ok(tar.finish())
}

fn config(source: &Source, architecture: &str, layer: &str) -> Value {
    let created = format!("{}T00:00:00Z", source.date);
    let data = format!("/{DATA}");
    json!({
        "architecture": architecture,
        "os": "linux",
        "created": created,
        "config": {
            "User": format!("{USER}:{USER}"),
            "Entrypoint": ["/usr/bin/menagerie"],
            "Cmd": ["serve", "--listen", "0.0.0.0:7777", "--data", data],
            "Env": ["PATH=/usr/bin", format!("HOME={data}")],
            "ExposedPorts": {"7777/tcp": {}},
            "Volumes": {(data.as_str()): {}},
            "WorkingDir": data,
            "Labels": {
                "org.opencontainers.image.title": "Menagerie",
                "org.opencontainers.image.version": source.version,
                "org.opencontainers.image.revision": source.commit,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{layer}")]},
        "history": [{"created": created, "created_by": "cargo xtask dist"}],
    })
}

fn manifest(config: &[u8], layer: &[u8]) -> Value {
    let blob = |kind: &str, bytes: &[u8]| json!({"mediaType": kind, "digest": digest(bytes), "size": bytes.len()});
    json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob("application/vnd.oci.image.config.v1+json", config),
        "layers": [blob("application/vnd.oci.image.layer.v1.tar+gzip", layer)],
    })
}

fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", sha256(bytes))
}

fn path(bytes: &[u8]) -> String {
    format!("blobs/sha256/{}", sha256(bytes))
}
