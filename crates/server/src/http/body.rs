//! Extractors for request bodies, as JSON or as forms, with one kind of error for every invalid body.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use menagerie_wire::Code;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::error::ApiError;

/// A JSON body, or a form if all fields are strings.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let says_form = is(request.headers(), "application/x-www-form-urlencoded");
        let bytes = bytes(request, state).await?;
        // `curl -d` labels every body as a form, even a JSON object.
        if says_form && !is_object(&bytes) {
            return serde_urlencoded::from_bytes(&bytes).map(Self).map_err(|error| wrong(&error));
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|error| wrong(&error))
    }
}

/// A form or a JSON object: clients for Lichess send either. Nested objects give names with a dot (`clock.limit`). An
/// empty or null field counts as absent.
pub(crate) struct FormOrJson<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for FormOrJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let says_json = is(request.headers(), "application/json");
        let bytes = bytes(request, state).await?;
        fields(&bytes, says_json).map(Self)
    }
}

fn fields<T: DeserializeOwned>(bytes: &[u8], says_json: bool) -> Result<T, ApiError> {
    let mut fields: Vec<(String, String)> = Vec::new();
    if is_object(bytes) || (says_json && !bytes.is_empty()) {
        flatten(&mut fields, "", serde_json::from_slice(bytes).map_err(|error| wrong(&error))?)?;
    } else {
        fields = serde_urlencoded::from_bytes(bytes).map_err(|error| wrong(&error))?;
    }
    fields.retain(|(_, value)| !value.is_empty());
    let form = serde_urlencoded::to_string(fields).map_err(|error| wrong(&error))?;
    serde_urlencoded::from_str(&form).map_err(|error| wrong(&error))
}

fn flatten(fields: &mut Vec<(String, String)>, name: &str, value: Value) -> Result<(), ApiError> {
    match value {
        Value::Null => {}
        Value::Bool(flag) => fields.push((name.to_owned(), flag.to_string())),
        Value::Number(number) => fields.push((name.to_owned(), number.to_string())),
        Value::String(text) => fields.push((name.to_owned(), text)),
        Value::Object(object) => {
            for (key, value) in object {
                let name = if name.is_empty() { key } else { format!("{name}.{key}") };
                flatten(fields, &name, value)?;
            }
        }
        Value::Array(_) => return Err(wrong(&"a list is not allowed here")),
    }
    Ok(())
}

async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|rejection| {
        let too_large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
        let code = if too_large { Code::TooMuch } else { Code::Malformed };
        ApiError::new(code, if too_large { "the body is too large" } else { "the body cannot be read" })
    })
}

fn is(headers: &HeaderMap, kind: &str) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(kind.as_bytes()))
}

fn is_object(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

fn wrong(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::new(Code::Malformed, format!("the body is invalid: {error}"))
}

/// A boolean in a form or a query: `true`, `1`, or Python's `True`.
pub(crate) fn flag<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    let text = Cow::<str>::deserialize(value)?;
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" | "" => Ok(false),
        _ => Err(D::Error::custom("expected true or false")),
    }
}

/// The same for an optional boolean.
pub(crate) fn flag_if_any<'de, D: Deserializer<'de>>(value: D) -> Result<Option<bool>, D::Error> {
    flag(value).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    struct Terms {
        variant: Option<String>,
        #[serde(rename = "clock.limit")]
        limit: Option<u32>,
        #[serde(default, deserialize_with = "flag")]
        rated: bool,
    }

    fn read(body: &str, says_json: bool) -> Option<Terms> {
        fields(body.as_bytes(), says_json).ok()
    }

    #[test]
    fn a_form_and_json_say_the_same() {
        let terms = Terms { variant: Some("jungle:classic".to_owned()), limit: Some(300), rated: true };
        let bodies = [
            ("variant=jungle%3Aclassic&clock.limit=300&rated=true", false),
            ("variant=jungle:classic&clock.limit=300&rated=True", false),
            (r#"{"variant": "jungle:classic", "clock.limit": 300, "rated": true}"#, true),
            (r#"{"variant": "jungle:classic", "clock": {"limit": "300"}, "rated": "true"}"#, true),
            (r#" {"variant": "jungle:classic", "clock.limit": 300, "rated": true}"#, false),
        ];
        for (body, says_json) in bodies {
            assert_eq!(read(body, says_json).as_ref(), Some(&terms), "{body}");
        }
    }

    #[test]
    fn an_optional_boolean_may_be_false_or_missing() {
        #[derive(Deserialize, Debug, PartialEq)]
        struct Answer {
            #[serde(default, deserialize_with = "flag_if_any")]
            accept: Option<bool>,
        }
        let read = |body: &str| fields::<Answer>(body.as_bytes(), false).ok().map(|answer| answer.accept);
        assert_eq!(
            [read("accept=true"), read("accept=no"), read("")],
            [Some(Some(true)), Some(Some(false)), Some(None)]
        );
        assert_eq!(read("accept=perhaps"), None);
    }

    #[test]
    fn what_is_null_or_empty_is_left_out() {
        let nothing = Terms { variant: None, limit: None, rated: false };
        let object = r#"{"variant": null, "clock.limit": null, "rated": null}"#;
        for (body, says_json) in [("", true), ("", false), (object, true), ("variant=&clock.limit=", false)] {
            assert_eq!(read(body, says_json).as_ref(), Some(&nothing), "{body}");
        }
    }

    #[test]
    fn what_is_neither_form_nor_json_is_refused() {
        for (body, says_json) in
            [("[1]", true), ("{\"variant\": [1]}", true), ("{", false), ("nonsense", true), ("rated=perhaps", false)]
        {
            assert_eq!(read(body, says_json), None, "{body}");
        }
    }

    /// `read_body` refuses such bodies first; this is what happens without it.
    #[tokio::test]
    async fn a_body_that_is_too_large_is_told_apart_from_one_that_breaks_off() {
        let code = async |body: axum::body::Body| bytes(Request::new(body), &()).await.unwrap_err().0.refused.code;
        // The framework reads 2 MB.
        assert_eq!(code(vec![b' '; 3_000_000].into()).await, Code::TooMuch);
        let broken = futures_util::stream::iter([Ok("{"), Err(std::io::Error::other("the connection is lost"))]);
        assert_eq!(code(axum::body::Body::from_stream(broken)).await, Code::Malformed);
    }
}
