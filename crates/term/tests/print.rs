//! The exact texts; and that the form of a term does not depend on what was built before it.

use numeric::{Bits, FloatKind, Rounding, Wide};
use term::{BYTE, INDEX, Term, Terms, smt};

#[test]
fn smt_script() {
    let terms = Terms::new();
    let (x, y) = (terms.var("x", Bits(8)), terms.var("y", Bits(8)));
    let quotient = terms.udiv(&x, &y);
    let below = terms.ult(&quotient, &terms.number(BYTE, 7));
    let at_most = terms.ule(&quotient, &terms.xor(&x, &terms.number(BYTE, 2)));
    assert_eq!(
        smt::script(&[below, at_most]),
        "(set-logic QF_BV)\n\
         (declare-fun |x| () (_ BitVec 8))\n\
         (declare-fun |y| () (_ BitVec 8))\n\
         (define-fun $t0 () (_ BitVec 8) (bvudiv |x| |y|))\n\
         (assert (bvult $t0 #x07))\n\
         (assert (not (bvult (bvxor |x| #x02) $t0)))\n\
         (check-sat)\n"
    );
}

#[test]
fn smt_arrays_and_widths() {
    let terms = Terms::new();
    let (i, c) = (terms.var("i", INDEX), terms.var("c", Bits(1)));
    let table = terms.table([0, 5].into());
    let stored = terms.store(&table, &i, &terms.number(BYTE, 9));
    let byte = terms.select(&stored, &terms.number(INDEX, 1));
    let wide = terms.sext(&terms.ult(&i, &terms.number(INDEX, 3)), Bits(5));
    let other = terms.ite(&c, &wide, &terms.number(Bits(5), 2));
    let less = terms.ult(&other, &terms.var("five", Bits(5)));
    assert_eq!(
        smt::script(&[terms.eq(&byte, &terms.number(BYTE, 4)), less]),
        "(set-logic ALL)\n\
         (define-fun $t0 () (Array (_ BitVec 64) (_ BitVec 8)) (store ((as const (Array (_ BitVec 64) \
         (_ BitVec 8))) #x00) #x0000000000000001 #x05))\n\
         (declare-fun |i| () (_ BitVec 64))\n\
         (declare-fun |c| () (_ BitVec 1))\n\
         (declare-fun |five| () (_ BitVec 5))\n\
         (assert (= (select (store $t0 |i| #x09) #x0000000000000001) #x04))\n\
         (assert (bvult (ite (= |c| #b1) ((_ sign_extend 4) (ite (bvult |i| #x0000000000000003) #b1 \
         #b0)) #b00010) |five|))\n\
         (check-sat)\n"
    );
}

