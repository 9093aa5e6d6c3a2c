use super::*;
use ir::{Operand, Pc, Reg};
use random::Random;

/// Functions by number, and what was executed of them.
struct Small {
    codes: Vec<Option<Rc<Code>>>,
    covered: BTreeSet<(u32, usize)>,
    libraries: BTreeSet<u32>,
}

impl Executed for Small {
    fn reached(&self) -> Vec<(FunctionId, Rc<Code>)> {
        let codes = self.codes.iter().enumerate();
        codes.filter_map(|(f, code)| Some((FunctionId(f as u32), code.clone()?))).collect()
    }

    fn counts(&self, function: FunctionId) -> bool {
        !self.libraries.contains(&function.0)
    }

    fn covered(&self, function: FunctionId, pc: usize) -> bool {
        self.covered.contains(&(function.0, pc))
    }
}

impl Small {
    /// All of it is covered; a missing entry is a function that was not reached.
    fn new(codes: Vec<Option<Vec<Inst>>>) -> Small {
        let covered = codes.iter().enumerate().flat_map(|(f, insts)| {
            let len = insts.as_ref().map_or(0, Vec::len);
            (0..len).map(move |pc| (f as u32, pc))
        });
        let covered = covered.collect();
        let code = |insts| Rc::new(Code { insts, blocks: vec![Pc(0), Pc(2)], ..Code::default() });
        let codes = codes.into_iter().map(|insts| insts.map(code)).collect();
        Small { codes, covered, libraries: BTreeSet::new() }
    }

    fn uncovered(mut self, function: u32, pc: usize) -> Small {
        self.covered.remove(&(function, pc));
        self
    }

    fn distances(&self) -> Distances {
        let mut distances = Distances::default();
        distances.compute(self, 0, 0);
        distances
    }

    /// The distances at all positions of a function, for a state that has just this frame.
    fn of(&self, function: u32) -> Vec<Option<u64>> {
        let distances = self.distances();
        let len = self.codes[function as usize].as_ref().map_or(0, |code| code.insts.len());
        (0..len).map(|pc| distances.of(self, [(FunctionId(function), pc)])).collect()
    }
}

fn step() -> Inst {
    Inst::Mov { dst: Reg(0), src: Operand::reg(Reg(0)) }
}

fn branch(on_true: u32, on_false: u32) -> Inst {
    Inst::Branch { cond: Operand::reg(Reg(0)), on_true: Pc(on_true), on_false: Pc(on_false) }
}

fn call(function: u32) -> Inst {
    Inst::Call { dst: Reg(0), callee: FunctionId(function), site: 0 }
}

fn call_indirect() -> Inst {
    Inst::CallIndirect { dst: Reg(0), callee: Operand::reg(Reg(0)), site: 0 }
}

fn ret() -> Inst {
    Inst::Return { list: 0, len: 0 }
}

#[test]
fn along_the_flow_of_control() {
    // A loop from 1 to 3; 5 is new.
    let code = vec![step(), branch(2, 4), step(), Inst::Jump { to: Pc(1) }, step(), ret()];
    let small = Small::new(vec![Some(code)]).uncovered(0, 5);
    assert_eq!(small.of(0), [Some(4), Some(3), Some(5), Some(4), Some(2), Some(1)]);
}

#[test]
fn nothing_in_reach() {
    let code = vec![branch(1, 2), ret(), step(), ret()];
    let small = Small::new(vec![Some(code.clone())]);
    assert_eq!(small.of(0), [None; 4]);
    let small = Small::new(vec![Some(code)]).uncovered(0, 3);
    assert_eq!(small.of(0), [Some(3), None, Some(2), Some(1)]);
}

#[test]
fn into_calls_and_past_them() {
    // 0: call 1, then something new. 1: three instructions on its shorter way.
    let main = vec![call(1), step(), ret()];
    let callee = vec![branch(3, 1), step(), step(), step(), ret()];
    let past = Small::new(vec![Some(main.clone()), Some(callee.clone())]).uncovered(0, 1);
    assert_eq!(past.of(0), [Some(1 + 3 + 1), Some(1), None]);
    let into = Small::new(vec![Some(main), Some(callee)]).uncovered(0, 2).uncovered(1, 1);
    assert_eq!(into.of(0), [Some(3), Some(2), Some(1)]);
    assert_eq!(into.of(1), [Some(2), Some(1), None, None, None]);
}

