//! Descriptors, files, directories and the overlay.

mod common;

use std::fs;
use std::os::unix::ffi::OsStrExt;

use common::{Machine, directory, int, shift};
use env::{Config, Host, Kernel, Pace, Reply, SetupError, Stdin, Stream, Terminals};
use memory::{Fault, Value};

const READ: u64 = 0;
const OPEN: u64 = 2;
const WRITE: u64 = 1;
const CLOSE: u64 = 3;
const FSTAT: u64 = 5;
const LSEEK: u64 = 8;
const IOCTL: u64 = 16;
const READV: u64 = 19;
const WRITEV: u64 = 20;
const PIPE: u64 = 22;
const DUP: u64 = 32;
const DUP2: u64 = 33;
const UNLINK: u64 = 87;
const GETCWD: u64 = 79;
const GETDENTS64: u64 = 217;

const RDWR: i64 = 2;
const CREAT: i64 = 0o100;

fn plain() -> Machine {
    Machine::new(&Config::default())
}

#[test]
fn output_is_collected_in_order() {
    let mut m = plain();
    assert_eq!(m.write(1, b"one "), 4);
    assert_eq!(m.write(1, b"two"), 3);
    assert_eq!(m.write(2, b"oh"), 2);
    assert_eq!(m.write(1, b"\n"), 1);
    let expected = vec![
        (Stream::Out, b"one two"[..].into()),
        (Stream::Err, b"oh"[..].into()),
        (Stream::Out, b"\n"[..].into()),
    ];
    assert_eq!(m.kernel.take_output(), expected);
    assert_eq!(m.kernel.take_output(), vec![]);
    assert_eq!(m.write(0, b"x"), -9);
}

#[test]
fn states_that_fork_read_the_same_input() {
    let config = Config { stdin: Stdin::bytes(b"hello".to_vec()), ..Config::default() };
    let mut one = Machine::new(&config);
    assert_eq!(one.read_fd(0, 2), b"he");
    let mut two = one.clone();
    assert_eq!(one.read_fd(0, 100), b"llo");
    assert_eq!(two.read_fd(0, 1), b"l");
    assert_eq!(two.read_fd(0, 100), b"lo");
    assert_eq!(two.read_fd(0, 100), b"");
    assert_eq!(one.plain(LSEEK, &[0, 0, 0]), -29);
}

#[test]
fn a_reader_is_asked_once_for_all_states() {
    let reader = Box::new(&b"first\nsecond\n"[..]);
    let config = Config { stdin: Stdin::reader(reader, Pace::Line), ..Config::default() };
    let mut one = Machine::new(&config);
    let mut two = one.clone();
    assert_eq!(one.read_fd(0, 100), b"first\n");
    assert_eq!(one.read_fd(0, 100), b"second\n");
    assert_eq!(two.read_fd(0, 100), b"first\n");
}

#[test]
fn states_that_fork_do_not_share_files_or_offsets() {
    let mut one = plain();
    let fd = one.open("/tmp/f", RDWR | CREAT);
    assert_eq!(one.write(fd, b"shared"), 6);
    let mut two = one.clone();
    assert_eq!(one.write(fd, b" one"), 4);
    assert_eq!(two.write(fd, b" and two"), 8);
    assert_eq!(two.on_path(UNLINK, "/tmp/f", &[]), 0);
    one.plain(LSEEK, &[fd, 0, 0]);
    two.plain(LSEEK, &[fd, 0, 0]);
    assert_eq!(one.read_fd(fd, 100), b"shared one");
    assert_eq!(two.read_fd(fd, 100), b"shared and two", "an unlinked file lives while it is open");
    assert_eq!(two.open("/tmp/f", 0), -2);
    assert_eq!(one.open("/tmp/f", 0), 4);
}

#[test]
fn duplicates_share_the_offset() {
    let mut m = plain();
    let fd = m.open("/tmp/f", RDWR | CREAT);
    m.write(fd, b"abcdef");
    let other = m.plain(DUP, &[fd]);
    assert_eq!(m.plain(LSEEK, &[fd, 1, 0]), 1);
    assert_eq!(m.read_fd(other, 2), b"bc");
    assert_eq!(m.read_fd(fd, 2), b"de");
    assert_eq!(m.plain(CLOSE, &[fd]), 0);
    assert_eq!(m.read_fd(other, 2), b"f");
}