/// The bits of a result are declared where they are used, and only there.
#[test]
fn smt_floats() {
    let terms = Terms::new();
    let kind = FloatKind::Half;
    let [x, y] = ["x", "y"].map(|name| terms.var(name, Bits(16)));
    let sum = terms.fadd(kind, Rounding::NearestEven, &x, &y);
    let less = terms.flt(kind, &sum, &x);
    assert_eq!(
        smt::script(&[less]),
        "(set-logic QF_BVFP)\n\
         (declare-fun |x| () (_ BitVec 16))\n\
         (declare-fun |y| () (_ BitVec 16))\n\
         (define-fun $t0 () (_ FloatingPoint 5 11) (fp.add RNE ((_ to_fp 5 11) |x|) ((_ to_fp 5 11) \
         |y|)))\n\
         (assert (fp.lt $t0 ((_ to_fp 5 11) |x|)))\n\
         (check-sat)\n"
    );
    let odd = terms.extract(&sum, 0, Bits(1));
    let text = smt::script(&[odd]);
    for line in [
        "(declare-fun $t1 () (_ BitVec 16))\n",
        "(assert (= ((_ extract 0 0) $t1) #b1))\n",
        "(assert (= ((_ to_fp 5 11) $t1) $t0))\n",
        "(assert (=> (fp.isNaN $t0) (= $t1 ",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

/// Names that become equal when written are told apart.
#[test]
fn smt_names_do_not_clash() {
    let terms = Terms::new();
    let names = ["a|b", "a_b", "$t0"].map(|name| terms.var(name, Bits(8)));
    let shared = terms.udiv(&terms.udiv(&names[0], &names[1]), &names[2]);
    let text = smt::script(&[terms.ult(&shared, &names[0]), terms.ult(&names[1], &shared)]);
    for name in ["|a_b|", "|a_b!|", "|$t0|", "$t1"] {
        let declared = |word: &str| text.matches(&format!("-fun {word} ")).count();
        assert_eq!(declared(name), 1, "{name} in\n{text}");
    }
}

#[test]
fn infix() {
    let terms = Terms::new();
    let x = terms.var("x", Bits(32));
    let input = terms.array("in", None);
    let byte = terms.select(&input, &terms.number(INDEX, 3));
    let sum = terms.add(&x, &terms.zext(&byte, Bits(32)));
    let text = terms.udiv(&sum, &terms.extract(&terms.concat(&x, &sum), 0, Bits(32))).to_string();
    let either = ["$1 = (x + (0 . in[3])); ($1 / $1)", "$1 = ((0 . in[3]) + x); ($1 / $1)"];
    assert!(either.contains(&text.as_str()), "{text}");
    let wide = terms.constant(Wide::ones(Bits(72)));
    assert_eq!(wide.to_string(), "0xffffffffffffffffff");
    assert_eq!(terms.ashr(&x, &x).to_string(), "(x >>s x)");
    let product =
        terms.fmul(FloatKind::Single, Rounding::TowardZero, &x, &terms.number(Bits(32), 0));
    assert_eq!(product.to_string(), "fmul.float.zero(x, 0)");
    let double = terms.fconvert(FloatKind::Single, FloatKind::Double, Rounding::TowardZero, &x);
    assert_eq!(double.to_string(), "float.to.double(x)");
}

/// Sums, products and conjunctions of many symbols, built in the order given.
fn sample(terms: &Terms, order: &[u32]) -> Term {
    let vars: Vec<Term> = order.iter().map(|i| terms.var(&format!("x{i}"), Bits(16))).collect();
    let fold = |op: fn(&Terms, &Term, &Term) -> Term| {
        vars.iter().skip(1).fold(vars[0].clone(), |all, next| op(terms, &all, next))
    };
    terms.udiv(&fold(Terms::add), &terms.and(&vars[0], &vars[0]))
}

#[test]
fn form_is_independent_of_history() {
    let (plain, busy) = (Terms::new(), Terms::new());
    let junk: Vec<Term> = (0..50).rev().map(|i| busy.var(&format!("x{i}"), Bits(16))).collect();
    let order: Vec<u32> = vec![3, 1, 4, 15, 9, 2, 6];
    let shuffled: Vec<u32> = vec![3, 6, 2, 9, 15, 4, 1];
    let (a, b) = (sample(&plain, &order), sample(&busy, &shuffled));
    assert_eq!(a.to_string(), b.to_string());
    assert_eq!(a.shape_hash(), b.shape_hash());
    drop(junk);
}

/// Pushing an operation down must not unfold shared terms, nor follow a chain without end.
#[test]
fn shared_and_deep_choices_stay_cheap() {
    let terms = Terms::new();
    let mut shared = terms.var("x", Bits(64));
    let mut chain = terms.var("y", Bits(64));
    for i in 0..20_000 {
        let c = terms.var(&format!("c{i}"), Bits(1));
        if i < 200 {
            let more = terms.udiv(&shared, &terms.var("d", Bits(64)));
            shared = terms.ite(&c, &more, &shared);
        }
        chain = terms.ite(&c, &terms.number(Bits(64), i + 1), &chain);
    }
    let low = terms.extract(&shared, 0, Bits(8));
    assert_eq!(low.width(), BYTE);
    assert_eq!(terms.eq(&chain, &terms.number(Bits(64), 7)).width(), Bits(1));
    assert!(terms.live() < 90_000, "{}", terms.live());
}
