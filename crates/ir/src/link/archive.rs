//! Archives: members are read when a name they define is wanted.

use std::collections::HashMap;
use std::ops::Range;

use bitcode::archive::Archive;
use bitcode::{Linkage, Module, object};

use super::LinkError;
use super::symbols::is_local;

/// An archive of modules.
pub struct Library {
    name: String,
    /// Whether it is the C library.
    pub runtime: bool,
    bytes: Vec<u8>,
    members: Vec<Member>,
    /// The member that defines a name.
    index: HashMap<String, usize>,
}

enum Member {
    /// Not read yet.
    Bytes { name: String, range: Range<usize> },
    /// Read only to learn its names, for the archive has no table.
    Read { name: String, modules: Vec<Module> },
    /// Part of the program.
    Taken,
}

impl Library {
    /// Reads the table of an archive, or all its members if it has none.
    pub fn open(name: &str, bytes: Vec<u8>) -> Result<Library, LinkError> {
        let archive = Archive::parse(&bytes)
            .map_err(|error| LinkError::Read { module: name.to_owned(), error })?;
        let members = archive.members.into_iter();
        let members = members.map(|m| Member::Bytes { name: m.name, range: m.range }).collect();
        let (name, index) = (name.to_owned(), HashMap::new());
        let mut library = Library { name, runtime: false, bytes, members, index };
        match archive.symbols {
            Some(symbols) => {
                for (symbol, member) in symbols {
                    library.index.entry(symbol).or_insert(member);
                }
            }
            None => library.read_all()?,
        }
        Ok(library)
    }

    /// The member that defines a name, unless it was taken before: its name for messages, and its
    /// modules. Those are one, or what an object file carries.
    pub fn take(&mut self, symbol: &str) -> Result<Option<(String, Vec<Module>)>, LinkError> {
        let Some(&at) = self.index.get(symbol) else { return Ok(None) };
        let Some(member) = self.members.get_mut(at) else { return Ok(None) };
        match std::mem::replace(member, Member::Taken) {
            Member::Bytes { name, range } => {
                let modules = self.read(&name, range)?;
                Ok(Some((self.full_name(&name), modules)))
            }
            Member::Read { name, modules } => Ok(Some((self.full_name(&name), modules))),
            Member::Taken => Ok(None),
        }
    }

    fn read(&self, member: &str, range: Range<usize>) -> Result<Vec<Module>, LinkError> {
        let bytes = &self.bytes[range];
        let failed = |error| LinkError::Read { module: self.full_name(member), error };
        if !bytes.starts_with(b"\x7fELF") {
            return Ok(vec![bitcode::read(bytes).map_err(failed)?]);
        }
        match object::carried(bytes).ok().flatten() {
            // What has no bitcode stays undefined, and has its name where it is called.
            Some(carried) => carried
                .iter()
                .filter_map(|carried| carried.bitcode.as_ref().ok())
                .map(|bytes| bitcode::read(bytes).map_err(failed))
                .collect(),
            None => Err(LinkError::MachineCode { module: self.full_name(member) }),
        }
    }

    fn full_name(&self, member: &str) -> String {
        format!("{}({member})", self.name)
    }

    fn read_all(&mut self) -> Result<(), LinkError> {
        for at in 0..self.members.len() {
            let Member::Bytes { name, range } = &self.members[at] else { continue };
            let (name, modules) = (name.clone(), self.read(name, range.clone())?);
            for symbol in modules.iter().flat_map(defined) {
                self.index.entry(symbol.to_owned()).or_insert(at);
            }
            self.members[at] = Member::Read { name, modules };
        }
        Ok(())
    }
}

/// The names a module defines for others.
fn defined(module: &Module) -> impl Iterator<Item = &str> {
    let visible = |linkage: Linkage| !is_local(linkage) && linkage != Linkage::AvailableExternally;
    let functions = module.functions.iter().filter(move |f| f.body.is_some() && visible(f.linkage));
    let globals = module.globals.iter().filter(move |g| g.init.is_some() && visible(g.linkage));
    let aliases = module.aliases.iter().filter(move |a| visible(a.linkage));
    let ifuncs = module.ifuncs.iter().filter(move |i| visible(i.linkage));
    let names = functions.map(|f| &f.name).chain(globals.map(|g| &g.name));
    names.chain(aliases.map(|a| &a.name)).chain(ifuncs.map(|i| &i.name)).map(String::as_str)
}
