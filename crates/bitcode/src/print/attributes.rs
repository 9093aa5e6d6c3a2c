//! Attributes, and the numbered groups of those that stand on functions and calls.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::{Text, names, number};
use crate::{Attribute, AttributeSite, AttributesId, InstKind, IntRange};

/// The groups `#0`, `#1`, … in the order of their numbers, which is that of first use: by globals,
/// by functions, by calls.
#[derive(Default)]
pub(super) struct Groups {
    texts: Vec<String>,
    /// By attribute list: its group.
    numbers: Vec<Option<usize>>,
}

impl Groups {
    pub(super) fn new(text: &Text<'_>) -> Groups {
        let mut known = BTreeMap::new();
        let mut seen = vec![false; text.module.attributes.len()];
        let mut groups = Groups { texts: Vec::new(), numbers: vec![None; seen.len()] };
        for list in lists(text) {
            if std::mem::replace(&mut seen[list.index()], true) {
                continue;
            }
            let spelled = text.group_text(list);
            if spelled.is_empty() {
                continue;
            }
            groups.numbers[list.index()] =
                Some(*known.entry(spelled).or_insert_with_key(|spelled| {
                    groups.texts.push(spelled.clone());
                    groups.texts.len() - 1
                }));
        }
        groups
    }
}

/// All lists that stand on functions, globals or calls, in the order of the text.
fn lists<'a>(text: &'a Text<'_>) -> impl Iterator<Item = AttributesId> + 'a {
    let globals = text.module.globals.iter().filter_map(|g| g.attributes);
    let functions = text.module.functions.iter().filter_map(|f| f.attributes);
    let insts = text.module.functions.iter().filter_map(|f| f.body.as_ref()).flat_map(|b| &b.insts);
    let calls = insts.filter_map(|inst| match &inst.kind {
        InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
            call.attributes
        }
        _ => None,
    });
    globals.chain(functions).chain(calls)
}

impl Text<'_> {
    /// ` #N` where the list says something of a function.
    pub(super) fn group(&self, list: Option<AttributesId>) -> impl Display {
        let number = list.and_then(|list| self.groups.numbers[list.index()]);
        fmt::from_fn(move |f| match number {
            Some(number) => write!(f, " #{number}"),
            None => Ok(()),
        })
    }

    /// The definitions of the groups.
    pub(super) fn write_attribute_groups(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for (number, text) in self.groups.texts.iter().enumerate() {
            writeln!(f, "attributes #{number} = {{ {text} }}")?;
        }
        if self.groups.texts.is_empty() { Ok(()) } else { writeln!(f) }
    }

    fn group_text(&self, list: AttributesId) -> String {
        let attributes = self.module.attributes[list.index()].at(AttributeSite::Function);
        let texts: Vec<String> = attributes
            .map(|attribute| match attribute {
                Attribute::Int(name @ ("align" | "alignstack"), n) => format!("{name}={n}"),
                _ => self.attribute(attribute).to_string(),
            })
            .collect();
        texts.join(" ")
    }

    /// The attributes of a result or parameter, each followed by a space.
    pub(super) fn attributes(
        &self,
        list: Option<AttributesId>,
        site: AttributeSite,
    ) -> impl Display {
        fmt::from_fn(move |f| {
            let Some(list) = list else { return Ok(()) };
            let mut attributes = self.module.attributes[list.index()].at(site);
            attributes.try_for_each(|attribute| write!(f, "{} ", self.attribute(attribute)))
        })
    }

    fn attribute<'a>(&'a self, attribute: &'a Attribute) -> impl Display + 'a {
        fmt::from_fn(move |f| match attribute {
            Attribute::Enum(name) | Attribute::Type(name, None) => f.write_str(name),
            Attribute::Int(name, value) => write_int(f, name, *value),
            Attribute::Type(name, Some(ty)) => write!(f, "{name}({})", self.ty(*ty)),
            Attribute::String(key, value) if value.is_empty() => {
                write!(f, "{}", names::quoted(key))
            }
            Attribute::String(key, value) => {
                write!(f, "{}={}", names::quoted(key), names::quoted(value))
            }
            Attribute::Ranges(name, width, ranges) => write_ranges(f, name, *width, ranges),
            Attribute::Unknown(kind) => write!(f, "attribute({kind})"),
        })
    }
}

/// `range(i32 0, 5)`, `initializes((0, 4), (8, 16))`.
fn write_ranges(f: &mut Formatter<'_>, name: &str, width: u32, ranges: &[IntRange]) -> fmt::Result {
    let bounds = ranges.iter().map(|range| {
        let bound = |limbs| number::wide_int(limbs, width.max(1));
        fmt::from_fn(move |f| write!(f, "{}, {}", bound(&range.lower), bound(&range.upper)))
    });
    match name {
        "range" => write!(f, "range(i{width} {})", names::joined(bounds, ", ")),
        _ => {
            let bounds = bounds.map(|pair| format!("({pair})"));
            write!(f, "{name}({})", names::joined(bounds, ", "))
        }
    }
}