#[test]
fn the_host_is_read_and_never_changed() {
    let root = directory("overlay");
    fs::create_dir(root.join("d")).unwrap();
    fs::write(root.join("file"), "host").unwrap();
    fs::write(root.join("d/inside"), "kept").unwrap();
    let config =
        Config { host: Host::Under(root.clone()), cwd: b"/d".to_vec(), ..Config::default() };
    let mut m = Machine::new(&config);
    let fd = m.open("/file", RDWR);
    assert_eq!(m.read_fd(fd, 10), b"host");
    assert_eq!(m.write(fd, b" and more"), 9);
    assert_eq!(m.on_path(UNLINK, "inside", &[]), 0);
    assert_eq!(m.open("inside", 0), -2);
    assert!(m.open("new", CREAT | RDWR) > 0);
    let (from, to) = (m.text("/d"), m.text("/e"));
    assert_eq!(m.call(82, &[from, to]), 0);
    assert_eq!(names(&mut m, "/e"), [".", "..", "new"]);
    assert_eq!(names(&mut m, "/"), [".", "..", "dev", "e", "file", "proc", "sys"]);
    assert_eq!(fs::read(root.join("file")).unwrap(), b"host");
    let left: Vec<_> = fs::read_dir(root.join("d")).unwrap().map(|e| e.unwrap().path()).collect();
    assert_eq!(left, [root.join("d/inside")]);
    assert!(!root.join("e").exists());
}

fn names(m: &mut Machine, path: &str) -> Vec<String> {
    let fd = m.open(path, 0o200_000);
    assert!(fd >= 0, "cannot open {path}: {fd}");
    let at = m.buffer(80);
    let mut names = Vec::new();
    loop {
        let n = m.call(GETDENTS64, &[int(fd), at.clone(), int(80)]);
        assert!(n >= 0);
        if n == 0 {
            break;
        }
        let bytes = m.read(&at, n as usize);
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let len = usize::from(rest[16]);
            let name = rest[19..len].split(|&b| b == 0).next().unwrap();
            names.push(String::from_utf8(name.to_vec()).unwrap());
            rest = &rest[len..];
        }
    }
    m.plain(CLOSE, &[fd]);
    names
}

#[test]
fn removing_while_listing_skips_nothing() {
    let mut m = plain();
    let expected: Vec<String> = (10..40).map(|n| format!("file{n}")).collect();
    for name in &expected {
        let fd = m.open(&format!("/tmp/{name}"), CREAT | RDWR);
        m.plain(CLOSE, &[fd]);
    }
    let fd = m.open("/tmp", 0o200_000);
    let at = m.buffer(120);
    let mut seen = Vec::new();
    loop {
        let n = m.call(GETDENTS64, &[int(fd), at.clone(), int(120)]) as usize;
        if n == 0 {
            break;
        }
        let bytes = m.read(&at, n);
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let len = usize::from(rest[16]);
            let name = rest[19..len].split(|&b| b == 0).next().unwrap();
            let name = String::from_utf8(name.to_vec()).unwrap();
            if !name.starts_with('.') {
                assert_eq!(m.on_path(UNLINK, &format!("/tmp/{name}"), &[]), 0);
                seen.push(name);
            }
            rest = &rest[len..];
        }
    }
    assert_eq!(seen, expected);
    assert_eq!(names(&mut m, "/tmp"), [".", ".."]);
}

#[test]
fn given_files_hide_the_hosts() {
    let root = directory("given");
    fs::write(root.join("file"), "host").unwrap();
    let files = vec![
        (b"/file".to_vec(), b"given".to_vec()),
        (b"/made/up/too".to_vec(), b"deep".to_vec()),
        (b"relative".to_vec(), b"near".to_vec()),
    ];
    let host = Host::Under(root);
    let config = Config { host, files, cwd: b"/not/there".to_vec(), ..Config::default() };
    let mut m = Machine::new(&config);
    for (path, contents) in
        [("/file", &b"given"[..]), ("/made/up/too", b"deep"), ("/not/there/relative", b"near")]
    {
        let fd = m.open(path, 0);
        assert_eq!(m.read_fd(fd, 10), contents);
    }
    let at = m.buffer(20);
    assert_eq!(m.call(GETCWD, &[at.clone(), int(20)]), 11);
    assert_eq!(m.read(&at, 11), b"/not/there\0");
    let bad = Config { cwd: b"/file/x".to_vec(), ..config };
    assert_eq!(Kernel::new(&bad).unwrap_err(), SetupError::Path(b"/file/x".to_vec(), 20));
}

#[test]
fn two_names_of_a_host_file_are_one_file() {
    let root = directory("names");
    fs::write(root.join("one"), "text").unwrap();
    fs::hard_link(root.join("one"), root.join("two")).unwrap();
    let mut m = Machine::new(&Config { host: Host::Under(root), ..Config::default() });
    let (one, two) = (m.open("/one", RDWR), m.open("/two", RDWR));
    m.write(one, b"TEXT");
    assert_eq!(m.read_fd(two, 10), b"TEXT");
}

