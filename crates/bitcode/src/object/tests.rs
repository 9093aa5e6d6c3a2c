//! Objects made by hand: a header, the names of sections, and the table of sections.

use super::*;
use crate::fuzz;

/// The smallest object: an empty first section, and the names.
fn empty() -> Vec<u8> {
    let names = b"\0.names\0";
    let mut file = b"\x7fELF\x02\x01\x01".to_vec();
    file.resize(64, 0);
    file[16] = 1;
    file[40..48].copy_from_slice(&72u64.to_le_bytes());
    file[58] = 64;
    file[60] = 2;
    file[62] = 1;
    file.extend(names);
    file.resize(72 + 64, 0);
    let mut header = [0u8; 64];
    header[0] = 1;
    header[4] = 3;
    header[24] = 64;
    header[32] = names.len() as u8;
    file.extend(header);
    file
}

fn module(source: &str, bytes: &[u8]) -> Carried {
    Carried { source: source.into(), bitcode: Ok(bytes.into()) }
}

fn nothing(source: &str, why: &str) -> Carried {
    Carried { source: source.into(), bitcode: Err(why.into()) }
}

#[test]
fn an_object_that_carries_nothing() {
    assert_eq!(carried(&empty()), Ok(None));
    assert_eq!(carried(b"\x7fELF"), Ok(None));
    assert_eq!(carried(&empty()[..100]), Ok(None), "the table of sections is cut off");
    assert!(carry(&empty()[..100], &module("a.c", b"BC")).is_err());
}

#[test]
fn what_was_put_in_comes_out_in_order() {
    let all = [module("a.c", b"BC one"), nothing("b.s", "it is assembly"), module("", b"")];
    let file = all.iter().fold(empty(), |file, one| carry(&file, one).unwrap());
    assert_eq!(carried(&file), Ok(Some(all.to_vec())));
}

/// Linkers put the parts of a section one after the other, perhaps with padding between.
#[test]
fn parts_of_a_linked_section() {
    let mut records = Vec::new();
    for (source, padding) in [("a.c", 0), ("b.c", 3), ("c.c", 8)] {
        let file = carry(&empty(), &module(source, source.as_bytes())).unwrap();
        let place = elf::sections(&file, SECTION).unwrap().remove(0);
        records.extend(&file[place]);
        records.resize(records.len() + padding, 0);
    }
    let file = elf::with_section(&empty(), SECTION, &records).unwrap();
    let sources = carried(&file).unwrap().unwrap();
    let sources: Vec<&str> = sources.iter().map(|one| one.source.as_str()).collect();
    assert_eq!(sources, ["a.c", "b.c", "c.c"]);
}

/// More sections than a header can count, as compilers make of a file with a section for each function.
#[test]
fn more_sections_than_a_header_can_count() {
    let mut file = empty();
    for count in 3..=4u16 {
        file = elf::with_section(&file, ".x", b"x").unwrap();
        assert_eq!(file[60..62], count.to_le_bytes());
    }
    // As many more, all alike, at the end of the table.
    let header = file[file.len() - 64..].to_vec();
    let count = 0xff00usize;
    (4..count).for_each(|_| file.extend(&header));
    let start = usize::try_from(u64::from_le_bytes(file[40..48].try_into().unwrap())).unwrap();
    file[start + 32..start + 40].copy_from_slice(&(count as u64).to_le_bytes());
    file[60..62].copy_from_slice(&[0, 0]);
    assert_eq!(elf::sections(&file, ".x").unwrap().len(), count - 2);
    let file = carry(&file, &module("a.c", b"BC")).unwrap();
    assert_eq!(elf::sections(&file, ".x").unwrap().len(), count - 2);
    assert_eq!(carried(&file), Ok(Some(vec![module("a.c", b"BC")])));
}

#[test]
fn damaged_objects_are_refused_or_read_but_nothing_panics() {
    let file = carry(&empty(), &module("a.c", b"BC some bytes of bitcode")).unwrap();
    let refused = (0..20_000).filter(|&seed| fuzz::mutate_and_unpack(seed, &file).is_err()).count();
    assert!(refused > 1000, "damage is seen: {refused}");
    for len in 0..file.len() {
        // Whatever is cut off, what is left does not hold the table of sections.
        assert_eq!(carried(&file[..len]), Ok(None), "{len}");
    }
    let start = elf::sections(&file, SECTION).unwrap()[0].start;
    for (at, byte) in [(0, b'X'), (8, 9), (9, 99), (16, 99)] {
        let mut damaged = file.clone();
        damaged[start + at] = byte;
        assert!(carried(&damaged).is_err(), "byte {at} of the record");
    }
}
