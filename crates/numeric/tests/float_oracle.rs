//! Every kind but bfloat against native arithmetic: SSE for `float` and `double`, the x87 unit for
//! `x86_fp80`, the compiler's and the C library's software for `half` and `fp128`, in all rounding modes.
//!
//! `oracle.c` is compiled with gcc when the tests run, and answers requests over pipes.

// The oracle is the machine whose results ours are.
#![cfg(target_arch = "x86_64")]

mod common;

use common::Operands;
use numeric::{Bits, FloatKind, Rounding, Wide};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const KINDS: [FloatKind; 5] =
    [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::X87, FloatKind::Quad];

/// The modes a machine has.
const MODES: [Rounding; 4] = [
    Rounding::NearestEven,
    Rounding::TowardZero,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
];

const ROUNDS: usize = 4_000;

/// In the order of the enumeration in `oracle.c`.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Sqrt,
    Rem,
    Compare,
    Rint,
    Round,
    Convert,
    ToI64,
    ToU64,
    ToI128,
    ToU128,
    FromI64,
    FromU64,
    FromI128,
    FromU128,
    Ldexp,
    Frexp,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    op: Op,
    kind: FloatKind,
    rounding: Rounding,
    target: FloatKind,
    operands: [u128; 3],
}

impl Request {
    fn new(op: Op, kind: FloatKind, rounding: Rounding, operands: [u128; 3]) -> Request {
        Request { op, kind, rounding, target: kind, operands }
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.op as u8, self.kind as u8, self.rounding as u8, self.target as u8]);
        self.operands.iter().for_each(|operand| bytes.extend(operand.to_le_bytes()));
    }
}

fn oracle() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle.c");
        let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("float-oracle");
        // Other tests may be building and running it at the same time.
        let fresh = program.with_extension(std::process::id().to_string());
        let status = Command::new("gcc")
            .args(["-O1", "-frounding-math", "-fsignaling-nans", "-ffp-contract=off", "-o"])
            .arg(&fresh)
            .args([source, "-lm"])
            .status();
        assert!(status.expect("this test needs gcc").success(), "oracle.c does not compile");
        std::fs::rename(&fresh, &program).expect("a program in the same directory");
        program
    })
}

/// The native answers, in the order of the requests.
fn ask(requests: &[Request]) -> Vec<u128> {
    let mut input = Vec::new();
    requests.iter().for_each(|request| request.encode(&mut input));
    let mut child = Command::new(oracle())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle starts");
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut output = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(&input).expect("the oracle reads"));
        stdout.read_to_end(&mut output).expect("the oracle writes");
    });
    assert!(child.wait().expect("the oracle ends").success());
    assert_eq!(output.len(), requests.len() * 16);
    output.chunks_exact(16).map(|answer| u128::from_le_bytes(answer.try_into().unwrap())).collect()
}

/// What of a NaN result is compared.
#[derive(Clone, Copy, PartialEq)]
enum Nans {
    Exact,
    /// The library's choice among NaN operands is its own.
    AnyNan,
}

fn check(requests: &[Request], nans: Nans, ours: impl Fn(&Request) -> u128) {
    assert!(!requests.is_empty());
    for (request, native) in requests.iter().zip(ask(requests)) {
        let value = ours(request);
        let target = request.target;
        let both_nan = nans == Nans::AnyNan && target.is_nan(value) && target.is_nan(native);
        assert!(both_nan || value == native, "{request:x?}: ours {value:#x}, native {native:#x}");
    }
}

fn triples(kind: FloatKind, random: &mut Operands) -> [u128; 3] {
    let mut operands = [random.float(kind), random.float(kind), random.float(kind)];
    // Neighbouring exponents make sums cancel, and equal operands take ways of their own.
    match random.below(4) {
        0 => operands[1] = random.float_near(kind, operands[0]),
        1 => {
            operands[2] =
                random.float_near(kind, kind.mul(operands[0], operands[1], Rounding::NearestEven));
        }
        _ => {}
    }
    operands
}

