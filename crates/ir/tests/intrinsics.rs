//! Arithmetic, conversions, vectors and intrinsics: lowered and interpreted against compiled.

mod support;

use std::process::Command;

use engine::{Config, Event};
use ir::Linker;
use solver::ChainConfig;
use solver::own::{Own, OwnConfig};
use support::snippets::{DUMP, KERNEL, Snippets, mangle, truth, vector, width};
use support::{CLANG, TempDir, assemble, bitcode_of, run};

const INTEGERS: &[&str] = &[
    "i1",
    "i5",
    "i8",
    "i16",
    "i24",
    "i32",
    "i64",
    "i65",
    "i128",
    "<4 x i32>",
    "<3 x i16>",
    "<2 x i64>",
];
const FLOATS: &[&str] = &["float", "double", "<4 x float>", "<2 x double>"];
const VECTORS: &[&str] = &["<4 x i32>", "<8 x i8>", "<2 x i64>", "<16 x i16>", "<3 x i32>"];

/// Runs the program natively and in the interpreter; the outputs must agree line by line.
fn compare(snippets: &Snippets) {
    let text = snippets.text();
    let dir = TempDir::new();
    let main = dir.file("main.ll", &text);
    let (dump, kernel) = (dir.file("dump.c", DUMP), dir.file("kernel.c", KERNEL));
    let exe = dir.path("exe");
    run(Command::new(CLANG)
        .args(["-O0", "-w", "-o"])
        .arg(&exe)
        .args([&main, &dump, &kernel])
        .arg("-lm"));
    let native = run(&mut Command::new(exe));

    let mut linker = Linker::new();
    linker.add_module("main", assemble(&text)).expect("a module");
    let bytes = bitcode_of(CLANG, &dump, &["-O1"]);
    linker.add_module("dump", bitcode::read(&bytes).expect("a module")).expect("a module");
    let program = linker.link(&["main"]).expect("a program");
    let mut ours = Vec::new();
    let mut sink = |event: Event<'_>| {
        if let Event::Output(_, bytes) = event {
            ours.extend_from_slice(bytes);
        }
    };
    let chain = ChainConfig::default().chain(Box::new(Own::new(OwnConfig::default())));
    let end = engine::run(program, &Config::default(), chain, &mut sink).expect("a run");
    let ours = String::from_utf8(ours).expect("text");
    for (ours, native) in ours.lines().zip(native.lines()) {
        let number: usize = native[..5].parse().expect("a number");
        assert_eq!(ours, native, "{}", snippets.names[number]);
    }
    assert_eq!(ours.lines().count(), snippets.names.len(), "{:?}", end.last);
}

#[test]
fn integers() {
    let mut s = Snippets::new();
    for ty in INTEGERS.iter().flat_map(|ty| [*ty; 3]) {
        for name in ["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "smax", "smin", "umax", "umin"]
        {
            s.try_call(name, ty, &[ty, ty], &[]);
        }
        for name in ["ctpop", "bitreverse"] {
            s.try_call(name, ty, &[ty], &[]);
        }
        for name in ["ctlz", "cttz", "abs"] {
            s.try_call(name, ty, &[ty], &[("i1", "false")]);
        }
        if matches!(ty, "i16" | "i32" | "i64" | "i128" | "<4 x i32>" | "<3 x i16>") {
            s.try_call("bswap", ty, &[ty], &[]);
        }
        for name in ["fshl", "fshr"] {
            s.try_call(name, ty, &[ty, ty, ty], &[]);
        }
        for name in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            // The machine has no code for these; it would call a function of the compiler.
            if !(name.ends_with("mul") && matches!(ty, "i65" | "i128")) {
                overflow(&mut s, name, ty);
            }
        }
        if vector(ty).is_none() {
            s.try_call("scmp", "i8", &[ty, ty], &[]);
            s.try_call("ucmp", "i8", &[ty, ty], &[]);
        }
        for op in ["add", "sub", "mul", "and", "or", "xor"] {
            let (a, b) = (s.operand(ty), s.operand(ty));
            let result = s.emit(&format!("{op} {ty} {a}, {b}"));
            s.show(op, ty, &result);
        }
        for predicate in ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"] {
            let (a, b) = (s.operand(ty), s.operand(ty));
            let result = s.emit(&format!("icmp {predicate} {ty} {a}, {b}"));
            s.show(predicate, &truth(ty), &result);
        }
    }
    for ty in ["i8", "i16", "i32", "i64"] {
        for scale in ["0", "3", "7"] {
            s.try_call("smul.fix", ty, &[ty, ty], &[("i32", scale)]);
            s.try_call("umul.fix", ty, &[ty, ty], &[("i32", scale)]);
        }
    }
    compare(&s);
}

