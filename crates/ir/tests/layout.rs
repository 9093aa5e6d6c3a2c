//! Layouts against the compiler's own `sizeof` and `offsetof`, and first contents of globals against
//! what a native program has in memory.

mod support;

use std::process::Command;

use bitcode::{Type, TypeId};
use ir::layout::{DataLayout, Layouts};
use ir::{Const, Symbol};
use support::{CLANG, TempDir, bitcode_of, clangs, contents, link, program, run};

/// Each structure with the names of its fields, in order.
const STRUCTS: &[(&str, &str, &[&str])] = &[
    ("a", "char a; int b; char c; double d;", &["a", "b", "c", "d"]),
    ("b", "char a; long double b; short c;", &["a", "b", "c"]),
    ("c", "char a; __int128 b; char c;", &["a", "b", "c"]),
    ("d", "char a; float b[3]; struct a c[2]; char d;", &["a", "b", "c", "d"]),
    ("e", "char a; v4 b; char c; v3 d; v8 e;", &["a", "b", "c", "d", "e"]),
    ("f", "void *a; char b; int (*c)(void); __fp16 d;", &["a", "b", "c", "d"]),
    ("g", "short a; struct b b; struct { char x; long y; } c; char d[0];", &["a", "b", "c", "d"]),
];

fn table() -> String {
    let mut text = String::from(
        "#include <stddef.h>
         typedef float v4 __attribute__((vector_size(16)));
         typedef int v3 __attribute__((ext_vector_type(3)));
         typedef char v8 __attribute__((vector_size(8)));\n",
    );
    for (name, fields, _) in STRUCTS {
        text += &format!("struct {name} {{ {fields} }}; struct {name} instance_{name};\n");
    }
    for (name, _, fields) in STRUCTS {
        let offsets: Vec<_> =
            fields.iter().map(|f| format!("offsetof(struct {name}, {f})")).collect();
        let offsets = offsets.join(", ");
        text += &format!(
            "unsigned long table_{name}[] = {{ sizeof(struct {name}), _Alignof(struct {name}), {offsets} }};\n"
        );
    }
    text
}

#[test]
fn structures_lie_as_in_c() {
    for clang in clangs() {
        let dir = TempDir::new();
        let bytes = bitcode_of(&clang, &dir.file("table.c", &table()), &["-std=gnu11"]);
        let module = bitcode::read(&bytes).expect("a module");
        let target = DataLayout::parse(&module.triple, &module.data_layout).expect("x86-64");
        let layouts = Layouts::new(&target, &module.types);
        let find = |wanted: &str| {
            let named = |ty: &Type| matches!(ty, Type::Struct { name: Some(n), .. } if n == wanted);
            TypeId(module.types.iter().position(named).expect(wanted) as u32)
        };
        let ids: Vec<TypeId> = STRUCTS.iter().map(|(n, ..)| find(&format!("struct.{n}"))).collect();
        let ours = ids.iter().map(|id| layouts.get(*id).expect("a size").clone());
        let ours: Vec<_> = ours.collect();
        let program = link(module);
        for ((name, _, fields), layout) in STRUCTS.iter().zip(ours) {
            let bytes = contents(&program, &format!("table_{name}"));
            let words = bytes.chunks(8).map(|w| u64::from_le_bytes(w.try_into().expect("a word")));
            let words: Vec<u64> = words.collect();
            assert_eq!(layout.size, words[0], "{clang}: sizeof struct {name}");
            // Fields that are only padding stand between those of the source.
            let mut ours = layout.fields.iter();
            for (field, offset) in fields.iter().zip(&words[2..]) {
                assert!(ours.any(|ours| ours == offset), "{clang}: {field} of struct {name}");
            }
        }
    }
}

