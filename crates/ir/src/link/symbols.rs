//! Names: which module defines them, and which need them.
//!
//! Of several definitions of a name the strongest wins, and of equally strong ones the first, as
//! in an ELF linker: strong over common over weak. The members of a comdat whose name an earlier
//! module already used are as good as absent; they are kept at the lowest rank because a reference
//! to one that the other group lacks is better answered than not.
//!
//! Definitions in shared objects are different: the loader takes the first in the order in which the program
//! and its libraries are searched, however strong it is.

use std::collections::HashMap;
use std::rc::Rc;

use bitcode::{ComdatId, Linkage, Module, Visibility};

use super::LinkError;
use crate::lower::library_names;
use crate::unit::Unit;

/// `selection` of a comdat that keeps every group.
const NO_DEDUPLICATION: u32 = 4;

/// A symbol of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Function(usize),
    Global(usize),
    Alias(usize),
    IFunc(usize),
}

/// How strong a definition is; greater wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    /// A copy for optimisers of what another module defines. Natively, that module may be left out of a program
    /// in which all calls were inlined.
    Copy,
    Discarded,
    Weak,
    /// Of this many bytes: the largest is kept.
    Common(u64),
    Strong,
}

/// A definition of a name.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    pub unit: usize,
    pub item: Item,
    rank: Rank,
    /// Where the loader finds it: 0 in the program, then its shared objects in order.
    object: u32,
    /// Whether it is for its own object alone.
    own: bool,
}

impl Definition {
    /// Whether another module should define this.
    pub fn is_copy(self) -> bool {
        self.rank == Rank::Copy
    }

    /// Which of two definitions of a name counts.
    fn or(self, new: Definition) -> Choice {
        let real = |definition: Definition| definition.rank > Rank::Discarded;
        if self.object != new.object && real(self) && real(new) {
            return match self.object < new.object {
                // Each object would have its own, and we have one name for both.
                _ if self.own || new.own => Choice::Neither(self.unit),
                true => Choice::First,
                false => Choice::New,
            };
        }
        match (self.rank, new.rank) {
            (Rank::Strong, Rank::Strong) => Choice::Neither(self.unit),
            (first, rank) if first >= rank => Choice::First,
            _ => Choice::New,
        }
    }
}

/// Which of two definitions counts.
enum Choice {
    First,
    New,
    /// The unit of the first.
    Neither(usize),
}

/// What is known of a name.
#[derive(Debug)]
pub struct Name {
    pub text: Rc<str>,
    pub definition: Option<Definition>,
    /// A declaration that is not weak: the name must be something, even if it is defined nowhere.
    pub wanted: Option<(usize, Item)>,
}

/// All names that are visible between modules, in the order they were first met.
#[derive(Default, Debug)]
pub struct Symbols {
    pub names: Vec<Name>,
    index: HashMap<Rc<str>, usize>,
    /// The module whose group of that name is kept.
    comdats: HashMap<String, usize>,
}

impl Symbols {
    /// The position of a name, if a module mentioned it.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// The position of a name.
    pub fn enter(&mut self, name: &str) -> usize {
        if let Some(known) = self.find(name) {
            return known;
        }
        let text: Rc<str> = name.into();
        self.names.push(Name { text: text.clone(), definition: None, wanted: None });
        self.index.insert(text, self.names.len() - 1);
        self.names.len() - 1
    }

    /// Makes a name stand for something, whatever it stood for.
    pub fn define(&mut self, name: &str, unit: usize, item: Item) {
        let at = self.enter(name);
        let rank = Rank::Strong;
        self.names[at].definition = Some(Definition { unit, item, rank, object: 0, own: false });
    }

