//! Names of DWARF operations and of the records of debug information.

use std::fmt::{self, Formatter};

/// A `DIExpression`. One that cuts off the arguments of an operation is written as numbers.
pub(super) fn write_expression(f: &mut Formatter<'_>, words: &[u64]) -> fmt::Result {
    let mut parts = Vec::new();
    let mut rest = words;
    while let [op, tail @ ..] = rest {
        let count = arguments(*op);
        let (true, Some(name)) = (count <= tail.len(), operation(*op)) else {
            parts = words.iter().map(u64::to_string).collect();
            break;
        };
        parts.push(name);
        match (*op, tail) {
            (CONVERT, [width, encoding, ..]) => {
                parts.push(width.to_string());
                parts.push(self::encoding(*encoding));
            }
            _ => parts.extend(tail[..count].iter().map(u64::to_string)),
        }
        rest = &tail[count..];
    }
    write!(f, "!DIExpression({})", parts.join(", "))
}

const CONVERT: u64 = 0x1001;

/// How many words follow an operation.
fn arguments(op: u64) -> usize {
    match op {
        0x92 | 0x1000 | CONVERT | 0x1006 | 0x1007 => 2,
        0x08..=0x11 | 0x23 | 0x70..=0x90 | 0x94 | 0x1002 | 0x1003 | 0x1005 => 1,
        _ => 0,
    }
}

fn operation(op: u64) -> Option<String> {
    let name = match op {
        0x30..=0x4f => return Some(format!("DW_OP_lit{}", op - 0x30)),
        0x50..=0x6f => return Some(format!("DW_OP_reg{}", op - 0x50)),
        0x70..=0x8f => return Some(format!("DW_OP_breg{}", op - 0x70)),
        _ => OPERATIONS.iter().find(|(code, _)| *code == op)?.1,
    };
    Some(format!("DW_OP_{name}"))
}

const OPERATIONS: &[(u64, &str)] = &[
    (0x03, "addr"),
    (0x06, "deref"),
    (0x08, "const1u"),
    (0x09, "const1s"),
    (0x0a, "const2u"),
    (0x0b, "const2s"),
    (0x0c, "const4u"),
    (0x0d, "const4s"),
    (0x0e, "const8u"),
    (0x0f, "const8s"),
    (0x10, "constu"),
    (0x11, "consts"),
    (0x12, "dup"),
    (0x13, "drop"),
    (0x14, "over"),
    (0x15, "pick"),
    (0x16, "swap"),
    (0x17, "rot"),
    (0x18, "xderef"),
    (0x19, "abs"),
    (0x1a, "and"),
    (0x1b, "div"),
    (0x1c, "minus"),
    (0x1d, "mod"),
    (0x1e, "mul"),
    (0x1f, "neg"),
    (0x20, "not"),
    (0x21, "or"),
    (0x22, "plus"),
    (0x23, "plus_uconst"),
    (0x24, "shl"),
    (0x25, "shr"),
    (0x26, "shra"),
    (0x27, "xor"),
    (0x28, "bra"),
    (0x29, "eq"),
    (0x2a, "ge"),
    (0x2b, "gt"),
    (0x2c, "le"),
    (0x2d, "lt"),
    (0x2e, "ne"),
    (0x2f, "skip"),
    (0x90, "regx"),
    (0x91, "fbreg"),
    (0x92, "bregx"),
    (0x93, "piece"),
    (0x94, "deref_size"),
    (0x95, "xderef_size"),
    (0x96, "nop"),
    (0x97, "push_object_address"),
    (0x9e, "implicit_value"),
    (0x9f, "stack_value"),
    (0xa0, "implicit_pointer"),
    (0xa3, "entry_value"),
    (0xa8, "convert"),
    (0x1000, "LLVM_fragment"),
    (CONVERT, "LLVM_convert"),
    (0x1002, "LLVM_tag_offset"),
    (0x1003, "LLVM_entry_value"),
    (0x1004, "LLVM_implicit_pointer"),
    (0x1005, "LLVM_arg"),
    (0x1006, "LLVM_extract_bits_sext"),
    (0x1007, "LLVM_extract_bits_zext"),
];

fn encoding(code: u64) -> String {
    let name = match code {
        1 => "address",
        2 => "boolean",
        3 => "complex_float",
        4 => "float",
        5 => "signed",
        6 => "signed_char",
        7 => "unsigned",
        8 => "unsigned_char",
        9 => "imaginary_float",
        0x10 => "UTF",
        _ => return code.to_string(),
    };
    format!("DW_ATE_{name}")
}

/// The node written by a metadata record of this code.
pub(super) fn record_name(code: u32) -> &'static str {
    match code {
        12 => "GenericDINode",
        13 => "DISubrange",
        14 => "DIEnumerator",
        15 => "DIBasicType",
        17 => "DIDerivedType",
        18 => "DICompositeType",
        19 => "DISubroutineType",
        24 => "DINamespace",
        25 => "DITemplateTypeParameter",
        26 => "DITemplateValueParameter",
        30 => "DIObjCProperty",
        31 => "DIImportedEntity",
        32 => "DIModule",
        33 => "DIMacro",
        34 => "DIMacroFile",
        40 => "DILabel",
        41 => "DIStringType",
        44 => "DICommonBlock",
        45 => "DIGenericSubrange",
        47 => "DIAssignID",
        48 => "DISubrangeType",
        49 => "DIFixedPointType",
        _ => "DINode",
    }
}
