//! Everything has words of its own, and they are those that users know.

use std::rc::Rc;

use std::collections::BTreeSet;

use ::gap::{NativeGap, SystemCallName, SystemGap, Unsupported};
use exec::Inconclusive;
use solver::Unknown;
use solver::sat::Reason as SolverLimit;

use super::*;

/// A sample of every variant of a type: one that is missing does not compile.
macro_rules! samples {
    ($type:ident: $($unit:ident)*; $($pattern:pat => $sample:expr),* $(,)?) => {{
        let _ = |value: &$type| match value {
            $($type::$unit => {})*
            $($pattern => {})*
        };
        vec![$($type::$unit,)* $({
            let sample = $sample;
            assert!(matches!(&sample, $pattern));
            sample
        }),*]
    }};
}

fn unknowns() -> Vec<Unknown> {
    let limits = samples!(SolverLimit: Conflicts Deadline Interrupt Size;);
    let mut all = samples!(Unknown: ;
        Unknown::Limit(_) => Unknown::Limit(SolverLimit::Size),
        Unknown::Unsupported(_) => Unknown::Unsupported("x".into()),
        Unknown::Failed(_) => Unknown::Failed("y".into()),
    );
    all.extend(limits.into_iter().filter(|l| *l != SolverLimit::Size).map(Unknown::Limit));
    all
}

fn limits() -> Vec<Limit> {
    samples!(Limit: Instructions Time Memory Depth Tests Faults Interrupt;)
}

fn inconclusives() -> Vec<Inconclusive> {
    let mut all = samples!(Inconclusive: NotAValue NotAnObject NoWay;
        Inconclusive::Unknown(_) => Inconclusive::Unknown(Unknown::Failed("z".into())));
    all.extend(unknowns().into_iter().map(Inconclusive::Unknown));
    all
}

fn system_gaps() -> Vec<SystemGap> {
    samples!(SystemGap:
        Whole WaitsForReadiness WaitsForSignal WaitsForThread WaitsForEmptyPipe WaitsForFullPipe
        UserChange WaitsForChild OtherProcess ManyProcesses SpecialFile SpecialRename ProcessorTimer SharedFile FixedAddress
        FixedOutsideMapping NotMapped PartOfMapping VastObject PagesReadAgain Terminal;
        SystemGap::StoppingSignal(_) => SystemGap::StoppingSignal(19),
        SystemGap::HandledSignal(_) => SystemGap::HandledSignal(10),
        SystemGap::LargeHostFile { .. } => SystemGap::LargeHostFile { bytes: 1 << 40 },
        SystemGap::Option(_) => SystemGap::Option(4),
        SystemGap::Operation(_) => SystemGap::Operation(4),
        SystemGap::Policy(_) => SystemGap::Policy(4),
    )
}

fn native_gaps() -> Vec<NativeGap> {
    samples!(NativeGap:
        UnknownType Rounding SymbolicData WideArgument UnusualFloat MissingArgument
        UnreadableArgument OddLongDouble NotANumber MissingResult ResultByValue UnsizedObject
        OutOfReach CallsNoFunction CallsUnknownType WritesSymbolic FreesOrResizes Disconnected
        TooManyMappings FileLimit Killed StrangeAnswer;
        NativeGap::WideInteger(_) => NativeGap::WideInteger(128),
        NativeGap::Vector { .. } => NativeGap::Vector { lanes: 4, bits: 128 },
        NativeGap::Refused(_) => NativeGap::Refused("a result of 3 parts".into()),
        NativeGap::Unreachable(_) => NativeGap::Unreachable("no such file".into()),
    )
}

fn unsupporteds() -> Vec<Unsupported> {
    let mut all = samples!(Unsupported:
        SymbolicLdexp BadAlloc UnknownNumberAccess TooMuchAtOnce VastPointerWrite UnknownNumberSystemCall
        UnsizedAccess ManyObjects UnsizedSystemCall NestedMerge NestedJump NestedFork;
        Unsupported::Instruction(_) => Unsupported::Instruction("catchpad".into()),
        Unsupported::Operation(_) => Unsupported::Operation("Add".into()),
        Unsupported::RoundingMode(_) => Unsupported::RoundingMode(9),
        Unsupported::ExternalVariable(_) => Unsupported::ExternalVariable("v".into()),
        Unsupported::WithoutLibrary(_) => Unsupported::WithoutLibrary("memcpy".into()),
        Unsupported::System(..) => Unsupported::System(SystemCallName::Numbered(999), SystemGap::Whole),
        Unsupported::External(..) => Unsupported::External("f".into(), None),
    );
    let call = SystemCallName::Named("f");
    all.extend(system_gaps().into_iter().map(|gap| Unsupported::System(call, gap)));
    all.extend(native_gaps().into_iter().map(|gap| Unsupported::External("f".into(), Some(gap))));
    all
}

fn cuts() -> Vec<Cut> {
    let mut all = samples!(Cut:
        Picked Unwritten TakenForZero Spared RefusedObject SkippedObject MoreObjects OneOrder Replayed Followed Unseeded Diverged UncheckedFiles;
        Cut::Unsupported(_) => Cut::Unsupported(Unsupported::Instruction("indirectbr".into())),
        Cut::Exhausted(_) => Cut::Exhausted(Limit::Tests),
        Cut::Inconclusive(_) => Cut::Inconclusive(Inconclusive::NoWay),
        Cut::NoTest(_) => Cut::NoTest(Unknown::Failed("w".into())),
        Cut::NativeAddress(_) => Cut::NativeAddress("f".into()),
        Cut::ChangedFile(_) => Cut::ChangedFile("f".into()),
        Cut::Unforked(_) => Cut::Unforked(NoFork::Limit),
    );
    let forks = samples!(NoFork: Nested Limit Program;);
    all.extend(unsupporteds().into_iter().map(Cut::Unsupported));
    all.extend(limits().into_iter().map(Cut::Exhausted));
    all.extend(inconclusives().into_iter().map(Cut::Inconclusive));
    all.extend(unknowns().into_iter().map(Cut::NoTest));
    all.extend(forks.into_iter().map(Cut::Unforked));
    all.sort();
    all.dedup();
    all
}

