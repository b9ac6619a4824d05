//! The software bill of materials in the format `CycloneDX` 1.5: every package that is part of the program.

use std::path::Path;

use serde_json::{Value, json};

use super::build::stage;
use super::metadata::{Package, Registry, packages};
use super::source::Source;
use super::target::Target;

/// The name and bytes of the list.
pub(super) fn write(source: &Source, target_folder: &Path, target: &Target) -> Result<(String, Vec<u8>), String> {
    let packages = packages(source, target, &stage(target_folder, target)?)?;
    let name = format!("menagerie-{}-{}.cdx.json", source.version, target.label);
    let text = serde_json::to_vec_pretty(&document(source, target, &packages)).map_err(|error| error.to_string())?;
    Ok((name, text))
}

fn document(source: &Source, target: &Target, packages: &[Package]) -> Value {
    let version = &source.version;
    let properties = [("commit", source.short_commit()), ("target", target.triple.to_owned())];
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "menagerie",
                "name": "menagerie",
                "version": version,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
                "properties": properties.map(|(name, value)| json!({"name": format!("menagerie:{name}"), "value": value})),
            },
        },
        "components": packages.iter().map(component).collect::<Vec<_>>(),
        "dependencies": [{"ref": "menagerie", "dependsOn": packages.iter().map(purl).collect::<Vec<_>>()}],
    })
}

fn component(package: &Package) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": purl(package),
        "name": package.name,
        "version": package.version,
        "purl": purl(package),
    });
    if !package.licence.is_empty() {
        component["licenses"] = json!([{"expression": package.licence}]);
    }
    if let Some(sum) = &package.sha256 {
        component["hashes"] = json!([{"alg": "SHA-256", "content": sum}]);
    }
    component
}

/// The package URL. The at sign of an npm scope is percent-encoded.
fn purl(package: &Package) -> String {
    let kind = match package.registry {
        Registry::Cargo => "cargo",
        Registry::Npm => "npm",
    };
    format!("pkg:{kind}/{}@{}", package.name.replace('@', "%40"), package.version)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn package(registry: Registry, name: &str, sha256: Option<&str>) -> Package {
        let (name, version, licence) = (name.to_owned(), "1.2.3".to_owned(), "MIT".to_owned());
        Package { registry, name, version, licence, sha256: sha256.map(str::to_owned), folder: PathBuf::new() }
    }

    #[test]
    fn packages_have_their_address_licence_and_checksum() {
        let crates = component(&package(Registry::Cargo, "serde", Some("ab")));
        assert_eq!(crates["purl"], "pkg:cargo/serde@1.2.3");
        assert_eq!(crates["licenses"][0]["expression"], "MIT");
        assert_eq!(crates["hashes"][0]["content"], "ab");
        let npm = component(&package(Registry::Npm, "@scope/x", None));
        assert_eq!(npm["purl"], "pkg:npm/%40scope/x@1.2.3");
        assert!(npm.get("hashes").is_none());
    }
}
