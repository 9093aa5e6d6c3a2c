//! The linker: modules and archives of bitcode in, one program out.
//!
//! What an ELF linker does to object files, done to modules: names are resolved by the strength of
//! their definitions, members of archives are read only when they define a name that is still
//! missing, constructors are gathered. Types of different modules are never merged, so nothing is
//! copied or rewritten. Names that are defined nowhere stay in the program as declarations; the engine knows
//! some of them.

mod aliases;
mod archive;
mod assign;
mod entry;
mod error;
mod replace;
mod sections;
mod startup;
mod symbols;

use std::collections::BTreeSet;

use bitcode::Module;

use crate::Program;
use crate::unit::Unit;
use archive::Library;
pub use error::LinkError;
use replace::Replacement;
use symbols::{Definition, Symbols};

/// Collects modules and links them.
#[derive(Default)]
pub struct Linker {
    units: Vec<Unit>,
    libraries: Vec<Library>,
    symbols: Symbols,
    /// The shared object whose modules are being added; 0 for the program.
    object: u32,
    /// The function that stands for `main`.
    entry: Option<String>,
    replacements: Vec<Replacement>,
}

impl Linker {
    /// Without any module.
    pub fn new() -> Linker {
        Linker::default()
    }

    /// Adds a module; `name` appears in messages.
    pub fn add_module(&mut self, name: &str, module: Module) -> Result<(), LinkError> {
        let mut unit = Unit::new(name, module)
            .map_err(|error| LinkError::Target { module: name.to_owned(), error })?;
        unit.object = self.object;
        self.units.push(unit);
        self.symbols.add_unit(&self.units, self.units.len() - 1)
    }

    /// Modules added after this are those of a shared object: what the program, or a shared object before it,
    /// defines as well is theirs.
    pub fn begin_shared_object(&mut self) {
        self.object = self.units.last().map_or(0, |unit| unit.object) + 1;
    }

    /// Modules added after this are the program's.
    pub fn end_shared_objects(&mut self) {
        self.object = 0;
    }

    /// Adds an archive whose members are modules, for the names that modules leave undefined.
    pub fn add_archive(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), LinkError> {
        self.libraries.push(Library::open(name, bytes)?);
        Ok(())
    }

    /// Adds the archive of the C library. Builtins do at once what some of its functions do.
    pub fn add_runtime(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), LinkError> {
        self.add_archive(name, bytes)?;
        if let Some(library) = self.libraries.last_mut() {
            library.runtime = true;
        }
        Ok(())
    }

    /// Lets a function stand for `main`: calls of `main` call it. It may be one that only its own module
    /// sees.
    pub fn make_main(&mut self, function: &str) {
        self.entry = Some(function.to_owned());
    }

    /// Lets a function stand for another: calls of `from` call `to`. Either may be one that only its own module
    /// sees. If there is no function `from`, this is a pattern, and `to` stands for all functions of its type whose
    /// names match.
    pub fn replace(&mut self, from: &str, matches: impl Fn(&str) -> bool + 'static, to: &str) {
        let (from, to, matches) = (from.to_owned(), to.to_owned(), Box::new(matches));
        self.replacements.push(Replacement { from, matches, to });
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
        let replacements = std::mem::take(&mut self.replacements);
        for Replacement { to, .. } in &replacements {
            self.symbols.enter(to);
            roots.insert(to);
        }
        self.search_archives(&roots)?;
        let mut unreplaced = Vec::new();
        for replacement in &replacements {
            roots.remove(replacement.to.as_str());
            unreplaced.extend(replacement.make(&mut self.units, &mut self.symbols)?);
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
        let program = assign::assign(self.units, &self.symbols)?;
        Ok(Program { unreplaced, ..program })
    }

    /// Reads members until no further wanted name is found. Members want names in turn.
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

    /// Adds the member that defines a name, if some archive has one; returns whether it did.
    fn pull(&mut self, name: &str) -> Result<bool, LinkError> {
        for library in &mut self.libraries {
            let runtime = library.runtime;
            if let Some((member, modules)) = library.take(name)? {
                for module in modules {
                    self.add_module(&member, module)?;
                    if let Some(unit) = self.units.last_mut() {
                        (unit.library, unit.runtime) = (true, runtime);
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
