//! Signals, time, mapped memory, limits, waiting, and the start of a program.

mod common;

use common::{Machine, int, shift};
use env::{Config, Delivery, Notice, Reply, Script, Sharing, Spawn, initial_stack, string};
use gap::{SystemCallName, SystemGap};
use memory::{Answers, Fault, Kind, Life, Memory, Refusal, Site, Value};

const POLL: u64 = 7;
const MMAP: u64 = 9;
const MUNMAP: u64 = 11;
const BRK: u64 = 12;
const SIGACTION: u64 = 13;
const SIGPROCMASK: u64 = 14;
const SELECT: u64 = 23;
const MREMAP: u64 = 25;
const MINCORE: u64 = 27;
const NANOSLEEP: u64 = 35;
const ALARM: u64 = 37;
const GETPID: u64 = 39;
const EXIT: u64 = 60;
const KILL: u64 = 62;
const UNAME: u64 = 63;
const ARCH_PRCTL: u64 = 158;
const TKILL: u64 = 200;
const FUTEX: u64 = 202;
const CLOCK_GETTIME: u64 = 228;
const PRLIMIT: u64 = 302;
const GETRANDOM: u64 = 318;

fn plain() -> Machine {
    Machine::new(&Config::default())
}

fn unsupported(reply: Reply) -> (SystemCallName, SystemGap) {
    match reply {
        Reply::Unsupported(call, gap) => (call, gap),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_modelled_is_named() {
    let mut m = plain();
    for (number, call) in [
        (57, SystemCallName::Named("fork")),
        (42, SystemCallName::Named("connect")),
        (999, SystemCallName::Numbered(999)),
    ] {
        assert_eq!(unsupported(m.reply(number, &[])), (call, SystemGap::Whole));
    }
}

#[test]
fn sockets_of_this_machine_and_of_others() {
    let mut m = plain();
    assert_eq!(m.reply(41, &[int(1)]), Reply::Return(Value::Int(-97i64 as u64)));
    let (call, gap) = unsupported(m.reply(41, &[int(2)]));
    assert_eq!((call, gap), (SystemCallName::Named("socket"), SystemGap::Option(2)));
}

#[test]
fn calls_that_a_kernel_need_not_have() {
    let mut m = plain();
    assert_eq!(m.reply(294, &[int(0)]), Reply::Return(Value::Int(-38i64 as u64)));
    assert_eq!(m.kernel.take_notices(), [Notice::NoCall("inotify_init1")]);
    assert_eq!(m.kernel.take_notices(), []);
}

/// Descriptors, the working directory, masks and numbers are a process's own; offsets are not.
#[test]
fn a_process_ends_before_its_parent_goes_on() {
    let script = Script { command: b"tool".into(), status: 5, output: b"said".as_slice().into() };
    let spawn = Spawn::Scripted([script].into());
    let mut m = Machine::new(&Config { spawn, ..Config::default() });
    let back = |reply| match reply {
        Reply::Ended(Value::Int(id), handlers) if handlers.is_empty() => id,
        other => panic!("{other:?}"),
    };
    assert_eq!(m.reply(57, &[]), Reply::Forked(Sharing::Copied));
    assert_eq!(m.reply(GETPID, &[]), Reply::Return(Value::Int(1001)));
    assert_eq!(m.reply(110, &[]), Reply::Return(Value::Int(1000)));
    assert_eq!(m.reply(3, &[int(1)]), Reply::Return(Value::ZERO));
    assert_eq!(m.reply(58, &[]), Reply::Forked(Sharing::Shared));
    assert_eq!(back(m.reply(EXIT, &[int(300)])), 1002);
    // The child of the child is not ours to wait for.
    assert_eq!(back(m.reply(EXIT, &[int(3)])), 1001);
    assert_eq!(m.reply(GETPID, &[]), Reply::Return(Value::Int(1000)));
    assert_eq!(m.reply(61, &[int(1002)]), Reply::Return(Value::Int(-10i64 as u64)));
    assert_eq!(m.reply(61, &[int(-1)]), Reply::Return(Value::Int(1001)));
    assert_eq!(m.reply(61, &[int(-1)]), Reply::Return(Value::Int(-10i64 as u64)));
    assert_eq!(m.reply(57, &[]), Reply::Forked(Sharing::Copied));
    let (missing, there) = (m.text("/bin/other"), m.text("/bin/tool"));
    assert_eq!(m.reply(59, &[missing]), Reply::Return(Value::Int(-2i64 as u64)));
    assert_eq!(m.kernel.take_notices(), [Notice::NoCommand(b"other".into())]);
    assert_eq!(back(m.reply(59, &[there])), 1003);
    assert_eq!(m.kernel.take_output(), [(env::Stream::Out, b"said"[..].into())]);
    assert!(m.kernel.wants_processes());
}

#[test]
fn exit_has_eight_bits() {
    let mut m = plain();
    assert_eq!(m.reply(EXIT, &[int(3)]), Reply::Exit(3));
    assert_eq!(m.reply(231, &[int(-1)]), Reply::Exit(255));
    assert_eq!(m.reply(231, &[int(256)]), Reply::Exit(0));
}

fn ignore(m: &mut Machine, signal: i64) {
    let action = m.bytes(&[&[1][..], &[0; 31]].concat());
    assert_eq!(m.call(SIGACTION, &[int(signal), action, int(0), int(8)]), 0);
}

#[test]
fn signals_to_oneself() {
    let mut m = plain();
    let pid = m.plain(GETPID, &[]);
    assert_eq!(m.plain(KILL, &[pid, 0]), 0);
    assert_eq!(m.reply(KILL, &[int(pid), int(6)]), Reply::Signal(6));
    assert_eq!(m.reply(TKILL, &[int(pid), int(15)]), Reply::Signal(15));
    assert_eq!(m.plain(KILL, &[pid, 17]), 0, "ignored by default");
    assert_eq!(m.plain(KILL, &[pid + 1, 6]), -3);
    assert_eq!(m.plain(KILL, &[pid, 65]), -22);
    ignore(&mut m, 6);
    assert_eq!(m.plain(KILL, &[pid, 6]), 0);
}

#[test]
fn a_blocked_signal_arrives_when_it_is_unblocked() {
    let mut m = plain();
    let pid = m.plain(GETPID, &[]);
    let (all, none) = (m.bytes(&[0xff; 8]), m.bytes(&[0; 8]));
    assert_eq!(m.call(SIGPROCMASK, &[int(2), all, int(0), int(8)]), 0);
    assert_eq!(m.plain(TKILL, &[pid, 6]), 0);
    let pending = m.buffer(8);
    assert_eq!(m.call(127, &[pending.clone(), int(8)]), 0);
    assert_eq!(m.number(&pending, 8), 1 << 5);
    assert_eq!(m.reply(KILL, &[int(pid), int(9)]), Reply::Signal(9), "cannot be blocked");
    let reply = m.reply(SIGPROCMASK, &[int(2), none, int(0), int(8)]);
    assert_eq!(reply, Reply::Signal(6));
}

#[test]
fn a_handler_stays_a_pointer() {
    let mut m = plain();
    let id = m.memory.allocate(Kind::Function, 1, 16, Site::default()).unwrap();
    let handler = Value::Ptr { id, offset: 0 };
    let action = m.buffer(32);
    m.memory.store(&action, 8, &handler).unwrap();
    assert_eq!(m.call(SIGACTION, &[int(10), action, int(0), int(8)]), 0);
    let old = m.buffer(32);
    assert_eq!(m.call(SIGACTION, &[int(10), int(0), old.clone(), int(8)]), 0);
    assert_eq!(m.memory.load(&old, 8).unwrap(), handler);
    assert!(m.kernel.roots().any(|root| root == id));
    let pid = m.plain(GETPID, &[]);
    let delivery = Delivery { handler: handler.clone(), signal: 10, origin: None, mask: 0 };
    let reply = m.reply(KILL, &[int(pid), int(10)]);
    assert_eq!(reply, Reply::Interrupted(Value::Int(0), vec![delivery.clone()]));
    // While it is handled it is blocked; what arrives then is handled when the mask is as before.
    assert_eq!(m.call(KILL, &[int(pid), int(10)]), 0);
    let mask = m.buffer(8);
    let unblocked = m.reply(SIGPROCMASK, &[int(2), mask, int(0), int(8)]);
    assert_eq!(unblocked, Reply::Interrupted(Value::Int(0), vec![delivery]));
}

fn now(m: &mut Machine, clock: i64) -> u64 {
    let at = m.buffer(16);
    assert_eq!(m.call(CLOCK_GETTIME, &[int(clock), at.clone()]), 0);
    m.number(&at, 8) * 1_000_000_000 + m.number(&shift(&at, 8), 8)
}

#[test]
fn time_is_virtual() {
    let config = Config { start_time: 100, clock_step: 7, ..Config::default() };
    let mut m = Machine::new(&config);
    assert_eq!(now(&mut m, 0), 100_000_000_007);
    assert_eq!(now(&mut m, 0), 100_000_000_014);
    let monotonic = now(&mut m, 1);
    let sleep = m.bytes(&[&5u64.to_le_bytes()[..], &3u64.to_le_bytes()].concat());
    assert_eq!(m.call(NANOSLEEP, &[sleep, int(0)]), 0);
    assert_eq!(now(&mut m, 1), monotonic + 5_000_000_003 + 7);
    assert_eq!(now(&mut m, 0), 105_000_000_003 + 35);
    let at = m.buffer(16);
    assert_eq!(m.call(CLOCK_GETTIME, &[int(77), at]), -22);
}

#[test]
fn an_alarm_rings_in_virtual_time() {
    let mut m = plain();
    assert_eq!(m.plain(ALARM, &[10]), 0);
    assert_eq!(m.plain(ALARM, &[5]), 10);
    let short = m.bytes(&[&4u64.to_le_bytes()[..], &[0; 8]].concat());
    assert_eq!(m.call(NANOSLEEP, &[short.clone(), int(0)]), 0);
    let mut ignoring = m.clone();
    assert_eq!(m.reply(NANOSLEEP, &[short.clone(), int(0)]), Reply::Signal(14));
    ignore(&mut ignoring, 14);
    assert_eq!(ignoring.call(NANOSLEEP, &[short, int(0)]), 0);
}

#[test]
fn anonymous_mappings_are_objects() {
    let mut m = plain();
    let args = [int(0), int(5000), int(3), int(0x22), int(-1), int(0)];
    let Reply::Return(at) = m.reply(MMAP, &args) else { panic!("no mapping") };
    let Value::Ptr { id, offset: 0 } = at else { panic!("not a pointer: {at:?}") };
    assert_eq!(m.memory.object(id).unwrap().size, 8192);
    assert!(m.memory.bits(&at).is_multiple_of(4096));
    m.memory.write_bytes(&shift(&at, 8191), &[1]).unwrap();
    // In parts, and only then gone.
    assert_eq!(m.call(MUNMAP, &[shift(&at, 4096), int(4096)]), 0);
    assert_eq!(m.memory.object(id).unwrap().life, Life::Live);
    assert_eq!(m.call(MUNMAP, &[at.clone(), int(1)]), 0);
    assert_eq!(m.memory.object(id).unwrap().life, Life::Dead);
    assert!(matches!(m.memory.load(&at, 1), Err(Refusal::Fault(Fault::Dead { .. }))));
    assert_eq!(m.call(MUNMAP, &[at, int(4096)]), 0, "nothing there to unmap");
}

#[test]
fn files_are_mapped_as_copies() {
    let mut m = plain();
    let fd = m.open("/tmp/f", 0o102);
    m.write(fd, &[b'x'; 5000]);
    let args = [int(0), int(6000), int(3), int(2), int(fd), int(4096)];
    let Reply::Return(at) = m.reply(MMAP, &args) else { panic!("no mapping") };
    assert_eq!(m.read(&shift(&at, 903), 2), b"x\0");
    m.memory.write_bytes(&at, b"changed").unwrap();
    let buffer = m.buffer(7);
    assert_eq!(m.call(17, &[int(fd), buffer.clone(), int(7), int(4096)]), 7);
    assert_eq!(m.read(&buffer, 7), b"xxxxxxx");
    let shared = [int(0), int(6000), int(3), int(1), int(fd), int(0)];
    let reply = unsupported(m.reply(MMAP, &shared));
    assert_eq!(reply, (SystemCallName::Named("mmap"), SystemGap::SharedFile));
    let misplaced = [int(0), int(6000), int(3), int(2), int(fd), int(1)];
    assert_eq!(m.call(MMAP, &misplaced), -22);
    assert_eq!(m.plain(MMAP, &[0, 1 << 50, 3, 0x22, -1, 0]), -12);
    assert_eq!(m.plain(BRK, &[0]), -12);
}

#[test]
fn growing_a_mapping_keeps_pointers() {
    let mut m = plain();
    let args = [int(0), int(4096), int(3), int(0x22), int(-1), int(0)];
    let Reply::Return(at) = m.reply(MMAP, &args) else { panic!("no mapping") };
    m.memory.store(&at, 8, &at.clone()).unwrap();
    let args = [at.clone(), int(4096), int(10_000), int(1)];
    let Reply::Return(moved) = m.reply(MREMAP, &args) else { panic!("no mapping") };
    assert_ne!(moved, at);
    assert_eq!(m.memory.load(&moved, 8).unwrap(), at);
    assert!(matches!(m.memory.load(&at, 8), Err(Refusal::Fault(Fault::Dead { .. }))));
    assert!(m.memory.load(&shift(&moved, 12_280), 8).is_ok());
}

#[test]
fn waiting_ends_at_once_or_in_time_or_never() {
    let mut m = plain();
    let pipe = m.buffer(8);
    assert_eq!(m.call(22, std::slice::from_ref(&pipe)), 0);
    let out = m.number(&pipe, 4) as u8;
    let watched = m.bytes(&[out, 0, 0, 0, 1, 0, 0, 0]);
    let before = now(&mut m, 1);
    assert_eq!(m.call(POLL, &[watched.clone(), int(1), int(250)]), 0);
    assert_eq!(now(&mut m, 1) - before, 250_000_000 + 1_000_000);
    unsupported(m.reply(POLL, &[watched.clone(), int(1), int(-1)]));
    m.write(i64::from(out) + 1, b"x");
    assert_eq!(m.call(POLL, &[watched.clone(), int(1), int(-1)]), 1);
    assert_eq!(m.number(&shift(&watched, 6), 2), 1);
    let set = m.bytes(&(1u64 << out | 1 << (out + 1) | 1).to_le_bytes());
    assert_eq!(m.call(SELECT, &[int(5), set.clone(), int(0), int(0), int(0)]), 2);
    assert_eq!(m.number(&set, 8), 1 << out | 1);
}

#[test]
fn a_futex_has_nobody_to_wait_for() {
    let mut m = plain();
    let word = m.bytes(&[5, 0, 0, 0]);
    assert_eq!(m.call(FUTEX, &[word.clone(), int(1), int(1)]), 0);
    assert_eq!(m.call(FUTEX, &[word.clone(), int(128), int(4), int(0)]), -11);
    unsupported(m.reply(FUTEX, &[word.clone(), int(128), int(5), int(0)]));
    let second = m.bytes(&[&1u64.to_le_bytes()[..], &[0; 8]].concat());
    let before = now(&mut m, 1);
    assert_eq!(m.call(FUTEX, &[word, int(128), int(5), second]), -110);
    assert!(now(&mut m, 1) - before >= 1_000_000_000);
}

#[test]
fn the_machine_has_a_name_limits_and_randomness() {
    let mut m = plain();
    let at = m.buffer(390);
    assert_eq!(m.call(UNAME, std::slice::from_ref(&at)), 0);
    assert_eq!(m.read(&at, 6), b"Linux\0");
    let limit = m.bytes(&[&3u64.to_le_bytes()[..], &10u64.to_le_bytes()].concat());
    let old = m.buffer(16);
    assert_eq!(m.call(PRLIMIT, &[int(0), int(7), limit, old.clone()]), 0);
    assert_eq!(m.number(&old, 8), 1024);
    assert_eq!(m.open("/dev/null", 0), -24, "no descriptor left");
    let (a, b) = (m.buffer(16), m.buffer(16));
    let mut twin = m.clone();
    assert_eq!(m.call(GETRANDOM, &[a.clone(), int(16), int(0)]), 16);
    assert_eq!(m.call(GETRANDOM, &[b.clone(), int(16), int(0)]), 16);
    assert_ne!(m.read(&a, 16), m.read(&b, 16));
    assert_eq!(twin.call(GETRANDOM, &[b.clone(), int(16), int(0)]), 16);
    assert_eq!(twin.read(&b, 16), m.read(&a, 16));
}

#[test]
fn the_thread_pointer_is_kept() {
    let mut m = plain();
    let (block, at) = (m.buffer(64), m.buffer(8));
    assert_eq!(m.call(ARCH_PRCTL, &[int(0x1002), block.clone()]), 0);
    assert_eq!(m.call(ARCH_PRCTL, &[int(0x1003), at.clone()]), 0);
    assert_eq!(m.memory.load(&at, 8).unwrap(), block);
}

#[test]
fn the_initial_stack_is_as_the_convention_says() {
    let args = [&b"prog"[..], b"-x", b""].map(string);
    let config = Config::default();
    let mut memory = Memory::new();
    let sp = initial_stack(&mut memory, &config, &args, &[string(b"HOME=/")]).unwrap();
    let word = |memory: &Memory, n: u64| memory.load(&shift(&sp, 8 * n), 8).unwrap();
    assert_eq!(word(&memory, 0), Value::Int(3));
    let text = |n| memory.read_c_string(&word(&memory, n), &Answers::default()).unwrap().value;
    assert_eq!([text(1), text(2), text(3)], [&b"prog"[..], b"-x", b""]);
    assert_eq!(word(&memory, 4), Value::ZERO);
    assert_eq!(text(5), b"HOME=/");
    assert_eq!(word(&memory, 6), Value::ZERO);
    let mut auxiliary = Vec::new();
    for n in (7..).step_by(2) {
        let key = memory.bits(&word(&memory, n));
        auxiliary.push((key, word(&memory, n + 1)));
        if key == 0 {
            break;
        }
    }
    let find = |key| auxiliary.iter().find(|entry| entry.0 == key).map(|entry| entry.1.clone());
    assert_eq!(find(6), Some(Value::Int(4096)));
    assert_eq!(find(11), Some(Value::Int(1000)));
    let name = memory.read_c_string(&find(31).unwrap(), &Answers::default());
    assert_eq!(name.unwrap().value, b"prog");
    let random = memory.read_bytes(&find(25).unwrap(), 16, &Answers::default());
    assert_eq!(random.unwrap().value.len(), 16);
    // Running over the end of an argument is seen.
    let argument = word(&memory, 2);
    assert!(matches!(
        memory.load(&shift(&argument, 3), 1),
        Err(Refusal::Fault(Fault::OutOfBounds { .. }))
    ));
}

#[test]
fn pages_that_are_in_memory() {
    let mut m = plain();
    let at = m.call(MMAP, &[int(0), int(3 * 4096), int(3), int(0x22), int(-1), int(0)]);
    let seen = m.buffer(8);
    assert_eq!(m.call(MINCORE, &[int(at), int(2 * 4096 + 1), seen.clone()]), 0);
    assert_eq!(m.read(&seen, 4), [1, 1, 1, 0]);
    // No end of pages without anything in them is looked at.
    assert_eq!(m.call(MINCORE, &[int(at), int(i64::MAX - at), seen.clone()]), -12);
    assert_eq!(m.call(MINCORE, &[int(at + 1), int(1), seen]), -22);
}
