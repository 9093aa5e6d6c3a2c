//! Attributes: groups of them, each for one place, and lists made of groups.

use std::collections::HashMap;

use crate::bitstream::{Entry, Record};
use crate::error::Result;
use crate::{Attribute, AttributeSite, Attributes, IntRange, TypeId};

use super::attribute_kinds::name;
use super::fields::{Fields, signed, text};
use super::module::ModuleReader;

/// Attribute groups by their number.
#[derive(Default)]
pub(super) struct Groups {
    by_number: HashMap<u64, Group>,
}

struct Group {
    site: AttributeSite,
    attributes: Vec<Attribute>,
    /// How long its record was.
    cost: usize,
}

/// How an attribute is written in a group.
mod form {
    pub const ENUM: u64 = 0;
    pub const INT: u64 = 1;
    pub const KEY: u64 = 3;
    pub const KEY_VALUE: u64 = 4;
    pub const TYPE_UNKNOWN: u64 = 5;
    pub const TYPE: u64 = 6;
    pub const RANGE: u64 = 7;
    pub const RANGES: u64 = 8;
}

impl ModuleReader<'_> {
    pub(super) fn read_attribute_groups(&mut self) -> Result<()> {
        const GROUP: u32 = 3;
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if record.code == GROUP => {
                    let mut fields = Fields::new(&record);
                    let number = fields.next("the number of an attribute group")?;
                    let group = read_group(fields, record.ops.len())?;
                    self.groups.by_number.insert(number, group);
                }
                Entry::Record => {}
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    pub(super) fn read_attributes(&mut self) -> Result<()> {
        const LIST_OLD: u32 = 1;
        const LIST: u32 = 2;
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if record.code == LIST => {
                    let list = self.read_list(Fields::new(&record))?;
                    self.module.attributes.push(list);
                }
                Entry::Record if record.code == LIST_OLD => {
                    return Err(Fields::new(&record).fault("attributes in groups (LLVM 3.3 on)"));
                }
                Entry::Record => {}
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    fn read_list(&mut self, mut fields: Fields<'_>) -> Result<Attributes> {
        let mut all = Vec::new();
        while fields.left() > 0 {
            let number = fields.next("the number of an attribute group")?;
            let Some(group) = self.groups.by_number.get(&number) else {
                return Err(fields.error("the number of an attribute group", number));
            };
            self.stream.spend(group.cost)?;
            all.extend(group.attributes.iter().map(|a| (group.site, a.clone())));
        }
        Ok(Attributes { all })
    }
}

fn read_group(mut fields: Fields<'_>, cost: usize) -> Result<Group> {
    let f = &mut fields;
    let site = match f.next_u32("the place of an attribute group")? {
        0 => AttributeSite::Return,
        u32::MAX => AttributeSite::Function,
        n => AttributeSite::Param(n - 1),
    };
    let mut attributes = Vec::new();
    while f.left() > 0 {
        attributes.push(read_attribute(f)?);
    }
    Ok(Group { site, attributes, cost })
}

fn read_attribute(f: &mut Fields<'_>) -> Result<Attribute> {
    let form = f.next("an attribute")?;
    if let form::KEY | form::KEY_VALUE = form {
        let key = zero_terminated(f)?;
        let value = if form == form::KEY_VALUE { zero_terminated(f)? } else { String::new() };
        return Ok(Attribute::String(key, value));
    }
    let kind = f.next_u32("the kind of an attribute")?;
    let known = name(kind);
    let attribute = match form {
        form::ENUM => known.map(Attribute::Enum),
        form::INT => {
            let value = f.next("the number of an attribute")?;
            known.map(|name| Attribute::Int(name, value))
        }
        form::TYPE_UNKNOWN => known.map(|name| Attribute::Type(name, None)),
        form::TYPE => {
            let ty = TypeId(f.next_u32("the type of an attribute")?);
            known.map(|name| Attribute::Type(name, Some(ty)))
        }
        form::RANGE => {
            let width = f.next_u32("the width of a range")?;
            let range = read_range(f, width)?;
            known.map(|name| Attribute::Ranges(name, width, [range].into()))
        }
        form::RANGES => {
            let count = f.next("a number of ranges")?;
            let width = f.next_u32("the width of a range")?;
            let mut ranges = Vec::new();
            for _ in 0..count {
                ranges.push(read_range(f, width)?);
            }
            known.map(|name| Attribute::Ranges(name, width, ranges.into()))
        }
        _ => return Err(f.error("the form of an attribute", form)),
    };
    Ok(attribute.unwrap_or(Attribute::Unknown(kind)))
}

/// The bounds of a range: two numbers, or as many words as each needs.
fn read_range(f: &mut Fields<'_>, width: u32) -> Result<IntRange> {
    let (lower, upper) = if width <= 64 {
        (1, 1)
    } else {
        let counts = f.next("the words of a range")?;
        (counts & 0xffff_ffff, counts >> 32)
    };
    Ok(IntRange { lower: read_bound(f, lower, width)?, upper: read_bound(f, upper, width)? })
}

/// A number of `width` bits of which the record has the lowest `words`, sign-extended.
fn read_bound(f: &mut Fields<'_>, words: u64, width: u32) -> Result<Box<[u64]>> {
    let limbs = width.div_ceil(64).max(1) as usize;
    if words > limbs as u64 || words > f.left() as u64 {
        return Err(f.error("the words of a range", words));
    }
    // Leading zeros are left out; that many only a malformed file can lack.
    if limbs as u64 > words.saturating_mul(1024).max(1024) {
        return Err(f.error("the width of a range", u64::from(width)));
    }
    let mut value = Vec::with_capacity(limbs);
    for _ in 0..words {
        value.push(signed(f.next("a bound of a range")?) as u64);
    }
    value.resize(limbs, 0);
    if let Some(last) = value.last_mut() {
        let unused = (limbs as u32 * 64 - width) % 64;
        *last = ((*last << unused) as i64 >> unused) as u64;
    }
    Ok(value.into())
}

fn zero_terminated(f: &mut Fields<'_>) -> Result<String> {
    let rest = f.rest();
    let Some(len) = rest.iter().position(|&c| c == 0) else {
        return Err(f.fault("the end of an attribute's text"));
    };
    for _ in 0..=len {
        f.next("the text of an attribute")?;
    }
    Ok(text(&rest[..len]))
}
