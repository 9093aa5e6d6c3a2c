//! Modules, globals, aliases, attributes.

use crate::{
    AliasId, AttributesId, Body, ComdatId, Constant, Function, IFuncId, InstId, MetaId, Metadata,
    Operand, Type, TypeId,
};

/// One bitcode module.
#[derive(Clone, Default, Debug)]
pub struct Module {
    /// What wrote it, for instance `LLVM19.1.7`.
    pub producer: String,
    /// The source file it was made from.
    pub source_file: String,
    /// Target triple.
    pub triple: String,
    /// Data layout.
    pub data_layout: String,
    /// Module-level assembly.
    pub assembly: String,
    /// The type table.
    pub types: Vec<Type>,
    /// Comdats.
    pub comdats: Vec<Comdat>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Aliases.
    pub aliases: Vec<Alias>,
    /// Indirect functions.
    pub ifuncs: Vec<IFunc>,
    /// Constants of the module and of all functions.
    pub constants: Vec<Constant>,
    /// Attribute lists.
    pub attributes: Vec<Attributes>,
    /// Metadata.
    pub metadata: Metadata,
    /// Names of synchronisation scopes by number.
    pub sync_scopes: Vec<String>,
}

impl Module {
    /// A type by its id.
    #[inline]
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The type of an operand; `body` and `function` are the ones it stands in (for constants of
    /// the module, any will do).
    ///
    /// Metadata and blocks have no type of their own here: `None`.
    pub fn operand_type(
        &self,
        function: Option<(&Function, &Body)>,
        operand: Operand,
    ) -> Option<TypeId> {
        match operand {
            Operand::Const(c) => Some(self.constants[c.index()].ty),
            Operand::Global(g) => Some(self.globals[g.index()].pointer_ty),
            Operand::Function(f) => Some(self.functions[f.index()].pointer_ty),
            Operand::Alias(AliasId(a)) => Some(self.aliases[a as usize].pointer_ty),
            Operand::IFunc(IFuncId(i)) => Some(self.ifuncs[i as usize].pointer_ty),
            Operand::Arg(n) => match self.ty(function?.0.ty) {
                Type::Function { params, .. } => params.get(n as usize).copied(),
                _ => None,
            },
            Operand::Inst(InstId(i)) => Some(function?.1.insts[i as usize].ty),
            Operand::Metadata(_) | Operand::Block(_) => None,
        }
    }
}

/// How a name links.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum Linkage {
    #[default]
    External,
    AvailableExternally,
    LinkOnceAny,
    LinkOnceOdr,
    WeakAny,
    WeakOdr,
    Appending,
    Internal,
    Private,
    ExternalWeak,
    Common,
}

/// The visibility of a name.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

/// Whether an address matters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum UnnamedAddr {
    /// It does.
    #[default]
    None,
    /// Not within this module.
    Local,
    /// Nowhere.
    Global,
}

/// Thread-local storage models.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ThreadLocal {
    GeneralDynamic,
    LocalDynamic,
    InitialExec,
    LocalExec,
}

/// A group of symbols of which a linker keeps one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comdat {
    /// Its name.
    pub name: String,
    /// Selection kind as LLVM numbers it in bitcode: 1 any, 2 exact match, 3 largest,
    /// 4 no duplicates, 5 same size.
    pub selection: u32,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name; empty if it has none.
    pub name: String,
    /// The type of its contents.
    pub ty: TypeId,
    /// The type of its address.
    pub pointer_ty: TypeId,
    /// Its address space.
    pub addr_space: u32,
    /// Whether it may not be written.
    pub constant: bool,
    /// Its first contents; `None` if it is only declared.
    pub init: Option<Operand>,
    /// How it links.
    pub linkage: Linkage,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether there is one for each thread.
    pub thread_local: Option<ThreadLocal>,
    /// Whether its address matters.
    pub unnamed_addr: UnnamedAddr,
    /// Whether it is resolved within the linked object.
    pub dso_local: bool,
    /// Whether it may be initialised from outside the module.
    pub externally_initialized: bool,
    /// Alignment in bytes.
    pub align: Option<u64>,
    /// Section name.
    pub section: Option<String>,
    /// Its comdat.
    pub comdat: Option<ComdatId>,
    /// Attributes.
    pub attributes: Option<AttributesId>,
    /// `DIGlobalVariableExpression` nodes.
    pub debug: Vec<MetaId>,
}

