//! `strata cc` and `strata c++`: what they make runs natively, and `strata run` does what it does.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use bitcode::object::{self, Carried};
use support::{Done, TempDir, exit_status, run, strata};

const LIMIT: Duration = Duration::from_secs(600);

/// A directory with a project.
struct Project(TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        let project = Project(TempDir::new("wrap"));
        files.iter().for_each(|(name, text)| fs::write(project.path(name), text).expect("written"));
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    /// Runs a script there, in which `$CC` and `$CXX` are ours.
    fn try_sh(&self, script: &str) -> Done {
        let exe = env!("CARGO_BIN_EXE_strata");
        let mut command = Command::new("sh");
        command.args(["-ec", script]).current_dir(self.path("."));
        command.env("STRATA", exe).env("CC", format!("{exe} cc")).env("CXX", format!("{exe} c++"));
        for variable in ["STRATA_CC", "STRATA_CFLAGS", "STRATA_NATIVE", "LD_LIBRARY_PATH"] {
            command.env_remove(variable);
        }
        run(&mut command, b"", LIMIT)
    }

    fn sh(&self, script: &str) -> String {
        let done = self.try_sh(script);
        assert_eq!(done.status, Some(0), "{script}: {done:?}");
        String::from_utf8(done.stdout).expect("text")
    }

    fn run(&self, program: &str, args: &[&str]) -> Done {
        run(strata().arg("run").arg(program).args(args).current_dir(self.path(".")), b"", LIMIT)
    }

    /// A program prints natively what it prints in the engine, and ends with the same status.
    fn same(&self, program: &str, args: &[&str]) -> Done {
        let mut native = Command::new(self.path(program));
        let native = run(native.args(args).current_dir(self.path(".")).env_clear(), b"", LIMIT);
        let ours = self.run(program, args);
        assert_eq!(exit_status(&ours), native.status, "{ours:?}, natively {native:?}");
        assert!(native.status.is_some() && ours.stdout == native.stdout, "{ours:?}, {native:?}");
        ours
    }

    fn carried(&self, file: &str) -> Vec<Carried> {
        let bytes = fs::read(self.path(file)).expect("a file");
        object::carried(&bytes).expect("readable").unwrap_or_default()
    }

    /// The sources whose modules a file carries.
    fn sources(&self, file: &str) -> Vec<String> {
        let all = self.carried(file).into_iter();
        all.filter(|one| one.bitcode.is_ok()).map(|one| one.source).collect()
    }
}

const MAIN: &str = r#"
#include <stdio.h>
#include "lib.h"
int main(int argc, char **argv) {
  printf("%s %d of %d\n", name(), twice(argc), argc);
  return argc;
}
"#;
const LIBRARY: [(&str, &str); 4] = [
    ("lib.h", "int twice(int); const char *name(void); int unused(void);\n"),
    ("twice.c", "#include \"lib.h\"\nint twice(int x) { return 2 * x; }\n"),
    ("name.c", "#include \"lib.h\"\nconst char *name(void) { return NAME; }\n"),
    ("unused.c", "#include \"lib.h\"\nint unused(void) { return twice(3); }\n"),
];

fn project(further: &[(&str, &str)]) -> Project {
    Project::new(&[&LIBRARY[..], &[("main.c", MAIN)], further].concat())
}

const MAKEFILE: &str = r#"
CFLAGS = -O2 -g -Wall -Werror -DNAME='"made"'
prog: main.o libx.a
	$(CC) $(CFLAGS) -o $@ main.o -L. -lx -lm
libx.a: twice.o name.o unused.o
	$(AR) rc $@ $^
	ranlib $@
%.o: %.c
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<
-include $(wildcard *.d)
"#;

