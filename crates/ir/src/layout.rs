//! Sizes, alignments and field offsets of the types of one module.
//!
//! They follow from the module's data layout alone, so they are computed once for the whole type
//! table. A type without a size (a function, an opaque structure, one whose size does not fit in 64
//! bits) has no entry; whatever needs its size reports that.

mod data_layout;

use bitcode::{Type, TypeId};

pub use data_layout::{DataLayout, TargetError};

/// How a type lies in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeLayout {
    /// Distance between two elements of an array of it, in bytes.
    pub size: u64,
    /// Bytes a store writes: without the padding at the end.
    pub store: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Bits of its value, padding inside structures included.
    pub bits: u64,
    /// How deep structures and arrays nest in it.
    pub depth: u32,
    /// Offsets of the fields, for a structure.
    pub fields: Box<[u64]>,
}

/// The layouts of a module's type table.
#[derive(Default, Debug)]
pub struct Layouts {
    types: Vec<Option<TypeLayout>>,
}

impl Layouts {
    /// Lays out every type of the table.
    pub fn new(target: &DataLayout, types: &[Type]) -> Layouts {
        let mut progress = Progress { target, types, done: vec![Step::Waiting; types.len()] };
        for id in 0..types.len() {
            progress.lay_out(id);
        }
        let done = progress.done.into_iter();
        Layouts {
            types: done.map(|s| if let Step::Done(layout) = s { layout } else { None }).collect(),
        }
    }

    /// The layout of a type, if it has a size.
    #[inline]
    pub fn get(&self, id: TypeId) -> Option<&TypeLayout> {
        self.types.get(id.index())?.as_ref()
    }
}

#[derive(Clone)]
enum Step {
    Waiting,
    Started,
    Done(Option<TypeLayout>),
}

struct Progress<'a> {
    target: &'a DataLayout,
    types: &'a [Type],
    done: Vec<Step>,
}

impl Progress<'_> {
    /// Depth-first with a stack of its own: a malformed module may nest types as deep as it likes.
    fn lay_out(&mut self, root: usize) {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            match self.done[id] {
                Step::Done(_) => {
                    stack.pop();
                }
                Step::Waiting => {
                    self.done[id] = Step::Started;
                    let waiting = parts(&self.types[id]).iter().map(|part| part.index());
                    stack.extend(
                        waiting.filter(|&part| matches!(self.done.get(part), Some(Step::Waiting))),
                    );
                }
                // All parts are done now, but for those that contain this very type.
                Step::Started => {
                    self.done[id] = Step::Done(self.compute(id));
                    stack.pop();
                }
            }
        }
    }

    fn part(&self, id: TypeId) -> Option<&TypeLayout> {
        match self.done.get(id.index())? {
            Step::Done(layout) => layout.as_ref(),
            _ => None,
        }
    }

    fn compute(&self, id: usize) -> Option<TypeLayout> {
        let scalar = |bits: u32, align: u64| {
            let store = u64::from(bits).div_ceil(8);
            let size = store.next_multiple_of(align);
            Some(TypeLayout {
                size,
                store,
                align,
                bits: bits.into(),
                depth: 0,
                fields: Box::default(),
            })
        };
        match &self.types[id] {
            Type::Half | Type::BFloat => scalar(16, self.target.float_align(16)),
            Type::Float => scalar(32, self.target.float_align(32)),
            Type::Double => scalar(64, self.target.float_align(64)),
            Type::X86Fp80 => scalar(80, self.target.float_align(80)),
            Type::Fp128 | Type::PpcFp128 => scalar(128, self.target.float_align(128)),
            Type::X86Mmx | Type::Pointer { .. } | Type::Token => scalar(64, 8),
            Type::X86Amx => scalar(8192, 64),
            Type::Int(bits) => scalar(*bits, self.target.int_align(*bits)),
            Type::Array { element, len } => self.array(self.part(*element)?, *len),
            Type::Vector { element, len, scalable: false } => {
                self.vector(self.part(*element)?, *len)
            }
            Type::Struct { fields: Some(fields), packed: false, .. } => self.structure(fields),
            Type::Struct { fields: Some(fields), packed: true, .. } => {
                self.packed_structure(fields)
            }
            _ => None,
        }
    }

    fn array(&self, element: &TypeLayout, len: u64) -> Option<TypeLayout> {
        let size = element.size.checked_mul(len)?;
        Some(TypeLayout {
            size,
            store: size,
            align: element.align,
            bits: size.checked_mul(8)?,
            depth: element.depth + 1,
            fields: Box::default(),
        })
    }

    fn vector(&self, element: &TypeLayout, len: u32) -> Option<TypeLayout> {
        let bits = element.bits.checked_mul(len.into())?;
        let store = bits.div_ceil(8);
        let align = self.target.vector_align(bits)?;
        let size = store.checked_next_multiple_of(align)?;
        Some(TypeLayout {
            size,
            store,
            align,
            bits,
            depth: element.depth + 1,
            fields: Box::default(),
        })
    }

    fn structure(&self, fields: &[TypeId]) -> Option<TypeLayout> {
        let parts: Option<Vec<_>> = fields.iter().map(|f| self.part(*f)).collect();
        let parts = parts?;
        let align =
            parts.iter().map(|p| p.align).max().unwrap_or(1).max(self.target.aggregate_align());
        let mut offsets = Vec::with_capacity(parts.len());
        let mut end = 0u64;
        for part in &parts {
            let offset = end.checked_next_multiple_of(part.align)?;
            offsets.push(offset);
            end = offset.checked_add(part.size)?;
        }
        aggregate(end.checked_next_multiple_of(align)?, align, &parts, offsets)
    }

    fn packed_structure(&self, fields: &[TypeId]) -> Option<TypeLayout> {
        let parts: Option<Vec<_>> = fields.iter().map(|f| self.part(*f)).collect();
        let parts = parts?;
        let mut offsets = Vec::with_capacity(parts.len());
        let mut end = 0u64;
        for part in &parts {
            offsets.push(end);
            end = end.checked_add(part.size)?;
        }
        aggregate(end, 1, &parts, offsets)
    }
}

