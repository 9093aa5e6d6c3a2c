//! Metadata: what is needed for source locations and names, the rest as raw records.

use crate::{InstId, MetaId, Operand, TypeId};

/// All metadata of a module, function-local nodes included.
#[derive(Clone, Default, Debug)]
pub struct Metadata {
    /// Nodes and strings.
    pub nodes: Vec<MetaNode>,
    /// Named lists such as `llvm.module.flags`.
    pub named: Vec<NamedMetadata>,
    /// Names of attachment kinds (`dbg`, `tbaa`, …) by kind number.
    pub kinds: Vec<(u32, String)>,
}

/// A named list of nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMetadata {
    /// The name without `!`.
    pub name: String,
    /// Its nodes.
    pub nodes: Vec<MetaId>,
}

/// A metadata node or string.
#[derive(Clone, PartialEq, Debug)]
pub enum MetaNode {
    /// A string.
    String(String),
    /// A value wrapped as metadata.
    Value {
        /// Its type.
        ty: TypeId,
        /// The value.
        value: Operand,
    },
    /// A plain tuple.
    Tuple {
        /// Whether it is distinct.
        distinct: bool,
        /// Its elements.
        elements: Box<[Option<MetaId>]>,
    },
    /// `DILocation`.
    Location(DebugLoc),
    /// `DIFile`.
    File {
        /// File name.
        name: Option<MetaId>,
        /// Directory.
        directory: Option<MetaId>,
    },
    /// `DICompileUnit`.
    CompileUnit {
        /// Its language, as DWARF numbers them.
        language: u32,
        /// Its file.
        file: Option<MetaId>,
        /// The compiler that produced it.
        producer: Option<MetaId>,
    },
    /// `DISubprogram`.
    Subprogram {
        /// Enclosing scope.
        scope: Option<MetaId>,
        /// Name in the source.
        name: Option<MetaId>,
        /// Mangled name.
        linkage_name: Option<MetaId>,
        /// File.
        file: Option<MetaId>,
        /// Line.
        line: u32,
        /// Compile unit.
        unit: Option<MetaId>,
    },
    /// `DILexicalBlock` and `DILexicalBlockFile`.
    LexicalBlock {
        /// Enclosing scope.
        scope: Option<MetaId>,
        /// File.
        file: Option<MetaId>,
        /// Line, 0 for a `DILexicalBlockFile`.
        line: u32,
        /// Column, 0 for a `DILexicalBlockFile`.
        column: u32,
    },
    /// `DILocalVariable`.
    LocalVariable {
        /// Scope.
        scope: Option<MetaId>,
        /// Name.
        name: Option<MetaId>,
        /// File.
        file: Option<MetaId>,
        /// Line.
        line: u32,
        /// Which parameter it is, counted from 1; 0 for a local.
        arg: u32,
        /// Its type.
        ty: Option<MetaId>,
    },
    /// `DIGlobalVariable`.
    GlobalVariable {
        /// Scope.
        scope: Option<MetaId>,
        /// Name.
        name: Option<MetaId>,
        /// Mangled name.
        linkage_name: Option<MetaId>,
        /// File.
        file: Option<MetaId>,
        /// Line.
        line: u32,
    },
    /// `DIGlobalVariableExpression`.
    GlobalVariableExpression {
        /// The variable.
        variable: Option<MetaId>,
    },
    /// `DIExpression`, its operations as written.
    Expression(Box<[u64]>),
    /// Several values of one debug record.
    ArgList(Box<[MetaId]>),
    /// A node of another kind: its record code and operands, not interpreted.
    Other {
        /// The code of its record.
        code: u32,
        /// The record.
        record: Box<[u64]>,
    },
}

/// A source location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DebugLoc {
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// The scope: a subprogram or lexical block.
    pub scope: MetaId,
    /// Where the function was inlined: a `DILocation`.
    pub inlined_at: Option<MetaId>,
    /// Whether the compiler made the code up.
    pub implicit: bool,
}

/// A debug record that precedes an instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugRecord {
    /// The instruction it precedes.
    pub before: InstId,
    /// What it says.
    pub kind: DebugRecordKind,
    /// Where.
    pub loc: DebugLoc,
}

/// What a debug record says.
#[derive(Clone, PartialEq, Debug)]
pub enum DebugRecordKind {
    /// The variable lives at this address.
    Declare {
        /// The address, wrapped as metadata.
        address: MetaId,
        /// A `DILocalVariable`.
        variable: MetaId,
        /// A `DIExpression`.
        expression: MetaId,
    },
    /// The variable has this value from here on.
    Value {
        /// The value, wrapped as metadata.
        value: MetaId,
        /// A `DILocalVariable`.
        variable: MetaId,
        /// A `DIExpression`.
        expression: MetaId,
    },
    /// An assignment that links a value and a store.
    Assign {
        /// The value, wrapped as metadata.
        value: MetaId,
        /// A `DILocalVariable`.
        variable: MetaId,
        /// A `DIExpression`.
        expression: MetaId,
        /// A `DIAssignID`.
        id: MetaId,
        /// The address, wrapped as metadata.
        address: MetaId,
        /// A `DIExpression` for the address.
        address_expression: MetaId,
    },
    /// A label.
    Label(MetaId),
}