/// Objects, an archive and a program, made in parallel. The program carries what was linked, no more.
#[test]
fn make_with_an_archive() {
    let project = project(&[("Makefile", MAKEFILE)]);
    project.sh("make -s -j4 CC=\"$CC\"");
    let done = project.same("prog", &["a", "b"]);
    assert_eq!(done.stdout, b"made 6 of 3\n");
    assert_eq!(project.sources("prog"), ["main.c", "twice.c", "name.c"]);
    assert_eq!(
        fs::read_to_string(project.path("main.d")).unwrap(),
        "main.o: main.c lib.h\nlib.h:\n"
    );
    // The header changes, and what depends on it is made again: the file of dependencies is the native one.
    let again = project.sh("sleep 1; touch lib.h; make CC=\"$CC\"");
    assert_eq!(again.matches(" -c ").count(), 4, "{again}");
    // Members of the archive are found by their names.
    let with_archive = run(
        strata().args(["run", "--link", "libx.a", "main.c", "x"]).current_dir(project.path(".")),
        b"",
        LIMIT,
    );
    assert_eq!(with_archive.stdout, b"made 4 of 2\n", "{with_archive:?}");
}

/// What our library has beyond musl is there natively, too, so that `configure` is right about both.
#[test]
fn functions_that_native_musl_has_not() {
    let main = "#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n\
                int main(void) { puts(rawmemchr(\"some text\", ' ')); }\n";
    let project = Project::new(&[("main.c", main)]);
    for linked in ["-static", "-pie"] {
        project.sh(&format!("$CC {linked} -fPIC main.c -o prog"));
        assert_eq!(project.same("prog", &[]).stdout, b" text\n");
    }
}

const CMAKE: &str = r#"
cmake_minimum_required(VERSION 3.13)
project(parts C)
add_library(x STATIC twice.c unused.c)
add_library(named SHARED name.c)
target_compile_definitions(named PRIVATE NAME="by cmake")
add_executable(prog main.c)
target_link_libraries(prog x named m)
"#;

/// A static library, a shared one that is found by its run path, and a program, with and without optimisation.
#[test]
fn cmake_with_libraries() {
    if !testing::installed("cmake") {
        return;
    }
    let project = project(&[("CMakeLists.txt", CMAKE)]);
    for kind in ["Debug", "Release"] {
        project
            .sh(&format!("cmake -S . -B {kind} -DCMAKE_BUILD_TYPE={kind} && cmake --build {kind}"));
        let prog = format!("{kind}/prog");
        assert_eq!(project.same(&prog, &["a"]).stdout, b"by cmake 4 of 2\n");
        assert_eq!(project.sources(&prog).len(), 2, "{:?}", project.sources(&prog));
    }
}

/// Both languages: natively against the system's libraries, as a whole.
#[test]
fn cmake_with_c_and_cxx() {
    if !testing::installed("cmake") {
        return;
    }
    let lists = "cmake_minimum_required(VERSION 3.13)\nproject(both C CXX)\n\
                 add_library(x STATIC twice.c)\nadd_executable(prog both.cpp)\ntarget_link_libraries(prog x)\n";
    let main = "#include <cstdio>\n#include <vector>\nextern \"C\" int twice(int);\n\
                int main() { std::vector<int> v(3, 7); std::printf(\"%d\\n\", twice(v[2])); }\n";
    let project = project(&[("CMakeLists.txt", lists), ("both.cpp", main)]);
    project.sh("export STRATA_NATIVE=host; cmake -S . -B made && cmake --build made");
    assert_eq!(project.same("made/prog", &[]).stdout, b"14\n");
}

