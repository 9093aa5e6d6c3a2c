//! What is asked, and what is not, without a program.

use memory::{Birth, Initialisation, Kind, Site, SymbolicPointer};
use term::Terms;

use super::*;
use crate::{Halt, State};

/// A state without frames.
fn state() -> State {
    State::new(Memory::new())
}

/// A byte of input.
fn input(terms: &Terms) -> Term {
    terms.select(&terms.array("x", Some(1)), &terms.number(term::INDEX, 0))
}

fn asked<T>(attempt: Attempt<T>) -> Ask {
    match attempt.map_err(|interrupt| *interrupt) {
        Err(Interrupt::Ask(ask)) => ask,
        Err(Interrupt::Halt(halt)) => panic!("{halt:?}"),
        Ok(_) => panic!("nothing was asked"),
    }
}

/// A constant is known; anything else is asked for until it is settled.
#[test]
fn settled_or_asked() {
    let mut state = state();
    let terms = state.memory.terms().clone();
    let (x, four) = (input(&terms), terms.number(Bits(8), 4));
    let small = terms.ult(&x, &four);
    assert_eq!(value(state.known(), &four, Topic::Number).ok(), Some(4));
    let never = terms.number(Bits(1), 0);
    assert_eq!(decide(state.known(), &never, Topic::Control).ok(), Some(false));

    let ask = asked(decide(state.known(), &small, Topic::Control));
    assert_eq!(ask, Ask::Truth(small.clone(), Topic::Control));
    assert_eq!(
        asked(value(state.known(), &x, Topic::Object)),
        Ask::Value(x.clone(), Topic::Object)
    );
    assert_eq!(asked(pick(state.known(), &x)), Ask::Pick(x.clone()));
    assert_eq!(asked(example(state.known(), &x)), Ask::Example(x.clone()));

    state.answer(small.clone(), 1);
    state.answer(x.clone(), 3);
    assert_eq!(decide(state.known(), &small, Topic::Control).ok(), Some(true));
    assert_eq!(value(state.known(), &x, Topic::Object).ok(), Some(3));
    assert_eq!(pick(state.known(), &x).ok(), Some(3));
}

/// An example does not settle a question, and does not survive a new constraint.
#[test]
fn examples() {
    let mut state = state();
    let x = input(state.memory.terms());
    state.exemplify(x.clone(), 9);
    assert_eq!(example(state.known(), &x).ok(), Some(9));
    assert_eq!(
        asked(value(state.known(), &x, Topic::Number)),
        Ask::Value(x.clone(), Topic::Number)
    );
    state.ask_again();
    assert_eq!(asked(example(state.known(), &x)), Ask::Example(x));
}

/// Answers to one instruction add up, and are gone at the next.
#[test]
fn answers_are_for_one_instruction() {
    let mut state = state();
    let terms = state.memory.terms().clone();
    let x = input(&terms);
    let y = terms.add(&x, &x);
    state.answer(x.clone(), 1);
    state.answer(y.clone(), 2);
    assert_eq!((state.answers.settled(&x), state.answers.settled(&y)), (Some(1), Some(2)));
    state.instructions += 1;
    state.answer(y.clone(), 4);
    assert_eq!((state.answers.settled(&x), state.answers.settled(&y)), (None, Some(4)));
}

/// What leaves the program is followed value by value where there are few values, but bytes never are.
#[test]
fn few_values() {
    let terms = Terms::new();
    let x = input(&terms);
    let wide = terms.zext(&x, Bits(32));
    let far = terms.add(&wide, &terms.var("y", Bits(32)));
    assert_eq!(few_or_one(wide.clone(), Topic::Number), Ask::Value(wide, Topic::Number));
    assert_eq!(few_or_one(far.clone(), Topic::Number), Ask::Pick(far.clone()));
    assert_eq!(few_or_one(far.clone(), Topic::Object), Ask::Value(far, Topic::Object));
    assert_eq!(few_or_one(x.clone(), Topic::Number), Ask::Pick(x));
}

