//! Encodings that no version of LLVM at hand still writes: names in symbol tables, types taken
//! from typed pointers, records that have been replaced. `llvm-dis` reads them, too, and gave the
//! text expected here.

use crate::fuzz::writer::{Node, write};

use super::inst::codes::code;

fn named(code: u32, ops: &[u64], name: &str) -> Node {
    let ops: Vec<u64> = ops.iter().copied().chain(name.bytes().map(u64::from)).collect();
    Node::record(code, &ops)
}

const I32: u64 = 0;
const PTR: u64 = 1;
const PTR_FUNCTION: u64 = 5;

fn types() -> Node {
    Node::block(
        super::block::TYPE,
        vec![
            Node::record(1, &[10]),
            Node::record(7, &[32]),               // 0: i32
            Node::record(8, &[I32, 0]),           // 1: i32*
            Node::record(18, &[0, 0, 0]),         // 2: {i32, i32}
            Node::record(8, &[2, 0]),             // 3: {i32, i32}*
            Node::record(9, &[0, 0, 0, 1, 3, 0]), // 4: i32 (i32*, {i32, i32}*, i32), the old record
            Node::record(8, &[4, 0]),             // 5: the pointer to it
            Node::record(7, &[1]),                // 6: i1
            Node::record(2, &[]),                 // 7: void
            Node::record(18, &[0, 0, 6]),         // 8: {i32, i1}
            Node::record(5, &[]),                 // 9: label
        ],
    )
}

/// Values: 0 the global, 1 the function, 2 to 5 constants, 6 to 8 parameters, then results.
fn file(instructions: Vec<Node>) -> Vec<u8> {
    let constants = vec![
        Node::record(1, &[I32]),
        Node::record(4, &[2 * 7]), // 2: 7
        Node::record(4, &[2]),     // 3: 1
        Node::record(2, &[]),      // 4: 0
        Node::record(4, &[3]),     // 5: -1
    ];
    let symbols = vec![named(1, &[0], "global"), named(1, &[1], "function")];
    let module = vec![
        Node::record(1, &[1]),
        types(),
        // A pointer type, no flag for an explicit one, an initialiser.
        Node::record(7, &[PTR, 0, 3, 3, 3, 0]),
        Node::record(8, &[PTR_FUNCTION, 0, 0, 0, 0, 0, 0, 0]),
        Node::block(super::block::CONSTANTS, constants),
        Node::block(super::block::FUNCTION, instructions),
        Node::block(super::block::VALUE_SYMTAB, symbols),
    ];
    write(&[Node::block(super::block::MODULE, module)])
}

/// The instructions of the function as text, one line each.
fn body(instructions: Vec<Node>) -> Vec<String> {
    let bytes = file(instructions);
    let module = super::read(&bytes).expect("well-formed");
    let text = crate::print(&module);
    let lines = text.lines().skip_while(|l| !l.starts_with("define")).skip(1);
    lines.take_while(|l| *l != "}").map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
}

fn ret() -> Node {
    // Value 2 is the constant 7; numbers count back from the next value.
    Node::record(code::RET, &[9 - 2])
}

#[test]
fn names_and_types_of_globals() {
    let bytes = file(vec![Node::record(code::DECLAREBLOCKS, &[1]), ret()]);
    let module = super::read(&bytes).expect("well-formed");
    let global = &module.globals[0];
    assert_eq!((global.name.as_str(), global.ty.0, global.align), ("global", 0, Some(4)));
    assert_eq!(module.functions[0].name, "function");
}

#[test]
fn accesses_typed_by_their_pointers() {
    let lines = body(vec![
        Node::record(code::DECLAREBLOCKS, &[1]),
        Node::record(code::ALLOCA, &[PTR, I32, 3, 3]), // 9
        Node::record(code::GEP_OLD, &[10 - 7, 10 - 4, 10 - 3]), // 10: base {i32, i32}*, indices 0, 1
        Node::record(code::INBOUNDS_GEP_OLD, &[11 - 6, 11 - 2]), // 11
        Node::record(code::LOAD, &[12 - 10, 3, 0]),             // 12
        Node::record(code::STORE_OLD, &[13 - 9, 13 - 12, 3, 1]),
        Node::record(code::CMPXCHG_OLD, &[13 - 9, 13 - 2, 13 - 3, 0, 6, 1, 5, 1]), // 13
        Node::record(code::ATOMICRMW_OLD, &[14 - 9, 14 - 2, 1, 0, 6, 1]),          // 14
        Node::record(code::STOREATOMIC_OLD, &[15 - 9, 15 - 14, 3, 0, 6, 1]),
        Node::record(code::RET, &[15 - 14]),
    ]);
    let expected = [
        "%4 = alloca i32, align 4",
        "%5 = getelementptr { i32, i32 }, { i32, i32 }* %1, i32 0, i32 1",
        "%6 = getelementptr inbounds i32, i32* %0, i32 7",
        "%7 = load i32, i32* %5, align 4",
        "store volatile i32 %7, i32* %4, align 4",
        "%8 = cmpxchg weak i32* %4, i32 7, i32 1 seq_cst acq_rel",
        "%9 = atomicrmw add i32* %4, i32 7 seq_cst",
        "store atomic i32 %9, i32* %4 seq_cst, align 4",
        "ret i32 %9",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn old_choices() {
    let lines = body(vec![
        Node::record(code::DECLAREBLOCKS, &[3]),
        Node::record(code::CMP, &[9 - 8, 9 - 2, 40]), // 9: %2 < 7
        Node::record(code::SELECT, &[10 - 8, 10 - 2, 10 - 9]), // 10
        // Two cases of single values: 3 goes to block 1; -1 and 5 to block 2.
        Node::record(
            code::SWITCH,
            &[0x4b5 << 16, I32, 11 - 10, 1, 2, 1, 1, 6, 1, 2, 1, 3, 1, 10, 2],
        ),
        Node::record(code::RET, &[11 - 10]),
        Node::record(code::UNREACHABLE, &[]),
    ]);
    let text = lines.join("\n");
    assert!(text.contains("%4 = icmp slt i32 %2, 7"), "{text}");
    assert!(text.contains("%5 = select i1 %4, i32 %2, i32 7"), "{text}");
    let cases: Vec<_> = ["i32 3, label %6", "i32 -1, label %7", "i32 5, label %7"]
        .iter()
        .map(|case| text.contains(case))
        .collect();
    assert_eq!(cases, [true; 3], "{text}");
}

#[test]
fn an_instruction_that_does_not_fit_is_refused() {
    // A load from an integer, a result that is not of the function's type, a missing terminator.
    let load = Node::record(code::LOAD, &[9 - 8, I32, 3, 0]);
    let pointer = Node::record(code::RET, &[9 - 6]);
    let add = Node::record(code::BINOP, &[9 - 8, 9 - 8, 0]);
    let pair = Node::record(code::STORE_OLD, &[9 - 7, 9 - 2, 3, 0]);
    for bad in [vec![load, ret()], vec![pointer], vec![add], vec![pair, ret()]] {
        let nodes = [Node::record(code::DECLAREBLOCKS, &[1])].into_iter().chain(bad).collect();
        assert!(super::read(&file(nodes)).is_err());
    }
}
