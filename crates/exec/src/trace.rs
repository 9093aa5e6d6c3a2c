//! Where things happened: source locations, stack traces, the history of an object.

mod arguments;

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use ir::{FunctionId, Inst, Pc, Promise, SpanId, Symbol};
use memory::{Kind, Life, ObjectId, Origin, Site};

use crate::machine::Machine;
use crate::state::{Frame, State};
use crate::watch::Maker;

/// A location in the program's source, or in its code if that is all we know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The function.
    pub function: Rc<str>,
    /// The file; empty if unknown.
    pub file: Rc<str>,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The column, 0 if unknown.
    pub column: u32,
    /// Whether the function came from an archive, as those of the C library do.
    pub library: bool,
    /// The arguments of the call, in order, where they are known.
    pub arguments: Vec<Argument>,
    /// The instruction, if there is one; an inlined call has that of the inlined code.
    pub position: Option<(FunctionId, Pc)>,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The name of the parameter; empty if unknown.
    pub name: Rc<str>,
    /// What was passed.
    pub value: Shown,
}

/// A value, as shown to users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// An integer.
    Number(u64),
    /// A pointer.
    Pointer {
        /// The name of the object, or what it is if it has none.
        object: Rc<str>,
        /// How far into it.
        offset: i64,
    },
    /// Something that depends on symbolic input.
    Symbolic,
    /// Something else, or a value that is no longer available.
    Unknown,
}

/// Locations from the innermost outwards, inlined calls included.
pub type Trace = Vec<Location>;

/// What is known about an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectStory {
    /// What it is.
    pub kind: Kind,
    /// The name of the variable or function, if it has one.
    pub name: Option<Rc<str>>,
    /// Its size.
    pub size: u64,
    /// Whether it is alive.
    pub life: Life,
    /// The allocation site.
    pub allocated: Trace,
    /// Where it was freed.
    pub freed: Trace,
    /// Where bytes of it that were never written were copied to memory, in order: the first of these stores.
    pub copies: Vec<Location>,
}

/// Call stacks at which objects were made or freed, each held once.
///
/// A stack is a node that names its caller's node, so that stacks share their common part.
#[derive(Default)]
pub(crate) struct Stacks {
    nodes: Vec<Node>,
    known: HashMap<Node, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    caller: Option<u32>,
    function: FunctionId,
    pc: u32,
}

impl Stacks {
    fn node(&mut self, node: Node) -> u32 {
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        })
    }
}

/// The call stacks that sites stand for. Clones see what is added later.
#[derive(Clone)]
pub struct CallStacks {
    stacks: Rc<RefCell<Stacks>>,
}

impl CallStacks {
    /// The instructions of a site, the innermost first. The site of a local has only one.
    pub fn of(&self, site: Site) -> Vec<(FunctionId, u32)> {
        if let Some(local) = as_local(site) {
            return vec![local];
        }
        let stacks = self.stacks.borrow();
        let start = (site.0 as u32).checked_sub(1);
        let node = |at: u32| stacks.nodes.get(at as usize);
        let nodes =
            std::iter::successors(start.and_then(node), |inner| inner.caller.and_then(node));
        nodes.map(|node| (node.function, node.pc)).collect()
    }
}

/// Marks a site as that of a local: a function and an instruction, without a stack.
const LOCAL: u64 = 1 << 63;

/// The site of a local made by an instruction.
#[inline]
pub(crate) fn local_site(function: FunctionId, pc: usize) -> Site {
    Site(LOCAL | u64::from(function.0) << 32 | pc as u64)
}

impl Machine {
    /// The site of what the running instruction of a state does: its whole stack.
    pub fn site(&self, state: &State) -> Site {
        let mut stacks = self.stacks().borrow_mut();
        let mut node = None;
        for frame in &state.frames {
            let pc = frame.pc.saturating_sub(1) as u32;
            node = Some(stacks.node(Node { caller: node, function: frame.code.function, pc }));
        }
        Site(node.map_or(0, |n| u64::from(n) + 1))
    }

    /// The call stacks that sites stand for.
    pub fn call_stacks(&self) -> CallStacks {
        CallStacks { stacks: Rc::clone(self.stacks()) }
    }

    /// The program point that a state is at.
    pub fn point(&self, state: &State) -> Site {
        let point = |f: &Rc<Frame>| local_site(f.code.function, f.pc.saturating_sub(1));
        state.frames.last().map_or(Site::default(), point)
    }

    /// The innermost instruction of the program itself that a state is at; of a library if there is none.
    pub fn site_in_program(&self, state: &State) -> Site {
        let own = |f: &&Rc<Frame>| !self.program().is_library(f.code.function);
        let frame = state.frames.iter().rev().find(own).or_else(|| state.frames.last());
        frame.map_or(Site::default(), |f| local_site(f.code.function, f.pc.saturating_sub(1)))
    }

    /// Where a state is.
    pub fn trace(&self, state: &State) -> Trace {
        let mut trace = Trace::new();
        for (depth, frame) in state.frames.iter().enumerate().rev() {
            trace.extend(self.locations(frame.code.function, frame.pc.saturating_sub(1)));
            let caller = depth.checked_sub(1).map(|caller| &state.frames[caller]);
            if let (Some(caller), Some(place)) = (caller, trace.last_mut()) {
                place.arguments = self.arguments(state, caller, frame);
            }
        }
        trace
    }

    /// Where the instruction is that a state executes next.
    pub fn next_location(&self, state: &State) -> Option<Location> {
        let frame = state.frames.last()?;
        self.locations(frame.code.function, frame.pc).into_iter().next()
    }

