//! A program made ready to run, which all states share.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use gap::Unsupported;
use ir::{Code, FunctionId, GlobalId, Loop, Mark, Pc, Program, Signature, Symbol};
use memory::{Derived, Kind, Memory, ObjectId, Pointer, Site, Value};
use registry::Builtin;
use term::Terms;

use crate::constant;
use crate::halt::{Fault, Halt, Use};
use crate::profile::{Fresh, Profile};
use crate::state::{Frame, State};
use crate::trace::Stacks;
use crate::watch::Watcher;

/// A program with its builtins resolved, and its code prepared as it is reached.
pub struct Machine {
    program: Rc<Program>,
    callees: Vec<Callee>,
    stacks: Rc<RefCell<Stacks>>,
    terms: Terms,
    /// Instructions of the program itself that were executed at least once.
    fresh: Rc<Fresh>,
    watcher: Option<Rc<dyn Watcher>>,
    /// The loops that were carried out in one step, by their branches, and how often; none if none are to be.
    summaries: Option<RefCell<BTreeMap<(FunctionId, Pc), u64>>>,
    /// Whether allocations may fail for no reason.
    scarce: bool,
    /// How many objects there are at most where several are made at once and their number is not known.
    several: u64,
    /// Whether the number of an address went into the first contents of a global.
    pub(crate) by_number: bool,
}

/// What a call of a function does.
pub(crate) enum Callee {
    /// Runs code, prepared at the first call.
    Code(OnceCell<Rc<Prepared>>),
    /// Executes a builtin.
    Builtin(Builtin),
    /// Executes a builtin, or runs code where the builtin cannot do all of it.
    Shortcut(Builtin, OnceCell<Rc<Prepared>>),
    /// An unknown function.
    Missing,
}

impl Callee {
    /// Its code, if it has any.
    pub fn code(&self) -> Option<&OnceCell<Rc<Prepared>>> {
        match self {
            Callee::Code(code) | Callee::Shortcut(_, code) => Some(code),
            Callee::Builtin(_) | Callee::Missing => None,
        }
    }

    /// The builtin that a call executes, if it does.
    pub fn builtin(&self) -> Option<Builtin> {
        match self {
            Callee::Builtin(builtin) | Callee::Shortcut(builtin, _) => Some(*builtin),
            Callee::Code(_) | Callee::Missing => None,
        }
    }
}

/// The region of a global or function has no room for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoRoom {
    /// Its name.
    pub name: Rc<str>,
    /// How many bytes it has.
    pub size: u64,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no room among addresses for the {} bytes of {}", self.size, self.name)
    }
}

impl std::error::Error for NoRoom {}

/// Code with its constants evaluated.
pub(crate) struct Prepared {
    pub function: FunctionId,
    pub code: Rc<Code>,
    pub consts: Vec<Value>,
    /// Whether the number of an address went into a constant.
    pub by_number: bool,
    pub profile: Profile,
    /// What it takes and returns; none if not all of its pieces are known.
    pub signature: Option<Signature>,
    /// The loops that were looked for, by their branches.
    loops: RefCell<BTreeMap<Pc, Option<Rc<Loop>>>>,
}

impl Prepared {
    /// The loop whose branch is at a position.
    pub fn loop_at(&self, branch: Pc) -> Option<Rc<Loop>> {
        let mut loops = self.loops.borrow_mut();
        let found = || Loop::at(&self.code, branch).map(Rc::new);
        loops.entry(branch).or_insert_with(found).clone()
    }
}

impl Machine {
    /// Makes a program ready and fills an empty memory with one object for each global and function, with ids from 1
    /// on in this order.
    pub fn new(program: Rc<Program>, mut memory: Memory) -> Result<(Machine, Memory), NoRoom> {
        let callees = program
            .functions
            .iter()
            .map(|f| match (f.defined, f.builtin) {
                (true, None) => Callee::Code(OnceCell::new()),
                (true, Some(builtin)) => Callee::Shortcut(builtin, OnceCell::new()),
                (false, Some(builtin)) => Callee::Builtin(builtin),
                (false, None) => Callee::Missing,
            })
            .collect();
        let mut machine = Machine {
            program,
            callees,
            stacks: Rc::default(),
            terms: memory.terms().clone(),
            fresh: Rc::default(),
            watcher: None,
            summaries: None,
            scarce: false,
            several: 0,
            by_number: false,
        };
        machine.by_number = machine.load(&mut memory)?;
        Ok((machine, memory))
    }

    /// Sets a watcher that is told about every access.
    pub fn watch(&mut self, watcher: Rc<dyn Watcher>) {
        self.watcher = Some(watcher);
    }

    /// Carries out loops in one step where that is possible.
    pub fn summarise_loops(&mut self) {
        self.summaries = Some(RefCell::default());
    }

    /// Lets `malloc` and its kin fail for no reason: that is one more path for each allocation.
    pub fn make_memory_scarce(&mut self) {
        self.scarce = true;
    }

