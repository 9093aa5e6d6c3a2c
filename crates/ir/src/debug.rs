//! Source locations of lowered code, each once.

use std::collections::HashMap;
use std::rc::Rc;

use bitcode::{DebugLoc, GlobalId, MetaNode, Module, debug_info};

use crate::{Span, SpanId};

/// Inlining nests at most this deep; more is malformed, or a cycle.
const DEEPEST: u32 = 256;

/// The spans of one function.
pub struct Spans<'a> {
    module: &'a Module,
    pub list: Vec<Span>,
    known: HashMap<DebugLoc, SpanId>,
    strings: HashMap<&'a str, Rc<str>>,
    /// The location asked for last: neighbours mostly share it.
    last: Option<(DebugLoc, SpanId)>,
}

impl<'a> Spans<'a> {
    /// Only the unknown span.
    pub fn new(module: &'a Module) -> Spans<'a> {
        Spans {
            module,
            list: vec![Span::default()],
            known: HashMap::new(),
            strings: HashMap::new(),
            last: None,
        }
    }

    /// The span of a location.
    pub fn of(&mut self, loc: &DebugLoc) -> SpanId {
        match self.last {
            Some((last, span)) if last == *loc => span,
            _ => {
                let span = self.enter(loc, 0);
                self.last = Some((*loc, span));
                span
            }
        }
    }

    fn enter(&mut self, loc: &DebugLoc, depth: u32) -> SpanId {
        if let Some(span) = self.known.get(loc) {
            return *span;
        }
        let inlined_at = match loc.inlined_at.and_then(|id| self.module.node(id)) {
            Some(MetaNode::Location(outer)) if depth < DEEPEST => {
                Some(self.enter(outer, depth + 1))
            }
            _ => None,
        };
        let place = debug_info::location(self.module, *loc);
        let span = Span {
            file: self.string(place.file),
            line: place.line,
            column: place.column,
            function: self.string(place.function),
            inlined_at,
        };
        self.list.push(span);
        let id = SpanId(self.list.len() as u32 - 1);
        self.known.insert(*loc, id);
        id
    }

    fn string(&mut self, text: &'a str) -> Rc<str> {
        self.strings.entry(text).or_insert_with(|| text.into()).clone()
    }
}

/// Where a global is declared.
pub fn global_source(module: &Module, global: usize) -> Option<(Rc<str>, u32)> {
    let source = debug_info::global_source(module, GlobalId(global as u32))?;
    Some((source.file.into(), source.line))
}
