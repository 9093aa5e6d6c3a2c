//! Accesses on a memory without a program: what is asked, and how accesses are resolved.

use std::cell::Cell;

use memory::{Answers, Memory, Site, SymbolicPointer};
use term::Terms;

use super::*;
use crate::ask::Ask;
use crate::differ::{Difference, Differences};
use crate::halt::{Fault as ProgramFault, Halt, Interrupt};

/// A memory with an object of 16 bytes, and the answers that an access gets.
struct Accessing {
    memory: Memory,
    id: ObjectId,
    answers: Answers,
    differs: Cell<Differences>,
    path: Path,
}

impl Accessing {
    fn known(&self) -> Known<'_> {
        Known { memory: &self.memory, answers: &self.answers, differs: &self.differs }
    }

    fn new() -> Accessing {
        let mut memory = Memory::new();
        let id = memory.allocate(Kind::Heap, 16, 8, Site(1)).expect("room");
        Accessing {
            memory,
            id,
            answers: Answers::default(),
            differs: Cell::default(),
            path: Path::new(),
        }
    }

    fn terms(&self) -> &Terms {
        self.memory.terms()
    }

    /// A symbolic number of 64 bits.
    fn number(&self) -> Term {
        self.terms().var("n", Bits(64))
    }

    /// A pointer into the object at an offset.
    fn pointer(&self, offset: &Term) -> Value {
        SymbolicPointer { lane: Lane::One(self.id), offset: offset.clone() }.into_value()
    }

    fn resolve(&self, at: &Value, len: u64, access: Access) -> Result<Resolved, Interrupt> {
        let known = self.known();
        resolve(known, &self.path, at, len, access).map_err(|interrupt| *interrupt)
    }

    fn asked(&self, at: &Value, len: u64) -> Ask {
        match self.resolve(at, len, Access::Read) {
            Err(Interrupt::Ask(ask)) => ask,
            Err(Interrupt::Halt(halt)) => panic!("{halt:?}"),
            Ok(_) => panic!("nothing was asked"),
        }
    }

    fn fault(&self, at: &Value, len: u64, access: Access) -> Fault {
        match self.resolve(at, len, access) {
            Err(Interrupt::Halt(Halt::Fault(ProgramFault::Access { fault, .. }))) => fault,
            Err(other) => panic!("{other:?}"),
            Ok(_) => panic!("it is no fault"),
        }
    }
}

/// Plain pointers and numbers are for memory to check: nothing is asked.
#[test]
fn plain_values() {
    let accessing = Accessing::new();
    for at in [Value::Ptr { id: accessing.id, offset: 99 }, Value::Int(0)] {
        let resolved = accessing.resolve(&at, 4, Access::Read);
        assert!(matches!(resolved, Ok(Resolved::Plain(same)) if same == at));
    }
}

/// A symbolic offset is in bounds or not: the answer decides between the access and a fault with an example.
#[test]
fn bounds() {
    let mut accessing = Accessing::new();
    let offset = accessing.number();
    let at = accessing.pointer(&offset);
    let Ask::Truth(inside, Topic::Bounds) = accessing.asked(&at, 4) else { panic!("bounds first") };
    accessing.answers.settle(inside.clone(), 1);
    match accessing.resolve(&at, 4, Access::Read) {
        Ok(Resolved::At { lane, offset: found }) => {
            assert_eq!((lane, found), (Lane::One(accessing.id), offset.clone()));
        }
        _ => panic!("it is inside"),
    }
    accessing.answers.clear();
    accessing.answers.settle(inside, 0);
    assert_eq!(accessing.asked(&at, 4), Ask::Example(offset.clone()));
    accessing.answers.exemplify(offset, 13);
    let at_13 = Pointer { id: accessing.id, offset: 13 };
    let fault = accessing.fault(&at, 4, Access::Read);
    assert_eq!(fault, Fault::OutOfBounds { at: at_13, width: 4, size: 16 });
}

/// No question is asked about an offset that the path determines.
#[test]
fn known_by_the_path() {
    let mut accessing = Accessing::new();
    let offset = accessing.number();
    let terms = accessing.terms().clone();
    let is = terms.eq(&offset, &terms.number(Bits(64), 8));
    accessing.path.assume(&terms, &is, None);
    let resolved = accessing.resolve(&accessing.pointer(&offset), 4, Access::Read);
    let plain = Value::Ptr { id: accessing.id, offset: 8 };
    assert!(matches!(resolved, Ok(Resolved::Plain(at)) if at == plain));
}