#[test]
fn out_of_the_function() {
    let main = vec![call(1), step(), ret()];
    let callee = vec![branch(3, 1), step(), step(), step(), ret()];
    let small = Small::new(vec![Some(main), Some(callee)]).uncovered(0, 2);
    let distances = small.distances();
    let inside = |pc| distances.of(&small, [(FunctionId(1), pc), (FunctionId(0), 1)]);
    assert_eq!(inside(0), Some(3 + 2));
    assert_eq!(inside(1), Some(4 + 2));
    assert_eq!(inside(4), Some(1 + 2));
    // Two frames deep.
    let frames = [(FunctionId(1), 4), (FunctionId(1), 4), (FunctionId(0), 1)];
    assert_eq!(distances.of(&small, frames), Some(1 + 1 + 2));
}

#[test]
fn functions_that_never_return_are_not_passed() {
    let main = vec![branch(1, 3), call(1), Inst::Jump { to: Pc(5) }, step(), step(), ret()];
    let abort = vec![step(), Inst::Unreachable];
    let small = Small::new(vec![Some(main), Some(abort)]).uncovered(0, 5);
    assert_eq!(small.of(0)[0..2], [Some(4), None]);
    // What cannot be executed is not new.
    assert_eq!(small.uncovered(1, 1).of(1), [None, None]);
}

#[test]
fn recursion() {
    // 0 calls itself or returns; after the call something is new.
    let code = vec![branch(3, 1), call(0), step(), ret()];
    let small = Small::new(vec![Some(code)]).uncovered(0, 2);
    assert_eq!(small.of(0), [Some(1 + 1 + 2 + 1), Some(1 + 2 + 1), Some(1), None]);
    // Two that call each other and never return otherwise.
    let endless = Small::new(vec![Some(vec![call(1), ret()]), Some(vec![call(0), ret()])]);
    assert_eq!(endless.uncovered(0, 1).of(1), [None, None]);
}

#[test]
fn functions_not_reached_are_new() {
    let main = vec![step(), call(1), step(), ret()];
    let small = Small::new(vec![Some(main.clone()), None]);
    assert_eq!(small.of(0), [Some(3), Some(2), None, None]);
    let mut library = Small::new(vec![Some(main), None]).uncovered(0, 3);
    library.libraries.insert(1);
    assert_eq!(library.of(0), [Some(4), Some(3), Some(2), Some(1)]);
    // A state that is already in one of them.
    let distances = library.distances();
    let frames = [(FunctionId(1), 7), (FunctionId(0), 2)];
    assert_eq!(distances.of(&library, frames), Some(3));
    library.libraries.clear();
    assert_eq!(distances.of(&library, frames), Some(1));
}

#[test]
fn libraries_are_passed_through_but_never_new() {
    let main = vec![call(1), ret()];
    let mut small = Small::new(vec![Some(main), Some(vec![step(), ret()])]);
    small = small.uncovered(1, 0).uncovered(0, 1);
    small.libraries.insert(1);
    assert_eq!(small.of(0), [Some(4), Some(1)]);
}

#[test]
fn indirect_calls_call_what_escapes() {
    let mut small = Small::new(vec![Some(vec![call_indirect(), ret()]), Some(vec![step(), ret()])]);
    small = small.uncovered(1, 1);
    assert_eq!(small.of(0), [None, None]);
    let address = Const::Address { symbol: Symbol::Function(FunctionId(1)), offset: 0 };
    let mut code = (*small.codes[0].take().unwrap()).clone();
    code.consts.push(Const::Tree(Box::new(ConstTree::ZExt { from: 32, to: 64, a: address })));
    small.codes[0] = Some(Rc::new(code));
    assert_eq!(small.of(0), [Some(3), None]);
    // Not reached yet.
    small.codes[1] = None;
    assert_eq!(small.of(0), [Some(2), None]);
}

