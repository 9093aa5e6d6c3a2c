//! What the tests share: a run to write down, and a place to write to.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, UNIX_EPOCH};

use engine::{
    AllocationLine, ArrayLines, Cut, Event, Figures, FileCoverage, LineCount, LineCounts, Outcome,
    PathEnd, Reason, Test, TestObject, Warning,
};
use exec::{Access, Argument, Differences, Fault, Halt, Limit, Location, ObjectStory, Shown};
use memory::{Kind, Life, ObjectId, Pointer};
use report::{Naming, Options, RunDirectory};

/// A directory that goes away.
pub struct TempDir(tempfile::TempDir);

impl TempDir {
    pub fn new() -> TempDir {
        TempDir(tempfile::tempdir().expect("a temporary directory"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

pub fn options(program: PathBuf) -> Options {
    Options {
        program,
        output: None,
        args: vec![b"prog.c".to_vec(), b"-v".to_vec()],
        variables: Vec::new(),
        command: "strata run prog.c -v".into(),
        directory: "/src".into(),
        started: UNIX_EPOCH + Duration::from_secs(1_794_799_684),
        no_tests: false,
        paths: true,
        assembly: None,
        assembly_line: Rc::new(|place| 100 + place.line),
        segments: None,
        segmentation: Some(Duration::from_millis(1500)),
        working_directory: None,
        no_processes: false,
        xml: None,
        instructions: None,
        naming: Naming::AtOnce,
    }
}

pub fn at(function: &str, line: u32) -> Location {
    Location {
        function: function.into(),
        file: "prog.c".into(),
        line,
        column: 3,
        library: false,
        arguments: Vec::new(),
        position: None,
    }
}

/// A function called with the arguments `n=symbolic, p=&a+4`.
fn called(function: &str, line: u32) -> Location {
    let pointer = Shown::Pointer { object: "a".into(), offset: 4 };
    let argument = |name: &str, value| Argument { name: name.into(), value };
    let arguments = vec![argument("n", Shown::Symbolic), argument("p", pointer)];
    Location { arguments, ..at(function, line) }
}

pub fn test(number: u32, bytes: &[u8]) -> Test {
    Test {
        number,
        objects: vec![TestObject { name: "x".into(), bytes: bytes.to_vec() }],
        output: Vec::new(),
        differences: Differences::NONE,
        decisions: Rc::new([true, false]),
        smt: None,
        lines: None,
        files: Vec::new(),
    }
}

pub fn path(halt: Halt, test: Option<Test>) -> PathEnd {
    PathEnd { halt, trace: vec![], object: None, test, state: 0, instructions: 10, depth: 2 }
}

/// A write after the end of a freed heap object.
pub fn use_after_free(test: Option<Test>) -> PathEnd {
    let at_id = Pointer { id: ObjectId(7), offset: 4 };
    let fault = Fault::Access { access: Access::Write, fault: memory::Fault::Dead { at: at_id } };
    let object = ObjectStory {
        kind: Kind::Heap,
        name: None,
        size: 16,
        life: Life::Dead,
        allocated: vec![at("make", 3), at("main", 9)],
        freed: vec![at("main", 10)],
        copies: Vec::new(),
    };
    PathEnd {
        trace: vec![called("put", 5), at("main", 11)],
        object: Some(object),
        state: 2,
        ..path(Halt::Fault(fault), test)
    }
}

pub fn cut(test: Option<Test>) -> PathEnd {
    PathEnd { trace: vec![at("main", 20)], ..path(Halt::Exhausted(Limit::Memory), test) }
}

pub fn figures() -> Figures {
    Figures {
        completed: 1,
        faulted: 2,
        partial: 1,
        tests: 3,
        instructions: 4321,
        branch_forks: 3,
        forks_by_cause: [1, 0, 2, 0, 0, 0, 0, 0, 0, 0],
        inhibited_forks: 7,
        states_made: 4,
        memory_bytes: 1 << 19,
        queries: 9,
        solver_queries: 4,
        cache_hits: 5,
        archive_hits: 2,
        wall_s: 61.5,
        solver_s: 0.25,
        resolve_s: 0.125,
        user_s: 1.5,
        peak_rss_bytes: 1 << 20,
        max_states: 3,
        objects: 6,
        covered_instructions: 30,
        all_instructions: 40,
        covered_branches: 3,
        full_branches: 1,
        partial_branches: 1,
        all_branches: 4,
        covered_lines: 12,
        all_lines: 16,
        ..Figures::default()
    }
}

pub fn outcome() -> Outcome {
    let line = AllocationLine::Line("prog.c".into(), 3);
    let from = vec![AllocationLine::Global("g".into()), line, AllocationLine::Given];
    let reason = |what: Cut, line, count| Reason { what, file: "prog.c".into(), line, count };
    Outcome {
        loops: Vec::new(),
        crowded: None,
        resolutions: Vec::new(),
        arrays: vec![ArrayLines { from, members: 2, bytes: 64, accesses: 5 }],
        lines: LineCounts::default(),
        files: vec![FileCoverage {
            file: "prog.c".into(),
            lines: (1..17).map(|line| (line, line < 13)).collect(),
        }],
        figures: figures(),
        exhaustive: false,
        reasons: vec![
            reason(Cut::Exhausted(Limit::Memory), 20, 1),
            reason(Cut::NativeAddress("\"f\"".into()), 7, 3),
            reason(Cut::Picked, 7, 3),
        ],
        last: None,
    }
}

pub fn counts() -> LineCounts {
    let count = |function, line, instructions, executions| LineCount {
        at: at(function, line),
        instructions,
        executions,
    };
    let lines =
        vec![count("put", 5, 21, 7), count("main", 9, 4000, 2000), count("main", 11, 300, 100)];
    LineCounts { lines }
}

/// A run with all sorts of ends.
pub fn write_run(mut directory: RunDirectory) -> PathBuf {
    let place = directory.path().to_path_buf();
    let mut last = test(3, b"\x07");
    last.smt = Some("(check-sat)\n".into());
    last.lines = Some(vec![("prog.c".into(), 9), ("prog.c".into(), 11)]);
    let ends = [
        path(Halt::Exit(0), Some(test(1, b"ab\0"))),
        use_after_free(Some(test(2, &[1, 0, 0, 0]))),
        use_after_free(None),
        cut(Some(last)),
    ];
    for end in &ends {
        directory.event(&Event::Path(end)).expect("written");
    }
    directory.event(&Event::Warning(&Warning::Program("calling alarm".into()))).expect("written");
    directory.event(&Event::Progress(&figures())).expect("written");
    directory.finish(&outcome(), &counts()).expect("written");
    place
}

/// The output of a command; `None` where it is not installed.
pub fn output(command: &mut Command) -> Option<String> {
    if !testing::installed(command.get_program().to_str().expect("a name")) {
        return None;
    }
    let done = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    Some(text)
}
