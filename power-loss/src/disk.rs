//! The disk model: what a disk may hold after a power loss. A pure function of the recorded operations, the moment of the
//! cut, and the random choices.
//!
//! A write is durable when a sync of its file that began after the write's end has returned. Everything else that began
//! before the cut is volatile: the disk may hold any part of it. A sector of 512 bytes is old or new, never a mixture and
//! never garbage (`SQLite` calls this powersafe overwrite).

use std::collections::{BTreeMap, HashMap};

use fastrand::Rng;

/// Nanoseconds since 1970.
pub(crate) type Nanos = u64;

/// The part of a write that a disk writes as a whole.
const SECTOR: u64 = 512;

/// A change of the disk, or a sync, with the time when the call began and returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operation {
    pub(crate) begin: Nanos,
    pub(crate) end: Nanos,
    /// Relative to the disk's root; the root itself is empty.
    pub(crate) path: String,
    pub(crate) change: Change,
}

/// What an operation does to its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    CreateFile,
    CreateFolder,
    Remove,
    Write { offset: u64, bytes: Vec<u8> },
    Resize { length: u64 },
    Sync,
}

/// What makes the name of a new file or folder durable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum NameRule {
    /// POSIX: a sync of the folder that holds the name.
    FolderSync,
    /// The usual file systems, such as ext4: also a sync of the new file, or of a file in the new folder.
    FileSync,
}

/// What happens to the volatile changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fate {
    /// All are lost.
    Lost,
    /// All are kept, as after a kill of the process.
    Kept,
    /// They are kept in order up to one that is torn.
    InOrder,
    /// Any subset is kept.
    Reordered,
    /// Any subset of their sectors is kept. A file may have its new length without its new contents.
    Torn,
    /// Each file and each folder has its own fate.
    Mixed,
}

impl Fate {
    pub(crate) const ALL: [Self; 6] = [Self::Lost, Self::Kept, Self::InOrder, Self::Reordered, Self::Torn, Self::Mixed];

    /// The fates of a single file when fates are mixed.
    const OF_ONE: [Self; 4] = [Self::Lost, Self::Kept, Self::Reordered, Self::Torn];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Kept => "kept",
            Self::InOrder => "in order, the last one torn",
            Self::Reordered => "reordered",
            Self::Torn => "torn",
            Self::Mixed => "each file differently",
        }
    }
}

/// The files that are on the disk, by path.
pub(crate) type Image = BTreeMap<String, Vec<u8>>;

/// A change of one file or folder.
#[derive(Clone, Copy)]
struct Edit<'a> {
    begin: Nanos,
    end: Nanos,
    durable: Option<Nanos>,
    what: What<'a>,
}

#[derive(Clone, Copy)]
enum What<'a> {
    Write(u64, &'a [u8]),
    Resize(u64),
    Link(&'a str, usize),
    Unlink(&'a str),
}

#[derive(Clone)]
enum Body<'a> {
    File(Vec<u8>),
    Folder(BTreeMap<&'a str, usize>),
}

/// A file or a folder.
struct Node<'a> {
    edits: Vec<Edit<'a>>,
    /// The begin and end of each sync.
    syncs: Vec<(Nanos, Nanos)>,
    /// The same, with the syncs of everything inside.
    deep_syncs: Vec<(Nanos, Nanos)>,
    empty: Body<'a>,
    /// The contents after the first `settled` edits, which are all durable.
    settled: usize,
    body: Body<'a>,
}

impl<'a> Node<'a> {
    fn new(empty: Body<'a>) -> Self {
        let (edits, syncs, deep_syncs) = (Vec::new(), Vec::new(), Vec::new());
        Self { edits, syncs, deep_syncs, body: empty.clone(), empty, settled: 0 }
    }
}

/// A disk with its history.
pub(crate) struct Disk<'a> {
    nodes: Vec<Node<'a>>,
    /// The latest cut. The contents of the nodes are settled up to it.
    cut: Nanos,
}

