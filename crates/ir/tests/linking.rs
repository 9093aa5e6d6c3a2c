//! Linking against what the native linker does with the same sources.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use ir::{Const, LinkError, Linker, Program, Symbol};
use support::{CLANG, TempDir, bitcode_of, eval, function, int_global, run};

/// Sources by name; the names end in `.c` or `.cpp`.
type Sources<'a> = &'a [(&'a str, &'a str)];

fn modules(dir: &TempDir, sources: Sources<'_>) -> Vec<(PathBuf, Vec<u8>)> {
    let compile = |(name, text): &(&str, &str)| {
        let path = dir.file(name, text);
        let bytes = bitcode_of(CLANG, &path, &["-O1", "-fno-inline"]);
        (path, bytes)
    };
    sources.iter().map(compile).collect()
}

fn try_link(sources: Sources<'_>) -> Result<Program, LinkError> {
    let dir = TempDir::new();
    let mut linker = Linker::new();
    for (path, bytes) in modules(&dir, sources) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        linker.add_module(&name, bitcode::read(&bytes).expect("a module"))?;
    }
    linker.link(&[])
}

/// What the program prints when linked and run natively.
fn native(sources: Sources<'_>, link: &[&Path]) -> String {
    let dir = TempDir::new();
    let exe = dir.path("exe");
    let mut command = Command::new("clang++-19");
    command.args(["-w", "-O1", "-fno-inline", "-fcommon", "-o"]).arg(&exe);
    for (name, text) in sources {
        command.args(["-x", if name.ends_with('c') { "c" } else { "c++" }]);
        command.arg(dir.file(name, text));
    }
    run(command.args(link));
    run(&mut Command::new(exe))
}