fn warnings() -> Vec<Warning> {
    let (file, line): (Rc<str>, u32) = ("prog.c".into(), 3);
    let place = Rc::clone(&file);
    let mut all = samples!(Warning: NativeState EndingStates UnopenedMerge;
        Warning::Program(_) => Warning::Program("main: careful".into()),
        Warning::Cut { .. } => Warning::Cut { cut: Cut::Picked, file, line },
        Warning::NotLeast(_) => Warning::NotLeast(SolverLimit::Deadline),
        Warning::Seed(_) => Warning::Seed(SeedMisfit::Assumption),
        Warning::Decisions(_) => Warning::Decisions(2),
        Warning::NotSaved(_) => Warning::NotSaved("No space left on device".into()),
        Warning::Diverged { .. } => {
            Warning::Diverged { file: place, line, native: true, paths: 3 }
        },
        Warning::NativeCall(_) => Warning::NativeCall("f".into()),
        Warning::RefusedCall(_) => Warning::RefusedCall("inotify_init1"),
        Warning::RefusedCommand(_) => Warning::RefusedCommand("cc a.c".into()),
    );
    let misfits = samples!(SeedMisfit: ;
        SeedMisfit::Input { .. } => SeedMisfit::Input { wanted: ("a".into(), 4), given: ("b".into(), 8) },
        SeedMisfit::Missing(_) => SeedMisfit::Missing("a".into()),
        SeedMisfit::Assumption => SeedMisfit::Assumption,
    );
    all.extend(misfits.into_iter().filter(|m| *m != SeedMisfit::Assumption).map(Warning::Seed));
    all.push(Warning::Cut { cut: Cut::Picked, file: "".into(), line: 0 });
    all
}

fn misuses() -> Vec<Misuse> {
    let name = || "x".to_owned();
    samples!(Misuse:
        FalseAssumption EmptyRange OutsideRange EmptyChoice NoSuchFunction NotAnObject NoRoom;
        Misuse::ReplayCount { .. } => Misuse::ReplayCount { name: name(), given: 2 },
        Misuse::ReplayName { .. } => Misuse::ReplayName { name: name(), given: "y".into() },
        Misuse::ReplaySize { .. } => Misuse::ReplaySize { name: name(), wanted: 4, given: 8 },
    )
}

/// Everything has a text, in one line, and no two things have the same.
fn assert_distinct<T: std::fmt::Debug>(all: &[T], text: impl Fn(&T) -> String) {
    let mut seen = BTreeSet::new();
    for one in all {
        let text = text(one);
        assert!(!text.is_empty() && text.trim() == text && !text.contains('\n'), "{one:?}");
        assert!(seen.insert(text.clone()), "{one:?} is not the only one called {text:?}");
    }
}

#[test]
fn every_reason_has_words_of_its_own() {
    assert!(cuts().len() > 80);
    assert_distinct(&cuts(), cut);
    assert_distinct(&unsupporteds(), unsupported);
    assert_distinct(&warnings(), warning);
    assert_distinct(&misuses(), misuse);
    assert_distinct(&Difference::ALL, |one| difference(*one).to_owned());
}

/// Texts that scripts may look for.
#[test]
fn words_that_users_know() {
    let system = |call, gap| unsupported(&Unsupported::System(call, gap));
    assert_eq!(system(SystemCallName::Named("fork"), SystemGap::Whole), "system call fork");
    assert_eq!(system(SystemCallName::Numbered(999), SystemGap::Whole), "system call 999");
    let kill = system(SystemCallName::Named("kill"), SystemGap::HandledSignal(10));
    assert_eq!(kill, "system call kill: signal 10 has a handler");
    let external = |why| unsupported(&Unsupported::External("f".into(), why));
    assert_eq!(external(None), "external function f");
    let symbolic = "external function f: it gets symbolic data (--externals=all picks values)";
    assert_eq!(external(Some(NativeGap::SymbolicData)), symbolic);
    let time = Inconclusive::Unknown(Unknown::Limit(SolverLimit::Deadline));
    assert_eq!(inconclusive(&time), "no verdict: the time limit has passed");
    assert_eq!(limit(Limit::Time), "the limit of time (--max-time)");
}

/// Reasons are listed in the order of their words, whatever the order of the types.
#[test]
fn reasons_in_order() {
    let reason = |what, line| Reason { what, file: "p.c".into(), line, count: 1 };
    let reasons = [
        reason(Cut::Exhausted(Limit::Time), 1),
        reason(Cut::Picked, 10),
        reason(Cut::Picked, 9),
        reason(Cut::SkippedObject, 1),
    ];
    let lines: Vec<_> = sorted(&reasons).iter().map(|(_, reason)| reason.line).collect();
    let first = sorted(&reasons)[0].0.clone();
    assert_eq!(
        (&*first, &lines[..]),
        ("a symbolic value was replaced by one it can have", &[9, 10, 1, 1][..])
    );
}
