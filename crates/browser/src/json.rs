//! Reads messages of the page: a JSON text becomes a tree, and the tree becomes a message.
//!
//! serde's derived readers are compiled for each reader of a format. The reader of `serde_json` takes structs as lists and
//! as objects and explains every fault with its place; ours takes objects only and says less. That makes the module about a
//! tenth smaller, and a faulty message can only come from a faulty page.

use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// A text that is not what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

impl Malformed {
    fn named(what: &str, name: &str) -> Self {
        Self([what, name].concat())
    }
}

impl serde::de::Error for Malformed {
    fn custom<T: fmt::Display>(fault: T) -> Self {
        Self(fault.to_string())
    }
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self("a value has another type than expected".to_owned())
    }
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self("a value is out of its range".to_owned())
    }
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self("a list has another length than expected".to_owned())
    }
    fn unknown_variant(variant: &str, _: &'static [&'static str]) -> Self {
        Self::named("unknown variant ", variant)
    }
    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::named("unknown field ", field)
    }
    fn missing_field(field: &'static str) -> Self {
        Self::named("missing field ", field)
    }
    fn duplicate_field(field: &'static str) -> Self {
        Self::named("duplicate field ", field)
    }
}

/// Reads a text of JSON.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    let value: Value = serde_json::from_str(text).map_err(|_| Malformed("this is no JSON".to_owned()))?;
    T::deserialize(Tree(value))
}

/// The tree as a format of serde.
struct Tree(Value);

fn other_type<T>() -> Result<T, Malformed> {
    Err(Malformed("a value has another type than expected".to_owned()))
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(truth),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(values) => visitor.visit_seq(List(values.into_iter())),
            Value::Object(fields) => visitor.visit_map(Fields::of(fields)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Object(fields) => visitor.visit_map(Fields::of(fields)),
            _ => other_type(),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_map(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Array(values) => visitor.visit_seq(List(values.into_iter())),
            _ => other_type(),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            _ => other_type(),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_string(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Named { name, value: Value::Null }),
            Value::Object(fields) => match fields.into_iter().next() {
                Some((name, value)) => visitor.visit_enum(Named { name, value }),
                None => other_type(),
            },
            _ => other_type(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

/// The values of a list.
struct List(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for List {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        self.0.next().map(|value| seed.deserialize(Tree(value))).transpose()
    }
}

/// The fields of an object.
struct Fields {
    rest: serde_json::map::IntoIter,
    value: Value,
}

impl Fields {
    fn of(fields: Map<String, Value>) -> Self {
        Self { rest: fields.into_iter(), value: Value::Null }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Malformed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Malformed> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(Tree(Value::String(name))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Malformed> {
        seed.deserialize(Tree(self.value.take()))
    }
}

/// A variant with its value; null for one without.
struct Named {
    name: String,
    value: Value,
}

impl<'de> EnumAccess<'de> for Named {
    type Error = Malformed;
    type Variant = Tree;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Tree), Malformed> {
        Ok((seed.deserialize(StringDeserializer::new(self.name))?, Tree(self.value)))
    }
}

impl<'de> VariantAccess<'de> for Tree {
    type Error = Malformed;

    fn unit_variant(self) -> Result<(), Malformed> {
        if self.0.is_null() { Ok(()) } else { other_type() }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct All {
        text: String,
        number: i64,
        share: f64,
        #[serde(default)]
        maybe: Option<u8>,
        list: Vec<(String, u32)>,
        by_name: BTreeMap<String, bool>,
        plain: Plain,
        tagged: Tagged,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    enum Plain {
        Unit,
        Value(u64),
        Pair(u8, u8),
        Fields { a: u8 },
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(tag = "kind")]
    enum Tagged {
        One { a: u8 },
    }

    const TEXT: &str = r#"{"text":"ä","number":-3,"share":0.5,"list":[["a",1],["b",2]],"by_name":{"x":true},
        "plain":"Unit","tagged":{"kind":"One","a":7}}"#;

    #[test]
    fn it_reads_what_serde_json_reads() {
        let wholes = [r#""Unit""#, r#"{"Value":18446744073709551615}"#, r#"{"Pair":[1,2]}"#, r#"{"Fields":{"a":1}}"#];
        for plain in wholes {
            let text = TEXT.replace(r#""Unit""#, plain);
            assert_eq!(read::<All>(&text).unwrap(), serde_json::from_str(&text).unwrap());
        }
        assert_eq!(read::<Option<All>>("null").unwrap(), None);
    }

    #[test]
    fn what_serde_json_refuses_is_refused() {
        let broken = [
            TEXT.replace(r#""text":"ä","#, ""),
            TEXT.replace("-3", "0.5"),
            TEXT.replace("[[", "["),
            TEXT.replace("0.5,", r#"0.5,"maybe":300,"#),
            TEXT.replace("0.5,", r#"0.5,"more":1,"#),
            TEXT.replace("One", "Two"),
            TEXT.replace("Unit", "Nothing"),
            r#"["ä",-3]"#.to_owned(),
            "{".to_owned(),
        ];
        for text in broken {
            assert!(serde_json::from_str::<All>(&text).is_err(), "{text}");
            assert!(read::<All>(&text).is_err(), "{text}");
        }
    }
}
