use super::*;

fn parse(words: &[&str]) -> Arguments {
    Arguments::parse(Driver::C, words.iter().map(OsString::from).collect())
}

fn sources(arguments: &Arguments) -> Vec<(&str, Language)> {
    arguments.compiled().map(|input| (input.path.to_str().unwrap(), input.language)).collect()
}

#[test]
fn values_are_not_inputs() {
    let arguments = parse(&[
        "-include", "a.c", "-D", "b.c", "-o", "c.c", "-Xlinker", "d.c", "e.c", "-MF", "f.c",
    ]);
    assert_eq!(sources(&arguments), [("e.c", Language::C)]);
    assert_eq!(arguments.output(), Some(OsStr::new("c.c")));
    assert_eq!(parse(&["-c", "x.c", "-oy.o"]).output(), Some(OsStr::new("y.o")));
}

#[test]
fn languages() {
    let arguments =
        parse(&["a.o", "b.S", "c.cpp", "-x", "c", "-", "d.h", "-xnone", "e.a", "--", "-f.c"]);
    let expected = [
        ("b.S", Language::Assembly),
        ("c.cpp", Language::Cxx),
        ("-", Language::C),
        ("d.h", Language::C),
        ("-f.c", Language::C),
    ];
    assert_eq!(sources(&arguments), expected);
}

#[test]
fn stages() {
    let stage = |words: &[&str]| parse(words).stage;
    assert_eq!(stage(&["a.c"]), Stage::Link);
    assert_eq!(stage(&["-c", "a.c"]), Stage::Object);
    assert_eq!(stage(&["-c", "a.c", "-MMD", "-MP"]), Stage::Object);
    for other in
        ["-E", "-S", "-M", "-MM", "-fsyntax-only", "-emit-llvm", "-print-search-dirs", "-###"]
    {
        assert_eq!(stage(&["-c", "a.c", other]), Stage::Other, "{other}");
    }
    assert_eq!(stage(&["--version"]), Stage::Other);
    assert_eq!(stage(&["-v"]), Stage::Other);
}

#[test]
fn what_only_machine_code_gets() {
    let arguments = parse(&[
        "-O2",
        "-g3",
        "-flto=thin",
        "-march=native",
        "-mavx2",
        "-DX=1",
        "-I",
        "inc",
        "-Wall",
        "-Wl,-z,now",
        "-lm",
        "-MD",
        "-fsanitize=address,undefined",
        "-fsanitize=thread",
        "-fprofile-arcs",
        "-c",
        "a.c",
        "-std=c99",
    ]);
    let expected = ["-mavx2", "-DX=1", "-I", "inc", "-Wall", "-fsanitize=undefined", "-std=c99"];
    assert_eq!(arguments.bitcode_flags(), expected);
}

#[test]
fn files_of_dependencies_are_named_as_without_us() {
    let flags = |words: &[&str]| {
        let arguments = parse(words);
        let source = arguments.compiled().next().unwrap();
        let flags = arguments.dependency_flags(source).into_iter();
        flags.map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(flags(&["a.c", "-o", "b/p"]), "");
    assert_eq!(flags(&["-MD", "a.c", "-o", "b/p"]), "-MD -MF b/p.d -MQ b/p");
    assert_eq!(flags(&["-MMD", "d/a.c"]), "-MMD -MF a.d -MQ a.o");
    assert_eq!(flags(&["-MD", "-MF", "x", "-MT", "y", "a.c"]), "-MD -MF x -MT y");
}

#[test]
fn parts_of_programs() {
    for part in [&["-shared"][..], &["-r"], &["-Wl,-r"], &["-Xlinker", "--relocatable"]] {
        assert!(!parse(&[part, &["a.o"][..]].concat()).makes_program(), "{part:?}");
    }
    assert!(parse(&["-static", "-Wl,-rpath,x", "-rdynamic", "a.o"]).makes_program());
}