#[test]
fn host_paths_may_have_any_bytes() {
    let root = directory("bytes");
    let name = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    fs::write(root.join(name), "odd").unwrap();
    let mut m = Machine::new(&Config { host: Host::Under(root), ..Config::default() });
    let path = m.bytes(b"/\xff\xfe\0");
    let fd = m.call(2, &[path, int(0), int(0)]);
    assert_eq!(m.read_fd(fd, 10), b"odd");
}

#[test]
fn vectors_are_gathered_and_scattered() {
    let mut m = plain();
    let fd = m.open("/tmp/f", RDWR | CREAT);
    let (a, b) = (m.bytes(b"hello "), m.bytes(b"world"));
    let vector = m.buffer(32);
    for (offset, at, len) in [(0, &a, 6), (16, &b, 5)] {
        m.memory.store(&shift(&vector, offset), 8, at).unwrap();
        m.memory.store(&shift(&vector, offset + 8), 8, &Value::Int(len)).unwrap();
    }
    assert_eq!(m.call(WRITEV, &[int(fd), vector.clone(), int(2)]), 11);
    m.plain(LSEEK, &[fd, 2, 0]);
    assert_eq!(m.call(READV, &[int(fd), vector.clone(), int(2)]), 9);
    assert_eq!(m.read(&a, 6), b"llo wo");
    assert_eq!(m.read(&b, 5), b"rldld");
    assert_eq!(m.call(READV, &[int(fd), vector, int(2000)]), -22);
}

#[test]
fn devices() {
    let mut m = plain();
    let null = m.open("/dev/null", RDWR);
    assert_eq!(m.write(null, b"gone"), 4);
    assert_eq!(m.read_fd(null, 10), b"");
    let zero = m.open("/dev/zero", RDWR);
    assert_eq!(m.read_fd(zero, 3), [0, 0, 0]);
    let full = m.open("/dev/full", RDWR);
    assert_eq!(m.write(full, b"x"), -28);
    assert_eq!(m.open("/dev/tty", RDWR), -6); // There is no terminal.
    let (mut one, mut two) = (m.clone(), m.clone());
    let random = |m: &mut Machine| {
        let fd = m.open("/dev/urandom", 0);
        m.read_fd(fd, 32)
    };
    assert_eq!(random(&mut one), random(&mut two), "randomness is deterministic");
    assert_ne!(random(&mut one), random(&mut one));
    let out = m.open("/dev/stdout", 1);
    m.write(out, b"through the device");
    assert_eq!(m.kernel.take_output(), [(Stream::Out, b"through the device"[..].into())]);
}

/// What lies in memory is the host's, too, where it is shown.
#[test]
fn shared_memory_is_shown() {
    let Ok(dir) = tempfile::Builder::new().prefix("strata-").tempdir_in("/dev/shm") else { return };
    fs::write(dir.path().join("seen"), "text").unwrap();
    let path = dir.path().to_str().unwrap();
    let show = |host| Machine::new(&Config { host, ..Config::default() });
    let mut m = show(Host::Only(vec![dir.path().to_owned()]));
    let fd = m.open(&format!("{path}/seen"), 0);
    assert_eq!(m.read_fd(fd, 9), b"text");
    assert_eq!(show(Host::Only(Vec::new())).open(&format!("{path}/seen"), 0), -2);
}

#[test]
fn directories_that_are_made_up_have_no_end() {
    let mut m = plain();
    for (path, end) in [("/proc", 0), ("/sys", 0), ("/dev", 0), ("/dev/shm", 0), ("/", i64::MAX)] {
        let fd = m.open(path, 0);
        assert_eq!(m.plain(LSEEK, &[fd, 0, 2]), end, "{path}");
        assert!(m.kernel.files_differ() || path == "/", "{path}");
    }
}

/// The terminal is another file than those standard streams that are none.
#[test]
fn the_terminal_is_a_file_of_its_own() {
    let terminals = Terminals { output: true, ..Terminals::default() };
    let mut m = Machine::new(&Config { terminals, ..Config::default() });
    let mut file = |fd: i64| {
        let at = m.buffer(144);
        assert_eq!(m.call(FSTAT, &[int(fd), at.clone()]), 0);
        m.read(&at, 16)
    };
    let streams = [file(0), file(1), file(2)];
    assert!(streams[0] != streams[1] && streams[1] != streams[2] && streams[0] != streams[2]);
}