#[test]
fn sources_at_once_shared_objects_and_relocatable_ones() {
    let project = project(&[]);
    project.sh("$CC -DNAME='\"once\"' main.c twice.c name.c -o once -MD -lm");
    assert_eq!(project.same("once", &[]).stdout, b"once 2 of 1\n");
    let dependencies = fs::read_to_string(project.path("once.d")).expect("named after the program");
    assert!(dependencies.starts_with("once: "), "{dependencies}");

    project.sh("$CC -fPIC -shared -DNAME='\"shared\"' -o libx.so twice.c name.c
                $CC main.c -L. -lx -Wl,-rpath,'$ORIGIN' -o dynamic");
    assert_eq!(project.same("dynamic", &["1"]).stdout, b"shared 4 of 2\n");
    assert_eq!(project.sources("dynamic"), ["main.c"], "the rest is in the library");

    project.sh("$CC -c twice.c name.c -DNAME='\"joined\"'
                ld -r -o joined.o twice.o name.o
                $CC -static main.c joined.o -o static");
    assert_eq!(project.same("static", &[]).stdout, b"joined 2 of 1\n");
    project.sh("$CC -static-pie main.c joined.o -o pie && strip pie");
    assert_eq!(project.same("pie", &[]).stdout, b"joined 2 of 1\n");
}

/// What is in an archive without bitcode, and a library that is gone, have their names.
#[test]
fn what_is_missing_has_its_name() {
    let project = project(&[]);
    project.sh("$CC -fPIC -shared -DNAME='\"x\"' -o libx.so twice.c name.c
                $CC main.c -L. -lx -o prog && rm libx.so");
    let done = project.run("./prog", &[]);
    assert!(done.stderr.contains("WARNING: ./prog needs libx.so"), "{done:?}");
    assert!(done.stderr.contains("external function"), "{done:?}");
    let native = Project::new(&[("a.c", "int main(void) { return 0; }\n")]);
    native.sh("cc a.c -o a");
    let done = native.run("./a", &[]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("CC=\"strata cc\""), "{done:?}");
}

/// What `configure` asks: it must hear what is true of the bitcode.
#[test]
fn questions_of_configure() {
    let project = Project::new(&[
        (
            "runs.c",
            "#include <stdio.h>\nint main(void) { printf(\"%zu\\n\", sizeof(long)); return 0; }\n",
        ),
        ("links.c", "char no_such_function(); int main(void) { return no_such_function(); }\n"),
        ("glibc.c", "#include <gnu/libc-version.h>\nint main(void) { return 0; }\n"),
        (
            "musl.c",
            "#include <features.h>\n#ifdef __GLIBC__\n#error glibc\n#endif\nint main(void) { return 0; }\n",
        ),
        ("wrong.c", "int main(void) { return }\n"),
    ]);
    assert_eq!(project.sh("$CC -o conftest runs.c && ./conftest"), "8\n");
    project.sh("$CC -c -o /dev/null musl.c && test -c /dev/null");
    for refused in
        ["links.c", "glibc.c", "wrong.c", "runs.c -lstdc++", "runs.c --no-such-option", "nowhere.c"]
    {
        let done = project.try_sh(&format!("$CC -o conftest {refused}"));
        assert_eq!(done.status, Some(1), "{refused}: {done:?}");
    }
    assert!(project.sh("$CC --version").contains("clang version"));
    assert!(project.sh("$CC -dumpmachine").contains("musl"));
    assert!(project.sh("$CC -print-file-name=libc.a").contains("musl"));
    assert!(
        project
            .sh("echo '#include <stdio.h>' | $CC -E - | grep -c printf")
            .trim()
            .parse::<u32>()
            .is_ok()
    );
    assert!(project.sh("$CC -S -o - runs.c").contains("main:"));
    assert_eq!(project.sh("$CC -MM runs.c"), "runs.o: runs.c\n");
    // One word for a compiler.
    project.sh("ln -s $STRATA strata-cc && ./strata-cc runs.c -o linked && ./linked");
    assert_eq!(project.sources("linked"), ["runs.c"]);
}

#[test]
fn input_and_output_by_other_ways() {
    let project = Project::new(&[
        ("arguments", "-c 'a b.c'\n\"-DVALUE=7\" -o a.o"),
        ("a b.c", "int value(void) { return VALUE; }\n"),
        ("main.c", "int value(void); int main(void) { return value(); }\n"),
    ]);
    project.sh("$CC @arguments && $CC main.c a.o -o prog");
    assert_eq!(project.same("prog", &[]).status, Some(0));
    assert_eq!(project.sources("prog"), ["main.c", "a b.c"]);
    project.sh("$CC -x c - -x none a.o -o piped <main.c");
    project.same("piped", &[]);
    project.sh("$CC -c main.c -o - >streamed.o && $CC streamed.o a.o -o streamed");
    project.same("streamed", &[]);
    assert_eq!(project.sources("streamed"), ["main.c", "a b.c"]);
}

/// The second compilation is at another level: its messages do not stop the build, and are kept.
#[test]
fn bitcode_that_cannot_be_made_does_not_stop_the_build() {
    let project = Project::new(&[
        (
            "warns.c",
            "#ifndef __OPTIMIZE_SIZE__\n#warning large\n#endif\nint warns(void) { return 1; }\n",
        ),
        (
            "fails.c",
            "#ifndef __OPTIMIZE_SIZE__\n#error too large\n#endif\nint fails(void) { return 2; }\n",
        ),
        (
            "asm.s",
            ".globl in_assembly\nin_assembly:\n movl $3, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n",
        ),
        (
            "main.c",
            "int warns(void), fails(void), in_assembly(void);\nint main(int argc, char **argv) {\n  \
             return argc > 2 ? in_assembly() : argc > 1 ? fails() : warns();\n}\n",
        ),
    ]);
    let built = project.try_sh(
        "$CC -Os -Werror -c warns.c fails.c && $CC -Werror -c asm.s
         $CC -Os -Werror main.c warns.o fails.o asm.o -o prog",
    );
    assert_eq!((built.status, built.stderr.as_str()), (Some(0), ""));
    let done = project.same("prog", &[]);
    assert!(
        done.stderr.contains("fails.c has no bitcode: fails.c:2:2: error: too large"),
        "{done:?}"
    );
    assert!(done.stderr.contains("asm.s has no bitcode: it is assembly"), "{done:?}");
    for (args, function) in [(&["1"][..], "fails"), (&["1", "2"], "in_assembly")] {
        let done = project.run("prog", args);
        assert!(done.stderr.contains(&format!("external function {function}")), "{done:?}");
    }
    project.sh("STRATA_CFLAGS=-Os $CC -Os -c fails.c && $CC main.c warns.o fails.o asm.s -o prog");
    assert_eq!(exit_status(&project.run("prog", &["1"])), Some(2));
}

/// What is inline natively need not be in the program as a function.
#[test]
fn functions_that_are_inline() {
    let project = Project::new(&[
        ("twice.h", "inline int twice(int x) { return 2 * x; }\n"),
        ("twice.c", "#include \"twice.h\"\nextern inline int twice(int x);\n"),
        (
            "main.c",
            "#include \"twice.h\"\nint main(int argc, char **argv) { return twice(argc); }\n",
        ),
    ]);
    project
        .sh("$CC -O2 -c twice.c && ar rc libtwice.a twice.o && $CC -O2 main.c libtwice.a -o prog");
    project.same("prog", &["1", "2"]);
}

/// Flags that would spoil one of the two compilations.
#[test]
fn flags_for_machine_code_alone() {
    let project = Project::new(&[(
        "main.c",
        "#include <limits.h>\n#include <stdlib.h>\n#ifdef __AVX2__\n#define WIDE 1\n#else\n#define WIDE 0\n#endif\n\
         int main(int argc, char **argv) { int x = argc > 1 ? INT_MAX : 0; return x + 1 + (argc > 5 ? WIDE : 0); }\n",
    )]);
    project.sh("$CC -O3 -march=native -flto -ffat-lto-objects -g0 -fstack-protector-strong -D_FORTIFY_SOURCE=2 main.c -o fast");
    project.same("fast", &[]);
    let module =
        bitcode::read(project.carried("fast")[0].bitcode.as_ref().unwrap()).expect("a module");
    let text = bitcode::print(&module);
    assert!(!text.contains("+avx") && text.contains("DISubprogram"), "of any machine, with lines");
    // Checks that need no library trap natively and are reported by the engine.
    project.sh("$CC -fsanitize=undefined,address main.c -o checked && ./checked || test $? = 1");
    assert_eq!(project.try_sh("exec ./checked 1").status, None, "a signal");
    let done = project.run("checked", &["1"]);
    assert!(done.stderr.contains("overflow"), "{done:?}");
}

/// The processor is one without extensions, here and there: nothing asks it by instructions of its own.
#[test]
fn questions_to_the_processor() {
    let project = Project::new(&[(
        "main.c",
        "#include <cpuid.h>\nint main(void) {\n  unsigned a = 1, b = 1, c = 1, d = 1;\n  \
         if (__get_cpuid(1, &a, &b, &c, &d) || __get_cpuid_max(0, 0)) return 1;\n  \
         __cpuid_count(7, 0, a, b, c, d);\n  return (c & bit_AVX) || __builtin_cpu_supports(\"avx2\") ? 2 : 3;\n}\n",
    )]);
    project.sh("$CC main.c -o prog");
    assert_eq!(exit_status(&project.run("./prog", &[])), Some(3));
}

#[test]
fn cxx_programs() {
    let project = Project::new(&[(
        "main.cpp",
        "#include <vector>\n#include <cstdio>\nint main(int argc, char **) { std::vector<int> v(4, argc); int n = 0; \
         for (int x : v) n += x; std::printf(\"%d\\n\", n); return n; }\n",
    )]);
    project.sh("$CXX -std=c++17 -O1 -c main.cpp && $CXX main.o -o prog");
    assert_eq!(project.same("prog", &["x"]).stdout, b"8\n");
}

const SYMBOLIC: &str = r#"
#include <stdio.h>
#include <klee/klee.h>
int f(int x);
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume((x >= 0) & (x < 4));
  printf("%d\n", f(x));
  return x == 3;
}
"#;
const FAULTS: &str =
    "int f(int x) { int *none = 0; if (x == 1) return *none; return x == 2 ? 1 / (x - 2) : x; }\n";

/// A program made here runs tests of its own: it has the functions of klee/klee.h.
#[test]
fn replay_of_a_program_and_of_bitcode() {
    let project = Project::new(&[("main.c", SYMBOLIC), ("f.c", FAULTS)]);
    project.sh("$CC -c f.c && ar rc libf.a f.o && $CC main.c -L. -lf -o prog");
    let done = project.run("prog", &[]);
    assert_eq!(done.status, Some(1), "{done:?}");
    let replayed = |program: &str| {
        let mut command = strata();
        command.args(["replay", program, "strata-last"]).current_dir(project.path("."));
        let done = run(&mut command, b"", LIMIT);
        String::from_utf8_lossy(&done.stdout).into_owned() + &done.stderr
    };
    let said = replayed("prog");
    assert!(said.ends_with("strata: 4 confirmed, 0 unconfirmed, 0 differ\n"), "{said}");
    assert!(said.contains("null-dereference: natively killed by signal 11"), "{said}");
    assert!(said.contains("division-by-zero: natively killed by signal 8"), "{said}");
    // The same as bitcode for our C library, and for the system's.
    let include = "-isystem \"${STRATA_CACHE:-$HOME/.cache/strata}/runtime/replay/include\"";
    project.sh(&format!(
        "{clang} -c -emit-llvm -g main.c {include} -o main.bc && {clang} -c -emit-llvm -g f.c -o f.bc
         llvm-link-19 main.bc f.bc -o host.bc
         $CC -c main.c -o main.o && ld -r main.o f.o -o ours.o",
        clang = support::CLANG,
    ));
    for program in ["host.bc", "ours.o"] {
        let said = replayed(program);
        assert!(
            said.ends_with("strata: 4 confirmed, 0 unconfirmed, 0 differ\n"),
            "{program}: {said}"
        );
    }
    // Another program does something else.
    project.sh("sed 's/x == 3/x == 0/' main.c >other.c && $CC other.c -L. -lf -o other");
    let said = replayed("other");
    assert!(said.contains("2 differ"), "{said}");
}

/// A damaged section is said to be one.
#[test]
fn a_damaged_section() {
    let project = Project::new(&[("a.c", "int main(void) { return 0; }\n")]);
    project.sh("$CC a.c -o a");
    let mut bytes = fs::read(project.path("a")).expect("a file");
    let at = bytes.windows(8).position(|window| window == b"STRATABC").expect("a record");
    bytes[at + 8] = 77;
    fs::write(project.path("a"), bytes).expect("written");
    let done = project.run("./a", &[]);
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stderr.contains("expected a known kind of record, found 77"), "{done:?}");
}

/// Natively the program's own definition counts, also for the library, whichever is weak.
#[test]
fn definitions_in_a_program_and_in_its_library() {
    let library = "int value = 3; int name(void) { return 1; } int other(void) { return 5; }\n\
                   int ask(void) { return 100 * name() + 10 * other() + value; }";
    let second =
        "int name(void) { return 8; } int other(void) { return 8; } int last(void) { return 9; }";
    let main = "#include <stdio.h>\nint ask(void), last(void); int value = 4;\n\
                __attribute__((weak)) int name(void) { return 2; }\n\
                int main(void) { printf(\"%d %d %d\\n\", ask(), name(), last()); return 0; }";
    let project = Project::new(&[("l.c", library), ("s.c", second), ("m.c", main)]);
    project.sh("$CC -fPIC -shared -o libl.so l.c && $CC -fPIC -shared -o libs.so s.c
                $CC m.c -L. -ll -ls -Wl,-rpath,'$ORIGIN' -o prog");
    assert_eq!(project.same("prog", &[]).stdout, b"254 2 9\n");
}

#[test]
fn what_is_hidden_in_both_is_refused() {
    let library = "__attribute__((visibility(\"hidden\"))) int name(void) { return 1; }\n\
                   int ask(void) { return name(); }";
    let main =
        "int ask(void); int name(void) { return 2; } int main(void) { return ask() + name(); }";
    let project = Project::new(&[("l.c", library), ("m.c", main)]);
    project.sh("$CC -fPIC -shared -o libl.so l.c
                $CC m.c -L. -ll -Wl,-rpath,'$ORIGIN' -o prog");
    let done = project.run("prog", &[]);
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stderr.contains("name"), "{done:?}");
}

#[test]
fn thin_archives() {
    let main = "#include <stdio.h>\nint one(void), two(void);\n\
                int main(void) { printf(\"%d %d\\n\", one(), two()); return 0; }";
    let files = [
        ("m.c", main),
        ("one.c", "int one(void) { return 1; }"),
        (
            "two.c",
            "int two(void) { return 2; } int unused_name_that_is_rather_long(void) { return 3; }",
        ),
    ];
    let project = Project::new(&files);
    project.sh("mkdir -p parts/further/down && $CC -c one.c -o parts/one.o
                $CC -c two.c -o parts/further/down/a_member_with_a_long_name.o && $CC -c m.c
                ar rcT libt.a parts/one.o parts/further/down/a_member_with_a_long_name.o");
    let linked = |archive: &str| {
        let mut command = strata();
        command.args(["run", "--link", archive, "m.o"]).current_dir(project.path(""));
        run(&mut command, b"", LIMIT)
    };
    let done = linked("libt.a");
    assert_eq!(done.stdout, b"1 2\n", "{done:?}");
    project.sh("rm parts/one.o");
    let done = linked("libt.a");
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stderr.contains("parts/one.o"), "{done:?}");
}