const ROOT: usize = 0;

impl<'a> Disk<'a> {
    /// The history of a disk that is empty at first. The operations are in the order in which they began.
    pub(crate) fn new(operations: &'a [Operation], rule: NameRule) -> Self {
        let mut disk = Self { nodes: vec![Node::new(Body::Folder(BTreeMap::new()))], cut: 0 };
        let mut names: HashMap<&str, usize> = HashMap::from([("", ROOT)]);
        for operation in operations {
            disk.add(operation, &mut names);
        }
        disk.find_durable_times(rule);
        disk
    }

    fn add(&mut self, operation: &'a Operation, names: &mut HashMap<&'a str, usize>) {
        let Operation { begin, end, path, change } = operation;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let edit = |what| Edit { begin: *begin, end: *end, durable: None, what };
        match change {
            Change::CreateFile | Change::CreateFolder => {
                let is_file = *change == Change::CreateFile;
                let empty = if is_file { Body::File(Vec::new()) } else { Body::Folder(BTreeMap::new()) };
                self.nodes.push(Node::new(empty));
                let node = self.nodes.len() - 1;
                names.insert(path, node);
                self.nodes[names[folder]].edits.push(edit(What::Link(name, node)));
            }
            Change::Remove => {
                names.remove(path.as_str());
                self.nodes[names[folder]].edits.push(edit(What::Unlink(name)));
            }
            Change::Write { offset, bytes } => {
                self.nodes[names[path.as_str()]].edits.push(edit(What::Write(*offset, bytes)));
            }
            Change::Resize { length } => self.nodes[names[path.as_str()]].edits.push(edit(What::Resize(*length))),
            Change::Sync => {
                self.nodes[names[path.as_str()]].syncs.push((*begin, *end));
                let prefixes = path.match_indices('/').map(|(at, _)| &path[..at]).chain([path.as_str()]);
                for prefix in prefixes {
                    self.nodes[names[prefix]].deep_syncs.push((*begin, *end));
                }
            }
        }
    }

    fn find_durable_times(&mut self, rule: NameRule) {
        for node in &mut self.nodes {
            earliest_ends(&mut node.syncs);
            earliest_ends(&mut node.deep_syncs);
        }
        let first = |syncs: &[(Nanos, Nanos)], written: Nanos| {
            syncs.get(syncs.partition_point(|(begin, _)| *begin < written)).map(|(_, end)| *end)
        };
        for number in 0..self.nodes.len() {
            let mut edits = std::mem::take(&mut self.nodes[number].edits);
            for edit in &mut edits {
                let own = first(&self.nodes[number].syncs, edit.end);
                let by_file = match edit.what {
                    What::Link(_, node) if rule == NameRule::FileSync => first(&self.nodes[node].deep_syncs, edit.end),
                    _ => None,
                };
                edit.durable = own.into_iter().chain(by_file).min();
            }
            self.nodes[number].edits = edits;
        }
    }

    /// The disk after a power loss at this moment.
    pub(crate) fn image(&mut self, cut: Nanos, fate: Fate, dice: &mut Rng) -> Image {
        self.settle(cut);
        let last = self.last_in_order(cut, dice);
        let bodies: Vec<_> = self.nodes.iter().map(|node| surviving(node, cut, fate, last, dice)).collect();
        let mut image = Image::new();
        collect(&bodies, ROOT, "", &mut image);
        image
    }

    /// Applies the durable edits before the first volatile one of each node, so that later cuts need not repeat them.
    fn settle(&mut self, cut: Nanos) {
        let back = cut < self.cut;
        self.cut = cut;
        for node in &mut self.nodes {
            if back {
                (node.settled, node.body) = (0, node.empty.clone());
            }
            while let Some(edit) = node.edits.get(node.settled).filter(|edit| is_durable(edit, cut)) {
                apply(&mut node.body, edit.what, || true);
                node.settled += 1;
            }
        }
    }