/// `/dev/stdin` is a link: a file is opened again, and read from its beginning.
#[test]
fn standard_input_opened_again() {
    const NOFOLLOW: i64 = 0o400_000;
    const PATH: i64 = 0o10_000_000;
    let mut m = plain();
    m.kernel.provide_input(&b"from a file"[..].into());
    assert_eq!(m.read_fd(0, 5), b"from ");
    let again = m.open("/dev/stdin", 0);
    assert_eq!(m.read_fd(again, 6), b"from a");
    assert_eq!(m.read_fd(0, 20), b"a file");
    assert_eq!(m.open("/dev/stdin", NOFOLLOW), -40); // A link.
    // The link itself, as standard input, leads nowhere.
    let link = m.open("/dev/stdin", PATH | NOFOLLOW);
    assert_eq!(m.plain(DUP2, &[link, 0]), 0);
    assert_eq!(m.open("/dev/stdin", 0), -40);
}

#[test]
fn pipes() {
    let mut m = plain();
    let at = m.buffer(8);
    assert_eq!(m.call(PIPE, std::slice::from_ref(&at)), 0);
    let (out, into) = (m.number(&at, 4) as i64, m.number(&shift(&at, 4), 4) as i64);
    assert_eq!(m.write(into, b"through"), 7);
    assert_eq!(m.read_fd(out, 4), b"thro");
    assert_eq!(m.read_fd(out, 4), b"ugh");
    let buffer = m.buffer(4);
    match m.reply(READ, &[int(out), buffer, int(4)]) {
        Reply::Unsupported(_, gap) => assert_eq!(gap, gap::SystemGap::WaitsForEmptyPipe),
        other => panic!("{other:?}"),
    }
    let mut twin = m.clone();
    assert_eq!(m.plain(CLOSE, &[into]), 0);
    assert_eq!(m.read_fd(out, 4), b"", "the end");
    assert_eq!(twin.plain(CLOSE, &[out]), 0);
    let byte = twin.bytes(b"x");
    assert_eq!(twin.reply(WRITE, &[int(into), byte, int(1)]), Reply::Signal(13));
}

#[test]
fn the_standard_streams_are_pipes() {
    let mut m = plain();
    let at = m.buffer(144);
    for fd in 0..3 {
        assert_eq!(m.call(IOCTL, &[int(fd), int(0x5413), at.clone()]), -25);
        assert_eq!(m.call(FSTAT, &[int(fd), at.clone()]), 0);
        assert_eq!(m.number(&shift(&at, 24), 4) & 0o170_000, 0o010_000);
    }
}

#[test]
fn a_bad_pointer_is_a_fault_like_any_other() {
    let mut m = plain();
    let small = m.buffer(4);
    let Value::Ptr { id, .. } = small else { unreachable!() };
    let at = memory::Pointer { id, offset: 0 };
    let reply = m.reply(WRITE, &[int(1), small.clone(), int(5)]);
    assert_eq!(reply, Reply::Fault(Fault::OutOfBounds { at, width: 5, size: 4 }));
    let reply = m.reply(WRITE, &[int(1), small, int(1 << 40)]);
    assert!(matches!(reply, Reply::Fault(Fault::OutOfBounds { .. })));
    assert_eq!(m.reply(2, &[int(0), int(0)]), Reply::Fault(Fault::Null { address: 0 }));
    // A bad descriptor is found first, and what is not read is not a fault.
    assert_eq!(m.plain(WRITE, &[77, 0, 5]), -9);
    let big = m.buffer(3);
    let mut fed = Machine {
        kernel: Machine::new(&Config { stdin: Stdin::bytes(b"abc".to_vec()), ..Config::default() })
            .kernel,
        memory: m.memory,
    };
    assert_eq!(fed.call(READ, &[int(0), big.clone(), int(100)]), 3);
    assert_eq!(fed.read(&big, 3), b"abc");
}

#[test]
fn host_time_stamps_are_fixed() {
    let root = directory("stamps");
    fs::write(root.join("file"), "x").unwrap();
    let config = Config { host: Host::Under(root), start_time: 42, ..Config::default() };
    let mut m = Machine::new(&config);
    let (path, at) = (m.text("/file"), m.buffer(144));
    assert_eq!(m.call(4, &[path, at.clone()]), 0);
    assert_eq!(m.number(&shift(&at, 88), 8), 42);
    assert_eq!(m.number(&shift(&at, 28), 4), 1000, "everything belongs to the user");
}

#[test]
fn nothing_is_read_beyond_the_largest_offset() {
    let mut m = plain();
    let fd = m.on_path(OPEN, "/", &[0]);
    let end = m.plain(LSEEK, &[fd, 0, 2]);
    assert_eq!(end, i64::MAX);
    let at = m.buffer(16);
    assert_eq!(m.call(READ, &[int(fd), at.clone(), int(16)]), -22);
    assert_eq!(m.plain(LSEEK, &[fd, 0, 0]), 0);
    assert_eq!(m.call(READ, &[int(fd), at, int(16)]), -21);
}