/// The exit status is asked for as such: it does not fork the path.
#[test]
fn statuses() {
    let mut state = state();
    let x = input(state.memory.terms());
    let of = Value::term(x);
    let Err(Interrupt::Ask(Ask::Status(term))) = exit_status(state.known(), &of) else {
        panic!("it is a question for a status");
    };
    state.answer(term, 7);
    assert!(matches!(exit_status(state.known(), &of), Ok(7)));
    assert!(matches!(exit_status(state.known(), &Value::Int(0)), Ok(0)));
}

/// With the check on, a value that may be undefined is asked about twice before it is a fault: whether it is
/// undefined, and whether that makes a difference.
#[test]
fn undefined_values() {
    let used = |state: &State, term: &Term| decide(state.known(), term, Topic::Control);
    for check in [Initialisation::Checked, Initialisation::Free] {
        let mut state = state();
        state.memory.set_initialisation(check);
        let id = state.memory.allocate_as(Birth::Undefined, Kind::Heap, 1, 1, Site(3));
        let at = Value::Ptr { id: id.expect("room"), offset: 0 };
        let byte = state.memory.load(&at, 1).expect("a load");
        let terms = state.memory.terms().clone();
        let byte = state.memory.term_of(&byte, Bits(8));
        // Whether it is undefined depends on the input.
        let is_zero = |byte: &Term| terms.eq(byte, &terms.number(Bits(8), 0));
        let condition = terms.and(&is_zero(&input(&terms)), &is_zero(&byte));
        let ask = asked(used(&state, &condition));
        if check == Initialisation::Free {
            assert_eq!(ask, Ask::Truth(condition, Topic::Control));
            continue;
        }
        let Ask::Truth(defined, Topic::Initialised) = ask else { panic!("{ask:?}") };
        state.answer(defined, 0);
        let ask = asked(used(&state, &condition));
        let Ask::Truth(differs, Topic::Assumption | Topic::Difference) = ask else {
            panic!("{ask:?}");
        };
        let mut same = state.clone();
        state.answer(differs.clone(), 1);
        let fault = used(&state, &condition).map_err(|interrupt| *interrupt);
        assert!(
            matches!(fault, Err(Interrupt::Halt(Halt::Fault(Fault::Uninitialised { .. })))),
            "{fault:?}"
        );
        same.answer(differs, 0);
        let ask = asked(used(&same, &condition));
        assert_eq!(ask, Ask::Truth(condition, Topic::Control), "it is as good as defined");
    }
}

/// A pointer at a symbolic offset becomes a plain one by two questions: whether it is in its object, and where.
#[test]
fn plain_arguments() {
    let mut state = state();
    let id = state.memory.allocate(Kind::Heap, 16, 8, Site(1)).expect("room");
    let terms = state.memory.terms().clone();
    let offset = terms.zext(&input(&terms), Bits(64));
    let at = SymbolicPointer { lane: Lane::One(id), offset: offset.clone() }.into_value();
    let ask = |state: &State| match plain_argument(state.known(), &at) {
        Err(Interrupt::Ask(ask)) => ask,
        other => panic!("{other:?}"),
    };
    let Ask::Truth(inside, Topic::Bounds) = ask(&state) else { panic!("{:?}", ask(&state)) };
    let mut outside = state.clone();
    state.answer(inside.clone(), 1);
    assert_eq!(ask(&state), Ask::Value(offset.clone(), Topic::Object));
    state.answer(offset.clone(), 5);
    let plain = plain_argument(state.known(), &at);
    assert!(matches!(plain, Ok(Value::Ptr { id: found, offset: 5 }) if found == id), "{plain:?}");
    outside.answer(inside, 0);
    assert_eq!(ask(&outside), Ask::Pick(offset), "no access can use it: one is enough");
}
