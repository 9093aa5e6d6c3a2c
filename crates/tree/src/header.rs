//! The beginning of the file: what the run is of, so that it can be started again, and refused where something differs.

use std::io::Read;

use crate::bytes::{Malformed, Reader, put_bytes, put_number};
use crate::{ReadError, frame};

const MAGIC: &[u8; 8] = b"STRATREE";

/// The version of the format.
pub(crate) const VERSION: u32 = 3;

/// Something that has to be the same for the answers to be of use: a file, an option, a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What it is, in words for people.
    pub name: String,
    /// What it was: a hash, or a text.
    pub value: String,
}

/// What a run is of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The words of its command.
    pub command: Vec<Vec<u8>>,
    /// The directory that the command was given in.
    pub directory: Vec<u8>,
    /// What has to be the same.
    pub facts: Vec<Fact>,
}

impl Header {
    /// What differs: the name of each fact with what it was and what it is now; empty if there was none.
    pub fn differences(&self, now: &[Fact]) -> Vec<(String, String, String)> {
        let value = |facts: &[Fact], name: &str| {
            let found = facts.iter().find(|fact| fact.name == name);
            found.map(|fact| fact.value.clone()).unwrap_or_default()
        };
        let mut names: Vec<&String> = self.facts.iter().chain(now).map(|fact| &fact.name).collect();
        names.sort_unstable();
        names.dedup();
        let both = names
            .into_iter()
            .map(|name| (name.clone(), value(&self.facts, name), value(now, name)));
        both.filter(|(_, before, after)| before != after).collect()
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut contents = Vec::new();
        put_number(&mut contents, self.command.len() as u64);
        self.command.iter().for_each(|word| put_bytes(&mut contents, word));
        put_bytes(&mut contents, &self.directory);
        put_number(&mut contents, self.facts.len() as u64);
        for fact in &self.facts {
            put_bytes(&mut contents, fact.name.as_bytes());
            put_bytes(&mut contents, fact.value.as_bytes());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(frame::framed(&contents));
        bytes
    }

    pub(crate) fn read(from: &mut impl Read) -> Result<Header, ReadError> {
        let mut start = [0; 12];
        from.read_exact(&mut start).map_err(|_| ReadError::Foreign)?;
        let (magic, version) = start.split_at(8);
        if magic != MAGIC {
            return Err(ReadError::Foreign);
        }
        let version = u32::from_le_bytes(version.try_into().expect("four bytes"));
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        let contents = frame::read(from)?.ok_or(ReadError::Header)?;
        parse(&mut Reader(&contents)).map_err(|Malformed| ReadError::Header)
    }
}

fn parse(from: &mut Reader<'_>) -> Result<Header, Malformed> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| Malformed);
    let command = (0..from.count()?).map(|_| from.bytes().map(<[u8]>::to_vec));
    let command = command.collect::<Result<_, _>>()?;
    let directory = from.bytes()?.to_vec();
    let facts = (0..from.count()?)
        .map(|_| Ok(Fact { name: text(from.bytes()?)?, value: text(from.bytes()?)? }));
    Ok(Header { command, directory, facts: facts.collect::<Result<_, _>>()? })
}
