//! Random loops over two bytes, watched for states that come again: for each input of a test, the loop is simulated
//! here. One that is reported never ends, and one that is not ends.

mod support;

use std::fmt;
use std::fs;
use std::time::Duration;

use random::Random;
use report::ktest::Ktest;
use serde_json::Value;
use support::{TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

/// `a op b` on bytes; the second operand is a variable or a number.
#[derive(Clone, Copy)]
struct Term {
    left: Variable,
    op: char,
    right: Result<Variable, u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    A,
    B,
}

/// What the loop does in a round, if a condition holds.
struct Step {
    condition: Term,
    target: Variable,
    value: Term,
}

/// Goes on while its condition does not give 0.
struct Loop {
    condition: Term,
    steps: Vec<Step>,
}

type State = [u8; 2];

impl Term {
    fn random(random: &mut Random, ops: &[char]) -> Term {
        let variable = |random: &mut Random| [Variable::A, Variable::B][random.below(2) as usize];
        let left = variable(random);
        let op = ops[random.below(ops.len() as u64) as usize];
        let right = match random.below(2) {
            0 => Ok(variable(random)),
            _ => Err([0, 1, 2, 3, 7, 100, 128, 255][random.below(8) as usize]),
        };
        Term { left, op, right }
    }

    fn value(self, state: State) -> u8 {
        let (a, b) = (
            state[self.left as usize],
            match self.right {
                Ok(variable) => state[variable as usize],
                Err(number) => number,
            },
        );
        match self.op {
            '+' => a.wrapping_add(b),
            '-' => a.wrapping_sub(b),
            '^' => a ^ b,
            '&' => a & b,
            '<' => u8::from(a < b),
            '>' => u8::from(a > b),
            _ => a >> (b & 7),
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Variable::A { "a" } else { "b" })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = self.right.map_or_else(|number| number.to_string(), |name| name.to_string());
        match self.op {
            '/' => write!(f, "{} >> ({right} & 7)", self.left),
            op => write!(f, "{} {op} {right}", self.left),
        }
    }
}

impl Loop {
    fn random(random: &mut Random) -> Loop {
        const COMPARED: [char; 5] = ['<', '>', '^', '-', '&'];
        let step = |random: &mut Random| Step {
            condition: Term::random(random, &COMPARED),
            target: if random.below(2) == 0 { Variable::A } else { Variable::B },
            value: Term::random(random, &['+', '-', '^', '&', '/']),
        };
        let steps = (0..1 + random.below(3)).map(|_| step(random)).collect();
        Loop { condition: Term::random(random, &COMPARED), steps }
    }

    /// Whether it ends: there are not more states than rounds here.
    fn ends(&self, mut state: State) -> bool {
        for _ in 0..=1 << 16 {
            if self.condition.value(state) == 0 {
                return true;
            }
            for step in &self.steps {
                if step.condition.value(state) != 0 {
                    state[step.target as usize] = step.value.value(state);
                }
            }
        }
        false
    }

    fn source(&self) -> String {
        let steps: String = self
            .steps
            .iter()
            .map(|s| {
                format!(
                    "    if ((unsigned char)({}))\n      {} = {};\n",
                    s.condition, s.target, s.value
                )
            })
            .collect();
        format!(
            "#include <klee/klee.h>\nint main(void) {{\n  unsigned char a, b;\n  \
             klee_make_symbolic(&a, 1, \"a\");\n  klee_make_symbolic(&b, 1, \"b\");\n  \
             while ((unsigned char)({})) {{\n{steps}  }}\n  return 0;\n}}\n",
            self.condition
        )
    }
}

/// How many tests of ends and of cycles a loop has; fails if one is wrong.
fn explored(of: &Loop, options: &[&str]) -> [u32; 2] {
    let directory = TempDir::new("cycles");
    let (source, out) = (directory.path("p.c"), directory.path("out"));
    fs::write(&source, of.source()).expect("a file");
    let mut command = strata();
    command.args(["run", "--check=infinite-loop", "--emit-all-errors", "--max-instructions=30000"]);
    command.args(["--dump-states-on-halt=none", "--max-time=20"]).args(options);
    let done = run(command.arg("--output-dir").arg(&out).arg(&source), b"", LIMIT);
    assert!(matches!(done.status, Some(0 | 1 | 3)), "{}\n{}", done.stderr, of.source());
    let mut counts = [0; 2];
    for line in fs::read_to_string(out.join("tests.jsonl")).expect("tests").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let test = Ktest::read(&out.join(line["test"].as_str().expect("a name"))).expect("a test");
        let state = [0, 1].map(|n| test.objects[n].bytes[0]);
        let ends = match line["end"].as_str() {
            Some("exit") => true,
            Some("fault") => false,
            _ => continue,
        };
        assert_eq!(of.ends(state), ends, "{state:?} {options:?}\n{}\n{}", of.source(), done.stderr);
        counts[usize::from(!ends)] += 1;
    }
    counts
}

#[test]
fn random_loops() {
    // Without the flag, the compiler takes for granted that loops end.
    let ways: [&[&str]; 3] =
        [&["--memory=fork"], &["--memory=flat"], &["--cflag=-O1", "--cflag=-fno-finite-loops"]];
    let mut random = Random::new(1);
    let (mut ends, mut cycles) = (0, 0);
    for way in ways.into_iter().cycle().take(testing::amount(30, 400) as usize) {
        let counts = explored(&Loop::random(&mut random), way);
        (ends, cycles) = (ends + counts[0], cycles + counts[1]);
    }
    assert!(ends > 40 && cycles > 20, "{ends} ends, {cycles} cycles");
}
