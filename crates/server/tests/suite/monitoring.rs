//! The dashboard and the alert rules agree with the server's metrics and with the runbook.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::Server;

fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The metrics that a text names, without the suffixes of histograms.
fn metrics(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '_');
    let ours = words.filter(|word| word.starts_with("menagerie_"));
    ours.map(|word| ["_bucket", "_sum", "_count"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word))
        .collect()
}

/// The selectors of a text that compare a label of ours with a text: `code="trouble"`.
fn selectors(text: &str) -> BTreeSet<String> {
    let labels = ["code", "kind", "source"];
    let selector = |label: &&str| {
        let begin = format!("{label}=\"");
        let values = text.split(&begin).skip(1).filter_map(|rest| rest.split('"').next());
        values.map(|value| format!("{begin}{value}\"")).collect::<Vec<_>>()
    };
    labels.iter().flat_map(selector).collect()
}

#[tokio::test]
async fn every_metric_of_the_dashboard_and_the_alerts_exists() {
    let server = Server::start().await;
    let exported = server.get("/metrics").await;
    let exported = exported.as_str().unwrap();
    let texts =
        [read("deploy/monitoring/alerts.yaml"), read("deploy/monitoring/grafana-dashboard.json").replace("\\\"", "\"")];
    for text in &texts {
        assert!(metrics(text).len() > 4, "{:?}", metrics(text));
        for metric in metrics(text) {
            assert!(exported.contains(&format!("\n# TYPE {metric} ")), "/metrics has no {metric}");
        }
        for selector in selectors(text) {
            assert!(exported.contains(&selector), "/metrics has no {selector}");
        }
    }
}

#[test]
fn every_alert_has_its_section_in_the_runbook_and_every_section_its_alert() {
    let (alerts, runbook) = (read("deploy/monitoring/alerts.yaml"), read("docs/host/runbook.md"));
    let named: BTreeSet<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    let links: BTreeSet<&str> =
        alerts.split("docs/host/runbook.md#").skip(1).filter_map(|it| it.lines().next()).collect();
    let sections: BTreeSet<&str> = runbook.lines().filter_map(|line| line.strip_prefix("### Menagerie")).collect();
    assert!(named.len() > 4, "{named:?}");
    assert_eq!(
        named.iter().map(|name| name.to_lowercase()).collect::<BTreeSet<_>>(),
        links.iter().map(|it| (*it).to_owned()).collect()
    );
    assert_eq!(named.iter().filter_map(|name| name.strip_prefix("Menagerie")).collect::<BTreeSet<_>>(), sections);
}