    /// The beginning of the volatile edit that is torn if the disk keeps the order.
    fn last_in_order(&self, cut: Nanos, dice: &mut Rng) -> Nanos {
        let edits = self.nodes.iter().flat_map(|node| &node.edits[node.settled..]);
        let volatile: Vec<_> =
            edits.filter(|edit| edit.begin < cut && !is_durable(edit, cut)).map(|edit| edit.begin).collect();
        dice.choice(&volatile).copied().unwrap_or(cut)
    }
}

/// Replaces the end of each sync with the earliest end of this and all later ones.
fn earliest_ends(syncs: &mut [(Nanos, Nanos)]) {
    let mut earliest = Nanos::MAX;
    for (_, end) in syncs.iter_mut().rev() {
        earliest = earliest.min(*end);
        *end = earliest;
    }
}

fn is_durable(edit: &Edit<'_>, cut: Nanos) -> bool {
    edit.durable.is_some_and(|durable| durable <= cut)
}

/// What is left of a file or a folder.
fn surviving<'a>(node: &Node<'a>, cut: Nanos, fate: Fate, last: Nanos, dice: &mut Rng) -> Body<'a> {
    let fate = if fate == Fate::Mixed { Fate::OF_ONE[dice.usize(..Fate::OF_ONE.len())] } else { fate };
    let mut body = node.body.clone();
    let mut longest = 0;
    for edit in node.edits[node.settled..].iter().filter(|edit| edit.begin < cut) {
        if let What::Write(offset, bytes) = edit.what {
            longest = longest.max(offset as usize + bytes.len());
        }
        let whole = is_durable(edit, cut)
            || match fate {
                Fate::Lost => continue,
                Fate::InOrder if edit.begin > last => continue,
                Fate::InOrder => edit.begin < last,
                Fate::Reordered if dice.bool() => continue,
                Fate::Kept | Fate::Reordered => true,
                Fate::Torn | Fate::Mixed => false,
            };
        apply(&mut body, edit.what, || whole || dice.bool());
    }
    if let Body::File(bytes) = &mut body
        && fate == Fate::Torn
        && longest > bytes.len()
        && dice.bool()
    {
        bytes.resize(longest, 0);
    }
    body
}

/// Applies an edit; `keeps` decides for each sector of a write, and once for every other edit.
fn apply<'a>(body: &mut Body<'a>, what: What<'a>, mut keeps: impl FnMut() -> bool) {
    match (body, what) {
        (Body::File(content), What::Write(offset, bytes)) => {
            let (mut at, end) = (offset, offset + bytes.len() as u64);
            while at < end {
                let next = end.min((at / SECTOR + 1) * SECTOR);
                if keeps() {
                    let (from, to) = (at as usize, next as usize);
                    if content.len() < to {
                        content.resize(to, 0);
                    }
                    content[from..to].copy_from_slice(&bytes[(at - offset) as usize..(next - offset) as usize]);
                }
                at = next;
            }
        }
        (Body::File(content), What::Resize(length)) if keeps() => content.resize(length as usize, 0),
        (Body::Folder(names), What::Link(name, node)) if keeps() => {
            names.insert(name, node);
        }
        (Body::Folder(names), What::Unlink(name)) if keeps() => {
            names.remove(name);
        }
        _ => {}
    }
}

fn collect(bodies: &[Body<'_>], node: usize, path: &str, image: &mut Image) {
    match &bodies[node] {
        Body::File(bytes) => {
            image.insert(path.to_owned(), bytes.clone());
        }
        Body::Folder(names) => {
            for (name, child) in names {
                let inside = if path.is_empty() { (*name).to_owned() } else { format!("{path}/{name}") };
                collect(bodies, *child, &inside, image);
            }
        }
    }
}

#[cfg(test)]
mod tests;