/// An object that is gone or may not be written is a fault whatever the offset is.
#[test]
fn objects_that_cannot_be_accessed() {
    let mut accessing = Accessing::new();
    let offset = accessing.number();
    let at = accessing.pointer(&offset);
    accessing.memory.set_read_only(accessing.id);
    let Ask::Truth(inside, _) = accessing.asked(&at, 1) else { panic!("bounds first") };
    accessing.answers.settle(inside, 1);
    accessing.answers.exemplify(offset, 2);
    let pointer = Pointer { id: accessing.id, offset: 2 };
    assert!(accessing.resolve(&at, 1, Access::Read).is_ok());
    assert_eq!(accessing.fault(&at, 1, Access::Write), Fault::ReadOnly { at: pointer });
    let start = Pointer { id: accessing.id, offset: 0 };
    accessing.memory.free(start, Site(2)).expect("it is live");
    assert_eq!(accessing.fault(&at, 1, Access::Read), Fault::Dead { at: pointer });
}

/// A number is resolved where an example says: into the object there, or to nothing.
#[test]
fn numbers() {
    let mut accessing = Accessing::new();
    let number = accessing.number();
    let at = Value::term(number.clone());
    assert_eq!(accessing.asked(&at, 1), Ask::Objects(number.clone()));
    let inside_it = accessing.memory.address(accessing.id, 3);
    accessing.answers.exemplify(number.clone(), inside_it);
    let Ask::Truth(belongs, Topic::Object) = accessing.asked(&at, 4) else { panic!("the object") };
    accessing.answers.settle(belongs, 1);
    assert_eq!(accessing.asked(&at, 4), Ask::Objects(number.clone()), "the path was told more");
    accessing.answers.exemplify(number.clone(), inside_it);
    let Ask::Truth(inside, Topic::Bounds) = accessing.asked(&at, 4) else { panic!("its bounds") };
    accessing.answers.settle(inside, 1);
    accessing.answers.exemplify(number.clone(), inside_it);
    let resolved = accessing.resolve(&at, 4, Access::Read);
    assert!(matches!(resolved, Ok(Resolved::At { lane: Lane::One(id), .. }) if id == accessing.id));
    assert!(
        accessing.differs.get().contains(Difference::Addresses),
        "a native run may have other addresses"
    );

    accessing.answers.clear();
    accessing.answers.exemplify(number.clone(), 16);
    let Ask::Truth(null, Topic::Object) = accessing.asked(&at, 1) else { panic!("the page") };
    accessing.answers.settle(null, 1);
    accessing.answers.exemplify(number, 16);
    assert_eq!(accessing.fault(&at, 1, Access::Read), Fault::Null { address: 16 });
}

/// A length that may reach too far is one question for all lengths.
#[test]
fn lengths() {
    let mut accessing = Accessing::new();
    let length = accessing.number();
    let at = Value::Ptr { id: accessing.id, offset: 4 };
    let all = |accessing: &Accessing| {
        let known = accessing.known();
        let length = Value::term(length.clone());
        resolve_all(known, &accessing.path, &at, &length, Access::Write).map_err(|why| *why)
    };
    let Err(Interrupt::Ask(Ask::Truth(fits, Topic::Bounds))) = all(&accessing) else {
        panic!("whether it fits is asked");
    };
    accessing.answers.settle(fits.clone(), 1);
    assert!(matches!(all(&accessing), Ok(Resolved::Plain(found)) if found == at));
    accessing.answers.clear();
    accessing.answers.settle(fits, 0);
    accessing.answers.exemplify(length.clone(), 13);
    let Err(Interrupt::Halt(Halt::Fault(ProgramFault::Access { fault, access }))) = all(&accessing)
    else {
        panic!("it does not fit");
    };
    let at = Pointer { id: accessing.id, offset: 4 };
    assert_eq!((fault, access), (Fault::OutOfBounds { at, width: 13, size: 16 }, Access::Write));
}

/// A caller that wants the start of an object gets it, or an example of a pointer to something else.
#[test]
fn starts() {
    let mut accessing = Accessing::new();
    let offset = accessing.number();
    let at = accessing.pointer(&offset);
    let found = |accessing: &Accessing| {
        let known = accessing.known();
        start(known, &at).map_err(|interrupt| *interrupt)
    };
    let Err(Interrupt::Ask(Ask::Truth(is_start, Topic::Bounds))) = found(&accessing) else {
        panic!("whether it is the start is asked");
    };
    accessing.answers.settle(is_start.clone(), 1);
    assert_eq!(found(&accessing).ok(), Some(Pointer { id: accessing.id, offset: 0 }));
    accessing.answers.clear();
    accessing.answers.settle(is_start, 0);
    accessing.answers.exemplify(offset.clone(), 7);
    assert_eq!(found(&accessing).ok(), Some(Pointer { id: accessing.id, offset: 7 }));
}
