//! `strata ktest`: made, shown, and read by an independent reader.

mod support;

use std::fs;
use std::process::Command;
use std::time::Duration;

use support::{Done, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(20);

fn ktest(args: &[&str]) -> Done {
    run(strata().arg("ktest").args(args), b"", LIMIT)
}

fn path(dir: &TempDir, name: &str) -> String {
    dir.path(name).into_os_string().into_string().expect("text")
}

fn stdout(done: &Done) -> String {
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    String::from_utf8(done.stdout.clone()).expect("text")
}

/// Makes a test and gives what is shown of it, without the line of the file.
fn made(objects: &[&str]) -> String {
    let dir = TempDir::new("ktest");
    let file = path(&dir, "made.ktest");
    stdout(&ktest(&[&["--new", "-o", &file, "--arg", "prog.c"], objects].concat()));
    let text = stdout(&ktest(&[&file]));
    let (first, rest) = text.split_once('\n').expect("lines");
    assert_eq!(first, format!("ktest file : '{file}'"));
    rest.into()
}

#[test]
fn shown_as_ktest_tool_does() {
    let expected = "args       : ['prog.c']
num objects: 2
object 0: name: 'a'
object 0: size: 4
object 0: data: b'\\x01\\x01\\x01\\x01'
object 0: hex : 0x01010101
object 0: int : 16843009
object 0: uint: 16843009
object 0: text: ....
object 1: name: \"it's\"
object 1: size: 3
object 1: data: b'^a\\n'
object 1: hex : 0x5e610a
object 1: text: ^a.
";
    assert_eq!(made(&["a=int:0x1010101", "it's=^a\\n"]), expected);
}

#[test]
fn values() {
    let data = |object: &str| {
        let text = made(&[object]);
        let line = text.lines().find_map(|line| line.strip_prefix("object 0: data: "));
        line.expect("a line").to_string()
    };
    assert_eq!(data("x="), "b''");
    assert_eq!(data("x=a=b"), "b'a=b'");
    assert_eq!(data("x=text:@y\\\\"), r"b'@y\\'");
    assert_eq!(data("x=a\\x00\\xfe\\t'\""), r#"b'a\x00\xfe\t\'"'"#);
    assert_eq!(data("x=i8:-2"), r"b'\xfe'");
    assert_eq!(data("x=i16:65535"), r"b'\xff\xff'");
    assert_eq!(data("x=i64:-0x10"), r"b'\xf0\xff\xff\xff\xff\xff\xff\xff'");
    assert_eq!(data("x=zeros:3"), r"b'\x00\x00\x00'");
}

#[test]
fn integers_are_shown() {
    let text = made(&["a=i8:-2", "b=i64:-1", "c=i16:0x8000"]);
    for line in [
        "object 0: int : -2",
        "object 0: uint: 254",
        "object 1: int : -1",
        "object 1: uint: 18446744073709551615",
        "object 2: int : -32768",
        "object 2: uint: 32768",
    ] {
        assert!(text.lines().any(|l| l == line), "no `{line}` in\n{text}");
    }
}

#[test]
fn files_in_and_out() {
    let dir = TempDir::new("ktest");
    let (file, input) = (path(&dir, "a.ktest"), path(&dir, "input"));
    fs::write(&input, b"from a file\0\0").expect("written");
    stdout(&ktest(&["--new", "-o", &file, &format!("stdin=@{input}"), "n=int:7"]));
    let text = stdout(&ktest(&["--trim-zeros", "--extract", "stdin", &file, &file]));
    assert!(text.contains("args       : ['program']\n"), "{text}");
    assert_eq!(text.matches("object 0: size: 13\nobject 0: data: b'from a file'\n").count(), 2);
    assert!(text.contains("\n\nktest file : "), "{text}");
    assert_eq!(fs::read(format!("{file}.stdin")).expect("written"), b"from a file\0\0");
}

#[test]
fn bad_input() {
    let dir = TempDir::new("ktest");
    let file = path(&dir, "bad.ktest");
    fs::write(&file, b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x09prog").expect("written");
    let out = ["--new", "-o", &file];
    let cases = [
        (vec![&*file], format!("strata: {file}: the file ends at byte 21 inside an argument\n")),
        (vec!["/no/such.ktest"], "strata: cannot read /no/such.ktest: ".into()),
        ([&out[..], &["x"]].concat(), "strata: `x`: give NAME=BYTES\n".into()),
        (
            [&out[..], &["x=i8:256"]].concat(),
            "strata: `x=i8:256`: 256 does not fit in 8 bits".into(),
        ),
        ([&out[..], &["x=\\y"]].concat(), "strata: `x=\\y`: a backslash is written \\\\".into()),
        ([&out[..], &["x=@/no/such"]].concat(), "strata: cannot read /no/such: ".into()),
    ];
    for (args, expected) in cases {
        let done = ktest(&args);
        assert_eq!(done.status, Some(2), "{args:?}");
        assert!(done.stderr.starts_with(&expected), "{args:?}: {}", done.stderr);
    }
}

/// A reader written from the description of the format alone.
const READER: &str = "
import sys, struct
data = open(sys.argv[1], 'rb').read(); at = 5
assert data[:5] == b'KTEST'
def number():
    global at
    at += 4
    return struct.unpack('>i', data[at - 4:at])[0]
def string():
    global at
    n = number(); at += n
    return data[at - n:at]
assert number() == 3
args = [string().decode('ascii') for _ in range(number())]
assert (number(), number()) == (0, 0)
objects = [(string().decode('utf8'), string()) for _ in range(number())]
assert at == len(data)
print('ktest file : %r' % sys.argv[1])
print('args       : %r' % args)
print('num objects: %r' % len(objects))
for i, (name, d) in enumerate(objects):
    print('object %d: name: %r' % (i, name))
    print('object %d: size: %r' % (i, len(d)))
    print('object %d: data: %r' % (i, d))
    print('object %d: hex : 0x%s' % (i, d.hex()))
    if len(d) in (1, 2, 4, 8):
        print('object %d: int : %d' % (i, int.from_bytes(d, 'little', signed=True)))
        print('object %d: uint: %d' % (i, int.from_bytes(d, 'little')))
    print('object %d: text: %s' % (i, ''.join(chr(c) if 32 <= c < 127 else '.' for c in d)))
";

#[test]
fn an_independent_reader_agrees() {
    let dir = TempDir::new("ktest");
    let file = path(&dir, "all.ktest");
    let all: String = (0..=255).map(|byte| format!("\\x{byte:02x}")).collect();
    stdout(&ktest(&[
        "--new",
        "-o",
        &file,
        "--arg",
        "it's \"prog\".bc",
        "--arg",
        "-v",
        &format!("all={all}"),
        "größe=int:-1",
        "quote='",
        "both='\"",
        "empty=",
    ]));
    if !testing::installed("python3") {
        return;
    }
    let mut python = Command::new("python3");
    python.args(["-X", "utf8", "-c", READER, &file]);
    let read = python.output().expect("it starts");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    assert_eq!(stdout(&ktest(&[&file])), String::from_utf8(read.stdout).expect("text"));
}