/// An attribute with a number, decoded where the number packs several things.
fn write_int(f: &mut Formatter<'_>, name: &str, value: u64) -> fmt::Result {
    match name {
        "align" => write!(f, "align {value}"),
        "allocsize" => match (value >> 32, value as u32) {
            (size, u32::MAX) => write!(f, "allocsize({size})"),
            (size, count) => write!(f, "allocsize({size},{count})"),
        },
        "vscale_range" => write!(f, "vscale_range({},{})", value >> 32, value as u32),
        "uwtable" => f.write_str(if value == 1 { "uwtable(sync)" } else { "uwtable" }),
        "allockind" => write!(f, "allockind(\"{}\")", listed(value, ALLOCATION_KINDS, ",")),
        "nofpclass" => write!(f, "nofpclass({})", listed(value, FLOAT_CLASSES, " ")),
        "memory" => write_memory(f, value),
        "captures" => write_captures(f, value),
        _ => write!(f, "{name}({value})"),
    }
}

const ALLOCATION_KINDS: &[(u64, &str)] = &[
    (1 << 0, "alloc"),
    (1 << 1, "realloc"),
    (1 << 2, "free"),
    (1 << 3, "uninitialized"),
    (1 << 4, "zeroed"),
    (1 << 5, "aligned"),
];

const FLOAT_CLASSES: &[(u64, &str)] = &[
    (0x3ff, "all"),
    (0x003, "nan"),
    (0x001, "snan"),
    (0x002, "qnan"),
    (0x204, "inf"),
    (0x004, "ninf"),
    (0x200, "pinf"),
    (0x060, "zero"),
    (0x020, "nzero"),
    (0x040, "pzero"),
    (0x090, "sub"),
    (0x010, "nsub"),
    (0x080, "psub"),
    (0x108, "norm"),
    (0x008, "nnorm"),
    (0x100, "pnorm"),
];

/// The names whose bits are all set, each bit named once.
fn listed(bits: u64, names: &'static [(u64, &str)], separator: &str) -> String {
    let mut rest = bits;
    let mut words = Vec::new();
    for &(mask, name) in names {
        if rest & mask == mask {
            words.push(name);
            rest &= !mask;
        }
    }
    words.join(separator)
}

const ACCESSES: [&str; 4] = ["none", "read", "write", "readwrite"];

/// Two bits for each kind of memory. Up to LLVM 20 there were three kinds; from then on the
/// highest byte holds a version and there are more.
fn write_memory(f: &mut Formatter<'_>, value: u64) -> fmt::Result {
    let access = |kind: u32| (value >> (2 * kind) & 3) as usize;
    let (other, kinds): (usize, &[(u32, &str)]) = if value >> 56 == 0 {
        (access(2), &[(0, "argmem"), (1, "inaccessiblemem")])
    } else {
        let kinds = &[
            (0, "argmem"),
            (1, "inaccessiblemem"),
            (2, "errnomem"),
            (4, "target_mem0"),
            (5, "target_mem1"),
        ];
        (access(3), kinds)
    };
    let mut parts = Vec::new();
    if other != 0 || kinds.iter().all(|&(kind, _)| access(kind) == 0) {
        parts.push(ACCESSES[other].to_owned());
    }
    for &(kind, name) in kinds {
        if access(kind) != other {
            parts.push(format!("{name}: {}", ACCESSES[access(kind)]));
        }
    }
    write!(f, "memory({})", parts.join(", "))
}

/// What is captured through the result, and in the next four bits, otherwise.
fn write_captures(f: &mut Formatter<'_>, value: u64) -> fmt::Result {
    let (other, result) = (value >> 4 & 15, value & 15);
    let mut parts = Vec::new();
    if other != 0 || other == result {
        parts.push(captured(other));
    }
    if other != result {
        parts.push(format!("ret: {}", captured(result)));
    }
    write!(f, "captures({})", parts.join(", "))
}

fn captured(bits: u64) -> String {
    let address = match bits & 3 {
        0 => None,
        1 => Some("address_is_null"),
        _ => Some("address"),
    };
    let provenance = match bits & 12 {
        0 => None,
        4 => Some("read_provenance"),
        _ => Some("provenance"),
    };
    match (address, provenance) {
        (None, None) => "none".to_owned(),
        _ => [address, provenance].into_iter().flatten().collect::<Vec<_>>().join(", "),
    }
}