fn requests(op: Op, seed: u64) -> Vec<Request> {
    let mut random = Operands::new(seed);
    let mut all = Vec::new();
    for kind in KINDS {
        for mode in MODES {
            all.extend(
                (0..ROUNDS).map(|_| Request::new(op, kind, mode, triples(kind, &mut random))),
            );
        }
    }
    all
}

#[test]
fn add() {
    check(&requests(Op::Add, 1), Nans::Exact, |r| {
        r.kind.add(r.operands[0], r.operands[1], r.rounding)
    });
}

#[test]
fn sub() {
    check(&requests(Op::Sub, 2), Nans::Exact, |r| {
        r.kind.sub(r.operands[0], r.operands[1], r.rounding)
    });
}

#[test]
fn mul() {
    check(&requests(Op::Mul, 3), Nans::Exact, |r| {
        r.kind.mul(r.operands[0], r.operands[1], r.rounding)
    });
}

#[test]
fn div() {
    check(&requests(Op::Div, 4), Nans::Exact, |r| {
        r.kind.div(r.operands[0], r.operands[1], r.rounding)
    });
}

#[test]
fn fma() {
    check(&requests(Op::Fma, 5), Nans::AnyNan, |r| {
        let [a, b, c] = r.operands;
        r.kind.fma(a, b, c, r.rounding)
    });
}

#[test]
fn sqrt() {
    let mut all = requests(Op::Sqrt, 6);
    // Negative operands are all alike.
    for (_, request) in all.iter_mut().enumerate().filter(|(i, _)| i % 8 != 0) {
        request.operands[0] = request.kind.abs(request.operands[0]);
    }
    check(&all, Nans::Exact, |r| r.kind.sqrt(r.operands[0], r.rounding));
}

#[test]
fn rem() {
    check(&requests(Op::Rem, 7), Nans::AnyNan, |r| r.kind.rem(r.operands[0], r.operands[1]));
}

#[test]
fn compare() {
    let all = requests(Op::Compare, 8);
    for (r, native) in all.iter().zip(ask(&all)) {
        for predicate in numeric::FloatCompare::ALL {
            let ours = r.kind.compare(predicate, r.operands[0], r.operands[1]);
            assert_eq!(ours, predicate as u128 & native != 0, "{predicate:?} {r:x?}");
        }
    }
}

#[test]
fn round_to_integral() {
    let mut all = requests(Op::Rint, 9);
    let away = all.iter().filter(|r| r.rounding == Rounding::NearestEven).copied();
    let away: Vec<Request> =
        away.map(|r| Request { op: Op::Round, rounding: Rounding::NearestAway, ..r }).collect();
    all.extend(away);
    let mut random = Operands::new(90);
    for request in &mut all {
        // Most random values are integers or vanish: these have a point to round at.
        if random.below(2) == 0 {
            request.operands[0] = random.float_with_fraction(request.kind);
        }
    }
    check(&all, Nans::AnyNan, |r| r.kind.round_to_integral(r.operands[0], r.rounding));
}

#[test]
fn convert() {
    let mut all = requests(Op::Convert, 10);
    let mut random = Operands::new(100);
    for request in &mut all {
        request.target = KINDS[random.below(5) as usize];
        if request.target.precision() < request.kind.precision() && random.below(2) == 0 {
            request.operands[0] = random.float_within(request.kind, request.target);
        }
    }
    all.retain(|r| r.target != r.kind);
    check(&all, Nans::Exact, |r| r.kind.convert(r.operands[0], r.target, r.rounding));
}

#[test]
fn to_integers() {
    let cases = [
        (Op::ToI64, Bits(64)),
        (Op::ToU64, Bits(64)),
        (Op::ToI128, Bits(128)),
        (Op::ToU128, Bits(128)),
    ];
    let mut random = Operands::new(11);
    for (op, width) in cases {
        let ours = |r: &Request| match op {
            Op::ToI64 | Op::ToI128 => r.kind.to_signed(r.operands[0], width, Rounding::TowardZero),
            _ => r.kind.to_unsigned(r.operands[0], width, Rounding::TowardZero),
        };
        let mut all = requests(op, 12);
        for request in &mut all {
            request.rounding = Rounding::NearestEven;
            if random.below(4) != 0 {
                request.operands[0] = random.float_with_fraction(request.kind);
            }
        }
        // Out of range C has no meaning; another test has the limits.
        all.retain(|r| ours(r).is_some());
        assert!(all.len() > ROUNDS);
        check(&all, Nans::Exact, |r| ours(r).unwrap().low_u128());
    }
}

