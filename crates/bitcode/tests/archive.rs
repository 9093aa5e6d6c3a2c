//! Archives, as `llvm-ar` and others write them.

#[path = "support/tools.rs"]
#[allow(dead_code)]
mod tools;

use std::fs;
use std::path::PathBuf;

use bitcode::archive::Archive;
use tools::{corpus, installed, run, scratch};

/// Two members, one with a name too long for its header, in a directory of this name.
fn members(directory: &str) -> Vec<PathBuf> {
    let directory = scratch(directory);
    fs::create_dir_all(&directory).expect("a directory for members");
    let names = [("types.c", "short.o"), ("control.c", "a-rather-long-name-of-a-member.o")];
    let compile = |(source, name): (&str, &str)| {
        let (out, path) = (directory.join(name), corpus().join(source));
        let flags = ["-w", "-emit-llvm", "-c", "-o"].map(AsRef::as_ref);
        let arguments = [&flags[..], &[out.as_os_str(), path.as_os_str()]].concat();
        run("clang-19", arguments).expect("a source of the corpus compiles");
        out
    };
    names.into_iter().map(compile).collect()
}

fn archive(name: &str, format: &str, members: &[PathBuf]) -> Vec<u8> {
    let out = scratch(name);
    let _ = fs::remove_file(&out);
    let format = format!("--format={format}");
    let flags = [format.as_ref(), "rcs".as_ref(), out.as_os_str()];
    let members = members.iter().map(|m| m.as_os_str());
    run("llvm-ar-19", flags.into_iter().chain(members)).expect("llvm-ar makes an archive");
    fs::read(out).expect("the archive")
}

#[test]
fn members_and_symbols() {
    assert!(installed(19));
    let members = members("members");
    for format in ["gnu", "bsd"] {
        let bytes = archive(&format!("both-{format}.a"), format, &members);
        let archive = Archive::parse(&bytes).expect("an archive");
        let names: Vec<_> = archive.members.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["short.o", "a-rather-long-name-of-a-member.o"], "{format}");
        for (member, path) in archive.members.iter().zip(&members) {
            let contents = &bytes[member.range.clone()];
            let file = fs::read(path).expect("a member");
            // The BSD format pads members.
            assert!(contents.starts_with(&file), "{format}: {}", member.name);
            bitcode::read(contents).expect("a member is a module");
        }
        if format == "gnu" {
            symbols_agree(&archive, &bytes);
        }
    }
}

/// Every symbol of the table is defined by the module it names, and every external definition is
/// in the table.
fn symbols_agree(archive: &Archive, bytes: &[u8]) {
    let symbols = archive.symbols.as_ref().expect("a table of symbols");
    let mut expected = Vec::new();
    for (at, member) in archive.members.iter().enumerate() {
        let module = bitcode::read(&bytes[member.range.clone()]).expect("a module");
        let functions = module.functions.iter().filter(|f| f.body.is_some());
        let functions = functions.map(|f| (f.name.clone(), f.linkage));
        let globals = module.globals.iter().filter(|g| g.init.is_some());
        let globals = globals.map(|g| (g.name.clone(), g.linkage));
        for (name, linkage) in functions.chain(globals) {
            if !matches!(linkage, bitcode::Linkage::Internal | bitcode::Linkage::Private) {
                expected.push((name, at));
            }
        }
    }
    let mut symbols = symbols.clone();
    symbols.sort();
    expected.sort();
    assert_eq!(symbols, expected);
}

/// A header for a member of this name field and size.
fn header(name: &str, size: usize) -> String {
    format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644)
}

/// A small archive with a wide table of one symbol.
fn wide() -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    let table_len = 16 + "name\0".len() + 1;
    let member = 8 + 60 + table_len;
    bytes.extend_from_slice(header("/SYM64/", table_len - 1).as_bytes());
    bytes.extend_from_slice(&1_u64.to_be_bytes());
    bytes.extend_from_slice(&(member as u64).to_be_bytes());
    bytes.extend_from_slice(b"name\0\n");
    assert_eq!(bytes.len(), member);
    bytes.extend_from_slice(header("file.o/", 3).as_bytes());
    bytes.extend_from_slice(b"abc\n");
    bytes
}

#[test]
fn wide_symbol_table() {
    let bytes = wide();
    let archive = Archive::parse(&bytes).expect("an archive");
    assert_eq!(archive.symbols, Some(vec![("name".to_owned(), 0)]));
    assert_eq!(archive.members[0].name, "file.o");
    assert_eq!(&bytes[archive.members[0].range.clone()], b"abc");
}

#[test]
fn malformed_archives_are_errors() {
    assert!(Archive::parse(b"").is_err());
    assert!(Archive::parse(b"!<thin>\n").is_err());
    let none = Archive::parse(b"!<arch>\n").expect("an empty archive");
    assert_eq!((none.members.len(), none.symbols), (0, None));
    let mut bytes = b"!<arch>\n".to_vec();
    bytes.extend_from_slice(header("file.o/", 100).as_bytes());
    let error = Archive::parse(&bytes).expect_err("a member longer than the archive");
    assert_eq!(error.bit, (8 + 48) * 8);
    let mut bytes = b"!<arch>\n".to_vec();
    bytes.extend_from_slice(header("/", 4).as_bytes());
    bytes.extend_from_slice(&u32::MAX.to_be_bytes());
    assert!(Archive::parse(&bytes).is_err());
}

#[test]
fn damaged_archives() {
    assert!(installed(19));
    let large = archive("damaged.a", "gnu", &members("damaged"));
    let small = wide();
    let parsed = (0..2_000)
        .map(|seed| (seed, if seed % 8 == 0 { &large } else { &small }))
        .filter(|(seed, bytes)| bitcode::fuzz::mutate_and_parse_archive(*seed, bytes).is_ok())
        .count();
    // Damage that is always found at once, or never, tests nothing.
    assert!((200..1_800).contains(&parsed), "{parsed} of 2000 damaged archives were parsed");
}
