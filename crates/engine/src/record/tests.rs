//! The record, without states and without a program.

use exec::{Access, Fault, Limit, Location, Unsupported};
use memory::{ObjectId, Pointer, Site};
use solver::sat::Reason as SolverLimit;

use super::*;
use crate::fixture::Told;
use crate::{MANY, NoFork};

fn recorded(test: impl FnOnce(&mut Record<'_>)) -> (Told, Outcome) {
    let mut told = Told::default();
    let mut sink = |event: Event<'_>| told.take(&event);
    let mut record = Record::new(&mut sink);
    test(&mut record);
    let outcome = record.outcome(None, Vec::new(), Vec::new(), LineCounts::default());
    (told, outcome)
}

fn at(line: u32) -> Trace {
    vec![Location {
        function: "f".into(),
        file: "prog.c".into(),
        line,
        column: 1,
        library: false,
        arguments: Vec::new(),
        position: None,
    }]
}

fn limit_of_solver() -> Unknown {
    Unknown::Limit(SolverLimit::Deadline)
}

/// Nothing was cut short: the run is exhaustive.
#[test]
fn exhaustive() {
    let (told, outcome) = recorded(|record| record.count_end(&Halt::Exit(0), &Trace::new()));
    assert!(outcome.exhaustive && outcome.reasons.is_empty() && told.warnings.is_empty());
    assert_eq!(outcome.figures.completed, 1);
}

/// The first entry of its kind at a line is a warning, and the reasons count them all.
#[test]
fn a_warning_for_each_line() {
    let (told, outcome) = recorded(|record| {
        for line in [3, 3, 4, 3] {
            record.cut(Cut::Picked, &at(line));
        }
    });
    let lines: Vec<_> = told
        .warnings
        .iter()
        .map(|warning| match warning {
            Warning::Cut { cut: Cut::Picked, line, .. } => *line,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(lines, [3, 4]);
    let counts: Vec<_> = outcome.reasons.iter().map(|r| (r.line, r.count)).collect();
    assert_eq!(counts, [(3, 3), (4, 1)]);
    assert!(!outcome.exhaustive);
}

/// The order of reasons does not depend on the order in which they came up.
#[test]
fn reasons_have_an_order_of_their_own() {
    let cuts = [
        (Cut::Unforked(NoFork::Limit), 9),
        (Cut::Picked, 2),
        (Cut::Exhausted(Limit::Time), 5),
        (Cut::Picked, 1),
        (Cut::NoTest(limit_of_solver()), 1),
    ];
    let reasons = |order: &[usize]| {
        let (_, outcome) = recorded(|record| {
            order.iter().for_each(|&i| record.cut(cuts[i].0.clone(), &at(cuts[i].1)));
        });
        outcome.reasons
    };
    let first = reasons(&[0, 1, 2, 3, 4]);
    assert_eq!(first.len(), cuts.len());
    assert_eq!(first, reasons(&[4, 3, 2, 1, 0]));
    assert_eq!(first, reasons(&[2, 4, 1, 0, 3]));
    assert!(first.is_sorted());
}

/// Each kind of end is counted as such; what was cut short is in the ledger without a further warning.
#[test]
fn ends_are_counted() {
    let (told, outcome) = recorded(|record| {
        record.count_end(&Halt::Exit(1), &Trace::new());
        record.count_end(&Halt::Silent, &Trace::new());
        record.count_end(&Halt::Fault(Fault::Signal(6)), &at(1));
        record.count_end(&Halt::Exhausted(Limit::Depth), &at(2));
        record.count_end(&Halt::Unsupported(Unsupported::NestedMerge), &at(3));
        let unknown = Inconclusive::Unknown(limit_of_solver());
        record.count_end(&Halt::Inconclusive(unknown), &at(4));
    });
    let Figures { completed, faulted, partial, .. } = outcome.figures;
    assert_eq!((completed, faulted, partial), (2, 1, 3));
    let what: Vec<_> =
        outcome.reasons.into_iter().map(|reason| (reason.what, reason.line)).collect();
    assert_eq!(
        what,
        [
            (Cut::Unsupported(Unsupported::NestedMerge), 3),
            (Cut::Exhausted(Limit::Depth), 2),
            (Cut::Inconclusive(Inconclusive::Unknown(limit_of_solver())), 4),
        ]
    );
    assert!(told.warnings.is_empty());
}

/// A side without a verdict is a partial path, and the ledger names the limit.
#[test]
fn undecided_sides() {
    let (told, outcome) = recorded(|record| record.undecided(limit_of_solver(), &at(8)));
    assert_eq!(outcome.figures.partial, 1);
    let cut = Cut::Inconclusive(Inconclusive::Unknown(limit_of_solver()));
    assert_eq!(outcome.reasons[0].what, cut);
    assert_eq!(told.warnings.len(), 1);
}

/// What is reported once is reported once, by content.
#[test]
fn told_once() {
    let (told, _) = recorded(|record| {
        for text in ["a", "b", "a"] {
            record.warn_once(Warning::Program(text.to_owned()));
        }
        for path in ["/etc/passwd", "/etc/group", "/etc/passwd"] {
            record.hidden(Path::new(path));
        }
        let line = |line| (Rc::from("prog.c"), line);
        record.take_source_lines([line(1), line(3), line(4)].into());
        let fresh = record.new_lines(vec![line(1), line(2), line(1)]);
        assert_eq!(fresh, [line(1), line(2)]);
        assert_eq!(record.new_lines(vec![line(2), line(3)]), [line(3)]);
        assert_eq!((record.figures.covered_lines, record.figures.all_lines), (2, 3));
    });
    assert_eq!(told.warnings.len(), 2);
    assert_eq!(told.hidden, ["/etc/passwd", "/etc/group"]);
}

/// Faults differ by their site, by their kind, and by what was wrong with an access.
#[test]
fn faults_by_site() {
    let pointer = Pointer { id: ObjectId(1), offset: 0 };
    let access = |fault| Fault::Access { access: Access::Read, fault };
    let dead = access(memory::Fault::Dead { at: pointer });
    let beyond = access(memory::Fault::OutOfBounds { at: pointer, width: 4, size: 2 });
    recorded(|record| {
        let mut is_new =
            |fault: &Fault, site| record.is_new_fault(FaultSite::new(fault, Site(site)));
        assert!(is_new(&dead, 1));
        assert!(!is_new(&dead, 1), "the same again");
        assert!(is_new(&dead, 2), "elsewhere");
        assert!(is_new(&beyond, 1), "another fault of an access");
        assert!(is_new(&Fault::Signal(6), 1), "no access at all");
        assert!(!is_new(&Fault::Signal(8), 1), "the same kind");
    });
}

/// An access counts once, however often it forks; the site reported is the one with the most crowded accesses.
#[test]
fn accesses_that_fork() {
    let mut accesses = Accesses::default();
    let mut fork = |site, times: u32| {
        let access = accesses.add(Site(site));
        (0..times).for_each(|_| accesses.fork(access));
    };
    fork(1, 1);
    fork(1, MANY - 1);
    fork(3, MANY);
    fork(2, MANY);
    fork(2, MANY + 5);
    fork(3, MANY);
    let mut branching = [(2, 4)].into();
    accesses.count_into(&mut branching);
    assert_eq!(branching, [(2, 5), (MANY, 1), (MANY + 1, 3), (MANY + 6, 1)].into());
    assert_eq!(accesses.crowded(), Some((4, Site(2))), "of two alike the least site");
    assert_eq!(Accesses::default().crowded(), None);
    accesses.moved(Site(1), 50);
    let several = |accesses, most| Several { accesses, most };
    let sites = [(Site(1), several(3, 50)), (Site(2), several(2, MANY + 6))];
    let sites = sites.into_iter().chain([(Site(3), several(2, MANY + 1))]).collect();
    assert_eq!(accesses.sites(), sites);
}

/// The peak number of states is remembered, and figures are reported when they are due.
#[test]
fn figures() {
    let (told, outcome) = recorded(|record| {
        for states in [1, 5, 2] {
            record.set_states(states);
        }
        record.figures.branch_forks = 3;
        record.figures.memory_forks = 4;
        assert_eq!(record.forks(), 7);
        let due =
            |record: &mut Record<'_>, millis| record.is_progress_due(Duration::from_millis(millis));
        assert!(!due(record, 249));
        assert!(due(record, 250));
        assert!(!due(record, 499), "it was just told");
        assert!(due(record, 500));
        record.progress();
    });
    assert_eq!((outcome.figures.states, outcome.figures.max_states), (2, 5));
    assert_eq!(told.progress, 1);
}
