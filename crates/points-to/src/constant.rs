//! Constants and the first contents of globals.

use ir::{Const, ConstTree, GlobalId, IntBinary, Symbol};

use crate::generate::Generator;
use crate::offset::Offset;
use crate::system::{Abstract, Node, Shape};
use crate::{AbstractObject, Fields};

impl Generator<'_> {
    /// The node of a constant, if it may be a pointer.
    pub fn constant(&mut self, constant: &Const) -> Option<Node> {
        match constant {
            Const::Address { symbol, offset } => {
                let offset = u32::try_from(*offset).map_or(Offset::Any, Offset::At);
                Some(self.address(*symbol, offset))
            }
            Const::Block { function, .. } => {
                Some(self.address(Symbol::Function(*function), Offset::Any))
            }
            // A number may point to fixed objects, if the program makes any; they may lie in the first page.
            Const::Int(_) => self.fixed,
            Const::Tree(_) => {
                let mut symbols = Vec::new();
                gather(constant, &mut symbols);
                let first = symbols.first()?;
                if symbols.len() == 1 {
                    return Some(self.address(*first, Offset::Any));
                }
                let all = self.system.node();
                for symbol in symbols {
                    let one = self.address(symbol, Offset::Any);
                    self.system.flow(one, all);
                }
                Some(all)
            }
            Const::Wide(_) | Const::Undef(_) => None,
        }
    }

    fn address(&mut self, symbol: Symbol, offset: Offset) -> Node {
        let object = match symbol {
            Symbol::Global(global) => self.global(global),
            Symbol::Function(function) => {
                self.object(AbstractObject::Function(function), Shape::Opaque)
            }
        };
        self.address_of(object, offset)
    }

    /// A global, with its first contents when it is first met.
    fn global(&mut self, id: GlobalId) -> Abstract {
        let global = &self.program.globals[id.0 as usize];
        let init = global.init.as_ref();
        let pointers = init.is_none_or(|init| {
            init.patches.iter().any(|(_, _, value)| {
                let mut symbols = Vec::new();
                gather(value, &mut symbols);
                !symbols.is_empty()
            })
        });
        if global.constant && !pointers {
            return self.object(AbstractObject::Constants, Shape::Opaque);
        }
        let met = self.is_met(&AbstractObject::Global(id));
        let object = self.object(AbstractObject::Global(id), Shape::Fields(Some(global.size)));
        if !met && init.is_some() {
            self.globals.push(id);
        }
        object
    }

    /// Writes the first contents of the globals that were met since.
    pub fn initialise(&mut self) {
        while let Some(id) = self.globals.pop() {
            let object = self.global(id);
            let init = self.program.globals[id.0 as usize].init.as_ref();
            for (at, bits, value) in init.map_or(&[][..], |init| &init.patches) {
                let Some(value) = self.constant(value) else { continue };
                let at = u32::try_from(*at).map_or(Offset::Any, Offset::At);
                let pointer = self.address_of(object, at);
                self.system.store(pointer, value, bits.div_ceil(8));
            }
        }
    }

    /// An address in an object, as a node.
    pub fn address_of(&mut self, object: Abstract, offset: Offset) -> Node {
        let offset = if self.options.fields == Fields::Apart { offset } else { Offset::Any };
        if let Some(node) = self.addresses.get(&(object, offset)) {
            return *node;
        }
        let node = self.system.node();
        self.system.point(node, object, offset);
        self.addresses.insert((object, offset), node);
        node
    }
}

/// All symbols in a constant.
fn gather(constant: &Const, symbols: &mut Vec<Symbol>) {
    match constant {
        Const::Address { symbol, .. } => symbols.push(*symbol),
        Const::Block { function, .. } => symbols.push(Symbol::Function(*function)),
        Const::Tree(tree) => match &**tree {
            // A distance from somewhere leads to what it is a distance to.
            ConstTree::Binary { op: IntBinary::Sub, a, .. } => gather(a, symbols),
            ConstTree::Binary { a, b, .. } | ConstTree::Select { a, b, .. } => {
                gather(a, symbols);
                gather(b, symbols);
            }
            ConstTree::Trunc { a, .. } | ConstTree::ZExt { a, .. } | ConstTree::SExt { a, .. } => {
                gather(a, symbols);
            }
            ConstTree::Compare { .. } => {}
        },
        Const::Int(_) | Const::Wide(_) | Const::Undef(_) => {}
    }
}
