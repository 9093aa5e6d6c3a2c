//! Each SAT core by itself: verdicts, models, failed assumptions and limits.

use solver::sat::{BatSat, Cadical, Limits, Reason, SatCore, SatLit, SatVerdict};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn cores() -> Vec<Box<dyn SatCore>> {
    vec![Box::new(BatSat::new()), Box::new(Cadical::new()), Box::new(Cadical::plain())]
}

/// One pigeon more than holes: unsatisfiable, and hard for resolution.
fn pigeons(core: &mut dyn SatCore, holes: usize) {
    let sits: Vec<Vec<SatLit>> =
        (0..=holes).map(|_| (0..holes).map(|_| core.new_var()).collect()).collect();
    for (i, pigeon) in sits.iter().enumerate() {
        core.add_clause(pigeon);
        for other in &sits[..i] {
            for hole in 0..holes {
                core.add_clause(&[!pigeon[hole], !other[hole]]);
            }
        }
    }
}

#[test]
fn verdicts_follow_clauses_and_assumptions() {
    for mut core in cores() {
        let [a, b, c] = [(); 3].map(|()| core.new_var());
        assert_eq!(core.value(a), None);
        core.add_clause(&[a, b]);
        core.add_clause(&[!a, b, b]);
        core.add_clause(&[c, !c]);
        assert_eq!(core.solve(&[c], &Limits::none()), SatVerdict::Sat);
        assert_eq!(core.value(b), Some(true));
        assert_eq!(core.value(!b), Some(false));
        assert_eq!(core.value(c), Some(true));
        assert!(!core.failed(c));
        assert_eq!(core.solve(&[c, !b], &Limits::none()), SatVerdict::Unsat, "{}", core.name());
        assert_eq!(core.value(b), None);
        assert!(core.failed(!b) && !core.failed(b) && !core.failed(c));
        assert_eq!(core.solve(&[a, !a], &Limits::none()), SatVerdict::Unsat);
        assert!(core.failed(a) && core.failed(!a));
        core.add_clause(&[!b]);
        assert!(!core.failed(a));
        assert_eq!(core.solve(&[a], &Limits::none()), SatVerdict::Unsat);
        assert!(!core.failed(a), "{}: the clauses alone are unsatisfiable", core.name());
        core.add_clause(&[]);
        assert_eq!(core.solve(&[], &Limits::none()), SatVerdict::Unsat);
    }
}

#[test]
fn a_spent_budget_is_unknown_and_the_core_stays_usable() {
    for mut core in cores() {
        pigeons(&mut *core, 7);
        for budget in [0, 10, 50] {
            let verdict = core.solve(&[], &Limits::conflicts(budget));
            assert_eq!(verdict, SatVerdict::Unknown(Reason::Conflicts), "{}", core.name());
        }
        assert_eq!(core.solve(&[], &Limits::none()), SatVerdict::Unsat);
    }
}

#[test]
fn deadlines_and_interrupts_are_honoured() {
    for mut core in cores() {
        pigeons(&mut *core, 13);
        let start = Instant::now();
        let verdict = core.solve(&[], &Limits::until(start + Duration::from_millis(200)));
        assert_eq!(verdict, SatVerdict::Unknown(Reason::Deadline), "{}", core.name());
        let taken = start.elapsed();
        assert!(taken >= Duration::from_millis(200) && taken < Duration::from_secs(2), "{taken:?}");
        let raised = Some(Arc::new(AtomicBool::new(true)));
        let verdict = core.solve(&[], &Limits { interrupt: raised, ..Limits::none() });
        assert_eq!(verdict, SatVerdict::Unknown(Reason::Interrupt), "{}", core.name());
    }
}
