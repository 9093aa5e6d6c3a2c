//! The inquiry, without states and without a program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use exec::Ask;
use memory::{Kind, Lane, Memory, ObjectId, Site, Within};
use numeric::Bits;
use solver::sat::Reason;

use super::*;
use crate::fixture::{Told, byte, chain, given};
use crate::record::Record;
use crate::saving::Tape;
use crate::seed::Seeds;
use crate::{Event, Host, Limits, Seeding, Warning};

const BYTE: Bits = Bits(8);

/// An inquiry, an input byte `x` and an empty path.
struct Asking {
    inquiry: Inquiry,
    terms: Terms,
    x: Term,
    path: Path,
}

impl Asking {
    fn new(limits: &Limits, host: &Host) -> Asking {
        Asking::on(&Terms::new(), limits, host)
    }

    /// The same with terms that are there already.
    fn on(terms: &Terms, limits: &Limits, host: &Host) -> Asking {
        let x = byte(terms, &terms.array("x", Some(1)), 0);
        let inquiry = Inquiry::new(chain(), terms.clone(), Clock::new(limits, host));
        Asking { inquiry, terms: terms.clone(), x, path: Path::new() }
    }

    fn unlimited() -> Asking {
        Asking::new(&Limits::default(), &Host::default())
    }

    fn number(&self, number: u64) -> Term {
        self.terms.number(BYTE, number)
    }

    fn is(&self, number: u64) -> Term {
        self.terms.eq(&self.x, &self.number(number))
    }

    fn below(&self, number: u64) -> Term {
        self.terms.ult(&self.x, &self.number(number))
    }

    /// A condition that no stage but the backend decides: two factors of a number.
    fn factors(&self) -> Term {
        let terms = &self.terms;
        let factor = |name| terms.zext(&terms.var(name, Bits(16)), Bits(32));
        let (a, b) = (factor("a"), factor("b"));
        let one = terms.number(Bits(32), 1);
        let proper = terms.and(&terms.ult(&one, &a), &terms.ult(&one, &b));
        let product = terms.eq(&terms.mul(&a, &b), &terms.number(Bits(32), 65_521 * 65_519));
        terms.and(&proper, &product)
    }

    fn assume(&mut self, condition: &Term) {
        let model = self.inquiry.model_of(&self.path, condition, Topic::Control);
        let model = model.expect("it can hold");
        self.path.assume(&self.terms, condition, model.as_ref());
    }
}