fn overflow(s: &mut Snippets, name: &str, ty: &str) {
    let name = format!("{name}.with.overflow");
    let pair = format!("{{ {ty}, {} }}", truth(ty));
    let (a, b) = (s.operand(ty), s.operand(ty));
    let both = s.call(&name, &mangle(ty), &pair, &[(ty, &a), (ty, &b)]);
    let result = s.emit(&format!("extractvalue {pair} {both}, 0"));
    s.show(&name, ty, &result);
    let flag = s.emit(&format!("extractvalue {pair} {both}, 1"));
    s.show(&name, &truth(ty), &flag);
}

#[test]
fn conversions() {
    let mut s = Snippets::new();
    let ints = [("i8", "i32"), ("i32", "i128"), ("i128", "i17"), ("i64", "i65"), ("i65", "i3")];
    for (from, to) in ints {
        let ops: &[&str] = if width(from) < width(to) { &["zext", "sext"] } else { &["trunc"] };
        for op in ops.iter().flat_map(|op| [*op; 4]) {
            convert(&mut s, op, from, to);
        }
    }
    for int in ["i1", "i8", "i32", "i64", "i100", "i128"] {
        for float in ["float", "double", "x86_fp80"] {
            for op in ["sitofp", "uitofp", "sitofp", "uitofp", "sitofp", "uitofp"] {
                convert(&mut s, op, int, float);
            }
        }
    }
    for float in ["float", "double"] {
        for int in ["i8", "i32", "i64"].iter().flat_map(|int| [*int; 6]) {
            s.try_call("fptosi.sat", int, &[float], &[]);
            s.try_call("fptoui.sat", int, &[float], &[]);
        }
    }
    compare(&s);
}

fn convert(s: &mut Snippets, op: &str, from: &str, to: &str) {
    let a = s.operand(from);
    let result = s.emit(&format!("{op} {from} {a} to {to}"));
    s.show(op, to, &result);
}

#[test]
fn floats() {
    let mut s = Snippets::new();
    for ty in FLOATS.iter().flat_map(|ty| [*ty; 6]) {
        for name in
            ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "fabs", "sqrt"]
        {
            s.try_call(name, ty, &[ty], &[]);
        }
        for name in ["copysign", "minimum", "maximum"] {
            s.try_call(name, ty, &[ty, ty], &[]);
        }
        s.try_call("fma", ty, &[ty, ty, ty], &[]);
        s.try_call("fmuladd", ty, &[ty, ty, ty], &[]);
        for mask in ["3", "4", "8", "16", "64", "128", "256", "512", "504"] {
            let a = s.operand(ty);
            let result = s.call("is.fpclass", &mangle(ty), &truth(ty), &[(ty, &a), ("i32", mask)]);
            s.show("is.fpclass", &truth(ty), &result);
        }
        for op in ["fadd", "fsub", "fmul", "fdiv"] {
            let (a, b) = (s.operand(ty), s.operand(ty));
            let result = s.emit(&format!("{op} {ty} {a}, {b}"));
            s.show(op, ty, &result);
        }
    }
    for ty in ["<4 x float>", "<2 x double>", "<8 x float>"].iter().flat_map(|ty| [*ty; 4]) {
        let (_, element) = vector(ty).expect("a vector");
        for name in ["fadd", "fmul"] {
            let (start, lanes) = (s.operand(element), s.operand(ty));
            let name = format!("vector.reduce.{name}");
            let total = s.call(&name, &mangle(ty), element, &[(element, &start), (ty, &lanes)]);
            s.show(&name, element, &total);
        }
    }
    compare(&s);
}

