//! Source locations and names, read off the metadata.
//!
//! Metadata may be cyclic where a file is malformed, so every walk along it has a limit.

use std::collections::BTreeMap;

use crate::{
    DebugLoc, DebugRecordKind, Function, GlobalId, InstId, InstKind, MetaId, MetaNode, Module,
    Operand,
};

/// More steps than any chain of scopes or inlined calls has.
const MAX_STEPS: usize = 1000;

/// A place in the source, with names borrowed from the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLoc<'m> {
    /// File name as the compiler was given it; empty if unknown.
    pub file: &'m str,
    /// The directory it is relative to; empty if unknown.
    pub directory: &'m str,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// The function in the source; empty if unknown.
    pub function: &'m str,
}

/// A name in the source and where it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceName<'m> {
    /// The name.
    pub name: &'m str,
    /// File name; empty if unknown.
    pub file: &'m str,
    /// Line, 0 if unknown.
    pub line: u32,
}

impl Module {
    /// A node of metadata.
    pub fn node(&self, id: MetaId) -> Option<&MetaNode> {
        self.metadata.nodes.get(id.index())
    }

    /// The text of a metadata string; empty for any other node.
    pub fn meta_str(&self, id: Option<MetaId>) -> &str {
        match id.and_then(|id| self.node(id)) {
            Some(MetaNode::String(text)) => text,
            _ => "",
        }
    }

    fn file_of(&self, file: Option<MetaId>) -> (&str, &str) {
        match file.and_then(|id| self.node(id)) {
            Some(MetaNode::File { name, directory }) => {
                (self.meta_str(*name), self.meta_str(*directory))
            }
            _ => ("", ""),
        }
    }
}

/// Where a location is, and then where the code around it was inlined, innermost first.
pub fn locations(module: &Module, loc: DebugLoc) -> impl Iterator<Item = SourceLoc<'_>> {
    let mut next = Some(loc);
    std::iter::from_fn(move || {
        let loc = next.take()?;
        next = loc.inlined_at.and_then(|id| match module.node(id) {
            Some(MetaNode::Location(outer)) => Some(*outer),
            _ => None,
        });
        Some(location(module, loc))
    })
    .take(MAX_STEPS)
}

/// Where a location is, ignoring inlining.
pub fn location(module: &Module, loc: DebugLoc) -> SourceLoc<'_> {
    let mut scope = Some(loc.scope);
    let mut file = None;
    let mut function = "";
    for _ in 0..MAX_STEPS {
        match scope.and_then(|id| module.node(id)) {
            Some(MetaNode::LexicalBlock { scope: outer, file: own, .. }) => {
                // The innermost scope says the file.
                file = file.or(*own);
                scope = *outer;
            }
            Some(MetaNode::Subprogram { name, linkage_name, file: own, .. }) => {
                file = file.or(*own);
                function = module.meta_str(name.or(*linkage_name));
                break;
            }
            _ => break,
        }
    }
    let (file, directory) = module.file_of(file);
    SourceLoc { file, directory, line: loc.line, column: loc.column, function }
}

/// The name of a global variable in the source, and where it is declared.
pub fn global_source(module: &Module, global: GlobalId) -> Option<SourceName<'_>> {
    let global = module.globals.get(global.index())?;
    global.debug.iter().find_map(|&id| {
        let variable = match module.node(id)? {
            MetaNode::GlobalVariableExpression { variable } => module.node((*variable)?)?,
            node => node,
        };
        match variable {
            MetaNode::GlobalVariable { name, file, line, .. } => Some(SourceName {
                name: module.meta_str(*name),
                file: module.file_of(*file).0,
                line: *line,
            }),
            _ => None,
        }
    })
}

/// The variables that live in the stack objects of a function, by the `alloca` that makes each.
/// Where several share one, the first declared counts.
pub fn local_names<'m>(
    module: &'m Module,
    function: &Function,
) -> BTreeMap<InstId, SourceName<'m>> {
    let mut names = BTreeMap::new();
    let Some(body) = &function.body else { return names };
    let mut declare = |address: MetaId, variable: MetaId| {
        if let Some(MetaNode::Value { value: Operand::Inst(id), .. }) = module.node(address)
            && let Some(inst) = body.insts.get(id.index())
            && let InstKind::Alloca { .. } = inst.kind
            && let Some(name) = variable_name(module, variable)
        {
            names.entry(*id).or_insert(name);
        }
    };
    for inst in &body.insts {
        if let InstKind::Call(call) = &inst.kind
            && let Operand::Function(callee) = call.callee
            && module.functions[callee.index()].name == "llvm.dbg.declare"
            && let [Operand::Metadata(address), Operand::Metadata(variable), ..] = call.args[..]
        {
            declare(address, variable);
        }
    }
    for record in &body.debug_records {
        match record.kind {
            DebugRecordKind::Declare { address, variable, .. }
            | DebugRecordKind::Assign { address, variable, .. } => declare(address, variable),
            DebugRecordKind::Value { .. } | DebugRecordKind::Label(_) => {}
        }
    }
    names
}

/// The names of the parameters a function has in the source, in order; empty where one is not known. The
/// function itself may have others: structures passed in parts, a place for the result.
pub fn parameter_names<'m>(module: &'m Module, function: &Function) -> Vec<&'m str> {
    let mut names = Vec::new();
    let (Some(body), Some(subprogram)) = (&function.body, function.subprogram) else {
        return names;
    };
    let mut describe = |variable: MetaId| {
        // Those of functions inlined here have another scope.
        if let Some(&MetaNode::LocalVariable { scope, name, arg, .. }) = module.node(variable)
            && scope == Some(subprogram)
            && (1..=MOST_PARAMETERS).contains(&arg)
        {
            names.resize(names.len().max(arg as usize), "");
            names[arg as usize - 1] = module.meta_str(name);
        }
    };
    for inst in &body.insts {
        if let InstKind::Call(call) = &inst.kind
            && let Operand::Function(callee) = call.callee
            && module.functions[callee.index()].name.starts_with("llvm.dbg.")
            && let [Operand::Metadata(_), Operand::Metadata(variable), ..] = call.args[..]
        {
            describe(variable);
        }
    }
    for record in &body.debug_records {
        match record.kind {
            DebugRecordKind::Declare { variable, .. }
            | DebugRecordKind::Assign { variable, .. }
            | DebugRecordKind::Value { variable, .. } => describe(variable),
            DebugRecordKind::Label(_) => {}
        }
    }
    names
}

/// More parameters than this are malformed.
const MOST_PARAMETERS: u32 = 1 << 10;

fn variable_name(module: &Module, variable: MetaId) -> Option<SourceName<'_>> {
    match module.node(variable)? {
        MetaNode::LocalVariable { name, file, line, .. } => Some(SourceName {
            name: module.meta_str(*name),
            file: module.file_of(*file).0,
            line: *line,
        }),
        _ => None,
    }
}