    /// Sets how many objects there are at most where several are made at once and their number is not known; of larger
    /// numbers one is picked.
    pub fn set_multi_capacity(&mut self, most: u64) {
        self.several = most;
    }

    pub(crate) fn multi_capacity(&self) -> u64 {
        self.several
    }

    pub(crate) fn has_scarce_memory(&self) -> bool {
        self.scarce
    }

    pub(crate) fn summarises(&self) -> bool {
        self.summaries.is_some()
    }

    pub(crate) fn count_summary(&self, function: FunctionId, branch: Pc) {
        if let Some(summaries) = &self.summaries {
            *summaries.borrow_mut().entry((function, branch)).or_default() += 1;
        }
    }

    /// The loops that were carried out in one step, by file and line, and how often.
    pub fn loop_summaries(&self) -> BTreeMap<(Rc<str>, u32), u64> {
        let mut lines = BTreeMap::new();
        let all = self.summaries.as_ref().map(|all| all.borrow().clone()).unwrap_or_default();
        for ((function, branch), count) in all {
            let place = self.locations(function, branch.0 as usize).swap_remove(0);
            *lines.entry((place.file, place.line)).or_default() += count;
        }
        lines
    }

    pub(crate) fn watcher(&self) -> Option<&dyn Watcher> {
        self.watcher.as_deref()
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The store of all terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many instructions of the program itself were executed at least once.
    pub fn covered(&self) -> u64 {
        self.fresh.count.get()
    }

    /// The source lines that were executed for the first time since the last call, as file and line, each once
    /// and in order. Libraries are left out.
    pub fn take_fresh_lines(&self) -> Vec<(Rc<str>, u32)> {
        let places = self.fresh.places.take();
        let line = |(function, pc)| {
            let place = self.locations(function, pc).swap_remove(0);
            (place.line > 0).then_some((place.file, place.line))
        };
        let lines: BTreeSet<_> = places.into_iter().filter_map(line).collect();
        lines.into_iter().collect()
    }

    /// The object of a symbol.
    pub(crate) fn object_of(&self, symbol: Symbol) -> ObjectId {
        ObjectId(match symbol {
            Symbol::Global(GlobalId(g)) => 1 + g,
            Symbol::Function(FunctionId(f)) => 1 + self.program.globals.len() as u32 + f,
        })
    }

    /// The symbol of an object, if it is one of the program's.
    pub(crate) fn symbol_of(&self, id: ObjectId) -> Option<Symbol> {
        let globals = self.program.globals.len() as u32;
        let index = id.0.checked_sub(1)?;
        if index < globals {
            return Some(Symbol::Global(GlobalId(index)));
        }
        let function = index - globals;
        ((function as usize) < self.callees.len()).then_some(Symbol::Function(FunctionId(function)))
    }

    pub(crate) fn callee(&self, function: FunctionId) -> &Callee {
        &self.callees[function.0 as usize]
    }

    /// The same for a number that may be that of no function.
    pub(crate) fn callee_at(&self, function: FunctionId) -> Option<&Callee> {
        self.callees.get(function.0 as usize)
    }

    /// The prepared code of a function that has a body. `memory` may be that of any state: symbols have the same
    /// numbers in all of them.
    pub(crate) fn prepared<'a>(
        &self,
        function: FunctionId,
        cell: &'a OnceCell<Rc<Prepared>>,
        memory: &Memory,
    ) -> &'a Rc<Prepared> {
        cell.get_or_init(|| {
            let code = self.program.code(function);
            let consts = code.consts.iter().map(|c| constant::value(self, memory, c));
            let consts: Vec<Derived> = consts.collect();
            let by_number = consts.iter().any(|constant| constant.by_number);
            let consts = consts.into_iter().map(|constant| constant.value).collect();
            let counts = !self.program.is_library(function);
            let fresh = counts.then(|| (function, Rc::clone(&self.fresh)));
            let profile = Profile::new(code.insts.len(), fresh);
            let signature = self.program.signature(function);
            let loops = RefCell::default();
            Rc::new(Prepared { function, code, consts, by_number, profile, signature, loops })
        })
    }

    pub(crate) fn stacks(&self) -> &Rc<RefCell<Stacks>> {
        &self.stacks
    }

    /// Attributes a halt to its cause. A shift by too much happened at the shift, not where its result was used.
    /// A variable that no module defines has no bytes; an access to it is our gap, not the program's fault.
    pub fn blame(&self, state: &mut State, halt: Halt) -> Halt {
        if let Halt::Fault(Fault::Poisoned { fault, pc }) = halt {
            if let Some(frame) = state.frames.last_mut() {
                Rc::make_mut(frame).pc = pc as usize + 1;
            }
            return Halt::Fault(*fault);
        }
        if let Halt::Fault(Fault::Uninitialised { used, serial }) = halt {
            return Halt::Fault(self.undefined_use(state, used, serial));
        }
        let Halt::Fault(Fault::Access { fault: memory::Fault::OutOfBounds { at, .. }, .. }) = &halt
        else {
            return halt;
        };
        let Some(Symbol::Global(global)) = self.symbol_of(at.id) else { return halt };
        let global = &self.program.globals[global.0 as usize];
        if global.init.is_some() {
            return halt;
        }
        Halt::Unsupported(Unsupported::ExternalVariable(global.name.to_string()))
    }

    /// A use of something undefined: of memory that was never written, or of a result that does not exist.
    fn undefined_use(&self, state: &State, used: Use, serial: u64) -> Fault {
        let site = state.memory.origin(serial).map(|origin| origin.site);
        match site.and_then(|site| self.promise_at(site)) {
            Some((promise, location)) => {
                Fault::Poison { used, promise, location: location.map(Box::new) }
            }
            None => Fault::Uninitialised { used, serial },
        }
    }

    /// The heap objects that were not freed and that cannot be reached from `held` or from any global, local or
    /// register of the program's own functions. Registers of library functions, which end the program, hold
    /// leftovers.
    pub fn leaked(&self, state: &State, held: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
        let mut roots: Vec<ObjectId> = held.collect();
        let own = |frame: &&Rc<Frame>| !self.program.is_library(frame.code.function);
        state.frames.iter().filter(own).for_each(|frame| frame.each_id(&mut roots));
        state.memory.lost(roots.into_iter())
    }

    /// Fills the memory of a program that has not started.
    fn load(&self, memory: &mut Memory) -> Result<bool, NoRoom> {
        let site = Site::default();
        for global in &self.program.globals {
            let size = if global.init.is_some() { global.size } else { 0 };
            let align = global.align.max(1);
            let id = match global.constant {
                true => memory.allocate_constant(size, align, site),
                false => memory.allocate(Kind::Global, size, align, site),
            };
            id.ok_or_else(|| NoRoom { name: Rc::clone(&global.name), size })?;
        }
        for function in &self.program.functions {
            let size = 1 + u64::from(function.blocks);
            let id = memory.allocate(Kind::Function, size, 16, site);
            id.ok_or_else(|| NoRoom { name: Rc::clone(&function.name), size })?;
        }
        let by_number = self.initialize(memory);
        self.mark_functions(memory);
        Ok(by_number)
    }

    /// Makes the words readable by which `-fsanitize=function` knows the types of functions; they are zero for
    /// functions without such words.
    fn mark_functions(&self, memory: &mut Memory) {
        let functions = (0..self.program.functions.len() as u32).map(FunctionId);
        let marks: Vec<(FunctionId, Mark)> =
            functions.map(|function| (function, self.program.mark(function))).collect();
        let at_entry = marks.iter().any(|(_, mark)| matches!(mark, Mark::AtEntry { .. }));
        let mut words = BTreeMap::new();
        for (function, mark) in marks {
            let id = self.object_of(Symbol::Function(function));
            let mut word = |offset: i64, bytes: u32, value: Value| {
                words.insert((Pointer { id, offset: offset as u64 }, bytes), value);
            };
            let number = |word: u32| Value::Int(word.into());
            word(-8, 4, number(0));
            if at_entry {
                word(0, 4, number(0));
            }
            match mark {
                Mark::None => {}
                Mark::Before([mark, hash]) => {
                    word(-8, 4, number(mark));
                    word(-4, 4, number(hash));
                }
                // The constant may be farther away than the distance can express; it is shown right behind the words.
                Mark::AtEntry { mark, proxy } => {
                    let at = Value::Ptr { id: self.object_of(Symbol::Global(proxy)), offset: 0 };
                    if let Ok(info) = memory.load(&at, 8) {
                        word(0, 4, number(mark));
                        word(4, 4, number(8));
                        word(8, 8, info);
                    }
                }
            }
        }
        memory.set_function_words(words);
    }

    /// Writes the initial contents of all globals. Addresses are known by now; returns whether the number of one went
    /// into the contents.
    fn initialize(&self, memory: &mut Memory) -> bool {
        let mut by_number = false;
        for (index, global) in self.program.globals.iter().enumerate() {
            let id = self.object_of(Symbol::Global(GlobalId(index as u32)));
            if let Some(init) = &global.init {
                let written = memory.write_bytes(&Value::Ptr { id, offset: 0 }, &init.bytes);
                written.expect("an initialiser is not larger than its global");
                for (offset, bits, value) in &init.patches {
                    let derived = constant::value(self, memory, value);
                    by_number |= derived.by_number;
                    let at = Value::Ptr { id, offset: *offset };
                    let written = crate::cpu::write(memory, &at, *bits, &derived.value);
                    written.expect("an initialiser is not larger than its global");
                }
            }
            if global.constant {
                memory.set_read_only(id);
            }
        }
        by_number
    }
}
