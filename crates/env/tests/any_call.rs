//! Whatever a program passes, the kernel answers: no panic, and no memory beyond measure.

mod common;

use common::{Machine, int};
use env::{Config, Host, Reply, Stdin};
use memory::{Life, Pointer, Site, Value};
use random::Random;
use registry::SystemCall;

const SEQUENCES: u64 = 200;
const LENGTH: usize = 400;

/// Numbers at the edges of what arguments can be.
const NUMBERS: [i64; 24] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    13,
    16,
    24,
    64,
    100,
    -1,
    -2,
    -100,
    0x22,
    0x1000,
    100_000,
    1 << 31,
    (1 << 31) - 1,
    1 << 40,
    i64::MAX,
    i64::MIN,
];

const PATHS: [&str; 9] =
    ["/tmp", "/tmp/a", "a", "/dev/zero", "/dev/full", "/dev/stdin", "..", "/a/b/c", ""];

/// Pointers to pass: live, dead, small, large, to words that look like structures.
fn pointers(m: &mut Machine, random: &mut Random) -> Vec<Value> {
    let mut pointers: Vec<Value> = PATHS.iter().map(|path| m.text(path)).collect();
    pointers.extend([1, 8, 16, 64, 300, 5000].map(|size| m.buffer(size)));
    for _ in 0..6 {
        let at = m.buffer(128);
        for offset in (0..128).step_by(8) {
            let word = int(random.pick(&NUMBERS));
            m.memory.store(&common::shift(&at, offset), 8, &word).unwrap();
        }
        // The first word leads somewhere, as in a vector.
        let target = pointers[random.below(pointers.len() as u64) as usize].clone();
        m.memory.store(&at, 8, &target).unwrap();
        pointers.push(at);
    }
    let dead = m.buffer(32);
    let Value::Ptr { id, offset } = dead else { unreachable!("a buffer is an object") };
    m.memory.free(Pointer { id, offset }, Site::default()).unwrap();
    pointers.push(dead);
    pointers
}

fn argument(random: &mut Random, pointers: &[Value]) -> Value {
    match random.below(10) {
        0..4 => int(random.pick(&NUMBERS)),
        4 => int(random.below(70) as i64),
        5 => {
            common::shift(&pointers[random.below(pointers.len() as u64) as usize], random.below(40))
        }
        _ => pointers[random.below(pointers.len() as u64) as usize].clone(),
    }
}

#[test]
fn every_call_is_answered() {
    let numbers: Vec<u64> = (0..500).filter(|&n| SystemCall::name_of(n).is_some()).collect();
    let config = Config {
        stdin: Stdin::bytes(vec![b'x'; 100]),
        host: Host::Under("/etc".into()),
        ..Config::default()
    };
    let (mut returned, mut failed, mut faults) = (0, 0, 0);
    for seed in 0..SEQUENCES {
        let mut random = Random::new(seed);
        let mut m = Machine::new(&config);
        let pointers = pointers(&mut m, &mut random);
        for _ in 0..LENGTH {
            let number = random.pick(&numbers);
            let args: Vec<Value> = (0..6).map(|_| argument(&mut random, &pointers)).collect();
            let before = m.memory.objects().live_bytes();
            match m.reply(number, &args) {
                Reply::Return(value) if (m.memory.bits(&value) as i64) < 0 => failed += 1,
                Reply::Return(value) => {
                    returned += 1;
                    if let Value::Ptr { id, .. } = value {
                        assert_eq!(m.memory.object(id).unwrap().life, Life::Live);
                    }
                }
                Reply::Interrupted(..) | Reply::Forked(_) | Reply::Ended(..) => returned += 1,
                Reply::Fault(_) => faults += 1,
                reply @ (Reply::Needs(_) | Reply::Asks(_) | Reply::Which(_)) => {
                    panic!("nothing is symbolic: {reply:?}")
                }
                Reply::Unsupported(..) => {}
                Reply::Exit(status) => assert!((0..256).contains(&status)),
                Reply::Signal(signal) => assert!((1..=64).contains(&signal)),
            }
            if !matches!(number, 9 | 25) {
                assert!(
                    m.memory.objects().live_bytes() <= before,
                    "{:?} made memory",
                    SystemCall::name_of(number)
                );
            }
        }
    }
    // All kinds of answers are seen, or this tests little.
    assert!(returned > 1000 && failed > 1000 && faults > 1000, "{returned} {failed} {faults}");
}
