//! From code to constraints.
//!
//! A function has one *instance*, or one for each context if it is a wrapper. Constraints of an instance
//! are made when it is first called; indirect calls are made as their targets are found.

mod flow;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use ir::{Code, FunctionId, GlobalId, Operand, Pc, Program};
use registry::{Builtin, SIGNAL, START};

use crate::local::Registers;
use crate::object::ProgramPoint;
use crate::offset::Offset;
use crate::result::{Pointer, PointsTo};
use crate::system::{Abstract, Node, Shape, System, Watch};
use crate::wrapper;
use crate::{AbstractObject, Fields, Options};

/// The code of a function, and what is known of it alone.
pub(crate) struct Body {
    pub code: Code,
    /// Where each instruction is in the code that runs.
    pub positions: Vec<Pc>,
    pub registers: Registers,
}

/// A function in a context.
pub(crate) struct Instance {
    pub function: FunctionId,
    pub body: Rc<Body>,
    /// The calls that led to it, the innermost first.
    pub context: Vec<ProgramPoint>,
    /// The nodes of its registers, as far as they are used.
    nodes: Vec<Option<Node>>,
    /// What it returns.
    pub results: Vec<Node>,
    /// What is passed to it beyond its parameters.
    pub variable: Node,
}

/// An instruction of an instance.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub instance: usize,
    pub pc: usize,
}

/// What the functions that a pointer may point to are passed on to.
#[derive(Clone, Copy)]
pub(crate) enum Caller {
    Call(At),
    Outside,
}

/// An analysis that is under way.
pub(crate) struct Generator<'a> {
    pub program: &'a Program,
    pub options: Options,
    /// The functions that have a context.
    pub wrappers: BTreeSet<FunctionId>,
    pub system: System,
    pub objects: Vec<AbstractObject>,
    numbers: HashMap<AbstractObject, Abstract>,
    pub addresses: HashMap<(Abstract, Offset), Node>,
    bodies: HashMap<FunctionId, Rc<Body>>,
    pub instances: Vec<Instance>,
    known: HashMap<(FunctionId, Vec<ProgramPoint>), usize>,
    /// Instances without constraints yet.
    new: Vec<usize>,
    /// Globals whose first contents are not written yet.
    pub globals: Vec<GlobalId>,
    pub callers: Vec<Caller>,
    /// What is used as a pointer, and where.
    pub pointers: Vec<(ProgramPoint, Pointer)>,
    /// Functions without code, and what they pass on.
    pub outside: Option<Node>,
    /// What the kernel keeps for the program.
    pub kernel: Option<Node>,
    /// What numbers may point to.
    pub fixed: Option<Node>,
}

/// Analyses a program.
pub fn analyse(program: &Program, options: Options) -> PointsTo {
    analyse_while(program, options, &|| true).expect("nothing ends it before")
}

/// Analyses a program as long as `goes_on` holds; `None` if it ends before the analysis does.
pub fn analyse_while(
    program: &Program,
    options: Options,
    goes_on: &dyn Fn() -> bool,
) -> Option<PointsTo> {
    let plain = Options { context: 0, ..options };
    let first = run(program, plain, BTreeSet::new(), goes_on)?;
    if options.context == 0 {
        return Some(PointsTo::new(first));
    }
    let wrappers = wrapper::find(&first);
    run(program, options, wrappers, goes_on).map(PointsTo::new)
}

fn run<'p>(
    program: &'p Program,
    options: Options,
    wrappers: BTreeSet<FunctionId>,
    goes_on: &dyn Fn() -> bool,
) -> Option<Generator<'p>> {
    let mut generator = Generator::new(program, options, wrappers);
    generator.enter();
    loop {
        generator.generate(goes_on)?;
        let found = generator.system.solve_while(goes_on)?;
        if found.is_empty() && generator.new.is_empty() {
            return Some(generator);
        }
        for (Watch(watch), object) in found {
            if let AbstractObject::Function(function) = generator.objects[object.0 as usize] {
                generator.found(watch, function);
            }
        }
    }
}

