//! Content negotiation: which compressions a client accepts (`Accept-Encoding`, RFC 9110, section 12.5.3).

use axum::http::{HeaderMap, header};

/// Whether a client accepts this content coding. A weight of 0 (`gzip;q=0`) excludes it; `*` stands for every coding
/// that the header does not name.
pub(crate) fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let (mut named, mut others) = (None, None);
    for entry in lines.flat_map(|line| line.split(',')) {
        let mut parts = entry.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let wanted = parts.all(is_no_refusal);
        if name.eq_ignore_ascii_case(coding) {
            named = Some(wanted);
        } else if name == "*" {
            others = Some(wanted);
        }
    }
    named.or(others).unwrap_or(false)
}

/// Whether a parameter is anything but a weight of 0. An unreadable weight counts as 0: the uncompressed form is always
/// right.
fn is_no_refusal(parameter: &str) -> bool {
    let Some((name, weight)) = parameter.split_once('=') else { return true };
    !name.trim().eq_ignore_ascii_case("q") || weight.trim().parse::<f32>().is_ok_and(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(lines: &[&'static str], coding: &str) -> bool {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::ACCEPT_ENCODING, line.parse().unwrap());
        }
        accepts(&headers, coding)
    }

    #[test]
    fn a_weight_of_zero_refuses_a_compression() {
        for refused in
            ["gzip;q=0", "gzip; q=0.0", "br, GZIP;Q=0.000", "*;q=0", "gzip;q=0, *", "gzip;q=x", "", "identity"]
        {
            assert!(!takes(&[refused], "gzip"), "{refused}");
        }
        for wanted in ["gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*", "GZip ; q=0.001", "gzip, *;q=0", "br;q=0,*;q=1"] {
            assert!(takes(&[wanted], "gzip"), "{wanted}");
        }
        assert!(takes(&["br", "gzip"], "gzip"), "several lines are one list");
        assert!(!takes(&["gzipped, brotli"], "gzip") && !takes(&["brotli"], "br"), "names are compared whole");
        assert!(!takes(&[], "gzip"));
    }
}