#[test]
fn vectors() {
    let mut s = Snippets::new();
    for ty in VECTORS.iter().flat_map(|ty| [*ty; 3]) {
        let (len, element) = vector(ty).expect("a vector");
        for name in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
            let lanes = s.operand(ty);
            let name = format!("vector.reduce.{name}");
            let total = s.call(&name, &mangle(ty), element, &[(ty, &lanes)]);
            s.show(&name, element, &total);
        }
        s.try_call("vector.reverse", ty, &[ty], &[]);
        for position in ["0", "1", "-1", "-2"] {
            s.try_call("vector.splice", ty, &[ty, ty], &[("i32", position)]);
        }
        masked(&mut s, ty);
        let (lanes, new) = (s.operand(ty), s.operand(element));
        let position = s.below(len);
        let at = s.emit(&format!("add i32 0, {position}"));
        let lane = s.emit(&format!("extractelement {ty} {lanes}, i32 {at}"));
        s.show("extractelement", element, &lane);
        let changed = s.emit(&format!("insertelement {ty} {lanes}, {element} {new}, i32 {at}"));
        s.show("insertelement", ty, &changed);
        let total = len * width(element);
        let whole = s.emit(&format!("bitcast {ty} {lanes} to i{total}"));
        s.show("bitcast", &format!("i{total}"), &whole);
        for lane in [8, 16, 32].into_iter().filter(|lane| total.is_multiple_of(*lane)) {
            let cut = format!("<{} x i{lane}>", total / lane);
            let cut_value = s.emit(&format!("bitcast i{total} {whole} to {cut}"));
            s.show("bitcast", &cut, &cut_value);
        }
    }
    compare(&s);
}

/// Loads and stores under a mask, and a choice by it.
fn masked(s: &mut Snippets, ty: &str) {
    let mask_ty = truth(ty);
    let (mask, a, b) = (s.operand(&mask_ty), s.operand(ty), s.operand(ty));
    let memory = s.global(ty);
    let mangled = mangle(ty);
    let pointer = format!("{mangled}.p0");
    let (ptr, align, m) = (("ptr", &*memory), ("i32", "1"), (&*mask_ty, &*mask));
    let loaded = s.call("masked.load", &pointer, ty, &[ptr, align, m, (ty, &a)]);
    s.show("masked.load", ty, &loaded);
    s.call("masked.store", &pointer, "void", &[(ty, &b), ptr, align, m]);
    let stored = s.emit(&format!("load volatile {ty}, ptr {memory}"));
    s.show("masked.store", ty, &stored);
    let expanded = s.call("masked.expandload", &mangled, ty, &[ptr, m, (ty, &a)]);
    s.show("masked.expandload", ty, &expanded);
    s.call("masked.compressstore", &mangled, "void", &[(ty, &a), ptr, m]);
    let stored = s.emit(&format!("load volatile {ty}, ptr {memory}"));
    s.show("masked.compressstore", ty, &stored);
    let chosen = s.emit(&format!("select {mask_ty} {mask}, {ty} {a}, {ty} {b}"));
    s.show("select", ty, &chosen);
}

#[test]
fn atomics() {
    let mut s = Snippets::new();
    let ops = [
        "xchg",
        "add",
        "sub",
        "and",
        "nand",
        "or",
        "xor",
        "max",
        "min",
        "umax",
        "umin",
        "uinc_wrap",
        "udec_wrap",
    ];
    for op in ops.iter().flat_map(|op| [*op; 3]) {
        for ty in ["i8", "i32", "i64"] {
            let (memory, value) = (s.global(ty), s.operand(ty));
            let old = s.emit(&format!("atomicrmw {op} ptr {memory}, {ty} {value} seq_cst"));
            s.show(op, ty, &old);
            let new = s.emit(&format!("load {ty}, ptr {memory}"));
            s.show(op, ty, &new);
        }
    }
    compare(&s);
}
