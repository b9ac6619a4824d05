//! Writes a preview into the head of the page's document.

use std::fmt::Write;

use menagerie_draw::PREVIEW_SIZE;

use crate::routes::preview::text::Preview;

/// The document with the title, the description and the Open Graph tags of a preview. Addresses in it are absolute if
/// the origin is known.
pub(crate) fn with_preview(document: &str, preview: &Preview, origin: &str, path: &str) -> String {
    let Preview { title, description, image } = preview;
    let (width, height) = PREVIEW_SIZE;
    let mut tags = format!("<title>{}</title>", Escaped(title));
    let mut tag = |kind: &str, name: &str, content: &str| {
        let _ = write!(tags, "\n        <meta {kind}=\"{name}\" content=\"{}\" />", Escaped(content));
    };
    tag("name", "description", description);
    tag("property", "og:type", "website");
    tag("property", "og:site_name", "Menagerie");
    tag("property", "og:title", title);
    tag("property", "og:description", description);
    tag("property", "og:url", &format!("{origin}{path}"));
    tag("property", "og:image", &format!("{origin}{image}"));
    tag("property", "og:image:type", "image/png");
    tag("property", "og:image:width", &width.to_string());
    tag("property", "og:image:height", &height.to_string());
    tag("name", "twitter:card", "summary_large_image");
    let document = without(document, "<meta", "name=\"description\"", ">");
    let (begin, end) = match (document.find("<title>"), document.find("</title>")) {
        (Some(begin), Some(end)) if begin < end => (begin, end + "</title>".len()),
        _ => return document,
    };
    [&document[..begin], &tags, &document[end..]].concat()
}

/// Removes the element that has this attribute.
fn without(document: &str, opens: &str, attribute: &str, closes: &str) -> String {
    let at = document.find(attribute);
    let begin = at.and_then(|at| document[..at].rfind(opens));
    let end = at.and_then(|at| document[at..].find(closes).map(|length| at + length + closes.len()));
    match begin.zip(end) {
        Some((begin, end)) => [&document[..begin], &document[end..]].concat(),
        None => document.to_owned(),
    }
}

/// A text in an element or in a quoted attribute. Names of players are untrusted.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "<head><meta charset=\"utf-8\" /><meta\n name=\"description\"\n content=\"Old.\" />\
                            <title>Old</title><link /></head><body>x</body>";

    #[test]
    fn a_preview_replaces_title_and_description() {
        let preview = Preview { title: "New".into(), description: "Text.".into(), image: "/a.png".into() };
        let page = with_preview(DOCUMENT, &preview, "https://play.example", "/t/abc");
        assert!(page.starts_with("<head><meta charset=\"utf-8\" /><title>New</title>\n"), "{page}");
        assert!(page.ends_with("<link /></head><body>x</body>"), "{page}");
        assert!(!page.contains("Old"), "{page}");
        assert!(page.contains("property=\"og:image\" content=\"https://play.example/a.png\""), "{page}");
        assert!(page.contains("property=\"og:url\" content=\"https://play.example/t/abc\""), "{page}");
    }

    #[test]
    fn markup_in_a_name_stays_text() {
        let name = "\"><script>alert('&')</script>";
        let preview = Preview { title: name.into(), description: name.into(), image: "/a.png".into() };
        let page = with_preview(DOCUMENT, &preview, "", "/\"><b>");
        assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
        assert!(
            page.contains("<title>&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</title>"),
            "{page}"
        );
    }

    #[test]
    fn a_document_without_a_title_stays_as_it_is() {
        assert_eq!(with_preview("<p>No page</p>", &Preview::default(), "", "/"), "<p>No page</p>");
    }
}