/// What was reported while a test used a record.
fn recorded<T>(test: impl FnOnce(&mut Record<'_>) -> T) -> (T, Told) {
    let mut told = Told::default();
    let mut sink = |event: Event<'_>| told.take(&event);
    let result = test(&mut Record::new(&mut sink));
    (result, told)
}

/// What the path implies is not asked of the backend; what it leaves open is.
#[test]
fn what_the_path_implies_asks_nobody() {
    let mut asking = Asking::unlimited();
    asking.assume(&asking.is(5));
    let before = asking.inquiry.cost();
    for (condition, holds) in [(asking.below(10), true), (asking.is(6), false)] {
        let decided = asking.inquiry.decide(&asking.path, &condition, Topic::Control);
        assert!(matches!(decided.verdict, Sides::One(side) if side == holds));
    }
    assert_eq!(asking.inquiry.cost(), before);
    let open = asking.factors();
    let side = asking.inquiry.side(&asking.path, &open, Topic::Control);
    assert!(matches!(side, Side::Feasible(_)));
    assert!(asking.inquiry.cost() > before, "this one was for the backend");
}

/// Each feasible side has a model of its own.
#[test]
fn both_sides() {
    let mut asking = Asking::unlimited();
    asking.assume(&asking.below(10));
    let condition = asking.below(3);
    let decided = asking.inquiry.decide(&asking.path, &condition, Topic::Control);
    let Sides::Both { yes, no } = decided.verdict else { panic!("{:?}", decided.verdict) };
    let (yes, no) = (yes.expect("a model"), no.expect("a model"));
    assert!(yes.satisfies(&condition) && yes.satisfies(&asking.below(10)));
    assert!(!no.satisfies(&condition) && no.satisfies(&asking.below(10)));
    assert!(!asking.inquiry.is_implied(&asking.path, &condition));
    assert!(asking.inquiry.is_implied(&asking.path, &asking.below(11)));
}

/// Every pair of verdicts means what it should; if one side is infeasible, the other one follows.
#[test]
fn verdicts_on_two_sides() {
    let yes = || Side::Feasible(Some(Rc::default()));
    let unknown = |words: &str| Side::Undecided(Unknown::Failed(words.to_owned()));
    assert!(matches!(Sides::of(Side::Infeasible, None), Sides::One(false)));
    assert!(matches!(Sides::of(yes(), Some(Side::Infeasible)), Sides::One(true)));
    assert!(matches!(Sides::of(unknown("a"), Some(Side::Infeasible)), Sides::One(true)));
    assert!(matches!(Sides::of(yes(), Some(yes())), Sides::Both { .. }));
    let failed = |why: &Unknown, words: &str| *why == Unknown::Failed(words.to_owned());
    assert!(matches!(
        Sides::of(yes(), Some(unknown("b"))),
        Sides::AtLeast { holds: true, why, .. } if failed(&why, "b")
    ));
    assert!(matches!(
        Sides::of(unknown("a"), Some(yes())),
        Sides::AtLeast { holds: false, why, .. } if failed(&why, "a")
    ));
    let neither = Sides::of(unknown("a"), Some(unknown("b")));
    assert!(matches!(neither, Sides::Unknown(why) if failed(&why, "a")));
}

/// Questions are counted, each side of a condition as one; those about objects are counted separately too.
#[test]
fn counts() {
    let mut asking = Asking::unlimited();
    let counts = |inquiry: &Inquiry| (inquiry.asked().queries, inquiry.asked().resolving);
    asking.inquiry.side(&asking.path, &asking.is(1), Topic::Control);
    assert_eq!(counts(&asking.inquiry), (1, 0));
    asking.inquiry.decide(&asking.path, &asking.is(1), Topic::Object);
    assert_eq!(counts(&asking.inquiry), (3, 2));
    assert!(asking.inquiry.asked().resolving_time > Duration::ZERO);
    let never = asking.terms.and(&asking.is(1), &asking.is(2));
    asking.inquiry.decide(&asking.path, &never, Topic::Bounds);
    assert_eq!(counts(&asking.inquiry), (4, 2), "nobody asks whether the opposite of never holds");
}

/// Sixteen objects of 16 bytes.
fn objects() -> (Memory, Vec<ObjectId>) {
    let mut memory = Memory::new();
    let ids = (0..16).map(|_| memory.allocate(Kind::Heap, 16, 8, Site(1)).expect("room")).collect();
    (memory, ids)
}

/// Whichever order objects are looked at in, those that the path allows are found, and with fewer questions if they are
/// guessed.
#[test]
fn objects_of_a_lane() {
    let (memory, ids) = objects();
    let terms = memory.terms().clone();
    let mut asking = Asking::on(&terms, &Limits::default(), &Host::default());
    let id = terms.var("id", Lane::WIDTH);
    let is = |of: ObjectId| terms.eq(&id, &terms.number(Lane::WIDTH, u64::from(of.0)));
    let few = ids[3..6].iter().map(|of| is(*of)).reduce(|any, one| terms.or(&any, &one));
    asking.assume(&few.expect("three"));
    let orders = [
        (Order::Named, 3),
        (Order::All, 16),
        (Order::First(Vec::new()), 3),
        (Order::First(ids[3..6].to_vec()), 3),
        (Order::First(ids[3..8].to_vec()), 5),
    ];
    for (order, questions) in orders {
        let before = asking.inquiry.asked().resolving;
        let (sought, first) = (Sought::Lane(&id, &ids), u64::from(ids[4].0));
        let found = asking.inquiry.objects(&asking.path, &memory, sought, first, order, 16);
        let found = found.expect("verdicts");
        assert_eq!((&*found.ids, found.elsewhere), (&ids[3..6], false));
        assert_eq!(asking.inquiry.asked().resolving - before, questions);
        let (sought, order) = (Sought::Lane(&id, &ids), Order::All);
        let found = asking.inquiry.objects(&asking.path, &memory, sought, first, order, 2);
        assert!(found.is_err(), "too many");
    }
}

/// A number can lie outside of all objects; those that it can lie in are found in any case.
#[test]
fn objects_of_a_number() {
    let (memory, ids) = objects();
    let terms = memory.terms().clone();
    let mut asking = Asking::on(&terms, &Limits::default(), &Host::default());
    let number = terms.var("n", Bits(64));
    let is = |of: u64| terms.eq(&number, &terms.number(Bits(64), of));
    let [one, other] = [ids[2], ids[9]].map(|id| memory.objects().address(id, 3));
    let inside = terms.or(&is(one), &is(other));
    for elsewhere in [false, true] {
        asking.path = Path::new();
        let all = if elsewhere { terms.or(&inside, &is(8)) } else { inside.clone() };
        asking.assume(&all);
        for order in [Order::Named, Order::All, Order::First(ids[..4].to_vec())] {
            let sought = Sought::Number(&number);
            let found = asking.inquiry.objects(&asking.path, &memory, sought, one, order, 16);
            let found = found.expect("verdicts");
            assert_eq!((&*found.ids, found.elsewhere), (&[ids[2], ids[9]][..], elsewhere));
        }
    }
    let (anywhere, sought) = (Path::new(), Sought::Number(&number));
    let named = asking.inquiry.objects(&anywhere, &memory, sought, one, Order::Named, 16);
    assert!(named.is_err(), "too many gaps");
    let all = asking.inquiry.objects(&anywhere, &memory, sought, one, Order::All, 16);
    assert_eq!(all.expect("verdicts"), Within { ids: ids.into(), elsewhere: true });
}

/// A question that meets a limit has no verdict, and says which limit it was.
#[test]
fn limits_are_named() {
    let each = Limits { solver_time: Some(Duration::ZERO), ..Limits::default() };
    let whole = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let raised = Host { interrupt: Some(Arc::new(AtomicBool::new(true))), ..Host::default() };
    let cases = [
        (each, Host::default(), Reason::Deadline, false),
        (whole, Host::default(), Reason::Deadline, true),
        (Limits::default(), raised, Reason::Interrupt, true),
    ];
    for (limits, host, reason, over) in cases {
        let mut asking = Asking::new(&limits, &host);
        let goal = asking.factors();
        let side = asking.inquiry.side(&asking.path, &goal, Topic::Control);
        assert!(matches!(side, Side::Undecided(Unknown::Limit(met)) if met == reason), "{side:?}");
        // Zero is a model of the other side, which is found without asking the solver.
        let decided = asking.inquiry.decide(&asking.path, &goal, Topic::Control);
        let Sides::AtLeast { holds: false, why: Unknown::Limit(met), .. } = decided.verdict else {
            panic!("{:?}", decided.verdict);
        };
        assert_eq!(met, reason);
        assert_eq!(asking.inquiry.clock.is_over(), over);
    }
}

/// A seed determines what number a term is; otherwise the least model does.
#[test]
fn numbers_of_terms() {
    let mut asking = Asking::unlimited();
    asking.assume(&asking.terms.not(&asking.below(3)));
    let seeds =
        Seeds::new(&asking.terms, &[given("x", &[9]), given("x", &[8])], Seeding::default());
    let (Asking { inquiry, path, x, terms, .. }, none) = (&mut asking, Seeds::default());
    let ((), told) = recorded(|record| {
        assert_eq!(inquiry.first_value(record, path, &seeds, x), Ok(9));
        assert_eq!(inquiry.first_value(record, path, &none, x), Ok(3));
        let twice = terms.add(x, x);
        assert_eq!(inquiry.least_value(record, path, &twice), Ok(6));
        assert!(inquiry.is_open(record, path, &none, &Ask::Pick(x.clone())));
        let constant = terms.number(BYTE, 4);
        assert!(!inquiry.is_open(record, path, &none, &Ask::Pick(constant)));
    });
    assert!(told.warnings.is_empty());
}

/// Where the least model is out of reach any model serves, and one warning says so.
#[test]
fn not_the_least() {
    let raised = Arc::new(AtomicBool::new(false));
    let host = Host { interrupt: Some(Arc::clone(&raised)), ..Host::default() };
    let mut asking = Asking::new(&Limits::default(), &host);
    asking.assume(&asking.factors());
    raised.store(true, Ordering::Relaxed);
    let (inquiry, path) = (&mut asking.inquiry, &asking.path);
    let (models, told) = recorded(|record| {
        [inquiry.least(record, path), inquiry.least(record, path)].map(|model| model.expect("any"))
    });
    assert!(models.iter().all(|model| path.assumed().all(|held| model.satisfies(held))));
    assert_eq!(told.warnings, [Warning::NotLeast(Reason::Interrupt)]);
}

/// A number that is found when the run is over may not be that of the least model: it is not recorded, so that the run
/// that goes on asks again.
#[test]
fn numbers_at_the_end_are_not_recorded() {
    let raised = Arc::new(AtomicBool::new(false));
    let host = Host { interrupt: Some(Arc::clone(&raised)), ..Host::default() };
    let mut asking = Asking::new(&Limits::default(), &host);
    asking.assume(&asking.terms.not(&asking.below(3)));
    for over in [false, true] {
        raised.store(over, Ordering::Relaxed);
        let (inquiry, path, x) = (&mut asking.inquiry, &asking.path, &asking.x);
        inquiry.tape = Some(Tape::recording(tree::NodeId(0)));
        recorded(|record| inquiry.least_value(record, path, x).expect("a number"));
        let tape = inquiry.tape.as_mut().expect("just set");
        assert_eq!(tape.take_answers().is_none(), over);
    }
}

/// All numbers that a term can be, in order; not all if there are more than were asked for.
#[test]
fn all_numbers() {
    let mut asking = Asking::unlimited();
    asking.assume(&asking.below(4));
    let (inquiry, path, x) = (&mut asking.inquiry, &asking.path, &asking.x);
    assert_eq!(inquiry.values(path, x, 2, 100), (vec![0, 1, 2, 3], true));
    assert_eq!(inquiry.values(path, x, 2, 4), (vec![0, 1, 2, 3], true));
    let (found, all) = inquiry.values(path, x, 2, 3);
    assert_eq!((found.len(), all), (3, false));
}

/// The more important wishes come first; one that contradicts them is dropped.
#[test]
fn wishes() {
    let mut asking = Asking::unlimited();
    asking.assume(&asking.below(10));
    let wishes = [asking.is(200), asking.is(7), asking.is(8)];
    asking.inquiry.prefer(&mut asking.path, &wishes);
    let x = asking.path.simplify(&asking.terms, &asking.x);
    assert_eq!(x.as_const().map(|x| x.low_u64()), Some(7));
}

/// Ranges are ranges of signed numbers.
#[test]
fn ranges() {
    let mut asking = Asking::unlimited();
    let (low, high) = (asking.number(0xfd), asking.number(7));
    asking.assume(&asking.terms.sle(&low, &asking.x));
    asking.assume(&asking.terms.sle(&asking.x, &high));
    let range = asking.inquiry.range(&asking.path, &asking.x);
    assert!(range.ends_with(" ~= [-3, 7]"), "{range}");
    asking.assume(&asking.is(0xfe));
    assert_eq!(asking.inquiry.range(&asking.path, &asking.x), "-2");
}

/// Bytes that were never written matter only where the path lets them.
#[test]
fn undefined_bytes() {
    let mut asking = Asking::unlimited();
    let terms = asking.terms.clone();
    let undefined = byte(&terms, &terms.undefined(1, 1), 0);
    let term = terms.ite(&asking.is(0), &asking.number(1), &undefined);
    assert_eq!(asking.inquiry.may_be_undefined(&asking.path, &term), Some(true));
    assert_eq!(asking.inquiry.may_be_undefined(&asking.path, &asking.x), Some(false));
    asking.assume(&asking.is(0));
    assert_eq!(asking.inquiry.may_be_undefined(&asking.path, &term), Some(false));
}

/// Time is set aside for the tests of waiting states, but no more than half of it.
#[test]
fn time_for_tests() {
    let (began, limit) = (Instant::now(), Duration::from_secs(1000));
    let limits = Limits { time: Some(limit), ..Limits::default() };
    let mut clock = Clock::new(&limits, &Host { began: Some(began), ..Host::default() });
    assert_eq!(clock.deadline(), Some(began + limit));
    clock.set_waiting(1_000_000);
    assert_eq!(clock.deadline(), Some(began + limit - Duration::from_secs(100)));
    clock.set_waiting(usize::MAX);
    assert_eq!(clock.deadline(), Some(began + limit / 2));
    assert!(!clock.is_over());
    clock.stop();
    assert!(clock.is_over() && !clock.is_out_of_time());
}

/// Without limits no question has a deadline; the search for a least model is bounded nevertheless.
#[test]
fn without_limits() {
    let mut clock = Clock::new(&Limits::default(), &Host::default());
    assert_eq!((clock.question().deadline, clock.question().conflicts), (None, None));
    assert!(clock.least().conflicts.is_some());
    assert!(clock.closing().is_some_and(|limits| limits.deadline.is_none()));
    assert!(clock.ending().is_none(), "nothing is measured");
}