#[test]
fn strong_common_and_weak() {
    let sources: Sources<'_> = &[
        (
            "main.c",
            "#include <stdio.h>
             extern int a, b, c, d; int f(void), g(void), h(void);
             int main(void) { printf(\"%d %d %d %d %d %d %d\\n\", a, b, c, d, f(), g(), h()); return 0; }",
        ),
        (
            "one.c",
            "int a = 1; __attribute__((weak)) int b = 1; __attribute__((common)) int c;
             __attribute__((weak)) int d = 1;
             __attribute__((weak)) int f(void) { return 1; } int g(void) { return 1; }
             __attribute__((weak)) int h(void) { return 1; }",
        ),
        (
            "two.c",
            "__attribute__((weak)) int a = 2; int b = 2; int c = 2;
             __attribute__((weak)) int d = 2;
             int f(void) { return 2; } __attribute__((weak)) int g(void) { return 2; }
             __attribute__((weak)) int h(void) { return 2; }",
        ),
    ];
    let program = try_link(sources).expect("a program");
    let f = |name| eval::call(&program, function(&program, name), &[])[0];
    let ours = format!(
        "{} {} {} {} {} {} {}\n",
        int_global(&program, "a"),
        int_global(&program, "b"),
        int_global(&program, "c"),
        int_global(&program, "d"),
        f("f"),
        f("g"),
        f("h")
    );
    assert_eq!(ours, native(sources, &[]));
}

#[test]
fn a_copy_for_optimisers_stands_in_for_a_definition() {
    let dir = TempDir::new();
    let compiled = |name: &str, text: &str| {
        let flags = ["-O1", "-Xclang", "-disable-llvm-passes"];
        bitcode::read(&bitcode_of(CLANG, &dir.file(name, text), &flags)).expect("bitcode")
    };
    let blocks = |units: [Option<(&str, &str)>; 2]| {
        let mut linker = Linker::new();
        for (name, text) in units.into_iter().flatten() {
            linker.add_module(name, compiled(name, text)).expect("a unit");
        }
        let program = linker.link(&["f"]).expect("a program");
        let f = &program.functions[function(&program, "f").0 as usize];
        (f.defined, f.blocks)
    };
    let user = ("user.c", "inline int f(int x) { return x; } int use(int x) { return f(x); }");
    let owner = ("owner.c", "int f(int x) { while (x > 9) x--; return x; }");
    assert_eq!(blocks([Some(user), None]), (true, 1));
    let (defined, own) = blocks([Some(owner), None]);
    assert!(defined && own > 1);
    assert_eq!(blocks([Some(user), Some(owner)]), (true, own));
    assert_eq!(blocks([Some(owner), Some(user)]), (true, own));
}

#[test]
fn the_largest_common_is_kept() {
    let program = try_link(&[
        ("one.c", "__attribute__((common)) char c[4];"),
        ("two.c", "__attribute__((common)) char c[10];"),
        ("three.c", "__attribute__((common)) char c[7];"),
    ])
    .expect("a program");
    let id = program.global("c").expect("the common");
    assert_eq!(program.globals[id.0 as usize].size, 10);
}

#[test]
fn local_names_never_clash() {
    let source = |n| {
        format!(
            "static int x = {n}; static int f(void) {{ return x; }} int *x{n}(void) {{ return &x; }} int g{n}(void) {{ return f(); }}"
        )
    };
    let program = try_link(&[("one.c", &source(1)), ("two.c", &source(2))]).expect("a program");
    let named = program.globals.iter().filter(|g| &*g.name == "x").count();
    assert_eq!(named, 2);
    assert!(program.global("x").is_none());
}

#[test]
fn two_strong_definitions() {
    let error =
        try_link(&[("one.c", "int f(void) { return 1; }"), ("two.c", "int f(void) { return 2; }")]);
    match error {
        Err(LinkError::Duplicate { name, first, second }) => {
            assert_eq!((&*name, &*first, &*second), ("f", "one.c", "two.c"));
        }
        other => panic!("{:?}", other.map(drop)),
    }
}

#[test]
fn comdats_are_kept_once() {
    let header = "
        template <int N> struct Counter { static int start; int next() { static int n = start; return ++n; } };
        template <int N> int Counter<N>::start = N * 10;
        inline int shared() { static int calls = 0; return ++calls; }";
    let one = format!("{header} int one() {{ Counter<4> c; return c.next() + shared(); }}");
    let two = format!(
        "#include <cstdio>\n{header} int one(); int main() {{ Counter<4> c; int a = c.next() + shared(), b = one(); std::printf(\"%d %d\\n\", a, b); }}"
    );
    let sources: Sources<'_> = &[("one.cpp", &one), ("two.cpp", &two)];
    let program = try_link(sources).expect("a program");
    for name in ["_ZN7CounterILi4EE5startE", "_ZZN7CounterILi4EE4nextEvE1n", "_ZZ6sharedvE5calls"] {
        assert_eq!(program.globals.iter().filter(|g| &*g.name == name).count(), 1, "{name}");
    }
    assert_eq!(native(sources, &[]), "42 44\n");
}

/// Constructors run by priority, and in the order of the modules within one.
#[test]
fn constructors_in_order() {
    let unit = |n: u32| {
        format!(
            "int puts(const char *);
             __attribute__((constructor(200))) void late{n}(void) {{ puts(\"late{n}\"); }}
             __attribute__((constructor)) void plain{n}(void) {{ puts(\"plain{n}\"); }}
             __attribute__((constructor(101))) void early{n}(void) {{ puts(\"early{n}\"); }}
             __attribute__((destructor(150))) void down{n}(void) {{ puts(\"down{n}\"); }}
             __attribute__((destructor)) void last{n}(void) {{ puts(\"last{n}\"); }}"
        )
    };
    let (one, two) = (unit(1), unit(2));
    let main = "extern void (*__init_array_start[])(void) __attribute__((weak));
                extern void (*__init_array_end[])(void) __attribute__((weak));
                long span(void) { return (char *)__init_array_end - (char *)__init_array_start; }
                int main(void) { return 0; }";
    let program =
        try_link(&[("one.c", &one), ("two.c", &two), ("main.c", main)]).expect("a program");
    let entries = |name: &str| {
        let (symbol, offset) = program.symbol(name).expect(name);
        assert_eq!(offset, 0);
        let Symbol::Global(id) = symbol else { panic!("{name} is not a global") };
        let init = program.globals[id.0 as usize].init.as_ref().expect("contents");
        let function = |patch: &(u64, u32, Const)| match patch.2 {
            Const::Address { symbol: Symbol::Function(f), offset: 0 } => {
                program.functions[f.0 as usize].name.to_string()
            }
            _ => panic!("{patch:?}"),
        };
        init.patches.iter().map(function).collect::<Vec<_>>()
    };
    let ups = entries("__init_array_start");
    let downs = entries("__fini_array_start");
    // The C library runs the second array backwards.
    let ours: Vec<String> = ups.iter().cloned().chain(downs.iter().rev().cloned()).collect();
    let native = native(
        &[("one.c", &one), ("two.c", &two), ("main.c", "int main(void) { return 0; }")],
        &[],
    );
    assert_eq!(ours, native.lines().collect::<Vec<_>>());
    let (start, end) = (program.symbol("__init_array_start"), program.symbol("__init_array_end"));
    let (Some((start, 0)), Some((end, 48))) = (start, end) else { panic!("{start:?} {end:?}") };
    assert_eq!(start, end);
}

#[test]
fn aliases_and_weak_references() {
    let program = try_link(&[
        (
            "one.c",
            "int array[4] = { 1, 2, 3, 4 }; extern int whole[4] __attribute__((alias(\"array\")));
             static int hidden(void) { return 7; }
             int visible(void) __attribute__((alias(\"hidden\")));
             int overridden(void) __attribute__((weak, alias(\"hidden\")));
             __attribute__((weak)) int weak_target(void) { return 5; }
             int keeps(void) __attribute__((alias(\"weak_target\")));",
        ),
        (
            "two.c",
            "int overridden(void) { return 8; } int weak_target(void) { return 6; }
             extern int absent __attribute__((weak)); extern void gone(void) __attribute__((weak));
             long nulls(void) { return (long)&absent + (long)gone; }
             int visible(void), keeps(void); int call(void) { return visible() * 100 + keeps(); }",
        ),
    ])
    .expect("a program");
    let call = |name| eval::call(&program, function(&program, name), &[])[0];
    assert_eq!(call("visible"), 7);
    assert_eq!(call("overridden"), 8);
    assert_eq!(call("weak_target"), 6);
    // An alias names the definition beside it, whichever module's definition of that name is linked.
    assert_eq!(call("keeps"), 5);
    assert_eq!(call("call"), 705);
    assert_eq!(call("nulls"), 0);
    assert_eq!(program.symbol("whole"), program.symbol("array"));
}

#[test]
fn indirect_functions_ask_their_resolver() {
    let program = try_link(&[(
        "one.c",
        "int slow(int x) { return x; } int fast(int x) { return x * 2; }
         static int (*choose(void))(int) { return fast; }
         int f(int) __attribute__((ifunc(\"choose\")));
         int call(int x) { return f(x) + 1; }",
    )])
    .expect("a program");
    assert_eq!(eval::call(&program, function(&program, "call"), &[21]), [43]);
}

fn archive(dir: &TempDir, sources: Sources<'_>) -> PathBuf {
    let path = dir.path("lib.a");
    let mut command = Command::new("llvm-ar-19");
    command.arg("rcs").arg(&path);
    for (source, _) in modules(dir, sources) {
        command.arg(source.with_extension("bc"));
    }
    run(&mut command);
    path
}

#[test]
fn archives_give_only_what_is_missing() {
    let dir = TempDir::new();
    let library = archive(
        &dir,
        &[
            ("first.c", "int second(void); int first(void) { return second() + 1; }"),
            ("second.c", "int second(void) { return 10; } int with_second = 3;"),
            ("own.c", "int own(void) { return 99; }"),
            ("unused.c", "int unused(void) { return 0; }"),
            ("sine.c", "double sin(double x) { return x; }"),
            ("weakly.c", "int weakly(void) { return 1; }"),
        ],
    );
    let main =
        "int first(void); int own(void) { return 1; } int weakly(void) __attribute__((weak));
                double half(double x) { return __builtin_sin(x); }
                int main(void) { return first() + own() + (weakly ? 100 : 0); }";
    let module =
        bitcode_of(CLANG, &dir.file("main.c", main), &["-O1", "-fno-inline", "-fno-math-errno"]);
    let mut linker = Linker::new();
    linker.add_module("main.c", bitcode::read(&module).expect("a module")).expect("a module");
    linker.add_archive("lib.a", std::fs::read(library).expect("an archive")).expect("an archive");
    let program = linker.link(&["main"]).expect("a program");
    assert_eq!(eval::call(&program, function(&program, "main"), &[]), [12]);
    assert!(program.function("unused").is_none());
    assert!(program.global("with_second").is_some());
    // An intrinsic stands for a function of the library.
    let sine = function(&program, "sin");
    assert!(program.functions[sine.0 as usize].defined);
    // A weak reference does not fetch a member.
    assert!(program.function("weakly").is_none());
}

#[test]
fn roots_must_be_there() {
    let dir = TempDir::new();
    let library =
        archive(&dir, &[("start.c", "int main(void); int start(void) { return main(); }")]);
    let module = bitcode_of(CLANG, &dir.file("main.c", "int main(void) { return 5; }"), &[]);
    let linker = || {
        let mut linker = Linker::new();
        linker.add_module("main.c", bitcode::read(&module).expect("a module")).expect("a module");
        let bytes = std::fs::read(&library).expect("an archive");
        linker.add_archive("lib.a", bytes).expect("an archive");
        linker
    };
    assert!(linker().link(&["main", "start"]).is_ok());
    let missing = linker().link(&["main", "nowhere"]);
    assert!(matches!(missing, Err(LinkError::Undefined { name }) if name == "nowhere"));
}

/// The globals of a section whose ends are named lie one after the other, over all modules.
#[test]
fn sections_are_tables() {
    let entry = "struct entry { const char *name; int value; };
                 #define ENTRY(n, v) static struct entry n __attribute__((used, section(\"table\"))) = { #n, v }\n";
    let one = format!(
        "{entry} ENTRY(first, 11); ENTRY(second, 22); struct entry *one(void) {{ return &second; }}"
    );
    let two = format!(
        "#include <stdio.h>\n{entry} ENTRY(third, 33);
         extern struct entry __start_table[], __stop_table[]; extern int __start_none[] __attribute__((weak));
         long count(void) {{ return __stop_table - __start_table; }}
         int main(void) {{ for (struct entry *e = __start_table; e < __stop_table; e++) printf(\"%s %d\\n\", e->name, e->value);
             printf(\"%d\\n\", __start_none != 0); return 0; }}"
    );
    let sources: Sources<'_> = &[("one.c", &one), ("two.c", &two)];
    let program = try_link(sources).expect("a program");
    let (start, stop) = (program.symbol("__start_table"), program.symbol("__stop_table"));
    let (Some((table, 0)), Some((same, 48))) = (start, stop) else { panic!("{start:?} {stop:?}") };
    assert_eq!(table, same);
    let Symbol::Global(id) = table else { panic!("{table:?}") };
    let init = program.globals[id.0 as usize].init.as_ref().expect("contents");
    let value =
        |n: usize| i32::from_le_bytes(init.bytes[n * 16 + 8..][..4].try_into().expect("a word"));
    let ours = format!("first {}\nsecond {}\nthird {}\n0\n", value(0), value(1), value(2));
    assert_eq!(ours, native(sources, &[]));
    assert_eq!(init.patches.iter().map(|p| p.0).collect::<Vec<_>>(), [0, 16, 32]);
    assert!(program.symbol("__start_none").is_none());
}
