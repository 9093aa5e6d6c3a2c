//! Numbers of values without a name.
//!
//! Globals, aliases, indirect functions and functions share one sequence per module; parameters,
//! blocks and results share one per function, in the order in which they are written.

use std::cell::OnceCell;
use std::fmt::{self, Display};

use super::names;
use crate::{AliasId, BlockId, Body, FunctionId, GlobalId, IFuncId, InstId, Module, Type};

/// All numbers of a module; those of a function are worked out when they are first asked for.
pub(super) struct Slots<'m> {
    module: &'m Module,
    globals: Vec<u32>,
    aliases: Vec<u32>,
    ifuncs: Vec<u32>,
    functions: Vec<u32>,
    locals: Vec<OnceCell<Locals>>,
}

/// The numbers of one function; those of named values are not meaningful.
struct Locals {
    args: Vec<u32>,
    blocks: Vec<u32>,
    insts: Vec<u32>,
}

/// Numbers for those of `names` that are empty.
fn number<'a>(names: impl Iterator<Item = &'a str>, next: &mut u32) -> Vec<u32> {
    names
        .map(|name| {
            let slot = *next;
            *next += u32::from(name.is_empty());
            slot
        })
        .collect()
}

fn symbol(name: &str, slot: u32) -> impl Display {
    fmt::from_fn(move |f| match name {
        "" => write!(f, "@{slot}"),
        _ => write!(f, "@{}", names::name(name)),
    })
}

impl<'m> Slots<'m> {
    pub(super) fn new(module: &'m Module) -> Slots<'m> {
        let mut next = 0;
        Slots {
            module,
            globals: number(module.globals.iter().map(|g| g.name.as_str()), &mut next),
            aliases: number(module.aliases.iter().map(|a| a.name.as_str()), &mut next),
            ifuncs: number(module.ifuncs.iter().map(|i| i.name.as_str()), &mut next),
            functions: number(module.functions.iter().map(|f| f.name.as_str()), &mut next),
            locals: module.functions.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    pub(super) fn global(&self, id: GlobalId) -> impl Display {
        symbol(&self.module.globals[id.index()].name, self.globals[id.index()])
    }

    pub(super) fn alias(&self, id: AliasId) -> impl Display {
        symbol(&self.module.aliases[id.index()].name, self.aliases[id.index()])
    }

    pub(super) fn ifunc(&self, id: IFuncId) -> impl Display {
        symbol(&self.module.ifuncs[id.index()].name, self.ifuncs[id.index()])
    }

    pub(super) fn function(&self, id: FunctionId) -> impl Display {
        symbol(&self.module.functions[id.index()].name, self.functions[id.index()])
    }

    pub(super) fn arg(&self, function: FunctionId, arg: u32) -> impl Display {
        fmt::from_fn(move |f| {
            let Some((body, locals)) = self.locals(function) else { return f.write_str("%?") };
            match body.arg_names.get(&arg) {
                Some(name) => write!(f, "%{}", names::name(name)),
                None => write!(f, "%{}", locals.args.get(arg as usize).unwrap_or(&arg)),
            }
        })
    }

    pub(super) fn inst(&self, function: FunctionId, inst: InstId) -> impl Display {
        fmt::from_fn(move |f| {
            let Some((body, locals)) = self.locals(function) else { return f.write_str("%?") };
            match body.inst_names.get(&inst) {
                Some(name) => write!(f, "%{}", names::name(name)),
                None => write!(f, "%{}", locals.insts[inst.index()]),
            }
        })
    }

    /// The name of a block without sigil, as in front of its colon.
    pub(super) fn block(&self, function: FunctionId, block: BlockId) -> impl Display {
        fmt::from_fn(move |f| {
            let Some((body, locals)) = self.locals(function) else { return f.write_str("?") };
            match body.block_names.get(&block) {
                Some(name) => write!(f, "{}", names::name(name)),
                None => write!(f, "{}", locals.blocks.get(block.index()).unwrap_or(&block.0)),
            }
        })
    }

    fn locals(&self, function: FunctionId) -> Option<(&Body, &Locals)> {
        let body = self.module.functions[function.index()].body.as_ref()?;
        let locals = self.locals[function.index()].get_or_init(|| self.number(function, body));
        Some((body, locals))
    }

    fn number(&self, function: FunctionId, body: &Body) -> Locals {
        let params = match self.module.ty(self.module.functions[function.index()].ty) {
            Type::Function { params, .. } => params.len() as u32,
            _ => 0,
        };
        let mut next = 0;
        let mut take = |counts: bool| {
            let slot = next;
            next += u32::from(counts);
            slot
        };
        let args = (0..params).map(|arg| take(!body.arg_names.contains_key(&arg))).collect();
        let mut blocks = Vec::with_capacity(body.blocks.len());
        let mut insts = vec![0; body.insts.len()];
        for (index, block) in body.blocks.iter().enumerate() {
            blocks.push(take(!body.block_names.contains_key(&BlockId::from(index))));
            for inst in block.insts.clone() {
                let valued = *self.module.ty(body.insts[inst as usize].ty) != Type::Void;
                let named = || body.inst_names.contains_key(&InstId(inst));
                insts[inst as usize] = take(valued && !named());
            }
        }
        Locals { args, blocks, insts }
    }
}
