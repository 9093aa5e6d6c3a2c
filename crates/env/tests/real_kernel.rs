//! Random sequences of system calls give the same results here and on the real kernel, and leave
//! the host as it was.

mod common;

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, lchown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Machine, directory, int, shift};
use env::{Config, Host};
use memory::{Site, Value};
use random::Random;

const SEQUENCES: u64 = 120;
const LENGTH: usize = 70;

#[derive(Clone, Debug)]
enum Arg {
    Int(i64),
    Bytes(Vec<u8>),
    Out(usize),
}

/// How far two answers must agree.
#[derive(Clone, Copy, Debug)]
enum Compare {
    All,
    /// A `struct stat` without what the model makes up: numbers, owner and times.
    Stat,
    /// The working directory, which is another for the real kernel.
    Directory,
    /// Directory entries: names and types in any order.
    Entries,
}

#[derive(Clone, Debug)]
struct Step {
    number: u64,
    args: Vec<Arg>,
    compare: Compare,
}

#[derive(Debug, PartialEq)]
struct Answer {
    result: i64,
    out: Vec<Vec<u8>>,
}

impl Step {
    fn new(number: u64, args: Vec<Arg>) -> Step {
        Step { number, args, compare: Compare::All }
    }

    fn numbers(number: u64, args: &[i64]) -> Step {
        Step::new(number, args.iter().map(|&n| Arg::Int(n)).collect())
    }

    fn path(number: u64, path: &str, rest: &[i64]) -> Step {
        let mut args = vec![text(path)];
        args.extend(rest.iter().map(|&n| Arg::Int(n)));
        Step::new(number, args)
    }

    fn comparing(mut self, compare: Compare) -> Step {
        self.compare = compare;
        self
    }

    fn line(&self) -> String {
        let mut line = self.number.to_string();
        for arg in &self.args {
            match arg {
                Arg::Int(n) => write!(line, " i{n}").unwrap(),
                Arg::Out(n) => write!(line, " o{n}").unwrap(),
                Arg::Bytes(bytes) => {
                    line.push_str(" x");
                    bytes.iter().for_each(|b| write!(line, "{b:02x}").unwrap());
                }
            }
        }
        line
    }

    /// Runs it on the model.
    fn run(&self, machine: &mut Machine) -> Answer {
        let values: Vec<Value> = self
            .args
            .iter()
            .map(|arg| match arg {
                Arg::Int(n) => int(*n),
                Arg::Bytes(bytes) => machine.bytes(&[&bytes[..], &[0; 64]].concat()),
                Arg::Out(n) => machine.buffer(*n as u64),
            })
            .collect();
        let result = machine.call(self.number, &values);
        let mut out = Vec::new();
        for (arg, value) in self.args.iter().zip(&values) {
            if let Arg::Out(n) = arg {
                out.push(machine.read(value, *n));
            }
            if let Value::Ptr { id, offset } = *value {
                machine.memory.free(memory::Pointer { id, offset }, Site::default()).unwrap();
            }
        }
        Answer { result, out }
    }

    /// What of an answer must agree, as text.
    fn essence(&self, answer: &Answer) -> String {
        match self.compare {
            Compare::Stat if answer.result == 0 => {
                let b = &answer.out[0];
                let mode = u32::from_le_bytes(b[24..28].try_into().unwrap());
                let is_directory = mode & 0o170_000 == 0o040_000;
                let counts =
                    if is_directory { "" } else { &format!("{:?} {:?}", &b[16..24], &b[48..56]) };
                format!("{mode:o} {counts}")
            }
            Compare::Directory => {
                String::from_utf8_lossy(&answer.out[0]).replace("/real1", "/model")
            }
            Compare::Entries if answer.result > 0 => {
                format!("{:?}", entries(&answer.out[0][..answer.result as usize]))
            }
            _ => format!("{answer:?}"),
        }
    }
}

