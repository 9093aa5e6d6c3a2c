//! Scripts parsed back into terms: round trips of random terms, the meaning of operators against other formulations,
//! what is refused and where, depth, and mutations that must not panic.

mod common;

use common::{Trace, Tree, Values};
use numeric::{FloatKind, Rounding, Wide};
use random::Random;
use term::smt::{self, parse};
use term::{Model, Term, Terms};

/// The one assertion of a script, evaluated with everything zero.
fn holds(body: &str) -> bool {
    let terms = Terms::new();
    let text = format!("(assert {body})");
    let all = parse::assertions(&terms, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Model::new().satisfies(&all[0])
}

#[test]
fn random_terms_come_back() {
    let mut same = 0;
    const TERMS: u64 = 20_000;
    for seed in 0..TERMS {
        let mut random = Random::new(seed);
        let width = 1 + random.below(128) as u32;
        let depth = 1 + random.below(5) as u32;
        let tree = Tree::random(&mut random, width, depth);
        let terms = Terms::new();
        let term = tree.build(&terms);
        let low = terms.extract(&term, 0, numeric::Bits(1));
        let text = smt::script(std::slice::from_ref(&low));
        let back = parse::assertions(&terms, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.len(), 1);
        same += u64::from(back[0] == low);
        check_values(seed, &tree, &terms, &low, &back[0]);
    }
    // Arrays lose their lengths and tables their trailing zeros; everything else is the same term.
    assert!(same * 10 > TERMS * 9, "{same} of {TERMS}");
}

fn check_values(seed: u64, tree: &Tree, terms: &Terms, term: &Term, back: &Term) {
    if term == back {
        return;
    }
    for round in 0..4 {
        let values = Values(seed * 4 + round);
        let mut trace = Trace::default();
        let expected = tree.eval(&values, &mut trace) & 1;
        let mut model = values.model(terms, &trace.reads, &trace.vars);
        // The parser knows no lengths of arrays.
        let bytes: Vec<_> = model.array_bytes().map(|(s, i, b)| (s.clone(), i, b)).collect();
        for (symbol, index, byte) in bytes {
            if let term::Form::Array(free) = terms.array(&symbol.name, None).form() {
                model.set_byte(&free, index, byte);
            }
        }
        assert_eq!(model.eval(back).low_u128(), expected, "seed {seed}\n{term}\n{back}");
    }
}

/// Every operator of two bit-vectors against the numbers, exhaustively at four bits.
#[test]
fn derived_operators() {
    type Op = fn(i32, i32) -> i32;
    fn signed(a: i32) -> i32 {
        if a > 7 { a - 16 } else { a }
    }
    fn out(a: i32) -> i32 {
        i32::from(!(-8..8).contains(&a))
    }
    let operators: &[(&str, Op)] = &[
        ("(bvsub A B)", |a, b| (a - b) & 15),
        ("(bvnand A B)", |a, b| !(a & b) & 15),
        ("(bvnor A B)", |a, b| !(a | b) & 15),
        ("(bvxnor A B)", |a, b| !(a ^ b) & 15),
        ("(bvsmod A B)", |a, b| match signed(b) {
            0 => a,
            b => ((signed(a) % b + b) % b) & 15,
        }),
        ("(concat #b000 (bvcomp A B))", |a, b| i32::from(a == b)),
        ("(ext_rotate_left A B)", |a, b| (a << (b % 4) | a >> (4 - b % 4)) & 15),
        ("(ext_rotate_right A B)", |a, b| (a >> (b % 4) | a << (4 - b % 4)) & 15),
        ("(ite (bvuge A B) #x1 #x0)", |a, b| i32::from(a >= b)),
        ("(ite (bvugt A B) #x1 #x0)", |a, b| i32::from(a > b)),
        ("(ite (bvsge A B) #x1 #x0)", |a, b| i32::from(signed(a) >= signed(b))),
        ("(ite (bvsgt A B) #x1 #x0)", |a, b| i32::from(signed(a) > signed(b))),
        ("(ite (bvsle A B) #x1 #x0)", |a, b| i32::from(signed(a) <= signed(b))),
        ("(ite (bvnego A) #x1 #x0)", |a, _| i32::from(a == 8)),
        ("(ite (bvuaddo A B) #x1 #x0)", |a, b| i32::from(a + b > 15)),
        ("(ite (bvusubo A B) #x1 #x0)", |a, b| i32::from(a < b)),
        ("(ite (bvumulo A B) #x1 #x0)", |a, b| i32::from(a * b > 15)),
        ("(ite (bvsaddo A B) #x1 #x0)", |a, b| out(signed(a) + signed(b))),
        ("(ite (bvssubo A B) #x1 #x0)", |a, b| out(signed(a) - signed(b))),
        ("(ite (bvsmulo A B) #x1 #x0)", |a, b| out(signed(a) * signed(b))),
        ("(ite (bvsdivo A B) #x1 #x0)", |a, b| i32::from(a == 8 && b == 15)),
        ("(concat #b000 (bvredor A))", |a, _| i32::from(a != 0)),
        ("(concat #b000 (bvredand A))", |a, _| i32::from(a == 15)),
        ("((_ rotate_left 5) A)", |a, _| (a << 1 | a >> 3) & 15),
        ("((_ rotate_right 9) A)", |a, _| (a >> 1 | a << 3) & 15),
        ("((_ extract 3 0) ((_ repeat 3) A))", |a, _| a),
        ("((_ extract 5 2) ((_ sign_extend 4) A))", |a, _| signed(a) >> 2 & 15),
    ];
    for (text, meaning) in operators {
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            let term = text.replace('A', &format!("#x{a:x}")).replace('B', &format!("(_ bv{b} 4)"));
            let value = meaning(a, b);
            assert!(holds(&format!("(= {term} #x{value:x})")), "{term} is {value:x}");
        }
    }
}

