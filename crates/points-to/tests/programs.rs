//! The programs of `tests/points-to`, whose lines say what their pointers may point to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use ir::{Linker, Program};
use points_to::{Abstract, Classes, Fields, Members, Options, PointsTo, analyse, source};

const CLANG: &str = "clang-19";

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/points-to")
}

fn program(source: &Path, level: &str) -> Program {
    let mut command = Command::new(CLANG);
    command.args(["-c", "-emit-llvm", "-g", "-w", "-o", "-", level, "-fno-builtin"]).arg(source);
    let output = command.output().expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut linker = Linker::new();
    let module = bitcode::read(&output.stdout).expect("a module");
    linker.add_module(&source.to_string_lossy(), module).expect("a module that links");
    linker.link(&["main"]).expect("a program")
}

fn names(program: &Program, points_to: &PointsTo, objects: &[Abstract]) -> BTreeSet<String> {
    objects.iter().map(|object| points_to.object(*object).name(program)).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What is expected under a name: the line of the check, and the objects.
fn expectations(text: &str, name: &str) -> Vec<(u32, BTreeSet<String>)> {
    let mut check = 0;
    let mut all = Vec::new();
    for (line, number) in text.lines().zip(1u32..) {
        if line.contains("check(") {
            check = number;
        }
        if let Some((key, objects)) = line.split_once("//~ ").and_then(|(_, e)| e.split_once(':'))
            && key == name
        {
            all.push((check, words(objects)));
        }
    }
    all
}

/// The sets of the calls of `check` on a line.
fn found(program: &Program, points_to: &PointsTo, line: u32) -> BTreeSet<String> {
    let check = program.function("klee_check_memory_access").expect("it is declared");
    let mut all = BTreeSet::new();
    for place in points_to.uses() {
        let code = program.code(place.function);
        let inst = code.insts[place.pc.0 as usize];
        let checks = matches!(inst, ir::Inst::Call { callee, .. } if callee == check);
        if checks && source(program, place).is_some_and(|(_, at)| at == line) {
            let objects: Vec<Abstract> = points_to.at(place).into_iter().collect();
            all.extend(names(program, points_to, &objects));
        }
    }
    all
}

#[test]
fn programs_point_where_they_say() {
    let kinds = [
        ("points-to", Fields::Apart, 0),
        ("together", Fields::Together, 0),
        ("context1", Fields::Apart, 1),
        ("context2", Fields::Apart, 2),
    ];
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut files: Vec<PathBuf> =
        directory().read_dir().expect("the programs").map(|e| e.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "c"));
    files.sort_unstable();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let program = program(&file, "-O0");
        for (kind, fields, context) in kinds {
            let expected = expectations(&text, kind);
            if expected.is_empty() {
                continue;
            }
            let points_to = analyse(&program, Options { fields, context });
            for (line, objects) in expected {
                count += 1;
                let found = found(&program, &points_to, line);
                if found != objects {
                    wrong.push(format!("{name}:{line}: {kind}: {objects:?}, found {found:?}"));
                }
            }
            if kind == "points-to" {
                classes(&program, &points_to, &name, &text, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 60, "only {count} expectations");
}

fn classes(
    program: &Program,
    points_to: &PointsTo,
    name: &str,
    text: &str,
    wrong: &mut Vec<String>,
) {
    let classes = Classes::new(program, points_to, Members::default());
    let found: BTreeSet<BTreeSet<String>> =
        classes.all().map(|(_, members)| names(program, points_to, members)).collect();
    for line in text.lines().filter_map(|line| line.strip_prefix("//@ classes:")) {
        for class in line.split('|').map(words) {
            if !found.contains(&class) {
                wrong.push(format!("{name}: no class {class:?} in {found:?}"));
            }
        }
    }
}