const GLOBALS: &str = "
    typedef float v4 __attribute__((vector_size(16)));
    typedef unsigned char bits __attribute__((ext_vector_type(3)));
    struct s { char a; int b; long double c; struct { short x; char y[5]; } d[2]; };
    union u { int i; double d; char c[12]; };
    struct __attribute__((packed)) p { char a; long b; short c; };
    struct f { int a : 3; unsigned b : 7; long c : 40; };
    int zero; int one = 1; char text[] = \"hello\"; char padded[10] = \"hi\";
    short shorts[] = { -1, 2, -3 }; float floats[] = { 1.5f, -0.0f, 1e30f };
    double doubles[] = { 3.14, -1e-300 }; long double wide[] = { 1.0L/3, -2.5L };
    __int128 huge[] = { (__int128)1 << 100, -5 }; __fp16 half = 1.25;
    struct s structure = { 'x', -7, 2.5L, { { 1, \"abc\" }, { -2, \"defg\" } } };
    union u first = { 3 }; union u second = { .d = 2.5 };
    struct p packed = { 1, -2, 3 }; struct f fields = { -1, 100, -12345678901 };
    v4 vector = { 1, 2, 3, 4 }; bits three = { 7, 8, 9 };
    _Bool truths[] = { 1, 0, 1 }; int sparse[1000] = { [3] = 5, [990] = 6 };
    char big[3][40] = { \"a\", \"bc\" };
    _Complex double complex = 1.5 + 2.5i;
    int designated[8] = { [1 ... 3] = 9, [6] = 2 };
";

const NAMES: &[&str] = &[
    "zero",
    "one",
    "text",
    "padded",
    "shorts",
    "floats",
    "doubles",
    "wide",
    "huge",
    "half",
    "structure",
    "first",
    "second",
    "packed",
    "fields",
    "vector",
    "three",
    "truths",
    "sparse",
    "big",
    "complex",
    "designated",
];

#[test]
fn contents_are_those_of_a_native_program() {
    let dir = TempDir::new();
    let mut text = format!("#include <stdio.h>\n{GLOBALS}\nint main(void) {{\n");
    for name in NAMES {
        text += &format!(
            "for (unsigned i = 0; i < sizeof {name}; i++) printf(\"%02x\", ((unsigned char *)&{name})[i]);
             puts(\"\");\n"
        );
    }
    text += "return 0; }";
    let source = dir.file("globals.c", &text);
    let exe = dir.path("globals");
    run(Command::new(CLANG).args(["-w", "-o"]).arg(&exe).arg(&source));
    let native = run(&mut Command::new(exe));
    for clang in clangs() {
        let bytes = bitcode_of(&clang, &dir.file("ours.c", GLOBALS), &[]);
        let program = link(bitcode::read(&bytes).expect("a module"));
        for (name, expected) in NAMES.iter().zip(native.lines()) {
            let ours: String =
                contents(&program, name).iter().map(|b| format!("{b:02x}")).collect();
            // Native memory has zeros where the value has padding, and so have we.
            assert_eq!(ours, expected, "{clang}: {name}");
        }
    }
}

#[test]
fn addresses_are_patches() {
    let source = "
        extern int elsewhere[4]; int f(void) { return 0; } static int local[5];
        struct s { char c; int *p; } s = { 'x', &local[3] };
        void *pointers[] = { f, elsewhere + 2, \"text\" + 1, 0, pointers };
        long number = (long)&s + 4;
        int *use(void) { return local; }";
    let program = program(source, &[]);
    let patches = |name: &str| {
        let id = program.global(name).expect(name);
        let init = program.globals[id.0 as usize].init.clone().expect("a definition");
        let name = |symbol| match symbol {
            Symbol::Global(id) => program.globals[id.0 as usize].name.to_string(),
            Symbol::Function(id) => program.functions[id.0 as usize].name.to_string(),
        };
        let patch = |(at, bits, value): &(u64, u32, Const)| match value {
            Const::Address { symbol, offset } => (*at, *bits, name(*symbol), *offset),
            other => panic!("{other:?}"),
        };
        init.patches.iter().map(patch).collect::<Vec<_>>()
    };
    let at = |at, name: &str, offset| (at, 64, name.to_owned(), offset);
    assert_eq!(patches("s"), [at(8, "local", 12)]);
    let expected = [at(0, "f", 0), at(8, "elsewhere", 8), at(16, ".str", 1), at(32, "pointers", 0)];
    assert_eq!(patches("pointers"), expected);
    assert_eq!(patches("number"), [at(0, "s", 4)]);
    let elsewhere = program.global("elsewhere").expect("a declaration");
    let elsewhere = &program.globals[elsewhere.0 as usize];
    assert!(elsewhere.init.is_none());
    assert_eq!(elsewhere.size, 16);
}
