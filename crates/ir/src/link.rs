//! The linker: modules and archives of bitcode in, one program out.
//!
//! What an ELF linker does to object files, done to modules: names are resolved by the strength of
//! their definitions, members of archives are read only when they define a name that is still
//! missing, constructors are gathered. Types of different modules are never merged, so nothing is
//! copied or rewritten. Names nobody defines stay in the program as declarations; the engine knows
//! some of them.

mod aliases;
mod archive;
mod assign;
mod entry;
mod error;
mod sections;
mod startup;
mod symbols;

use std::collections::BTreeSet;

use bitcode::{Linkage, Module};

use crate::Program;
use crate::unit::Unit;
use archive::Library;
pub use error::LinkError;
use symbols::{Definition, Symbols};

/// Collects modules and links them.
#[derive(Default)]
pub struct Linker {
    units: Vec<Unit>,
    libraries: Vec<Library>,
    symbols: Symbols,
    /// The function that stands for `main`.
    entry: Option<String>,
    /// Functions that others stand for: the name of each, and the other one's.
    replaced: Vec<(String, String)>,
}

impl Linker {
    /// Without any module.
    pub fn new() -> Linker {
        Linker::default()
    }

    /// Adds a module; `name` appears in messages.
    pub fn add_module(&mut self, name: &str, mut module: Module) -> Result<(), LinkError> {
        for function in module.functions.iter_mut().filter(|f| f.body.is_some()) {
            if self.replaced.iter().any(|(from, _)| *from == function.name) {
                // Visible to other modules, so that its name can stand for the other function.
                function.linkage = Linkage::WeakAny;
            }
        }
        let unit = Unit::new(name, module)
            .map_err(|error| LinkError::Target { module: name.to_owned(), error })?;
        self.units.push(unit);
        self.symbols.add_unit(&self.units, self.units.len() - 1)
    }

    /// Adds an archive whose members are modules, for the names that modules leave undefined.
    pub fn add_archive(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), LinkError> {
        self.libraries.push(Library::open(name, bytes)?);
        Ok(())
    }

    /// Lets a function stand for `main`: whoever calls `main` calls it. It may be one that only its own module
    /// sees.
    pub fn make_main(&mut self, function: &str) {
        self.entry = Some(function.to_owned());
    }

    /// Lets a function stand for another in all modules added after this: whoever calls `from` calls `to`. Either
    /// may be one that only its own module sees.
    pub fn replace(&mut self, from: &str, to: &str) {
        self.replaced.push((from.to_owned(), to.to_owned()));
    }

    /// Links. The names in `roots` must be defined; archives are searched for them too.
    pub fn link(mut self, roots: &[&str]) -> Result<Program, LinkError> {
        for root in roots {
            self.symbols.enter(root);
        }
        for name in startup::names() {
            self.symbols.enter(name);
        }
        let mut roots: BTreeSet<&str> = roots.iter().copied().collect();
        let entry = self.entry.take();
        if let Some(entry) = &entry {
            self.symbols.enter(entry);
            roots.remove(entry::MAIN);
            roots.insert(entry);
        }
        let replaced = std::mem::take(&mut self.replaced);
        for (_, to) in &replaced {
            self.symbols.enter(to);
            roots.insert(to);
        }
        self.search_archives(&roots)?;
        for (from, to) in &replaced {
            roots.remove(to.as_str());
            entry::replace(&self.units, &mut self.symbols, from, to)?;
        }
        if let Some(name) = &entry {
            roots.remove(name.as_str());
            entry::choose(&self.units, &mut self.symbols, name)?;
        }
        for root in roots {
            let defined = self.symbols.find(root).and_then(|at| self.symbols.names[at].definition);
            if defined.is_none() {
                return Err(LinkError::Undefined { name: root.to_owned() });
            }
        }
        assign::assign(self.units, &self.symbols)
    }

    /// Reads members until no wanted name can be found any more. Members want names in turn.
    fn search_archives(&mut self, roots: &BTreeSet<&str>) -> Result<(), LinkError> {
        let mut again = true;
        while again {
            again = false;
            let mut at = 0;
            while at < self.symbols.names.len() {
                let name = &self.symbols.names[at];
                let wanted = name.wanted.is_some() || roots.contains(&*name.text);
                if wanted && name.definition.is_none_or(Definition::is_copy) {
                    let text = name.text.clone();
                    again |= self.pull(&text)?;
                }
                at += 1;
            }
        }
        Ok(())
    }

    /// Adds the member that defines a name, if some archive has one; tells whether it did.
    fn pull(&mut self, name: &str) -> Result<bool, LinkError> {
        for library in &mut self.libraries {
            if let Some((member, modules)) = library.take(name)? {
                for module in modules {
                    self.add_module(&member, module)?;
                    if let Some(unit) = self.units.last_mut() {
                        unit.library = true;
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
