//! Calls through a helper: values, memory, crashes, callbacks.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use native::{
    Bridge, Call, Callable, Launch, Native, Output, Region, RegisterClass, Reply, Rights, Role,
    Slot, StartError,
};

const HEAP: u64 = 0x5000_0000_0000;
const CODE: u64 = 0x1000_0000_0000;

const SOURCE: &str = r#"
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include <stdarg.h>
#include <stdlib.h>
struct pair { long a; double b; };
struct big { int n[7]; };
struct pair swap(double b, long a) { struct pair p = { a + 1, b * 2 }; return p; }
long sum(struct big s) { long n = 0; for (int i = 0; i < 7; i++) n += s.n[i]; return n; }
float half(float f) { return f / 2; }
long double twice(long double f) { return f * 2; }
int fails(void) { int was = errno; errno = 7; return was; }
double many(int n, ...) {
  va_list l; va_start(l, n); double d = 0;
  while (n--) { d += va_arg(l, double); d += va_arg(l, int); }
  va_end(l); return d;
}
static int *kept;
void keep(int *p) { kept = p; p[1] = 5; }
void later(void) { *kept = 6; }
void crash(void) { *(volatile int *)8 = 1; }
void killed(void) { kill(getpid(), SIGKILL); }
void leave(int n) { exit(n); }
void spin(void) { for (;;) ; }
double scaled(double x, long n) { return x * n; }
double apply(double (*f)(double, long), double x) { return f(x, 3) + 1; }
"#;

fn library() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
            let name = format!("native-{}", std::process::id());
            let (source, built) = (dir.join(format!("{name}.c")), dir.join(format!("{name}.so")));
            std::fs::write(&source, SOURCE).unwrap();
            let mut compiler = Command::new("cc");
            compiler.args(["-w", "-O1", "-shared", "-fPIC", "-o"]).arg(&built).arg(&source);
            assert!(compiler.status().unwrap().success());
            built
        })
        .clone()
}

fn regions() -> [Region; 2] {
    [
        Region { name: "the heap", base: HEAP, size: 1 << 40, role: Role::Data },
        Region { name: "functions", base: CODE, size: 1 << 33, role: Role::Code },
    ]
}

fn launch() -> Launch {
    let program = env!("CARGO_BIN_EXE_native-helper").into();
    let (rights, output) = (Rights::Few, Output::Shown);
    Launch { program, args: Vec::new(), libraries: vec![library()], rights, output }
}

fn bridge() -> Bridge {
    Bridge::start(launch(), &regions()).unwrap()
}

fn call(name: &str, args: Vec<Slot>, results: &[RegisterClass]) -> Call {
    Call { name: name.to_owned(), args, fixed: None, results: results.to_vec(), errno: 0 }
}

fn returned(bridge: &mut Bridge, call: &Call) -> [u64; 2] {
    match bridge.call(call, None) {
        Reply::Returned { words, .. } => words,
        other => panic!("{}: {other:?}", call.name),
    }
}

#[test]
fn values_go_both_ways() {
    let mut bridge = bridge();
    let double = |d: f64| Slot::Double(d.to_bits());
    let words = returned(&mut bridge, &call("sqrt", vec![double(9.0)], &[RegisterClass::Double]));
    assert_eq!(words, [3f64.to_bits(), 0]);
    let args = vec![double(1.5), Slot::Int(41)];
    let words =
        returned(&mut bridge, &call("swap", args, &[RegisterClass::Int, RegisterClass::Double]));
    assert_eq!(words, [42, 3f64.to_bits()]);
    let args = vec![Slot::Float(5f32.to_bits())];
    let words = returned(&mut bridge, &call("half", args, &[RegisterClass::Float]));
    assert_eq!(words, [u64::from(2.5f32.to_bits()), 0]);
    // One, as a long double.
    let one = [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f];
    let words =
        returned(&mut bridge, &call("twice", vec![Slot::Long(one)], &[RegisterClass::Long]));
    assert_eq!(words, [1 << 63, 0x4000]);
    let bytes = (1..=7u32).flat_map(u32::to_le_bytes).collect();
    let args = vec![Slot::Bytes { bytes, align: 8 }];
    assert_eq!(returned(&mut bridge, &call("sum", args, &[RegisterClass::Int])), [28, 0]);
    let args = vec![Slot::Int(2), double(0.5), Slot::Int(1), double(0.25), Slot::Int(2)];
    let many = Call { fixed: Some(1), ..call("many", args, &[RegisterClass::Double]) };
    assert_eq!(returned(&mut bridge, &many), [3.75f64.to_bits(), 0]);
    assert_eq!(bridge.call(&call("no_such_function", vec![], &[]), None), Reply::Missing);
    let three = call("swap", vec![], &[RegisterClass::Int; 3]);
    assert!(matches!(bridge.call(&three, None), Reply::Refused(_)));
}

#[test]
fn errno_goes_both_ways() {
    let fails = Call { errno: 3, ..call("fails", vec![], &[RegisterClass::Int]) };
    assert_eq!(bridge().call(&fails, None), Reply::Returned { words: [3, 0], errno: 7 });
}

#[test]
fn memory_is_at_its_address() {
    let mut bridge = bridge();
    let at = HEAP + (1 << 39) + 16;
    bridge.show(&[(at, &[1; 8])]);
    returned(&mut bridge, &call("keep", vec![Slot::Int(at)], &[]));
    let mut bytes = [0; 8];
    bridge.read(at, &mut bytes);
    assert_eq!(bytes, [1, 1, 1, 1, 5, 0, 0, 0]);
    returned(&mut bridge, &call("later", vec![], &[]));
    bridge.read(at, &mut bytes);
    assert_eq!(bytes, [6, 0, 0, 0, 5, 0, 0, 0]);
    assert!(!bridge.reaches(CODE, 1), "code is the helper's own");
}

