//! Tests that the container files agree with each other and with the program. None of them is executed.

use std::collections::BTreeSet;
use std::fs;

use crate::command::root;
use crate::repository_texts::texts;

const FILES: [&str; 3] = ["compose.yaml", "Dockerfile", "Caddyfile"];

fn read(file: &str) -> String {
    fs::read_to_string(root().join("deploy").join(file)).unwrap()
}

/// All texts between these two delimiters.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// The environment variables of ours that a text names.
fn variables(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_uppercase() && c != '_');
    words.filter(|word| word.starts_with("MENAGERIE_")).map(str::to_owned).collect()
}

#[test]
fn every_variable_that_the_containers_are_given_is_read() {
    let mut sources = Vec::new();
    texts(&root().join("crates"), &mut sources);
    let given: BTreeSet<_> = FILES.into_iter().flat_map(|file| variables(&read(file))).collect();
    assert!(given.contains("MENAGERIE_DATABASE") && given.contains("MENAGERIE_PAGE"), "{given:?}");
    for name in given {
        let quoted = format!("\"{name}\"");
        let is_code = |path: &std::path::Path| path.extension().is_some_and(|end| end == "rs");
        let read = sources.iter().any(|(path, text)| is_code(path) && text.contains(&quoted));
        assert!(read, "nothing reads {name}");
    }
}

#[test]
fn the_proxy_knows_every_node_and_its_port() {
    let compose = read("compose.yaml");
    let (mut nodes, mut name) = (Vec::new(), "");
    for line in compose.lines() {
        let service = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '));
        name = service.and_then(|rest| rest.split(':').next()).unwrap_or(name);
        if line.ends_with("*node") {
            nodes.push(format!("{name}:7777"));
        }
    }
    assert!(nodes.len() > 1, "{nodes:?}");
    let caddy = read("Caddyfile");
    let proxies = between(&caddy, "\treverse_proxy ", " {");
    assert_eq!(proxies.len(), 2, "requests that name a table, and all others");
    for proxy in proxies {
        let upstreams: Vec<_> = proxy.split(' ').filter(|word| !word.starts_with('@')).collect();
        assert_eq!(nodes, upstreams);
    }
    for (file, word) in
        [("compose.yaml", "\"0.0.0.0:7777\""), ("Dockerfile", "\"0.0.0.0:7777\""), ("Dockerfile", "EXPOSE 7777")]
    {
        assert!(read(file).contains(word), "{file} has no {word}");
    }
}

/// A request goes by its table's id only if the proxy knows its path.
#[test]
fn the_proxy_knows_the_paths_that_name_a_table() {
    let routes = fs::read_to_string(root().join("crates/server/src/routes/mod.rs")).unwrap();
    let page = fs::read_to_string(root().join("web/src/route.svelte.ts")).unwrap();
    assert!(routes.contains("\"/api/tables/{id}/socket\"") && page.contains("`/t/ID`"));
    for word in ["nest(\"/api/bot\", game", "nest(\"/api/board\", game", "\"/game/stream/{id}\"", "\"/game/{id}/chat\""]
    {
        assert!(routes.contains(word), "the routes have no {word}");
    }
    let pattern = r"^/(?:api/tables|api/(?:bot|board)/game(?:/stream)?|t)/([^/]+)";
    assert!(read("Caddyfile").contains(&format!("@table path_regexp table {pattern}\n")));
}

/// `.github/workflows`: each step is a task that any developer can run.
#[test]
fn every_task_of_the_release_workflow_exists() {
    let workflow = fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    let tasks: BTreeSet<_> = between(&workflow, "cargo xtask ", "\n").into_iter().collect();
    assert!(tasks.iter().any(|task| task.starts_with("dist")), "{tasks:?}");
    for task in tasks {
        for word in task.split(' ').filter(|word| word.starts_with("dist") || word.starts_with("--")) {
            assert!(crate::HELP.contains(word), "there is no {word}: {task}");
        }
    }
}

#[test]
fn those_who_ask_whether_a_node_is_well_ask_what_it_answers() {
    let calls = fs::read_to_string(root().join("crates/server/src/routes/mod.rs")).unwrap();
    let asked = [
        between(&read("Caddyfile"), "health_uri ", "\n").concat(),
        between(&read("compose.yaml"), "//127.0.0.1:7777", "\"").concat(),
    ];
    for path in asked {
        assert!(path.starts_with('/') && calls.contains(&format!(".route(\"{path}\"")), "no call {path}");
    }
}

/// The workspace rejects an older compiler, and newer ones are not tested.
#[test]
fn the_image_is_built_by_the_compiler_that_the_workspace_names() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let version = between(&workspace, "rust-version = \"", "\"").concat();
    assert_eq!(between(&read("Dockerfile"), "FROM rust:", "-"), [version]);
}

/// The metrics in the table of `docs/host/operations.md`, with their full names.
fn documented_metrics() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs/host/operations.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split(['`', '{']).next());
    names.map(|name| format!("menagerie_{name}")).collect()
}

/// The metrics of ours that a text names; histograms without the endings of their series.
fn named_metrics(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '_');
    let ours = words.filter(|word| word.starts_with("menagerie_"));
    ours.map(|word| word.trim_end_matches("_bucket").to_owned()).collect()
}

#[test]
fn dashboard_and_alerts_name_metrics_that_exist() {
    let known = documented_metrics();
    for file in ["monitoring/grafana-dashboard.json", "monitoring/alerts.yaml"] {
        let named = named_metrics(&read(file));
        assert!(named.len() > 3, "{file}: {named:?}");
        let unknown: Vec<_> = named.difference(&known).collect();
        assert!(unknown.is_empty(), "{file} names unknown metrics: {unknown:?}");
    }
    serde_json::from_str::<serde_json::Value>(&read("monitoring/grafana-dashboard.json")).unwrap();
}

#[test]
fn every_alert_has_a_section_in_the_runbook() {
    let (alerts, runbook) =
        (read("monitoring/alerts.yaml"), fs::read_to_string(root().join("docs/host/runbook.md")).unwrap());
    let names = between(&alerts, "- alert: ", "\n");
    let links = between(&alerts, "docs/host/runbook.md#", "\n");
    assert_eq!(names.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>(), links);
    for name in names {
        assert!(runbook.contains(&format!("\n### {name}\n")), "the runbook has no section {name}");
    }
}