/// Names and types of `struct linux_dirent64`, by name.
fn entries(mut bytes: &[u8]) -> Vec<(String, u8)> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let len = usize::from(u16::from_le_bytes([bytes[16], bytes[17]]));
        let name = bytes[19..len].split(|&b| b == 0).next().unwrap();
        found.push((String::from_utf8_lossy(name).into_owned(), bytes[18]));
        bytes = &bytes[len..];
    }
    found.sort();
    found
}

fn text(text: &str) -> Arg {
    Arg::Bytes([text.as_bytes(), &[0]].concat())
}

const NAMES: [&str; 30] = [
    "a",
    "b",
    "c",
    "d",
    "d/x",
    "d/y",
    "d/e",
    "d/e/z",
    "d/../a",
    "d/.",
    "d/",
    "a/",
    "./b",
    "link",
    "link/",
    "dlink",
    "dlink/x",
    "dlink/",
    "dlink/new",
    "loop",
    "loop/x",
    "dangling",
    "dangling/",
    "d/e/..",
    "missing/x",
    "",
    ".",
    "d//x",
    "hard",
    "a/b",
];

fn path(random: &mut Random) -> &'static str {
    random.pick(&NAMES)
}

fn fd(random: &mut Random) -> i64 {
    random.pick(&[0, 1, 2, 3, 4, 5, 0, 1, 2, 7, 30, -1])
}

fn data(random: &mut Random) -> Vec<u8> {
    let len = random.pick(&[0, 1, 3, 10, 100, 5000]);
    (0..len).map(|_| random.below(256) as u8).collect()
}

/// A step on names.
fn name_step(random: &mut Random) -> Step {
    let (one, two) = (path(random), path(random));
    let mode = random.pick(&[0o755, 0o700, 0o666, 0o1777, 0o400, 0o200, 0o500, 0]);
    let stat =
        |number, path| Step::new(number, vec![text(path), Arg::Out(144)]).comparing(Compare::Stat);
    match random.below(17) {
        0 | 1 => stat(4, one),
        2 => stat(6, one),
        3 => Step::path(21, one, &[random.below(9) as i64]),
        4 => Step::path(83, one, &[mode]),
        5 => Step::path(84, one, &[]),
        6 | 7 => Step::path(87, one, &[]),
        8 | 9 => Step::new(82, vec![text(one), text(two)]),
        10 => Step::new(86, vec![text(one), text(two)]),
        11 => Step::new(88, vec![text(one), text(two)]),
        12 => Step::new(89, vec![text(one), Arg::Out(20), Arg::Int(random.pick(&[0, 1, 20]))]),
        13 => Step::path(76, one, &[random.pick(&[-1, 0, 7, 5000])]),
        14 => Step::path(90, one, &[mode]),
        15 => Step::numbers(95, &[random.pick(&[0o022, 0o077, 0])]),
        _ => {
            let args = vec![Arg::Int(-100), text(one), Arg::Out(144), Arg::Int(0x100)];
            Step::new(262, args).comparing(Compare::Stat)
        }
    }
}

/// A step on names that start from a directory, given or the current one.
fn relative_step(random: &mut Random) -> Step {
    let (one, two) = (path(random), path(random));
    let start = Arg::Int(random.pick(&[-100, -100, 0, 1, 2, 3, 30]));
    let flag = Arg::Int(random.pick(&[0, 0, 1, 2, 0x100, 0x200, 0x400]));
    match random.below(13) {
        0 => Step::new(
            257,
            vec![start, text(one), Arg::Int(random.pick(&OPEN_FLAGS)), Arg::Int(0o600)],
        ),
        1 => Step::new(258, vec![start, text(one), Arg::Int(0o777)]),
        2 => Step::new(263, vec![start, text(one), Arg::Int(random.pick(&[0, 0x200, 1]))]),
        3 => {
            let args =
                vec![start, text(one), Arg::Int(-100), text(two), Arg::Int(random.pick(&[0, 1]))];
            Step::new(316, args)
        }
        4 => Step::new(265, vec![start, text(one), Arg::Int(-100), text(two), flag]),
        5 => Step::new(266, vec![text(one), start, text(two)]),
        6 => Step::new(267, vec![start, text(one), Arg::Out(20), Arg::Int(20)]),
        7 => Step::new(269, vec![start, text(one), Arg::Int(random.below(8) as i64)]),
        8 | 9 => Step::path(80, one, &[]),
        10 => Step::new(79, vec![Arg::Out(300), Arg::Int(random.pick(&[0, 5, 300]))])
            .comparing(Compare::Directory),
        11 => Step::new(81, vec![start]),
        _ => Step::new(262, vec![start, text(one), Arg::Out(144), Arg::Int(0x1000)])
            .comparing(Compare::Stat),
    }
}