#[test]
fn core_and_lets() {
    assert!(holds("(= true (=> false true false) (xor true false true true) (not false))"));
    assert!(holds("(distinct #x1 #x2 #x3)"));
    assert!(!holds("(distinct #x1 #x2 #x1)"));
    assert!(holds("(let ((x #x1) (y #x2)) (let ((x y) (y x)) (and (= x #x2) (= y #x1))))"));
    assert!(holds("(! (and true (! true :named p) p) :note (a b))"));
    assert!(holds("(= (bvadd #x1 #x2 #x3) #x6)"));
    assert!(holds("(= (ite true #b1 #b0) #b1)"));
}

/// Functions see their own parameters and what was global when they were defined, not the caller's.
#[test]
fn functions_do_not_capture() {
    let text = "(define-const k (_ BitVec 8) #x05)
        (define-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8) (bvsub x (bvadd y k)))
        (define-fun g ((y (_ BitVec 8)) (x (_ BitVec 8))) (_ BitVec 8) (f y (f x y)))
        (assert (let ((x #x10) (y #x20) (k #x07)) (= (g y x) (bvsub y (bvadd (bvsub x (bvadd y #x05)) #x05)))))";
    let terms = Terms::new();
    let all = parse::assertions(&terms, text).unwrap();
    assert!(Model::new().satisfies(&all[0]));
}

#[test]
fn arrays_of_other_shapes() {
    let wide = "(Array (_ BitVec 32) (_ BitVec 20))";
    let tiny = "(Array (_ BitVec 2) Bool)";
    let checks = [
        format!("(= (select ((as const {wide}) #xabcde) #x00000009) #xabcde)"),
        format!(
            "(= (select (store ((as const {wide}) #xabcde) #x00000009 #x12345) #x00000009) #x12345)"
        ),
        format!(
            "(= (select (store ((as const {wide}) #xabcde) #x00000009 #x12345) #x00000008) #xabcde)"
        ),
        format!(
            "(= ((as const {wide}) #xabcde) (store ((as const {wide}) #xabcde) #x00000001 #xabcde))"
        ),
        format!("(distinct ((as const {wide}) #xabcde) ((as const {wide}) #xabcdd))"),
        format!(
            "(= (store ((as const {tiny}) true) #b01 false) (ite (= #b1 #b0) ((as const {tiny}) false) \
                 (store ((as const {tiny}) true) #b01 false)))"
        ),
        "(= (select ((as const (Array (_ BitVec 8) Float16)) (_ NaN 5 11)) #x00) (_ NaN 5 11))"
            .into(),
        "(= (select (store ((as const (Array (_ BitVec 8) RoundingMode)) RTZ) #x01 RTN) #x01) RTN)"
            .into(),
    ];
    for check in checks {
        assert!(holds(&check), "{check}");
    }
}

/// A choice between arrays, checked by a read at each index.
#[test]
fn choices_between_arrays() {
    let text = "(declare-const a (Array (_ BitVec 8) (_ BitVec 12)))
        (declare-const b (Array (_ BitVec 8) (_ BitVec 12)))
        (declare-const c Bool) (declare-const i (_ BitVec 8)) (declare-const j (_ BitVec 8))
        (assert (= (select (ite c (store a #x01 #x123) (store a i #x456)) j)
                   (ite c (select (store a #x01 #x123) j) (select (store a i #x456) j))))
        (assert (= (select (store (ite c a b) #x01 #x123) j)
                   (ite c (select (store a #x01 #x123) j) (select (store b #x01 #x123) j))))
        (assert (= (= (store a i #x111) (store a j #x111))
                   (or (= i j) (and (= (select a i) #x111) (= (select a j) #x111)))))";
    let terms = Terms::new();
    let all = parse::assertions(&terms, text).unwrap();
    let symbol = |term: Term| match term.form() {
        term::Form::Var(symbol) | term::Form::Array(symbol) => symbol,
        other => panic!("{other:?}"),
    };
    for seed in 0..500 {
        let mut random = Random::new(seed * 2 + 1);
        for _ in 0..4 {
            random.next();
        }
        let mut model = Model::new();
        for (name, width) in [("c", 1), ("i", 8), ("j", 8)] {
            let width = numeric::Bits(width);
            let value = Wide::from_u64(width, random.below(4));
            model.set(symbol(terms.var(name, width)), value);
        }
        for name in ["a|0", "a|1", "b|0", "b|1"] {
            for index in 0..4 {
                let byte = [0x11, random.next() as u8][random.below(2) as usize];
                model.set_byte(&symbol(terms.array(name, None)), index, byte);
            }
        }
        assert!(all.iter().all(|term| model.satisfies(term)), "seed {seed}");
    }
}

#[test]
fn an_equality_defines_an_array() {
    let text = "(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
        (assert (= a (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07) #x00000001 #x02)))
        (assert (= (select a #x00000001) #x02)) (assert (= (select a #x00000002) #x07))";
    let terms = Terms::new();
    let all = parse::assertions(&terms, text).unwrap();
    assert_eq!(all, vec![terms.truth(true), terms.truth(true)]);
}

/// The IEEE remainder by its definition: on integers, which are multiples of the least half.
#[test]
fn float_remainder() {
    let half = FloatKind::Half;
    let number = |bits: u128| {
        let wide = half.convert(bits, FloatKind::Double, Rounding::NearestEven);
        (f64::from_bits(wide as u64) * 16_777_216.0) as i128
    };
    let mut random = Random::new(7);
    for round in 0..20_000_u64 {
        let (a, b) = (random.next() as u16, random.next() as u16);
        // For numbers near each other, small quotients are frequent.
        let b = if round % 2 == 0 { a ^ (random.below(4096) as u16) } else { b };
        let finite = |bits: u16| bits & 0x7c00 != 0x7c00;
        if !finite(a) || !finite(b) || b & 0x7fff == 0 {
            continue;
        }
        let (x, y) = (number(a.into()), number(b.into()));
        let (mut quotient, mut rest) = (x.div_euclid(y), x.rem_euclid(y));
        if 2 * rest > y.abs() || 2 * rest == y.abs() && quotient % 2 != 0 {
            rest -= y.abs();
            quotient += y.signum();
        }
        assert_eq!(quotient * y + rest, x);
        // A number is written without its sign.
        let expected = match rest {
            0 => format!("(_ {}zero 5 11)", if a >> 15 == 0 { '+' } else { '-' }),
            r if r < 0 => format!("((_ to_fp 5 11) RNE (- (/ {:?} 16777216.0)))", -r as f64),
            r => format!("((_ to_fp 5 11) RNE (/ {:?} 16777216.0))", r as f64),
        };
        let float = |bits: u16| format!("((_ to_fp 5 11) #x{bits:04x})");
        let term = format!("(= (fp.rem {} {}) {expected})", float(a), float(b));
        assert!(holds(&term), "{term}");
    }
}

#[test]
fn float_operators() {
    let (one, two) = ("((_ to_fp 8 24) RNE 1.0)", "((_ to_fp 8 24) RNE 2)");
    let nan = "(_ NaN 8 24)";
    let checks = [
        format!("(= (fp.add RNE {one} {one}) {two} (fp #b0 #x80 #b00000000000000000000000))"),
        format!("(= (fp.div RTP {one} ((_ to_fp 8 24) RNE 3.0)) ((_ to_fp 8 24) RTP (/ 1 3)))"),
        format!("(= (fp.sub RTN {one} {one}) (_ -zero 8 24))"),
        "(fp.eq (_ -zero 8 24) (_ +zero 8 24))".into(),
        "(not (= (_ -zero 8 24) (_ +zero 8 24)))".into(),
        format!(
            "(and (= {nan} (fp.div RNE (_ +zero 8 24) (_ +zero 8 24))) (not (fp.eq {nan} {nan})))"
        ),
        format!("(= (fp.neg {nan}) {nan} (fp.abs {nan}) (fp #b1 #xff #b00000000000000000000001))"),
        format!("(= (fp.to_ieee_bv (fp.neg {nan})) (fp.to_ieee_bv {nan}))"),
        format!("(not (or (fp.isNegative (fp.neg {nan})) (fp.isPositive {nan})))"),
        format!(
            "(and (fp.isSubnormal (fp #b0 #x00 #b10000000000000000000000)) (fp.isNormal {one}))"
        ),
        format!("(and (fp.isInfinite (_ -oo 8 24)) (fp.isZero (_ -zero 8 24)) (fp.isNaN {nan}))"),
        format!("(= (fp.min {nan} {one}) {one} (fp.max {one} {nan}) (fp.min {two} {one}))"),
        format!("(and (fp.lt {one} {two} (_ +oo 8 24)) (fp.geq {two} {two} {one}))"),
        format!(
            "(= ((_ fp.to_sbv 8) RTZ (fp.neg {two})) #xfe ((_ fp.to_sbv 8) RNE (fp.neg {two})))"
        ),
        format!("(= ((_ to_fp_unsigned 8 24) RNE #b10) {two} ((_ to_fp 8 24) RNE #b010))"),
        format!("(= ((_ to_fp 11 53) RNE {two}) ((_ to_fp 11 53) roundTowardZero 2.0))"),
        format!("(= (fp.sqrt RNE ((_ to_fp 8 24) RNE 4.0)) {two} (fp.fma RNE {one} {one} {one}))"),
        format!(
            "(= (fp.roundToIntegral RNA ((_ to_fp 8 24) RNE 1.5)) {two} (fp.rem {two} (_ +oo 8 24)))"
        ),
        format!("(= ((_ to_fp 8 24) #x40000000) {two})"),
    ];
    for check in checks {
        assert!(holds(&check), "{check}");
    }
}

/// A float of 15 and 64 bits is an x87 value, whose integer bit SMT-LIB hides.
#[test]
fn x87_values() {
    let text = "(declare-const x (_ FloatingPoint 15 64)) (declare-const b (_ BitVec 79))
        (assert (= x ((_ to_fp 15 64) b)
          (fp ((_ extract 78 78) b) ((_ extract 77 63) b) ((_ extract 62 0) b))))
        (assert (or (fp.isNaN x) (= (fp.to_ieee_bv x) b)))
        (assert (= x ((_ to_fp 15 64) RNE ((_ to_fp 15 113) RNE x))))
        (assert (or (fp.isNaN x) (= (fp.isPositive x) (= ((_ extract 78 78) b) #b0))))
        (assert (= (fp.isSubnormal x) (and (= ((_ extract 77 63) b) #b000000000000000)
          (distinct ((_ extract 62 0) b) (_ bv0 63)))))";
    let terms = Terms::new();
    let all = parse::assertions(&terms, text).unwrap();
    let mut random = Random::new(7);
    for _ in 0..500 {
        let exponent = [0, 1, 0x3fff, 0x7ffe, 0x7fff][random.below(5) as usize];
        let fraction = common::value(&mut random, 63);
        let bits = u128::from(random.below(2)) << 78 | exponent << 63 | fraction & ((1 << 63) - 1);
        let mut model = Model::new();
        for name in ["x", "b"] {
            let var = terms.var(name, numeric::Bits(79));
            let term::Form::Var(symbol) = var.form() else { panic!("a symbol") };
            model.set(symbol, Wide::from_u128(numeric::Bits(79), bits));
        }
        for term in &all {
            assert!(model.satisfies(term), "{bits:x}: {term}");
        }
    }
    refused(
        "(declare-const a (Array (_ BitVec 8) (_ FloatingPoint 15 64)))",
        "1:38: elements of sort (_ FloatingPoint 15 64) are not supported",
    );
}

/// A declared rounding mode is one of the five and nothing else.
#[test]
fn free_rounding_modes() {
    let text = "(declare-const m RoundingMode)
        (assert (or (= m RNE) (= m RNA) (= m RTZ) (= m RTP) (= m RTN)))
        (assert (let ((third (fp.div m ((_ to_fp 5 11) RNE 1.0) ((_ to_fp 5 11) RNE 3.0))))
          (= third (ite (= m RTP) ((_ to_fp 5 11) RTP (/ 1 3)) ((_ to_fp 5 11) RTZ (/ 1 3))
          ))))";
    let terms = Terms::new();
    let all = parse::assertions(&terms, text).unwrap();
    let term::Form::Var(mode) = terms.var("m", numeric::Bits(3)).form() else { panic!("a symbol") };
    for value in 0..8 {
        let mut model = Model::new();
        model.set(mode.clone(), Wide::from_u64(numeric::Bits(3), value));
        assert!(all.iter().all(|term| model.satisfies(term)), "{value}");
    }
}

fn refused(text: &str, expected: &str) {
    match parse::assertions(&Terms::new(), text) {
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
        Ok(_) => panic!("accepted: {text}"),
    }
}

#[test]
fn refusals_say_where_and_what() {
    refused("(assert (bvadd x\n", "1:9: this `(` is never closed");
    refused("(check-sat))", "1:12: this `)` closes nothing");
    refused("\n foo", "2:2: a command begins with `(`");
    refused("(assert |a\\b|)", "1:9: a symbol between bars cannot contain a backslash");
    refused("(assert #xzz)", "1:9: a hexadecimal constant has digits 0-9 and a-f only");
    refused("(echo \"ä\") (assert x)", "1:20: unknown symbol `x`");
    refused("(assert #x01)", "1:9: a truth value is expected here, not one of sort (_ BitVec 8)");
    refused("(assert (= #x01 #b1))", "1:17: `=` of values of sorts (_ BitVec 8) and (_ BitVec 1)");
    refused("(assert (= (bvadd #x01 #b1) #x01))", "1:24: `bvadd` takes 8 bits here, not 1");
    refused(
        "(assert (bvult true #b1))",
        "1:16: `bvult` takes a bit-vector here, not a value of sort Bool",
    );
    refused("(assert (not true true))", "1:9: `not` takes 1 argument, not 2");
    refused(
        "(assert (= ((_ extract 8 0) #x00) #x00))",
        "1:12: there are no bits 8 down to 0 in 8 bits",
    );
    refused("(assert (extract 1 0))", "1:9: `extract` is written `(_ extract ...)` with 2 numbers");
    refused("(assert (= (_ bv256 8) #x00))", "1:15: 256 does not fit into 8 bits");
    refused("(assert (exists ((x Bool)) x))", "1:10: quantifiers are not supported: `exists`");
    refused(
        "(declare-fun f (Bool) Bool)",
        "1:16: functions that are declared and not defined are not supported",
    );
    refused(
        "(declare-const i Int)",
        "1:18: the sort Int is not supported; there are bit-vectors and floats",
    );
    refused(
        "(declare-const f (_ FloatingPoint 5 12))",
        "1:21: floats of 5 and 12 bits are not supported; there are 5 11, 8 8, 8 24, 11 53, 15 64 and 15 113",
    );
    refused(
        "(declare-const a (Array (_ BitVec 65) Bool))",
        "1:25: indices of sort (_ BitVec 65) are not supported; bit-vectors of up to 64 bits are",
    );
    refused("(declare-const x Bool)(declare-const x Bool)", "1:38: `x` has a meaning already");
    refused("(push 1)(pop 2)", "1:9: `pop` of 2 where 1 were pushed");
    refused("(frobnicate)", "1:1: unknown command `frobnicate`");
    refused("(get-unsat-core)", "1:1: the command `get-unsat-core` is not supported");
    refused(
        "(define-fun f ((x Bool)) (_ BitVec 8) x)",
        "1:39: `f` is of sort (_ BitVec 8), its body of sort Bool",
    );
    refused(
        "(declare-const a (Array (_ BitVec 16) Bool))(declare-const b (Array (_ BitVec 16) Bool))\
         (assert (not (= a b)))",
        "1:102: equality of arrays is supported between updates of one array, of constant arrays, \
         and, asserted, as the definition of an array not used before",
    );
    refused("(assert (= 1 1))", "1:14: numbers are only supported where they become floats");
    refused(
        "(declare-const b (_ BitVec 70000))",
        "1:21: a bit-vector of 70000 bits is not supported; the widest has 65536",
    );
}

/// Names go with their scope.
#[test]
fn scopes() {
    refused("(push 1)(declare-const x Bool)(pop 1)(assert x)", "1:46: unknown symbol `x`");
    let terms = Terms::new();
    let text = "(push 1)(declare-const x Bool)(assert x)(pop 1)(define-sort x () Bool)
        (declare-const x (_ BitVec 8))(assert (= x #x00))(push 2)(assert false)(pop)(assert true)";
    let all = parse::assertions(&terms, text).unwrap();
    assert_eq!(all.len(), 2);
}

#[test]
fn depth_is_no_problem() {
    const DEPTH: usize = 100_000;
    let lets = "(let ((x (bvadd x #x01))) ".repeat(DEPTH) + "(= x #x00)" + &")".repeat(DEPTH);
    let nots = "(not ".repeat(DEPTH) + "p" + &")".repeat(DEPTH);
    let stores = "(store ".repeat(DEPTH) + "a" + &" i #x01)".repeat(DEPTH);
    let functions: String =
        (1..1000).map(|i| format!("(define-fun f{i} ((x Bool)) Bool (f{} x))", i - 1)).collect();
    let text = format!(
        "(declare-const x (_ BitVec 8))(declare-const p Bool)(declare-const i (_ BitVec 64))
         (declare-const a (Array (_ BitVec 64) (_ BitVec 8)))
         (define-fun f0 ((x Bool)) Bool (not x)) {functions}
         (assert {lets})(assert {nots})(assert (= (select {stores} i) #x01))(assert (f999 p))"
    );
    let terms = Terms::new();
    let all = parse::assertions(&terms, &text).unwrap();
    let p = terms.var("p", numeric::Bits(1));
    assert_eq!([&all[1], &all[3]], [&p, &terms.not(&p)]);
    refused(&"(".repeat(DEPTH), &format!("1:{DEPTH}: this `(` is never closed"));
    refused(&format!("(assert {}", "(! ".repeat(DEPTH)), "1:300006: this `(` is never closed");
}

/// Definitions that double in size end with a message instead of exhausting memory.
#[test]
fn expansion_is_bounded() {
    let mut text = "(define-fun f0 ((x Bool)) Bool (not x))".to_string();
    for i in 1..60 {
        let below = i - 1;
        text += &format!("(define-fun f{i} ((x Bool)) Bool (xor (f{below} x) (f{below} (not x))))");
    }
    let error = parse::assertions(&Terms::new(), &text).unwrap_err();
    assert!(error.message.contains("expand to too many terms"), "{error}");
}

#[test]
fn values_as_they_are_written() {
    let text =
        "(declare-const a (Array (_ BitVec 32) (_ BitVec 12)))(declare-const |x y| (_ BitVec 3))
        (get-value (a |x y| (store a #x00000002 #xabc) true ((_ to_fp 5 11) #x3c00) (_ NaN 8 24)
        ((_ to_fp 15 64) RNE (- 1.5))
        ((as const (Array (_ BitVec 8) Float16)) (_ +oo 5 11)) RNA (= |x y| #b000)))";
    let terms = Terms::new();
    let mut parser = parse::Parser::new(&terms, text);
    let mut shown = Vec::new();
    while let Some(command) = parser.command() {
        if let parse::Command::GetValue(values) = command.unwrap() {
            shown.extend(values.iter().map(|(_, value)| value.show(&terms, &Model::new())));
        }
    }
    let array = "(as const (Array (_ BitVec 32) (_ BitVec 12)))";
    let expected = [
        format!("({array} #x000)"),
        "#b000".into(),
        format!("(store ({array} #x000) #x00000002 #xabc)"),
        "true".into(),
        "(fp #b0 #b01111 #b0000000000)".into(),
        "(_ NaN 8 24)".into(),
        format!("(fp #b1 #b011111111111111 #b1{})", "0".repeat(62)),
        "((as const (Array (_ BitVec 8) (_ FloatingPoint 5 11))) (fp #b0 #b11111 #b0000000000))"
            .into(),
        "RNA".into(),
        "true".into(),
    ];
    assert_eq!(shown, expected);
}

const SEEDS: [&str; 4] = [
    "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 32) (_ BitVec 16)))(declare-const i (_ BitVec 32))
     (define-fun f ((x (_ BitVec 16)) (y Bool)) (_ BitVec 16) (ite y (bvmul x #x0003) ((_ rotate_left 3) x)))
     (assert (let ((s (store a i (f (select a i) (bvult i #x00000010))))) (distinct (select s i) #xffff)))
     (push 1)(assert (! (= (store a i #x0001) (store a i #x0002)) :named n))(get-value (a i n))(pop 1)",
    "(declare-const x Float32)(declare-const m RoundingMode)(declare-const h (_ FloatingPoint 5 11))
     (declare-const l (_ FloatingPoint 15 64))(assert (= l ((_ to_fp 15 64) m h) ((_ to_fp 15 64) RTP 0.1)))
     (assert (fp.lt (fp.add m x (fp #b0 #x7f #b00000000000000000000000)) ((_ to_fp 8 24) RNE 1.25)))
     (assert (= ((_ fp.to_ubv 8) RTZ h) ((_ extract 7 0) (fp.to_ieee_bv h))))
     (assert (fp.isNaN (fp.rem h (fp.sqrt m h))))(get-model)",
    "(assert (= (concat #b01 ((_ zero_extend 3) #xf) (bvsmod #x5 #x3)) ((_ repeat 13) #b1)))(check-sat)
     (assert (bvsmulo #x0123 (bvneg #x0456)))(assert (=> true (xor false true) (and true)))",
    "(define-sort T () (Array (_ BitVec 8) Bool))(declare-const t T)(declare-const u T)(declare-const c Bool)
     (assert (= t (store ((as const T) true) #x07 c)))(assert (select (ite c t u) #x07))
     (assert (not (= (ite c t u) u)))(check-sat-assuming (c (not c)))(echo \"a\"\"b\")(get-value (t u))",
];

/// Bytes, tokens and parentheses of scripts, swapped, dropped and doubled.
#[test]
fn mutations_do_not_panic() {
    let mut random = Random::new(11);
    for round in 0..20_000 {
        let mut text = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            mutate(&mut text, &mut random);
        }
        parse::fuzz(&text);
    }
}

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    let at = |random: &mut Random, text: &[u8]| random.below(text.len() as u64 + 1) as usize;
    let (a, b) = (at(random, text), at(random, text));
    let (a, b) = (a.min(b), a.max(b));
    match random.below(6) {
        0 if a < text.len() => text[a] = random.next() as u8,
        1 => drop(text.drain(a..b.min(a + 8))),
        2 => {
            let part = text[a..b.min(a + 40)].to_vec();
            text.splice(b..b, part);
        }
        // Words of one position at another.
        _ => {
            let words: Vec<&[u8]> = text.split(|byte| b" ()\n".contains(byte)).collect();
            let word = words[random.below(words.len() as u64) as usize].to_vec();
            let start = text[..a].iter().rposition(|byte| b" ()\n".contains(byte));
            let start = start.map_or(0, |start| start + 1);
            let end = text[start..].iter().position(|byte| b" ()\n".contains(byte));
            text.splice(start..start + end.unwrap_or(0), word);
        }
    }
}
