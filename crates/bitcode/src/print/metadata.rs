//! Metadata, written where it is used.

use std::fmt::{self, Display, Formatter, Write};

use super::dwarf;
use super::names::{escaped, joined, quoted};
use super::value::Scope;
use crate::{DebugLoc, DebugRecord, DebugRecordKind, InstId, MetaId, MetaNode};

/// How deep tuples within tuples are written. Type-based alias information and loop properties
/// nest and even contain themselves; they are unreadable at that length.
const MAX_TUPLES: u32 = 2;

/// How far scopes and inlined calls are followed outwards. A malformed chain may contain itself.
const MAX_CHAIN: u32 = 1000;

/// A name such as `llvm.module.flags`, after its sigil.
pub(super) fn name(text: &str) -> impl Display {
    fmt::from_fn(move |f| {
        for (i, b) in text.bytes().enumerate() {
            match b {
                b'0'..=b'9' if i > 0 => f.write_char(b as char)?,
                b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'$' | b'.' | b'_' => {
                    f.write_char(b as char)?;
                }
                _ => write!(f, "\\{b:02X}")?,
            }
        }
        Ok(())
    })
}

impl<'t> Scope<'t> {
    fn node(self, id: MetaId) -> &'t MetaNode {
        &self.text.module.metadata.nodes[id.index()]
    }

    /// `, !kind node` for each.
    pub(super) fn attachments<'a>(self, attached: &'a [(InstId, u32, MetaId)]) -> impl Display + 'a
    where
        't: 'a,
    {
        fmt::from_fn(move |f| {
            attached.iter().try_for_each(|&(_, kind, node)| {
                let kinds = &self.text.module.metadata.kinds;
                let known = kinds.iter().find(|(number, _)| *number == kind);
                let name = name(known.map_or("unknown", |(_, name)| name));
                write!(f, ", !{name} {}", self.metadata(node))
            })
        })
    }

    fn string(self, id: Option<MetaId>) -> Option<&'t str> {
        match self.node(id?) {
            MetaNode::String(text) => Some(text),
            _ => None,
        }
    }

    /// A node, string or value.
    pub(super) fn metadata(self, id: MetaId) -> impl Display + 't {
        fmt::from_fn(move |f| self.text.nested(f, |f| self.write_node(f, id, 0)))
    }

    fn write_node(self, f: &mut Formatter<'_>, id: MetaId, tuples: u32) -> fmt::Result {
        match self.node(id) {
            MetaNode::String(text) => write!(f, "!\"{}\"", escaped(text.as_bytes())),
            MetaNode::Value { value, .. } => write!(f, "{}", self.typed(*value)),
            MetaNode::Tuple { distinct, elements } => {
                f.write_str(if *distinct { "distinct !{" } else { "!{" })?;
                if tuples == MAX_TUPLES {
                    return f.write_str("...}");
                }
                for (i, element) in elements.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    match element {
                        Some(element) => {
                            self.text.nested(f, |f| self.write_node(f, *element, tuples + 1))?;
                        }
                        None => f.write_str("null")?,
                    }
                }
                f.write_str("}")
            }
            MetaNode::Location(loc) => write!(f, "!DILocation({})", self.location(loc)),
            MetaNode::Expression(operations) => dwarf::write_expression(f, operations),
            MetaNode::ArgList(values) => {
                write!(f, "!DIArgList({})", joined(values.iter().map(|&v| self.metadata(v)), ", "))
            }
            MetaNode::GlobalVariableExpression { variable } => {
                f.write_str("!DIGlobalVariableExpression(")?;
                variable.map_or(Ok(()), |id| self.write_node(f, id, tuples))?;
                f.write_str(")")
            }
            MetaNode::Other { code, .. } => write!(f, "!{}", dwarf::record_name(*code)),
            node => self.write_entity(f, node),
        }
    }

    /// Something of the source: a file, unit, subprogram, block or variable.
    fn write_entity(self, f: &mut Formatter<'_>, node: &MetaNode) -> fmt::Result {
        let mut fields = Fields { f, written: 0 };
        match node {
            MetaNode::File { name, directory } => {
                fields.open("!DIFile(")?;
                fields.string("filename", Some(self.string(*name).unwrap_or("")))?;
                fields.string("directory", Some(self.string(*directory).unwrap_or("")))?;
            }
            MetaNode::CompileUnit { file, producer, .. } => {
                fields.open("!DICompileUnit(")?;
                fields.string("file", self.file_name(*file))?;
                fields.string("directory", self.file_directory(*file))?;
                fields.string("producer", self.string(*producer))?;
            }
            MetaNode::Subprogram { name, linkage_name, file, line, .. } => {
                fields.open("!DISubprogram(")?;
                fields.string("name", self.string(*name))?;
                fields.string("linkageName", self.string(*linkage_name))?;
                fields.string("file", self.file_name(*file))?;
                fields.string("directory", self.file_directory(*file))?;
                fields.number("line", *line)?;
            }
            MetaNode::LexicalBlock { file, line, column, .. } => {
                fields.open("!DILexicalBlock(")?;
                fields.string("file", self.file_name(*file))?;
                fields.number("line", *line)?;
                fields.number("column", *column)?;
            }
            MetaNode::LocalVariable { name, file, line, arg, .. } => {
                fields.open("!DILocalVariable(")?;
                fields.string("name", self.string(*name))?;
                fields.number("arg", *arg)?;
                fields.string("file", self.file_name(*file))?;
                fields.number("line", *line)?;
            }
            MetaNode::GlobalVariable { name, linkage_name, file, line, .. } => {
                fields.open("!DIGlobalVariable(")?;
                fields.string("name", self.string(*name))?;
                fields.string("linkageName", self.string(*linkage_name))?;
                fields.string("file", self.file_name(*file))?;
                fields.number("line", *line)?;
            }
            _ => fields.open("!(")?,
        }
        fields.f.write_str(")")
    }

    fn file_name(self, file: Option<MetaId>) -> Option<&'t str> {
        match self.node(file?) {
            MetaNode::File { name, .. } => self.string(*name),
            _ => None,
        }
    }

    fn file_directory(self, file: Option<MetaId>) -> Option<&'t str> {
        match self.node(file?) {
            MetaNode::File { directory, .. } => self.string(*directory),
            _ => None,
        }
    }

    /// `"file":line:column in "function"`, then where that was inlined, and so on.
    pub(super) fn location(self, loc: &'t DebugLoc) -> impl Display + 't {
        fmt::from_fn(move |f| {
            let mut loc = loc;
            for _ in 0..MAX_CHAIN {
                let file = quoted(self.scope_file(loc.scope).unwrap_or("")).to_string();
                let function = quoted(self.scope_function(loc.scope).unwrap_or("")).to_string();
                write!(f, "{file}:{}:{} in {function}", loc.line, loc.column)?;
                f.write_str(if loc.implicit { " implicit" } else { "" })?;
                match loc.inlined_at.map(|id| self.node(id)) {
                    Some(MetaNode::Location(outer)) => loc = outer,
                    _ => break,
                }
                f.write_str(", inlined at ")?;
            }
            Ok(())
        })
    }

    fn scope_file(self, scope: MetaId) -> Option<&'t str> {
        match self.node(scope) {
            MetaNode::Subprogram { file, .. } | MetaNode::LexicalBlock { file, .. } => {
                self.file_name(*file)
            }
            MetaNode::File { name, .. } => self.string(*name),
            _ => None,
        }
    }

    /// The name of the subprogram a scope lies in.
    fn scope_function(self, mut scope: MetaId) -> Option<&'t str> {
        for _ in 0..MAX_CHAIN {
            match self.node(scope) {
                MetaNode::Subprogram { name, .. } => return self.string(*name),
                MetaNode::LexicalBlock { scope: Some(outer), .. } => scope = *outer,
                _ => return None,
            }
        }
        None
    }

    pub(super) fn write_debug_record(
        self,
        f: &mut Formatter<'_>,
        record: &'t DebugRecord,
    ) -> fmt::Result {
        let (word, operands) = match &record.kind {
            DebugRecordKind::Declare { address, variable, expression } => {
                ("declare", vec![*address, *variable, *expression])
            }
            DebugRecordKind::Value { value, variable, expression } => {
                ("value", vec![*value, *variable, *expression])
            }
            DebugRecordKind::Assign {
                value,
                variable,
                expression,
                id,
                address,
                address_expression,
            } => {
                ("assign", vec![*value, *variable, *expression, *id, *address, *address_expression])
            }
            DebugRecordKind::Label(label) => ("label", vec![*label]),
        };
        let operands = joined(operands.iter().map(|&id| self.metadata(id)), ", ").to_string();
        write!(f, "#dbg_{word}({operands}, {})", self.location(&record.loc))
    }
}

/// Writes the fields of a node; those that are absent or zero are left out.
struct Fields<'f, 'b> {
    f: &'f mut Formatter<'b>,
    written: usize,
}

impl Fields<'_, '_> {
    fn open(&mut self, text: &str) -> fmt::Result {
        self.f.write_str(text)
    }

    fn separate(&mut self) -> fmt::Result {
        self.written += 1;
        self.f.write_str(if self.written > 1 { ", " } else { "" })
    }

    fn string(&mut self, key: &str, value: Option<&str>) -> fmt::Result {
        let Some(value) = value else { return Ok(()) };
        self.separate()?;
        write!(self.f, "{key}: {}", quoted(value))
    }

    fn number(&mut self, key: &str, value: u32) -> fmt::Result {
        if value == 0 {
            return Ok(());
        }
        self.separate()?;
        write!(self.f, "{key}: {value}")
    }
}