/// Another name for an address.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its name.
    pub name: String,
    /// The type of what it names.
    pub ty: TypeId,
    /// The type of its address.
    pub pointer_ty: TypeId,
    /// Its address space.
    pub addr_space: u32,
    /// What it names.
    pub target: Operand,
    /// How it links.
    pub linkage: Linkage,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether there is one for each thread.
    pub thread_local: Option<ThreadLocal>,
    /// Whether its address matters.
    pub unnamed_addr: UnnamedAddr,
    /// Whether it is resolved within the linked object.
    pub dso_local: bool,
}

/// A function chosen at load time by another.
#[derive(Clone, Debug)]
pub struct IFunc {
    /// Its name.
    pub name: String,
    /// The function type.
    pub ty: TypeId,
    /// The type of its address.
    pub pointer_ty: TypeId,
    /// Its address space.
    pub addr_space: u32,
    /// The function that chooses.
    pub resolver: Operand,
    /// How it links.
    pub linkage: Linkage,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether it is resolved within the linked object.
    pub dso_local: bool,
}

/// An attribute list: what holds of a function, its result and its parameters.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Attributes {
    /// Each attribute with the place it stands on.
    pub all: Vec<(AttributeSite, Attribute)>,
}

/// The place an attribute stands on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeSite {
    /// The function.
    Function,
    /// The result.
    Return,
    /// A parameter.
    Param(u32),
}

/// An attribute. Names are those of the language reference (`byval`, `align`, `noreturn`, …);
/// a kind newer than this reader is named `#N` by its number.
#[derive(Clone, PartialEq, Debug)]
pub enum Attribute {
    /// Present or not.
    Enum(&'static str),
    /// With a number.
    Int(&'static str, u64),
    /// With a type; none in modules where pointers had one.
    Type(&'static str, Option<TypeId>),
    /// A string with its value.
    String(String, String),
    /// With ranges of integers of this many bits: one for `range`, several for `initializes`.
    Ranges(&'static str, u32, Box<[IntRange]>),
    /// A kind this reader does not know, or with contents it does not interpret.
    Unknown(u32),
}

/// The integers from `lower` up to but not including `upper`, around zero where `upper` is less;
/// little-endian limbs, sign-extended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntRange {
    /// The first.
    pub lower: Box<[u64]>,
    /// The one after the last.
    pub upper: Box<[u64]>,
}

impl Attributes {
    /// The attributes of one place.
    pub fn at(&self, site: AttributeSite) -> impl Iterator<Item = &Attribute> {
        self.all.iter().filter(move |(s, _)| *s == site).map(|(_, a)| a)
    }

    /// Whether an attribute of this name stands there.
    pub fn has(&self, site: AttributeSite, name: &str) -> bool {
        self.at(site).any(|a| match a {
            Attribute::Enum(n)
            | Attribute::Int(n, _)
            | Attribute::Type(n, _)
            | Attribute::Ranges(n, ..) => *n == name,
            Attribute::String(n, _) => n == name,
            Attribute::Unknown(_) => false,
        })
    }

    /// The number of an attribute such as `align`.
    pub fn int(&self, site: AttributeSite, name: &str) -> Option<u64> {
        self.at(site).find_map(|a| match a {
            Attribute::Int(n, v) if *n == name => Some(*v),
            _ => None,
        })
    }

    /// The type of an attribute such as `byval`.
    pub fn ty(&self, site: AttributeSite, name: &str) -> Option<TypeId> {
        self.at(site).find_map(|a| match a {
            Attribute::Type(n, t) if *n == name => *t,
            _ => None,
        })
    }
}