    /// Enters the names a module defines or wants.
    pub fn add_unit(&mut self, units: &[Unit], unit: usize) -> Result<(), LinkError> {
        let module = &units[unit].module;
        let group = self.choose_comdats(module, unit);
        for (n, f) in module.functions.iter().enumerate() {
            let item = Item::Function(n);
            if f.name.starts_with("llvm.") {
                self.want_library(&f.name, unit, item);
                continue;
            }
            let rank = f.body.is_some().then(|| rank(f.linkage, 0, group(f.comdat)));
            let own = f.visibility != Visibility::Default;
            self.add(units, Mention { name: &f.name, linkage: f.linkage, unit, item, rank, own })?;
        }
        for (n, g) in module.globals.iter().enumerate() {
            if g.name.starts_with("llvm.") {
                continue;
            }
            let item = Item::Global(n);
            let size = units[unit].layouts.get(g.ty).map_or(0, |l| l.size);
            let rank = g.init.is_some().then(|| rank(g.linkage, size, group(g.comdat)));
            let own = g.visibility != Visibility::Default;
            self.add(units, Mention { name: &g.name, linkage: g.linkage, unit, item, rank, own })?;
        }
        for (n, a) in module.aliases.iter().enumerate() {
            let (item, rank) = (Item::Alias(n), Some(rank(a.linkage, 0, Group::Kept)));
            let own = a.visibility != Visibility::Default;
            self.add(units, Mention { name: &a.name, linkage: a.linkage, unit, item, rank, own })?;
        }
        for (n, i) in module.ifuncs.iter().enumerate() {
            let (item, rank) = (Item::IFunc(n), Some(rank(i.linkage, 0, Group::Kept)));
            let own = false;
            self.add(units, Mention { name: &i.name, linkage: i.linkage, unit, item, rank, own })?;
        }
        Ok(())
    }

    /// Which comdats of a module lost to an earlier module's.
    fn choose_comdats(
        &mut self,
        module: &Module,
        unit: usize,
    ) -> impl Fn(Option<ComdatId>) -> Group + use<> {
        let kept = module.comdats.iter().map(|comdat| {
            let owner = *self.comdats.entry(comdat.name.clone()).or_insert(unit);
            owner == unit || comdat.selection == NO_DEDUPLICATION
        });
        let kept: Vec<bool> = kept.collect();
        move |comdat| match comdat.and_then(|c| kept.get(c.index())) {
            Some(false) => Group::Discarded,
            _ => Group::Kept,
        }
    }

    fn want_library(&mut self, intrinsic: &str, unit: usize, item: Item) {
        for name in library_names(intrinsic) {
            let at = self.enter(&name);
            self.names[at].wanted.get_or_insert((unit, item));
        }
    }

    fn add(&mut self, units: &[Unit], mention: Mention<'_>) -> Result<(), LinkError> {
        let Mention { name, linkage, unit, item, rank, own } = mention;
        if is_local(linkage) || name.is_empty() {
            return Ok(());
        }
        let at = self.enter(name);
        let entry = &mut self.names[at];
        if rank.is_none_or(|rank| rank == Rank::Copy) && linkage != Linkage::ExternalWeak {
            entry.wanted.get_or_insert((unit, item));
        }
        let Some(rank) = rank else { return Ok(()) };
        let object = units[unit].object;
        let new = Definition { unit, item, rank, object, own };
        match entry.definition.map_or(Choice::New, |first| first.or(new)) {
            Choice::First => {}
            Choice::New => entry.definition = Some(new),
            Choice::Neither(first) => {
                return Err(LinkError::Duplicate {
                    name: name.to_owned(),
                    first: units[first].name.to_string(),
                    second: units[unit].name.to_string(),
                });
            }
        }
        Ok(())
    }
}

/// A name in a module.
struct Mention<'a> {
    name: &'a str,
    linkage: Linkage,
    unit: usize,
    item: Item,
    /// How strong a definition it is; `None` if it is only declared.
    rank: Option<Rank>,
    /// Whether it is hidden from other objects.
    own: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Kept,
    Discarded,
}

/// Whether a name is invisible to other modules.
pub fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private | Linkage::Appending)
}

fn rank(linkage: Linkage, size: u64, group: Group) -> Rank {
    if group == Group::Discarded {
        return Rank::Discarded;
    }
    match linkage {
        Linkage::AvailableExternally => Rank::Copy,
        Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::WeakAny | Linkage::WeakOdr => {
            Rank::Weak
        }
        Linkage::ExternalWeak => Rank::Weak,
        Linkage::Common => Rank::Common(size),
        _ => Rank::Strong,
    }
}
