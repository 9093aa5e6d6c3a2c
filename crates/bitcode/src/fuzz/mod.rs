//! The fuzz body: damages bitcode and reads it.
//!
//! What counts is that nothing panics, hangs or asks for much memory; whether a damaged file is
//! still a module does not matter. Half of the runs damage bits, bytes and words, since records
//! are made of the former and blocks of the latter; the other half damage records.

mod records;
pub(crate) mod writer;

use random::Random;

use crate::archive::Archive;
use crate::error::ReadError;
use crate::object::{self, Carried};
use crate::{GlobalId, Module, debug_info};

/// Damages a copy of `corpus` in a way that `seed` alone decides, and reads the result.
pub fn mutate_and_read(seed: u64, corpus: &[u8]) -> Result<Module, ReadError> {
    let mut random = Random::new(seed);
    let damaged = match random.index(2) {
        0 => records::mutate(&mut random, corpus).ok(),
        _ => None,
    };
    let module = crate::read(&damaged.unwrap_or_else(|| mutate(seed, corpus)))?;
    walk(&module);
    Ok(module)
}

/// Visits all of a module, which must hold together however damaged the file was.
fn walk(module: &Module) {
    let mut lines = 0_u64;
    for function in &module.functions {
        debug_info::local_names(module, function);
        let insts = function.body.iter().flat_map(|body| &body.insts);
        for loc in insts.filter_map(|inst| inst.loc) {
            lines += debug_info::locations(module, loc).map(|l| u64::from(l.line)).sum::<u64>();
        }
    }
    for at in 0..module.globals.len() {
        debug_info::global_source(module, GlobalId::from(at));
    }
    std::hint::black_box((lines, crate::print(module)));
}

/// The same for archives.
pub fn mutate_and_parse_archive(seed: u64, corpus: &[u8]) -> Result<Archive, ReadError> {
    Archive::parse(&mutate(seed, corpus))
}

/// The same for objects that carry bitcode.
pub fn mutate_and_unpack(seed: u64, corpus: &[u8]) -> Result<Option<Vec<Carried>>, ReadError> {
    let damaged = mutate(seed, corpus);
    std::hint::black_box((object::is_executable(&damaged), object::needed(&damaged).is_ok()));
    object::carried(&damaged)
}

/// A copy of `corpus` with damaged bytes; the first four bytes, without which nothing is read, stay.
pub fn mutate(seed: u64, corpus: &[u8]) -> Vec<u8> {
    let mut bytes = corpus.to_vec();
    let mut random = Random::new(seed);
    let changes = 1 + random.index(4);
    for _ in 0..changes {
        if bytes.len() <= 8 {
            break;
        }
        change(&mut bytes, &mut random);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = 4 + random.index(bytes.len() - 4);
    let word = at & !3;
    match random.index(8) {
        0..=2 => bytes[at] ^= 1 << random.index(8),
        3 => bytes[at] = random.next() as u8,
        // Lengths of blocks are words, and so are many counts.
        4 => {
            let small = (random.next() as u32) >> random.index(32);
            if let Some(place) = bytes.get_mut(word..word + 4) {
                place.copy_from_slice(&small.to_le_bytes());
            }
        }
        5 => {
            let from = (4 + random.index(bytes.len() - 4)) & !3;
            let len = 4 * (1 + random.index(16));
            if from + len <= bytes.len() && word + len <= bytes.len() {
                bytes.copy_within(from..from + len, word);
            }
        }
        6 => {
            let end = (at + 1 + random.index(64)).min(bytes.len());
            bytes.drain(at..end);
        }
        _ => bytes.truncate(at),
    }
}