const OPEN_FLAGS: [i64; 18] = [
    0,
    0,
    1,
    2,
    0o100,
    0o102,
    0o101,
    0o1002,
    0o1101,
    0o2001,
    0o2102,
    0o302,
    0o200_000,
    0o400_000,
    0o10_000_000,
    0o2_000_002,
    0o200_002,
    0o1000,
];

/// A step on descriptors.
fn descriptor_step(random: &mut Random) -> Step {
    let (fd, other) = (fd(random), fd(random));
    match random.below(24) {
        0..=4 => Step::path(2, path(random), &[random.pick(&OPEN_FLAGS), 0o644]),
        5 => Step::numbers(3, &[fd]),
        6..=8 => read(fd, random.pick(&[0, 1, 7, 64, 6000])),
        9..=11 => {
            let data = data(random);
            let len = data.len() as i64;
            Step::new(1, vec![Arg::Int(fd), Arg::Bytes(data), Arg::Int(len)])
        }
        12 => {
            let (len, offset) = (random.pick(&[1, 30]), random.pick(&[-1, 0, 5, 90, 6000]));
            Step::new(17, vec![Arg::Int(fd), Arg::Out(len), Arg::Int(len as i64), Arg::Int(offset)])
        }
        13 => {
            let data = data(random);
            let (len, offset) = (data.len() as i64, random.pick(&[-1, 0, 5, 90, 6000]));
            Step::new(18, vec![Arg::Int(fd), Arg::Bytes(data), Arg::Int(len), Arg::Int(offset)])
        }
        14 | 15 => {
            let offset = random.pick(&[-20, -1, 0, 1, 50, 7000]);
            Step::numbers(8, &[fd, offset, random.pick(&[0, 1, 2, 0, 1, 2, 9])])
        }
        16 => Step::numbers(32, &[fd]),
        17 => Step::numbers(33, &[fd, random.pick(&[other, 30, -1])]),
        18 => Step::numbers(292, &[fd, other, random.pick(&[0, 0o2_000_000, 1])]),
        19 => fcntl(random, fd),
        20 => Step::new(5, vec![Arg::Int(fd), Arg::Out(144)]).comparing(Compare::Stat),
        21 => Step::numbers(77, &[fd, random.pick(&[-1, 0, 10, 5000])]),
        22 => Step::new(293, vec![Arg::Out(8), Arg::Int(random.pick(&[0o4000, 0o2_004_000, 1]))]),
        _ => dice_rare(random, fd, other),
    }
}

fn read(fd: i64, len: usize) -> Step {
    Step::new(0, vec![Arg::Int(fd), Arg::Out(len.max(1)), Arg::Int(len as i64)])
}

fn fcntl(random: &mut Random, fd: i64) -> Step {
    let (command, argument) = random.pick(&[
        (0, 0),
        (0, 4),
        (0, -1),
        (1030, 2),
        (1, 0),
        (2, 1),
        (2, 0),
        (3, 0),
        (4, 0o6000),
        (4, 0o4000),
        (9999, 0),
    ]);
    Step::numbers(72, &[fd, command, argument])
}