#[test]
fn from_integers() {
    let cases = [
        (Op::FromI64, Bits(64)),
        (Op::FromU64, Bits(64)),
        (Op::FromI128, Bits(128)),
        (Op::FromU128, Bits(128)),
    ];
    let mut random = Operands::new(13);
    for (op, width) in cases {
        let mut all = requests(op, 14);
        for request in &mut all {
            request.operands[0] = random.wide(width).low_u128();
        }
        check(&all, Nans::Exact, |r| {
            let integer = Wide::from_u128(width, r.operands[0]);
            match op {
                Op::FromI64 | Op::FromI128 => r.kind.from_signed(&integer, r.rounding),
                _ => r.kind.from_unsigned(&integer, r.rounding),
            }
        });
    }
}

#[test]
fn ldexp() {
    let mut all = requests(Op::Ldexp, 15);
    let mut random = Operands::new(16);
    for request in &mut all {
        let range = [40, 400, 4_000, 40_000, 4_000_000_000][random.below(5) as usize];
        let exponent = (random.below(range) as i64 - range as i64 / 2) as i32;
        request.operands[1] = u128::from(exponent as u32);
    }
    check(&all, Nans::AnyNan, |r| r.kind.ldexp(r.operands[0], r.operands[1] as i32, r.rounding));
}

#[test]
fn frexp() {
    let mut all = requests(Op::Frexp, 17);
    // The answer has no room for both parts of a quad; `frexp` does not round.
    all.retain(|r| r.kind != FloatKind::Quad && r.rounding == Rounding::NearestEven);
    for (r, native) in all.iter().zip(ask(&all)) {
        let (fraction, exponent) = r.kind.frexp(r.operands[0]);
        let native_fraction = native & (u128::MAX >> (128 - r.kind.width().0));
        if !r.kind.is_nan(fraction) || !r.kind.is_nan(native_fraction) {
            assert_eq!((fraction, exponent), (native_fraction, (native >> 96) as i32), "{r:x?}");
        }
    }
}

/// Encodings that the x87 unit refuses, and pseudo-denormals: where the hardware itself computes.
#[test]
fn x87_odd_encodings() {
    let mut random = Operands::new(18);
    let mut odd = || {
        let bits = random.next_u128() >> 48;
        let exponent = [0, 0, 1, 0x3fff, 0x7ffe, 0x7fff][random.below(6) as usize] << 64;
        let fraction =
            if random.below(4) == 0 { bits & (1 << 63) } else { bits & u128::from(u64::MAX) };
        fraction | exponent | bits & 1 << 79
    };
    let mut all = Vec::new();
    for op in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Sqrt, Op::Rint, Op::Compare, Op::Convert] {
        for rounding in MODES {
            for _ in 0..ROUNDS {
                let mut request = Request::new(op, FloatKind::X87, rounding, [odd(), odd(), 0]);
                if op == Op::Convert {
                    request.target = FloatKind::Double;
                }
                all.push(request);
            }
        }
    }
    check(&all, Nans::Exact, |r| {
        let ([a, b, _], kind, rounding) = (r.operands, r.kind, r.rounding);
        match r.op {
            Op::Add => kind.add(a, b, rounding),
            Op::Sub => kind.sub(a, b, rounding),
            Op::Mul => kind.mul(a, b, rounding),
            Op::Div => kind.div(a, b, rounding),
            Op::Sqrt => kind.sqrt(a, rounding),
            Op::Rint => kind.round_to_integral(a, rounding),
            Op::Convert => kind.convert(a, FloatKind::Double, rounding),
            _ => match kind.partial_cmp(a, b) {
                Some(std::cmp::Ordering::Equal) => 1,
                Some(std::cmp::Ordering::Greater) => 2,
                Some(std::cmp::Ordering::Less) => 4,
                None => 8,
            },
        }
    });
}
