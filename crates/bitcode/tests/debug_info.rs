//! Lines and names of a program, by every version of clang.

#[path = "support/tools.rs"]
#[allow(dead_code)]
mod tools;

use std::fs;

use bitcode::debug_info::{global_source, local_names, location, locations};
use bitcode::{GlobalId, Inst, InstKind, Module, Operand};
use tools::{installed, run, scratch};

const SOURCE: &str = "\
int a_global = 3;
static int inner(int parameter) {
  int squared = parameter * parameter;
  {
    int nested = squared + a_global;
    return nested;
  }
}
int outer(int x) {
  return inner(x) + 1;
}
";

/// The module of the source, compiled for the test of this name.
fn module(test: &str, version: u32, level: &str) -> Module {
    let source = scratch(&format!("{test}{level}.{version}.c"));
    fs::write(&source, SOURCE).expect("a source is written");
    let out = source.with_extension("bc");
    let flags = ["-g", level, "-emit-llvm", "-c", "-o"].map(AsRef::as_ref);
    let arguments = [&flags[..], &[out.as_os_str(), source.as_os_str()]].concat();
    run(&format!("clang-{version}"), arguments).expect("the source compiles");
    bitcode::read(&fs::read(out).expect("the compiler's output")).expect("bitcode")
}

fn versions() -> impl Iterator<Item = u32> {
    [13, 14, 15, 16, 19, 22].into_iter().filter(|&v| installed(v))
}

fn insts<'m>(module: &'m Module, name: &str) -> &'m [Inst] {
    let function = module.functions.iter().find(|f| f.name == name).expect("a function");
    &function.body.as_ref().expect("a body").insts
}

#[test]
fn names_of_locals_and_globals() {
    for version in versions() {
        let module = module("names", version, "-O0");
        let inner = module.functions.iter().find(|f| f.name == "inner").expect("inner");
        let names: Vec<_> =
            local_names(&module, inner).into_values().map(|n| (n.name, n.line)).collect();
        assert_eq!(names, [("parameter", 2), ("squared", 3), ("nested", 5)], "LLVM {version}");
        let at = module.globals.iter().position(|g| g.name == "a_global").expect("a_global");
        let global = global_source(&module, GlobalId::from(at)).expect("a_global in the source");
        assert_eq!((global.name, global.line), ("a_global", 1));
        assert!(global.file.ends_with(".c"), "{}", global.file);
    }
}

#[test]
fn lines_of_instructions() {
    for version in versions() {
        let module = module("lines", version, "-O0");
        let mul = insts(&module, "inner")
            .iter()
            .find(|i| matches!(i.kind, InstKind::Binary { op: bitcode::BinaryOp::Mul, .. }));
        let loc = mul.and_then(|i| i.loc).expect("a location of the multiplication");
        let place = location(&module, loc);
        assert_eq!((place.line, place.column, place.function), (3, 27, "inner"));
        let loaded = insts(&module, "inner")
            .iter()
            .find(|i| matches!(i.kind, InstKind::Load { ptr: Operand::Global(_), .. }));
        let place = location(&module, loaded.and_then(|i| i.loc).expect("a location"));
        assert_eq!((place.line, place.function), (5, "inner"), "inside of a nested scope");
        assert!(place.file.ends_with(".c"), "{}", place.file);
    }
}

#[test]
fn inlined_calls() {
    for version in versions() {
        let module = module("inlined", version, "-O2");
        let mul = insts(&module, "outer")
            .iter()
            .find(|i| matches!(i.kind, InstKind::Binary { op: bitcode::BinaryOp::Mul, .. }));
        let loc = mul.and_then(|i| i.loc).expect("a location of the multiplication");
        let places: Vec<_> =
            locations(&module, loc).map(|place| (place.function, place.line)).collect();
        assert_eq!(places, [("inner", 3), ("outer", 10)], "LLVM {version}");
    }
}
