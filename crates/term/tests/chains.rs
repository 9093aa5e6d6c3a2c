//! Chains of every kind of node, deep compared with the stack: they are built, evaluated, substituted in, printed,
//! parsed again (except floats), shadowed and dropped by a thread with a small stack. Chains of identities do not
//! grow.

use numeric::{Bits, FloatKind, Rounding, Wide};
use term::{Binary, Float, FloatOp, Form, INDEX, Model, Substitution, Term, Terms};

const DEPTH: u64 = 5_000;
/// With 64 bytes of stack for each node, the thread would overflow.
const STACK: usize = 256 << 10;
const WIDTH: Bits = Bits(32);

/// One more node on a chain.
type Step = Box<dyn Fn(&Terms, &Term, u64) -> Term + Send>;

fn symbol(terms: &Terms, i: u64) -> Term {
    terms.var(if i.is_multiple_of(2) { "x" } else { "y" }, WIDTH)
}

/// A result of any width converted to the width of the chain.
fn widened(terms: &Terms, term: &Term) -> Term {
    if term.width() < WIDTH { terms.zext(term, WIDTH) } else { terms.extract(term, 0, WIDTH) }
}

fn binary(op: Binary) -> Step {
    Box::new(move |terms, last, i| widened(terms, &terms.binary(op, last, &symbol(terms, i))))
}

/// Operators other than those on two integers.
fn others() -> Vec<(String, Step)> {
    let named = |name: &str, step: Step| (name.to_owned(), step);
    vec![
        named("not", Box::new(|terms, last, i| terms.not(&terms.mul(last, &symbol(terms, i))))),
        named(
            "choice by the chain",
            Box::new(|terms, last, i| {
                let holds = terms.ult(last, &symbol(terms, i));
                terms.ite(&holds, &symbol(terms, i + 1), &terms.number(WIDTH, i))
            }),
        ),
        named(
            "choice of the chain",
            Box::new(|terms, last, i| {
                let holds = terms.eq(&symbol(terms, i), &terms.number(WIDTH, i));
                terms.ite(&holds, &terms.number(WIDTH, i * 3), last)
            }),
        ),
        named(
            "halves",
            Box::new(|terms, last, i| {
                let sum = terms.add(last, &symbol(terms, i));
                let half = Bits(16);
                terms.concat(&terms.extract(&sum, 0, half), &terms.extract(&sum, 16, half))
            }),
        ),
        named(
            "signs",
            Box::new(|terms, last, i| {
                let product = terms.mul(last, &symbol(terms, i));
                terms.sext(&terms.extract(&product, 3, Bits(17)), WIDTH)
            }),
        ),
        named(
            "index",
            Box::new(|terms, last, _| {
                let at = terms.zext(last, INDEX);
                terms.zext(&terms.select(&terms.array("input", None), &at), WIDTH)
            }),
        ),
    ]
}

/// Does everything with a chain.
fn exercise(name: &str, step: &Step) {
    let terms = Terms::new();
    let x = symbol(&terms, 0);
    let mut chain = x.clone();
    for i in 1..DEPTH {
        chain = step(&terms, &chain, i);
    }
    let model = Model::new();
    let value = model.eval(&chain);
    let is = terms.eq(&chain, &terms.constant(value.clone()));
    assert!(model.satisfies(&is), "{name}");
    let three = terms.number(WIDTH, 3);
    let mut put = Substitution::new(|part: &Term| (*part == x).then(|| three.clone()));
    let put = put.apply(&terms, &chain);
    let mut with_three = Model::new();
    let Form::Var(symbol) = x.form() else { panic!("a symbol") };
    with_three.set(symbol, Wide::from_u64(WIDTH, 3));
    assert_eq!(model.eval(&put), with_three.eval(&chain), "{name}");
    let script = term::smt::script(std::slice::from_ref(&is));
    // A script has symbols of its own for the bits of floats, which the model does not know.
    if !script.contains("to_fp") {
        let again = term::smt::parse::assertions(&terms, &script).expect("our own script");
        assert!(again.iter().all(|assertion| model.satisfies(assertion)), "{name}");
    }
    assert!(!chain.to_string().is_empty() && !chain.inputs().is_empty());
    // A chain on what was never written.
    let unwritten = terms.select(&terms.undefined(1, 8), &terms.number(INDEX, 0));
    let mut undefined = terms.zext(&unwritten, WIDTH);
    for i in 1..DEPTH {
        undefined = step(&terms, &undefined, i);
    }
    let _ =
        (terms.shadow(&undefined), terms.has_exact_shadow(&undefined), terms.frozen(&undefined));
}

fn with_little_stack(chains: Vec<(String, Step)>) {
    let run = move || chains.iter().for_each(|(name, step)| exercise(name, step));
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no panic");
}

/// A float operator on the chain and symbols.
fn float(op: FloatOp) -> Step {
    let float = Float { op, kind: FloatKind::Single, rounding: Rounding::NearestEven };
    Box::new(move |terms, last, i| {
        let (x, y) = (symbol(terms, i), symbol(terms, i + 1));
        let width = match float.result() {
            Some(kind) => kind.width(),
            None if op.is_comparison() => Bits(1),
            None => WIDTH,
        };
        widened(terms, &terms.float(float, &[last, &x, &y][..op.arity()], width))
    })
}

#[test]
fn floats() {
    with_little_stack(FloatOp::ALL.map(|op| (format!("{op:?}"), float(op))).into());
}

/// Operations that change no number make a float canonical once, and then have no effect.
#[test]
fn float_identities() {
    for kind in FloatKind::ALL {
        let terms = Terms::new();
        let rounding = Rounding::NearestEven;
        let number = |value: i64| {
            let value = Wide::from_i128(Bits(8), value.into());
            terms.float_constant(kind, kind.from_signed(&value, rounding))
        };
        let (one, minus_zero) = (number(1), terms.float_constant(kind, kind.sign_bit()));
        let x = terms.var("x", kind.width());
        let identities: [&dyn Fn(&Term) -> Term; 4] = [
            &|a| terms.fdiv(kind, rounding, a, &one),
            &|a| terms.fmul(kind, rounding, a, &one),
            &|a| terms.fadd(kind, rounding, a, &minus_zero),
            &|a| terms.fconvert(kind, kind, rounding, a),
        ];
        let once = terms.fcanonical(kind, &x);
        for (place, identity) in identities.iter().enumerate() {
            let mut chain = x.clone();
            for _ in 0..DEPTH {
                chain = identity(&chain);
            }
            assert_eq!(chain, once, "identity {place} of {kind:?}");
        }
    }
}

#[test]
fn integers() {
    with_little_stack(Binary::ALL.map(|op| (format!("{op:?}"), binary(op))).into());
}

#[test]
fn choices_parts_and_reads() {
    with_little_stack(others());
}