    /// What is known about an object.
    pub fn story(&self, state: &State, id: ObjectId) -> Option<ObjectStory> {
        let object = state.memory.object(id)?;
        Some(ObjectStory {
            kind: object.kind,
            name: self.object_name(id, object.site),
            size: object.size_if_alive(),
            life: object.life,
            allocated: self.birth(object.site),
            freed: self.site_trace(object.freed),
            copies: Vec::new(),
        })
    }

    /// What is known about an object that was used before it was written; it may be dead.
    pub fn story_of_birth(&self, state: &State, serial: u64) -> Option<ObjectStory> {
        let Origin { kind, size, site, copies, .. } = state.memory.origin(serial)?;
        let place = |site: &Site| self.site_trace(*site).into_iter().next();
        Some(ObjectStory {
            kind,
            name: self.local_name(site),
            size,
            life: Life::Live,
            allocated: self.birth(site),
            freed: Trace::new(),
            copies: copies.iter().filter_map(place).collect(),
        })
    }

    /// The name of a global.
    pub fn global_name(&self, id: ObjectId) -> Option<Rc<str>> {
        match self.symbol_of(id)? {
            Symbol::Global(g) => Some(Rc::clone(&self.program().globals[g.0 as usize].name)),
            Symbol::Function(_) => None,
        }
    }

    /// The name of an object that was made at a site.
    fn object_name(&self, id: ObjectId, site: Site) -> Option<Rc<str>> {
        match self.symbol_of(id) {
            Some(Symbol::Global(g)) => Some(Rc::clone(&self.program().globals[g.0 as usize].name)),
            Some(Symbol::Function(f)) => {
                Some(Rc::clone(&self.program().functions[f.0 as usize].name))
            }
            None => self.local_name(site),
        }
    }

    /// The promise that the instruction of a site checks, and where that is.
    pub(crate) fn promise_at(&self, site: Site) -> Option<(Promise, Option<Location>)> {
        let (function, pc) = as_local(site)?;
        match self.program().code(function).insts.get(pc as usize)? {
            Inst::Promise { promise, .. } => Some((*promise, self.source(site))),
            _ => None,
        }
    }

    fn local_name(&self, site: Site) -> Option<Rc<str>> {
        let (function, pc) = as_local(site)?;
        let code = self.program().code(function);
        if let Some(Inst::VaStart { .. }) = code.insts.get(pc as usize) {
            return Some("(variable arguments)".into());
        }
        code.locals.get(&Pc(pc)).map(|local| Rc::clone(&local.name))
    }

    /// Where an object was made; a local, where it is declared.
    fn birth(&self, site: Site) -> Trace {
        let mut trace = self.site_trace(site);
        if let Some((at, (file, line))) = trace.first_mut().zip(self.declaration(site)) {
            (at.file, at.line) = (file, line);
        }
        trace
    }

    /// Where a local is declared; the instruction that makes it has no line.
    fn declaration(&self, site: Site) -> Option<(Rc<str>, u32)> {
        let (function, pc) = as_local(site)?;
        let code = self.program().code(function);
        let line = code.locals.get(&Pc(pc))?.line;
        let file = code.spans.iter().map(|span| &span.file).find(|file| !file.is_empty())?;
        Some((Rc::clone(file), line))
    }

    /// Where in the source the innermost instruction of a site is.
    pub fn source(&self, site: Site) -> Option<Location> {
        self.site_trace(site).into_iter().next()
    }

    fn site_trace(&self, site: Site) -> Trace {
        let stack = self.call_stacks().of(site);
        stack.into_iter().flat_map(|(function, pc)| self.locations(function, pc as usize)).collect()
    }

    /// What was made at a site.
    pub(crate) fn maker_at(&self, site: Site) -> Maker {
        if let Some((function, pc)) = as_local(site) {
            return Maker::Local(function, pc);
        }
        let stacks = self.stacks().borrow();
        let mut next = (site.0 as u32).checked_sub(1);
        let mut calls = Vec::new();
        while let Some(node) = next.and_then(|n| stacks.nodes.get(n as usize)) {
            calls.push((node.function, node.pc));
            next = node.caller;
        }
        Maker::Calls(calls)
    }

    /// The source location of an instruction, and those of the calls it was inlined through.
    pub(crate) fn locations(&self, function: FunctionId, pc: usize) -> Trace {
        let name = &self.program().functions[function.0 as usize].name;
        let library = self.program().is_library(function);
        let position = Some((function, Pc(pc as u32)));
        let unknown = Location {
            function: Rc::clone(name),
            file: Rc::default(),
            line: 0,
            column: 0,
            library,
            arguments: Vec::new(),
            position,
        };
        let Some(cell) = self.callee(function).code() else { return vec![unknown] };
        let Some(prepared) = cell.get() else { return vec![unknown] };
        let code = &prepared.code;
        let located = |pc: usize| code.locations.get(pc).copied().filter(|span| *span != SpanId(0));
        // Locals are made before the first line of a function.
        let is_local = matches!(code.insts.get(pc), Some(Inst::Alloca { .. }));
        let after = || (pc..code.locations.len()).find_map(located).filter(|_| is_local);
        let mut next = located(pc).or_else(after);
        let mut trace = Trace::new();
        while let Some(span) = next.and_then(|s| code.spans.get(s.0 as usize)) {
            trace.push(Location {
                function: Rc::clone(&span.function),
                file: Rc::clone(&span.file),
                line: span.line,
                column: span.column,
                library,
                arguments: Vec::new(),
                position,
            });
            next = span.inlined_at;
        }
        if trace.is_empty() { vec![unknown] } else { trace }
    }
}

fn as_local(site: Site) -> Option<(FunctionId, u32)> {
    let function = FunctionId((site.0 >> 32) as u32 & !(1 << 31));
    (site.0 & LOCAL != 0).then_some((function, site.0 as u32))
}
