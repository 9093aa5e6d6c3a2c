//! What is known of clang's options: tables.

use std::ffi::OsString;

/// Options whose value is the next word.
#[rustfmt::skip]
const NEXT: &[&str] = &[
    "-I", "-D", "-U", "-L", "-l", "-B", "-F", "-T", "-u", "-z", "-e", "-A", "-G", "-b", "-V",
    "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix",
    "-iwithprefixbefore", "-iwithsysroot", "-isysroot", "-isystem-after", "-include-pch", "-cxx-isystem",
    "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xclang", "-Xpreprocessor", "-Xassembler", "-Xanalyzer",
    "-mllvm", "-arch", "-target", "-rpath", "-Tbss", "-Tdata", "-Ttext", "-framework", "-gcc-toolchain",
    "-dumpbase", "-dumpdir", "-aux-info", "-working-directory", "-serialize-diagnostics", "-fmodules-user-build-path",
    "--param", "--sysroot", "--serialize-diagnostics", "--include-directory", "--define-macro",
    "--undefine-macro", "--library-directory", "--include", "--imacros", "--for-linker", "--prefix",
];

/// Whether the value of an option is the next word.
pub fn takes_next(word: &str) -> bool {
    NEXT.contains(&word)
}

/// Whether an option is about a file of dependencies.
pub fn is_dependency(word: &str) -> bool {
    const WHOLE: [&str; 7] =
        ["-MD", "-MMD", "-MP", "-MG", "-MV", "--write-dependencies", "--write-user-dependencies"];
    const WITH_VALUE: [&str; 4] = ["-MF", "-MT", "-MQ", "-MJ"];
    WHOLE.contains(&word)
        || WITH_VALUE.iter().any(|name| word.starts_with(name))
        || (word.starts_with("-Wp,") && word.contains(",-M"))
}

/// Whether with this option there is no object at the end.
pub fn makes_no_object(word: &str) -> bool {
    const WHOLE: &[&str] = &[
        "-E",
        "-S",
        "-M",
        "-MM",
        "-###",
        "-fsyntax-only",
        "-emit-llvm",
        "-emit-ast",
        "-dumpversion",
        "-dumpmachine",
        "-dumpspecs",
        "--version",
        "--help",
        "--analyze",
        "--precompile",
        "--preprocess",
        "--assemble",
        "--dependencies",
        "--user-dependencies",
    ];
    const BEGIN: [&str; 3] = ["-print-", "--print-", "--help"];
    WHOLE.contains(&word) || BEGIN.iter().any(|name| word.starts_with(name))
}

/// Whether what is linked becomes part of a program: a library, or an object again.
pub fn makes_part(words: &[OsString]) -> bool {
    const ALONE: [&str; 5] = ["-shared", "--shared", "-r", "-Wl,-r", "-Wl,--relocatable"];
    let first = words.first().and_then(|word| word.to_str()).unwrap_or_default();
    let to_linker = words.get(1).filter(|_| first == "-Xlinker").and_then(|word| word.to_str());
    ALONE.contains(&first)
        || first.starts_with("-Wl,-shared")
        || matches!(to_linker, Some("-r" | "--relocatable" | "-shared"))
}

/// Options that the compilation to bitcode does not get: those that choose how machine code is optimised and
/// described, those that depend on this machine's processor, those that write further files, and the linker's.
const NATIVE_ALONE: &[&str] = &[
    "-c",
    "--compile",
    "-v",
    "-pg",
    "--coverage",
    "-coverage",
    "-ftest-coverage",
    "-march=native",
    "-mtune=native",
    "-mcpu=native",
    "-ffat-lto-objects",
    "-fno-lto",
    "-fstack-usage",
    "-l",
    "-Xlinker",
    "-T",
    "-u",
    "-z",
    "-e",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
];
const NATIVE_BEGIN: &[&str] = &[
    "-O",
    "-g",
    "-l",
    "-Wl,",
    "-flto",
    "-fprofile-",
    "-fcs-profile-",
    "-fcoverage-",
    "-save-temps",
    "--save-temps",
    "-ftime-trace",
    "-fsave-optimization-record",
    "-foptimization-record-",
    "-fembed-bitcode",
    "-fstack-protector",
    "-ftrivial-auto-var-init",
];

/// The words of a flag for the compilation to bitcode, if it gets it.
pub fn for_bitcode(words: &[OsString]) -> Option<Vec<OsString>> {
    let first = words.first()?.to_str().unwrap_or_default();
    if let Some(kinds) = first.strip_prefix("-fsanitize=") {
        return without_runtimes(kinds).map(|flag| vec![flag]);
    }
    let native =
        NATIVE_ALONE.contains(&first) || NATIVE_BEGIN.iter().any(|begin| first.starts_with(begin));
    (!native).then(|| words.to_vec())
}

/// The words of a flag for machine code with our C library, if it gets it. There are no libraries of sanitizers
/// for it: what can do without one traps.
pub fn for_musl(words: &[OsString]) -> Vec<OsString> {
    let first = words.first().and_then(|word| word.to_str()).unwrap_or_default();
    match first.strip_prefix("-fsanitize=") {
        Some(kinds) => without_runtimes(kinds)
            .into_iter()
            .flat_map(|flag| [flag, "-fsanitize-trap=all".into()])
            .collect(),
        None => for_host(words),
    }
}

/// The words of a flag for machine code with the system's C library, if it gets it. Optimisation at link time
/// would make object files that are not machine code.
pub fn for_host(words: &[OsString]) -> Vec<OsString> {
    let first = words.first().and_then(|word| word.to_str()).unwrap_or_default();
    let is_lto = first.starts_with("-flto") || first == "-ffat-lto-objects";
    if is_lto { Vec::new() } else { words.to_vec() }
}

/// The sanitizers of these that check by code in the program, not by a library that knows all memory. The engine
/// does what the others do.
fn without_runtimes(kinds: &str) -> Option<OsString> {
    const RUNTIMES: [&str; 13] = [
        "address",
        "kernel-address",
        "hwaddress",
        "kernel-hwaddress",
        "memory",
        "kernel-memory",
        "thread",
        "leak",
        "dataflow",
        "safe-stack",
        "fuzzer",
        "fuzzer-no-link",
        "realtime",
    ];
    let kept: Vec<&str> = kinds.split(',').filter(|kind| !RUNTIMES.contains(kind)).collect();
    (!kept.is_empty()).then(|| format!("-fsanitize={}", kept.join(",")).into())
}
