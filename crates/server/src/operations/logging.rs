//! The log: its level, its target, and the JSON format with one object per line.

use std::fmt;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Writes the log to standard error. `MENAGERIE_LOG` sets the level: error, warn, info, debug.
/// `MENAGERIE_LOG_FORMAT=json` writes JSON lines instead of `key=value` text.
pub fn log_to_stderr() {
    let wanted = std::env::var("MENAGERIE_LOG").ok().and_then(|text| text.parse::<Level>().ok());
    let level = wanted.unwrap_or(Level::WARN);
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).with_max_level(level);
    let as_json = std::env::var("MENAGERIE_LOG_FORMAT").is_ok_and(|format| format == "json");
    // A second call in one process has no effect.
    let _ = if as_json { log.event_format(JsonLines).try_init() } else { log.try_init() };
}

/// Writes `timestamp`, `level`, `target` and the event's own fields, including `message`.
pub(crate) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut timestamp = String::new();
        SystemTime.format_time(&mut Writer::new(&mut timestamp))?;
        let mut fields = Fields(Map::new());
        event.record(&mut fields);
        let about = event.metadata();
        let own =
            [("timestamp", timestamp), ("level", about.level().to_string()), ("target", about.target().to_owned())];
        fields.0.extend(own.map(|(name, value)| (name.to_owned(), Value::from(value))));
        writeln!(writer, "{}", Value::Object(fields.0))
    }
}

/// An event's fields.
struct Fields(Map<String, Value>);

impl Fields {
    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set(field, format!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_event_is_one_line_with_its_fields_whatever_they_hold() {
        let (log, hostile) = (Log::default(), "Eve\n{\"level\":\"ERROR\"}");
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).event_format(JsonLines).finish();
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!(account = hostile, refused = 3, shown = %hostile, "a {}", "sentence");
            tracing::warn!("another");
        });
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2, "{text}");
        let [first, second] = &lines[..] else { unreachable!("two lines") };
        assert_eq!((&first["level"], &first["message"]), (&"INFO".into(), &"a sentence".into()));
        assert_eq!(
            (&first["account"], &first["shown"], &first["refused"]),
            (&hostile.into(), &hostile.into(), &3.into())
        );
        assert_eq!((&second["level"], &second["message"]), (&"WARN".into(), &"another".into()));
        assert!(first["timestamp"].as_str().is_some_and(|stamp| stamp.contains('T')));
    }
}