fn aggregate(
    size: u64,
    align: u64,
    parts: &[&TypeLayout],
    offsets: Vec<u64>,
) -> Option<TypeLayout> {
    Some(TypeLayout {
        size,
        store: size,
        align,
        bits: size.checked_mul(8)?,
        depth: parts.iter().map(|p| p.depth).max().unwrap_or(0) + 1,
        fields: offsets.into(),
    })
}

/// The types a type contains by value.
fn parts(ty: &Type) -> &[TypeId] {
    match ty {
        Type::Struct { fields: Some(fields), .. } => fields,
        Type::Array { element, .. } | Type::Vector { element, .. } => std::slice::from_ref(element),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts(types: &[Type]) -> Layouts {
        let target = DataLayout::parse(
            "x86_64-pc-linux-gnu",
            "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128",
        );
        Layouts::new(&target.unwrap(), types)
    }

    fn structure(fields: &[u32], packed: bool) -> Type {
        let fields = Some(fields.iter().map(|f| TypeId(*f)).collect());
        Type::Struct { name: None, fields, packed }
    }

    #[test]
    fn forward_references_and_padding() {
        let types = [structure(&[1, 2, 3], false), Type::Int(8), Type::Int(32), Type::X86Fp80];
        let layout = layouts(&types);
        let outer = layout.get(TypeId(0)).unwrap();
        assert_eq!((outer.size, outer.align, &*outer.fields), (32, 16, &[0u64, 4, 16][..]));
    }

    #[test]
    fn bit_vectors_are_packed() {
        let types = [Type::Int(1), Type::Vector { element: TypeId(0), len: 9, scalable: false }];
        let layout = layouts(&types);
        let bits = layout.get(TypeId(1)).unwrap();
        assert_eq!((bits.bits, bits.store, bits.size, bits.align), (9, 2, 2, 2));
    }

    #[test]
    fn a_type_that_contains_itself_has_no_layout() {
        let layout =
            layouts(&[structure(&[0], false), structure(&[2], false), structure(&[1], true)]);
        assert!((0..3).all(|id| layout.get(TypeId(id)).is_none()));
    }

    #[test]
    fn sizes_beyond_64_bits_have_no_layout() {
        let types = [Type::Int(64), Type::Array { element: TypeId(0), len: 1 << 61 }];
        assert!(layouts(&types).get(TypeId(1)).is_none());
    }
}