#[test]
fn writes_beside_objects_are_seen() {
    let mut bridge = bridge();
    let at = HEAP + (1 << 39) + 16;
    let keep = |at: u64| call("keep", vec![Slot::Int(at)], &[]);
    bridge.show(&[(at, &[1; 8])]);
    returned(&mut bridge, &keep(at));
    assert_eq!(bridge.missed_write(), None);
    // It writes to the second four bytes.
    bridge.show(&[(at, &[1; 4])]);
    returned(&mut bridge, &keep(at));
    assert_eq!(bridge.missed_write(), Some(at + 4));
    // Guards are as they should be again.
    bridge.show(&[(at, &[1; 8])]);
    returned(&mut bridge, &keep(at));
    assert_eq!(bridge.missed_write(), None);
}

#[test]
fn what_is_touched_can_be_shown() {
    let mut bridge = bridge();
    let (at, other) = (HEAP + (1 << 39), HEAP + (1 << 38));
    bridge.show(&[(at, &[1; 8])]);
    let keep = call("keep", vec![Slot::Int(other)], &[]);
    let touched = Reply::Touched { address: other + 4, write: true };
    assert_eq!(bridge.call(&keep, None), touched);
    bridge.show_more(&[(other, &[2; 8])]);
    assert_eq!(bridge.retry(None), Reply::Returned { words: [0; 2], errno: 0 });
    let mut bytes = [0; 8];
    bridge.read(other, &mut bytes);
    assert_eq!(bytes, [2, 2, 2, 2, 5, 0, 0, 0]);
    assert_eq!(bridge.missed_write(), None);
    // What is not shown any more is closed again, for a new helper, too.
    bridge.show(&[(at, &[1; 8])]);
    assert_eq!(bridge.call(&keep, None), touched);
    bridge.abandon();
    assert_eq!(bridge.call(&keep, None), touched);
}

#[test]
fn a_helper_that_is_gone_is_replaced() {
    let mut bridge = bridge();
    assert_eq!(bridge.call(&call("crash", vec![], &[]), None), Reply::Crashed(11));
    assert_eq!(bridge.call(&call("leave", vec![Slot::Int(9)], &[]), None), Reply::Exited(9));
    let killed = bridge.call(&call("killed", vec![], &[]), None);
    assert!(matches!(killed, Reply::Lost(_)), "a system short of memory does that: {killed:?}");
    let soon = Instant::now() + Duration::from_millis(200);
    assert_eq!(bridge.call(&call("spin", vec![], &[]), Some(soon)), Reply::TimedOut);
    assert_eq!(
        returned(&mut bridge, &call("abs", vec![Slot::Int(5)], &[RegisterClass::Int])),
        [5, 0]
    );
}

#[test]
fn native_code_calls_back() {
    let mut bridge = bridge();
    let params = vec![RegisterClass::Double, RegisterClass::Int];
    bridge.define(&Callable { address: CODE + 64, params, results: vec![RegisterClass::Double] });
    let args = vec![Slot::Int(CODE + 64), Slot::Double(2.5f64.to_bits())];
    let apply = call("apply", args, &[RegisterClass::Double]);
    // A new helper has to know of the function, too.
    for crash in [false, true] {
        if crash {
            bridge.call(&call("crash", vec![], &[]), None);
        }
        let Reply::Callback { address, args, .. } = bridge.call(&apply, None) else {
            panic!("no callback")
        };
        assert_eq!(
            (address, args),
            (CODE + 64, vec![Slot::Double(2.5f64.to_bits()), Slot::Int(3)])
        );
        // Other calls may be made meanwhile.
        assert_eq!(
            returned(&mut bridge, &call("abs", vec![Slot::Int(5)], &[RegisterClass::Int])),
            [5, 0]
        );
        let reply = bridge.resume([7f64.to_bits(), 0], 0, None);
        assert_eq!(reply, Reply::Returned { words: [8f64.to_bits(), 0], errno: 0 });
    }
}

#[test]
fn functions_without_code_are_native_ones() {
    let mut bridge = bridge();
    bridge.alias(CODE + 32, "scaled");
    let args = |at: u64| vec![Slot::Int(at), Slot::Double(2.5f64.to_bits())];
    let words = returned(&mut bridge, &call("apply", args(CODE + 32), &[RegisterClass::Double]));
    assert_eq!(words, [8.5f64.to_bits(), 0]);
    // Addresses without a function are not executed, among the functions or elsewhere.
    for at in [CODE + 64, CODE + 4096, HEAP] {
        bridge.show(&[(HEAP, &[0xc3; 16])]);
        let reply = bridge.call(&call("apply", args(at), &[RegisterClass::Double]), None);
        assert!(matches!(reply, Reply::Crashed(_)), "{at:#x}: {reply:?}");
    }
}

#[test]
fn what_cannot_start_says_why() {
    let taken = Region { name: "taken", base: CODE + 4096, size: 4096, role: Role::Data };
    let all = [regions()[0], regions()[1], taken];
    let Err(error) = Bridge::start(launch(), &all) else { panic!("it starts") };
    assert!(
        matches!(&error, StartError::Region { region, .. } if region.name == "taken"),
        "{error}"
    );
    let libraries = vec!["no-such-library.so".into()];
    let Err(error) = Bridge::start(Launch { libraries, ..launch() }, &regions()) else {
        panic!("it starts")
    };
    assert!(error.to_string().contains("no-such-library.so"), "{error}");
}