impl<'a> Generator<'a> {
    fn new(
        program: &'a Program,
        options: Options,
        wrappers: BTreeSet<FunctionId>,
    ) -> Generator<'a> {
        let mut system = System::new();
        let fixed = Some(Builtin::DefineFixedObject);
        let makes_fixed = program.functions.iter().any(|f| f.builtin == fixed);
        let fixed = makes_fixed.then(|| system.node());
        Generator {
            program,
            options,
            wrappers,
            system,
            objects: Vec::new(),
            numbers: HashMap::new(),
            addresses: HashMap::new(),
            bodies: HashMap::new(),
            instances: Vec::new(),
            known: HashMap::new(),
            new: Vec::new(),
            globals: Vec::new(),
            callers: Vec::new(),
            pointers: Vec::new(),
            outside: None,
            kernel: None,
            fixed,
        }
    }

    /// Calls what the engine calls when a program starts.
    fn enter(&mut self) {
        let defined = |f: &FunctionId| self.program.functions[f.0 as usize].defined;
        let start = self.program.function(START).filter(defined);
        let main = self.program.function("main").filter(defined);
        let Some(entry) = start.or(main) else { return };
        let environment = self.object(AbstractObject::Environment, Shape::Whole);
        let pointer = self.address_of(environment, Offset::Any);
        self.system.store(pointer, pointer, 8);
        let instance = self.instance(entry, Vec::new());
        let params = self.instances[instance].body.code.params;
        for param in 0..params {
            let node = self.register(instance, param);
            self.system.flow(pointer, node);
        }
        if let Some(signal) = self.program.function(SIGNAL).filter(defined) {
            // The first argument is a handler, which the kernel was given.
            let (kernel, instance) = (self.kernel(), self.instance(signal, Vec::new()));
            let handler = self.register(instance, 0);
            self.system.flow(kernel, handler);
        }
    }

    /// Makes the constraints of everything that was called since.
    fn generate(&mut self, goes_on: &dyn Fn() -> bool) -> Option<()> {
        loop {
            self.initialise();
            let Some(instance) = self.new.pop() else { return Some(()) };
            if !goes_on() {
                return None;
            }
            let body = Rc::clone(&self.instances[instance].body);
            for pc in 0..body.code.insts.len() {
                self.instruction(At { instance, pc }, &body);
            }
        }
    }

    /// A watched pointer may point to this function.
    fn found(&mut self, watch: u32, function: FunctionId) {
        match self.callers[watch as usize] {
            Caller::Call(at) => self.call(at, function),
            Caller::Outside => self.call_from_outside(function),
        }
    }

    /// Passes the functions that a node may point to on to `caller`.
    pub fn watch(&mut self, pointer: Node, caller: Caller) {
        self.callers.push(caller);
        self.system.watch(pointer, Watch(self.callers.len() as u32 - 1));
    }

    /// The abstract object, made if it is not there.
    pub fn object(&mut self, object: AbstractObject, shape: Shape) -> Abstract {
        if let Some(number) = self.numbers.get(&object) {
            return *number;
        }
        let shape = match (shape, self.options.fields) {
            (Shape::Fields(_), Fields::Together) => Shape::Whole,
            (shape, _) => shape,
        };
        let number = self.system.object(shape);
        debug_assert_eq!(number.0 as usize, self.objects.len(), "all objects are made here");
        self.objects.push(object.clone());
        self.numbers.insert(object, number);
        number
    }

    /// Whether an object is there.
    pub fn is_met(&self, object: &AbstractObject) -> bool {
        self.numbers.contains_key(object)
    }

    fn body(&mut self, function: FunctionId) -> Rc<Body> {
        let program = self.program;
        let body = self.bodies.entry(function).or_insert_with(|| {
            let (mut code, positions) = program.code_with_positions(function);
            // All functions that can be reached are kept; nothing asks for their names and lines here.
            (code.locations, code.spans, code.locals) = Default::default();
            code.origins = Vec::new();
            code.insts.shrink_to_fit();
            let registers = Registers::new(&code);
            Rc::new(Body { code, positions, registers })
        });
        Rc::clone(body)
    }

    /// The instance of a function in a context.
    pub fn instance(&mut self, function: FunctionId, context: Vec<ProgramPoint>) -> usize {
        if let Some(instance) = self.known.get(&(function, context.clone())) {
            return *instance;
        }
        let body = self.body(function);
        let number = self.instances.len();
        self.known.insert((function, context.clone()), number);
        self.instances.push(Instance {
            function,
            nodes: vec![None; body.code.registers as usize],
            body,
            context,
            results: Vec::new(),
            variable: self.system.node(),
        });
        self.new.push(number);
        number
    }

    /// The context a function has when it is called at a point.
    pub fn context(&self, at: At, callee: FunctionId) -> Vec<ProgramPoint> {
        if !self.wrappers.contains(&callee) {
            return Vec::new();
        }
        let caller = &self.instances[at.instance];
        let mut context = vec![self.point(at)];
        context.extend(caller.context.iter().copied());
        context.truncate(self.options.context as usize);
        context
    }

    /// Where an instruction is in the code that runs.
    pub fn point(&self, at: At) -> ProgramPoint {
        let instance = &self.instances[at.instance];
        ProgramPoint { function: instance.function, pc: instance.body.positions[at.pc] }
    }

    /// The node of a register.
    pub fn register(&mut self, instance: usize, register: u32) -> Node {
        let owner = &mut self.instances[instance];
        let root = owner.body.registers.same[register as usize] as usize;
        match owner.nodes[root] {
            Some(node) => node,
            None => {
                let node = self.system.node();
                owner.nodes[root] = Some(node);
                node
            }
        }
    }

    /// Makes a node that of a register; tells whether it had none.
    pub fn name(&mut self, instance: usize, register: u32, node: Node) -> bool {
        let owner = &mut self.instances[instance];
        let root = owner.body.registers.same[register as usize] as usize;
        let free = owner.nodes[root].is_none();
        if free {
            owner.nodes[root] = Some(node);
        }
        free
    }

    /// The node of an operand, if it may be a pointer.
    pub fn operand(&mut self, instance: usize, operand: Operand) -> Option<Node> {
        match operand.split() {
            Ok(register) => {
                let body = Rc::clone(&self.instances[instance].body);
                match body.registers.local(operand) {
                    Some(local) => Some(self.promoted_address(instance, local)),
                    None => Some(self.register(instance, register as u32)),
                }
            }
            Err(constant) => {
                let body = Rc::clone(&self.instances[instance].body);
                self.constant(&body.code.consts[constant])
            }
        }
    }

    /// What an instance returns, as this many nodes.
    pub fn results(&mut self, instance: usize, count: usize) -> Vec<Node> {
        while self.instances[instance].results.len() < count {
            let node = self.system.node();
            self.instances[instance].results.push(node);
        }
        self.instances[instance].results[..count].to_vec()
    }

    /// Notes that an instruction uses an operand as a pointer; gives its node.
    pub fn used(&mut self, at: At, operand: Operand) -> Option<Node> {
        let node = self.operand(at.instance, operand)?;
        let point = self.point(at);
        self.pointers.push((point, Pointer::Node(node)));
        Some(node)
    }

    /// The local of which a register has the address, as an object; its contents are the register.
    pub fn promoted(&mut self, instance: usize, register: u32) -> Abstract {
        let owner = &self.instances[instance];
        let made =
            |inst: &ir::Inst| matches!(inst, ir::Inst::Alloca { dst, .. } if dst.0 == register);
        let pc = owner.body.code.insts.iter().position(made).expect("a promoted local is made");
        let point = self.point(At { instance, pc });
        self.object(AbstractObject::Local(point), Shape::Whole)
    }

    fn promoted_address(&mut self, instance: usize, register: u32) -> Node {
        let object = self.promoted(instance, register);
        self.address_of(object, Offset::Any)
    }
}

impl Instance {
    /// The node of a register that no other is the same as, if it is used.
    pub fn node_of(&self, register: u32) -> Option<Node> {
        self.nodes[register as usize]
    }
}
