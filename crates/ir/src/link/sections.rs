//! Sections that the program walks.
//!
//! A linker names the ends of a section `x` whose name is a C identifier `__start_x` and `__stop_x`,
//! and programs use that to collect a table over all modules. The globals of such a section become
//! one object here, since pointers go from one to the next. Sections whose ends the program does not
//! name mean nothing.

use std::collections::BTreeMap;

use super::symbols::Symbols;
use crate::unit::Target;
use crate::{Global, GlobalId, Initializer, Symbol};

/// The sections that are one global, by name.
#[derive(Default)]
pub struct Sections {
    ids: BTreeMap<String, GlobalId>,
}

impl Sections {
    /// Those whose ends are named and not defined. Their globals are the first of the program.
    pub fn new(symbols: &Symbols, globals: &mut Vec<Global>) -> Sections {
        let mut sections = Sections::default();
        for name in symbols.names.iter().filter(|name| name.definition.is_none()) {
            let prefixes = ["__start_", "__stop_"];
            let Some(section) = prefixes.iter().find_map(|p| name.text.strip_prefix(p)) else {
                continue;
            };
            sections.ids.entry(section.to_owned()).or_insert_with(|| {
                globals.push(Global {
                    name: format!("section {section}").into(),
                    size: 0,
                    align: 1,
                    constant: true,
                    init: Some(Initializer::default()),
                    source: None,
                });
                GlobalId(globals.len() as u32 - 1)
            });
        }
        sections
    }

    /// Gives a global its place in its section, if that is one of these.
    pub fn place(
        &self,
        section: Option<&str>,
        global: &Global,
        globals: &mut [Global],
    ) -> Option<(GlobalId, u64)> {
        let id = *self.ids.get(section?)?;
        let whole = &mut globals[id.0 as usize];
        let offset = whole.size.checked_next_multiple_of(global.align)?;
        whole.size = offset.checked_add(global.size)?;
        whole.align = whole.align.max(global.align);
        whole.constant &= global.constant;
        Some((id, offset))
    }

    /// The names of the ends. A section without members has none: its ends are undefined.
    pub fn ends(&self, globals: &[Global]) -> Vec<(String, Target)> {
        let mut ends = Vec::new();
        for (section, id) in &self.ids {
            let size = globals[id.0 as usize].size;
            if size > 0 {
                let symbol = Symbol::Global(*id);
                ends.push((format!("__start_{section}"), Target::Address { symbol, offset: 0 }));
                ends.push((format!("__stop_{section}"), Target::Address { symbol, offset: size }));
            }
        }
        ends
    }
}

/// Adds the contents of a member to those of its section.
pub fn merge(whole: &mut Initializer, offset: u64, member: Initializer) {
    let start = offset as usize;
    let end = start + member.bytes.len();
    if whole.bytes.len() < end {
        whole.bytes.resize(end, 0);
    }
    whole.bytes[start..end].copy_from_slice(&member.bytes);
    whole.patches.extend(member.patches.into_iter().map(|(at, bits, c)| (at + offset, bits, c)));
}