#[test]
fn indirect_jumps_go_to_any_block() {
    let jump = Inst::JumpIndirect { address: Operand::reg(Reg(0)) };
    let small = Small::new(vec![Some(vec![step(), jump, step(), ret()])]).uncovered(0, 3);
    assert_eq!(small.of(0), [Some(4), Some(3), Some(2), Some(1)]);
}

#[test]
fn ways_of_any_length() {
    // Each calls the next four times: 4^40 instructions through the first.
    let calls = |next: u32| Some(vec![call(next), call(next), call(next), call(next), ret()]);
    let mut codes: Vec<Option<Vec<Inst>>> = (1..40).map(calls).collect();
    codes.push(Some(vec![ret()]));
    let small = Small::new(codes).uncovered(0, 4);
    let far = u64::from(NONE - 1);
    assert_eq!(small.of(0), [Some(far), Some(far), Some(far), Some(far), Some(1)]);
}

#[test]
fn stale_in_proportion_to_what_is_new() {
    let mut distances = Distances::default();
    assert!(distances.is_stale(0, 0));
    let small = Small::new(vec![]);
    distances.compute(&small, 10, 0);
    assert!(!distances.is_stale(10, u64::MAX));
    assert!(!distances.is_stale(11, 1000));
    assert!(distances.is_stale(11, EXECUTED));
    assert!(distances.is_stale(10 + NEWLY_COVERED, 0));
    distances.compute(&small, 6400, 0);
    assert!(!distances.is_stale(6599, 0));
    assert!(distances.is_stale(6600, 0));
}

/// Shortest ways by trying all edges until nothing changes, on random functions that call each other.
#[test]
fn agrees_with_relaxation() {
    let mut random = Random::new(12345);
    let mut below = |bound: u64| random.below(bound);
    for _ in 0..300 {
        let mut codes = Vec::new();
        for _ in 0..3 {
            let len = 3 + below(8);
            let mut insts: Vec<Inst> = (0..len)
                .map(|_| match below(6) {
                    0 => branch(below(len) as u32, below(len) as u32),
                    1 => call(below(3) as u32),
                    2 => ret(),
                    _ => step(),
                })
                .collect();
            insts.push(if below(4) == 0 { Inst::Jump { to: Pc(0) } } else { ret() });
            codes.push(Some(insts));
        }
        let mut small = Small::new(codes);
        for _ in 0..2 {
            let function = below(3) as u32;
            let len = small.codes[function as usize].as_ref().unwrap().insts.len();
            small = small.uncovered(function, below(len as u64) as usize);
        }
        let expected = relaxed(&small);
        for (function, expected) in expected.iter().enumerate() {
            assert_eq!(&small.of(function as u32), expected);
        }
    }
}

fn relaxed(small: &Small) -> Vec<Vec<Option<u64>>> {
    let codes: Vec<&Code> = small.codes.iter().map(|code| &**code.as_ref().unwrap()).collect();
    let none = || -> Vec<Vec<Option<u64>>> {
        codes.iter().map(|code| vec![None; code.insts.len()]).collect()
    };
    let (mut out, mut new) = (none(), none());
    for _ in 0..200 {
        for (function, code) in codes.iter().enumerate() {
            for (pc, inst) in code.insts.iter().enumerate() {
                let mut next = Vec::new();
                if !inst.is_terminator() {
                    next.push(pc + 1);
                }
                inst.targets(code, |to| next.push(to.0 as usize));
                let (detour, into) = match inst {
                    Inst::Call { callee, .. } => {
                        (out[callee.0 as usize][0], new[callee.0 as usize][0])
                    }
                    _ => (Some(0), None),
                };
                let past = |ways: &Vec<Option<u64>>| {
                    let shortest = next.iter().filter_map(|&to| ways[to]).min();
                    Some(1 + detour? + shortest?)
                };
                let returned = matches!(inst, Inst::Return { .. }).then_some(1);
                let way = past(&out[function]).into_iter().chain(returned).min();
                out[function][pc] = way;
                let here = (!small.covered(FunctionId(function as u32), pc)).then_some(1);
                let ways = [past(&new[function]), here, into.map(|into| into + 1)];
                new[function][pc] = ways.into_iter().flatten().min();
            }
        }
    }
    new
}
