//! The texts of a game's facts, by their ids: names and explanations.

use crate::{GameInfo, Hint, KindInfo, OptionInfo, Seat, SeatInfo, TerrainInfo, Topic, message};

/// A fact with texts in the game's message file: its name is the message `CATEGORY-ID`, its explanation the attribute
/// `.text`.
pub trait Fact {
    /// The first word of the key: `kind`.
    const CATEGORY: &'static str;

    /// The rest of the key; a colon or a space is a hyphen there.
    fn id(&self) -> &'static str;
}

macro_rules! facts {
    ($($Type:ty: $category:literal, $id:ident;)*) => {
        $(impl Fact for $Type {
            const CATEGORY: &'static str = $category;

            fn id(&self) -> &'static str {
                self.$id
            }
        })*
    };
}

facts! {
    SeatInfo: "seat", name;
    OptionInfo: "option", id;
    KindInfo: "kind", id;
    TerrainInfo: "terrain", id;
    Topic: "topic", id;
    Hint: "hint", id;
}

impl GameInfo {
    /// The name people use; the id if the game has no texts.
    pub fn name(&self) -> &'static str {
        self.messages.fact("game", "name", None).unwrap_or(self.id)
    }

    /// One sentence that makes one curious.
    pub fn tagline(&self) -> &'static str {
        self.messages.fact("game", "tagline", None).unwrap_or_default()
    }

    /// What sentences call a fact; its id if it has no name.
    pub fn name_of<F: Fact>(&self, fact: &F) -> &'static str {
        self.messages.fact(F::CATEGORY, fact.id(), None).unwrap_or(fact.id())
    }

    /// What a fact is and does, in one or two sentences for a newcomer; empty if it is not explained.
    pub fn text_of<F: Fact>(&self, fact: &F) -> &'static str {
        self.messages.fact(F::CATEGORY, fact.id(), Some("text")).unwrap_or_default()
    }

    /// What sentences call the kind with this id; the id if there is no such kind.
    pub fn kind_name<'a>(&self, id: &'a str) -> &'a str {
        self.messages.fact(KindInfo::CATEGORY, id, None).unwrap_or(id)
    }

    /// What sentences call a colour: a seat's name is its id, and may read differently in another language.
    pub fn color_name<'a>(&self, seat_name: &'a str) -> &'a str {
        self.messages.fact(SeatInfo::CATEGORY, seat_name, None).unwrap_or(seat_name)
    }

    /// The same at the beginning of a sentence.
    pub fn color_title<'a>(&self, seat_name: &'a str) -> &'a str {
        self.messages.fact(SeatInfo::CATEGORY, seat_name, Some("title")).unwrap_or(seat_name)
    }

    /// A seat's colour in sentences.
    pub fn color_of(&self, seat: Seat) -> &'static str {
        self.color_name(self.seat_name(seat))
    }

    /// What sentences call a piece of this kind and colour; an empty colour is none.
    pub fn piece_name(&self, color: &str, kind: &str) -> String {
        let kind = self.kind_name(kind);
        if color.is_empty() {
            return kind.to_owned();
        }
        message!("piece-colored", color = self.color_name(color), kind).into_owned()
    }

    /// A counter in words: `3 coins`, `1 coin`.
    pub fn counter_words(&self, name: &str, count: i64) -> String {
        let counted = self.messages.counted("counter", name, count);
        counted.unwrap_or_else(|| message!("counter", count, name).into_owned())
    }
}
