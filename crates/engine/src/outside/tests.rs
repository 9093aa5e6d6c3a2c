//! System calls of a path, without a program that makes them.

use std::time::Duration;

use exec::{Access, Fault, Halt, Unsupported};
use memory::{Birth, Kind, ObjectId, Site};
use numeric::Bits;
use registry::SystemCall;

use super::*;
use crate::answer::{Answered, answer};
use crate::fixture::{byte, input, with_path};
use crate::{Config, Cut, Limits};

/// Makes a path execute a system call with these arguments.
fn make(cx: &mut Context<'_>, active: &mut Active, number: u64, args: &[Value]) -> Called {
    let args = std::array::from_fn(|n| args.get(n).cloned().unwrap_or(Value::ZERO));
    begin_system(cx, active, number, Box::new(args));
    call(cx, active)
}

fn write(cx: &mut Context<'_>, active: &mut Active, id: ObjectId, len: u64) -> Called {
    let args = [Value::Int(1), Value::Ptr { id, offset: 0 }, Value::Int(len)];
    make(cx, active, SystemCall::Write.number(), &args)
}

/// Concrete bytes are reported at once, and kept for the test.
#[test]
fn plain_output() {
    let (told, outcome) = with_path(&Config::default(), |cx, mut active| {
        let id = active.state.memory.allocate(Kind::Heap, 2, 1, Site(1)).expect("room");
        let at = Value::Ptr { id, offset: 0 };
        active.state.memory.store(&at, 2, &Value::Int(0x6968)).expect("a store");
        assert!(matches!(write(cx, &mut active, id, 2), Called::Done));
        assert_eq!(active.output.chunks()[0].bytes.plain(), Some(&b"hi"[..]));
        assert!(active.call.is_none());
        assert_eq!(active.calls, 1);
    });
    assert_eq!(told.output, b"hi");
    assert_eq!(outcome.figures.outside_calls, 1);
    assert!(outcome.exhaustive);
}

/// Symbolic bytes are kept as they are; the bytes reported are those for the least input of the path.
#[test]
fn symbolic_output() {
    let (told, outcome) = with_path(&Config::default(), |cx, mut active| {
        let (id, array) = input(&mut active, "x", 2);
        let (terms, first) = (cx.terms().clone(), byte(cx.terms(), &array, 0));
        let is_letter = terms.ult(&terms.number(first.width(), 0x60), &first);
        let assumed = Ask::Truth(is_letter, exec::Topic::Assumption);
        assert!(matches!(answer(cx, &mut active, assumed), Answered::Go));
        assert!(matches!(write(cx, &mut active, id, 2), Called::Done));
        let chunk = active.output.chunks()[0].clone();
        assert_eq!((chunk.bytes.len(), chunk.bytes.plain()), (2, None));
        assert_eq!(chunk.bytes.term(0), Some(&first));
    });
    assert_eq!(told.output, b"a\0");
    assert!(outcome.exhaustive, "nothing was picked");
}

/// Output of memory that was never written shows zeros, and the ledger says so.
#[test]
fn output_of_nothing() {
    let (told, outcome) = with_path(&Config::default(), |cx, mut active| {
        let memory = &mut active.state.memory;
        let id = memory.allocate_as(Birth::Undefined, Kind::Heap, 1, 1, Site(1)).expect("room");
        assert!(matches!(write(cx, &mut active, id, 1), Called::Done));
    });
    assert_eq!(told.output, b"\0");
    let cuts: Vec<_> = outcome.reasons.iter().map(|reason| &reason.what).collect();
    assert_eq!(cuts, [&Cut::TakenForZero]);
}

/// If the run is over before it is known whether output depends on memory that was never written, the call waits.
#[test]
fn no_verdict_on_output_when_the_run_is_over() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let (told, outcome) = with_path(&config, |cx, mut active| {
        let (id, _) = input(&mut active, "x", 1);
        let terms = cx.terms();
        let factor = |name| terms.zext(&terms.var(name, Bits(16)), Bits(32));
        let product = terms.number(Bits(32), 65_521 * 65_519);
        let hard = terms.eq(&terms.mul(&factor("a"), &factor("b")), &product);
        let undefined = byte(terms, &terms.undefined(1, 1), 0);
        let read = terms.ite(&hard, &undefined, &terms.number(Bits(8), 7));
        let at = Value::Ptr { id, offset: 0 };
        active.state.memory.store(&at, 1, &Value::term(read)).expect("a store");
        assert!(matches!(write(cx, &mut active, id, 1), Called::Waits));
        assert!(active.call.is_some() && active.output.chunks().is_empty());
    });
    assert_eq!(told.output, b"");
    assert!(outcome.exhaustive, "{:?}", outcome.reasons);
}

/// A number that the kernel needs is asked for, and the call waits for the answer.
#[test]
fn symbolic_arguments() {
    with_path(&Config::default(), |cx, mut active| {
        let (id, array) = input(&mut active, "x", 8);
        let length = active.state.memory.load(&Value::Ptr { id, offset: 0 }, 8).expect("a load");
        let called = make(cx, &mut active, SystemCall::Close.number(), &[length]);
        let Called::Ask(Ask::Pick(term)) = called else { panic!("{called:?}") };
        assert!(active.call.is_some(), "the call is made again");
        assert_eq!(active.calls, 1, "and is one call");
        assert!(matches!(answer(cx, &mut active, Ask::Pick(term)), Answered::Go));
        assert!(matches!(call(cx, &mut active), Called::Done));
        assert!(active.call.is_none());
        // The number is one of few: each is a path.
        let flag = cx.terms().zext(&byte(cx.terms(), &array, 0), Bits(64));
        let args = [Value::term(flag)];
        let called = make(cx, &mut active, SystemCall::Close.number(), &args);
        assert!(matches!(called, Called::Ask(Ask::Value(..))), "{called:?}");
    });
}

/// The status of an exit is asked for as such, and ends the path.
#[test]
fn exits() {
    with_path(&Config::default(), |cx, mut active| {
        let called = make(cx, &mut active, SystemCall::Exit.number(), &[Value::Int(0x103)]);
        assert!(matches!(called, Called::Halt(Halt::Exit(3))), "{called:?}");
        let (id, _) = input(&mut active, "x", 1);
        let status = active.state.memory.load(&Value::Ptr { id, offset: 0 }, 1).expect("a load");
        let called = make(cx, &mut active, SystemCall::ExitGroup.number(), &[status]);
        assert!(matches!(called, Called::Ask(Ask::Status(_))), "{called:?}");
        assert!(active.call.is_some());
    });
}

/// What is not modelled ends the path by name, and misbehaviour of the program is a fault.
#[test]
fn calls_that_fail() {
    with_path(&Config::default(), |cx, mut active| {
        let called = make(cx, &mut active, 9999, &[]);
        let Called::Halt(Halt::Unsupported(Unsupported::System(call, _))) = called else {
            panic!("{called:?}");
        };
        assert_eq!(call, gap::SystemCallName::Numbered(9999));
        let id = active.state.memory.allocate(Kind::Heap, 2, 1, Site(1)).expect("room");
        let called = write(cx, &mut active, id, 3);
        let Called::Halt(Halt::Fault(Fault::Access { access, .. })) = called else {
            panic!("{called:?}");
        };
        assert_eq!(access, Access::System);
    });
}