fn dice_rare(random: &mut Random, fd: i64, other: i64) -> Step {
    match random.below(8) {
        5 => Step::numbers(
            285,
            &[fd, random.pick(&[0, 1]), random.pick(&[-1, 0, 50]), random.pick(&[0, 900])],
        ),
        6 => Step::numbers(
            326,
            &[fd, 0, other, 0, random.pick(&[0, 10, 10_000]), random.pick(&[0, 1])],
        ),
        7 => Step::numbers(436, &[fd, random.pick(&[0, 3, 40]), random.pick(&[0, 4])]),
        0 => poll(&[(fd, 5), (other, 1)]),
        1 => Step::numbers(74, &[fd]),
        2 => Step::new(217, vec![Arg::Int(fd), Arg::Out(4096), Arg::Int(4096)])
            .comparing(Compare::Entries),
        3 => Step::numbers(40, &[fd, other, 0, random.pick(&[0, 10, 10_000])]),
        _ => Step::new(16, vec![Arg::Int(fd), Arg::Int(0x5413), Arg::Out(8)]),
    }
}

/// `poll` without waiting. The bits it reports are in a buffer that it also reads, so only the
/// number of ready descriptors is compared.
fn poll(watched: &[(i64, u16)]) -> Step {
    let mut bytes = Vec::new();
    for (fd, events) in watched {
        bytes.extend_from_slice(&(*fd as i32).to_le_bytes());
        bytes.extend_from_slice(&events.to_le_bytes());
        bytes.extend_from_slice(&[0; 2]);
    }
    let count = watched.len() as i64;
    Step::new(7, vec![Arg::Bytes(bytes), Arg::Int(count), Arg::Int(0)])
}

/// The type and inode number behind a descriptor, for the model.
fn behind(machine: &mut Machine, fd: &Arg) -> Option<(u64, u64)> {
    let Arg::Int(fd) = *fd else { return None };
    let at = machine.buffer(144);
    let known = machine.call(5, &[int(fd), at.clone()]) == 0;
    let mode = machine.number(&shift(&at, 24), 4);
    known.then(|| (mode & 0o170_000, machine.number(&shift(&at, 8), 8)))
}

/// Whether the real kernel's answer depends on the file system or on how pages lie.
fn is_special(step: &Step, machine: &mut Machine) -> bool {
    const DIRECTORY: u64 = 0o040_000;
    const FILE: u64 = 0o100_000;
    match step.number {
        // Positions in directories are made up, and the end may be where any read is an overflow.
        0 | 8 => behind(machine, &step.args[0]).is_some_and(|found| found.0 == DIRECTORY),
        // Copies are only alike between two files.
        40 | 326 => {
            let second = if step.number == 40 { 1 } else { 2 };
            let found = (behind(machine, &step.args[0]), behind(machine, &step.args[second]));
            match found {
                (Some(one), Some(two)) => (one.0, two.0) != (FILE, FILE) || one.1 == two.1,
                _ => false,
            }
        }
        _ => false,
    }
}

fn populate(root: &Path) {
    fs::create_dir_all(root.join("d/e")).unwrap();
    fs::write(root.join("a"), (0..100).collect::<Vec<u8>>()).unwrap();
    fs::write(root.join("b"), b"").unwrap();
    fs::write(root.join("d/x"), b"some text\n").unwrap();
    fs::hard_link(root.join("a"), root.join("hard")).unwrap();
    for (target, name) in
        [("a", "link"), ("d", "dlink"), ("loop", "loop"), ("d/nowhere", "dangling")]
    {
        symlink(target, root.join(name)).unwrap();
    }
}

/// Everything below a directory, as text.
fn snapshot(root: &Path) -> String {
    let mut text = String::new();
    let mut todo = vec![root.to_owned()];
    while let Some(dir) = todo.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let data = fs::symlink_metadata(&path).unwrap();
            let contents = if data.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            let times = (data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec());
            writeln!(text, "{path:?} {:o} {} {times:?} {contents:?}", data.mode(), data.nlink())
                .unwrap();
            if data.is_dir() {
                todo.push(path);
            }
        }
    }
    text
}

fn build_oracle(dir: &Path) -> PathBuf {
    let program = dir.join("oracle");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle.c");
    let built = ["cc", "clang", "clang-19", "clang-22", "gcc"].iter().any(|compiler| {
        let status = Command::new(compiler).arg("-o").arg(&program).arg(&source).status();
        status.is_ok_and(|status| status.success())
    });
    assert!(built, "a C compiler is needed");
    program
}

/// Asks the real kernel.
fn real(oracle: &Path, dir: &Path, user: u32, steps: &[Step]) -> Vec<Answer> {
    let list = dir.with_extension("list");
    let lines: Vec<String> = steps.iter().map(Step::line).collect();
    fs::write(&list, lines.join("\n") + "\n").unwrap();
    let mut command = Command::new(oracle);
    command.arg(&list).current_dir(dir);
    if user != who() {
        command.uid(user).gid(user);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "the oracle failed: {:?}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(parse).collect()
}

fn parse(line: &str) -> Answer {
    let mut words = line.split(' ');
    let result = words.next().unwrap().parse().unwrap();
    let out = words
        .map(|hex| {
            (0..hex.len() / 2)
                .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
                .collect()
        })
        .collect();
    Answer { result, out }
}

fn config(root: &Path, user: u32) -> Config {
    Config {
        host: Host::Under("/".into()),
        cwd: root.as_os_str().as_bytes().to_vec(),
        user,
        ..Config::default()
    }
}

/// A machine with descriptors and signals as the oracle has them.
fn machine(root: &Path, user: u32) -> Machine {
    let mut machine = Machine::new(&config(root, user));
    for fd in 0..3 {
        assert_eq!(machine.plain(3, &[fd]), 0);
    }
    let ignore = machine.bytes(&[&[1][..], &[0; 31]].concat());
    assert_eq!(machine.call(13, &[int(13), ignore, int(0), int(8)]), 0);
    machine
}

fn compare(steps: &[Step], ours: &[Answer], theirs: &[Answer], seed: u64) {
    assert_eq!(ours.len(), theirs.len());
    for (i, step) in steps.iter().enumerate() {
        let (our, their) = (step.essence(&ours[i]), step.essence(&theirs[i]));
        if our != their {
            let history: Vec<String> = (0..=i)
                .map(|j| format!("{:.80} -> {}", steps[j].line(), theirs[j].result))
                .collect();
            panic!(
                "sequence {seed}, step {i} ({}):\n{step:?}\nours   {our}\nreal   {their}\n{}",
                registry::SystemCall::name_of(step.number).unwrap(),
                history.join("\n")
            );
        }
    }
}

/// Runs sequences on both as a user.
fn agree(base: &Path, user: u32, seeds: Range<u64>) {
    let oracle = build_oracle(base);
    let model = base.join("model");
    populate(&model);
    let before = snapshot(&model);
    let native = base.join("real1");
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut machine = machine(&model, user);
        let (mut steps, mut ours) = (Vec::new(), Vec::new());
        while steps.len() < LENGTH {
            let step = match random.below(6) {
                0 | 1 => name_step(&mut random),
                2 => relative_step(&mut random),
                _ => descriptor_step(&mut random),
            };
            if !is_special(&step, &mut machine) {
                ours.push(step.run(&mut machine));
                steps.push(step);
            }
        }
        let _ = fs::remove_dir_all(&native);
        populate(&native);
        if user != who() {
            give_all(&native, user);
        }
        let theirs = real(&oracle, &native, user, &steps);
        compare(&steps, &ours, &theirs, seed);
    }
    assert_eq!(snapshot(&model), before, "the host was changed");
}

/// Who runs the tests.
fn who() -> u32 {
    fs::metadata("/proc/self").unwrap().uid()
}

/// Gives a directory and all in it to a user.
fn give_all(dir: &Path, user: u32) {
    lchown(dir, Some(user), Some(user)).unwrap();
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        lchown(entry.path(), Some(user), Some(user)).unwrap();
        if entry.file_type().unwrap().is_dir() {
            give_all(&entry.path(), user);
        }
    }
}

#[test]
fn random_sequences_agree_with_the_real_kernel() {
    agree(&directory("real_kernel"), who(), 0..SEQUENCES);
}

/// The superuser is refused little, so if the tests run as the superuser, they also run as another user.
#[test]
fn an_ordinary_user_is_refused_the_same() {
    if who() == 0 {
        let base = tempfile::tempdir().unwrap();
        agree(base.path(), 65_534, 10_000..10_000 + SEQUENCES / 2);
    }
}
