#!/usr/bin/env python3
"""What it costs to save runs, and what is lost when they go on (Table 4 of the paper on KDAlloc, ECOOP 2022).

    bench/resume.py cost            processor time with and without the tree, bytes per answer and per fork
    bench/resume.py divergence      {dfs, random-path with coverage} squared, with and without pruning, with addresses
                                    of all paths (global) and of each path (kd): source lines of divergence, lost
                                    instructions; --markdown as a table for bench/figures
    bench/resume.py chain           one run against a chain of 20 runs that go on, of the same time together: paths
    bench/resume.py replay          the time for executing all paths of a run again, against that of the run

Each prints a table. Programs are those of bench/programs, and those of coreutils that tests/corpora/coreutils.sh builds. Times are
processor seconds of the command, and so are limits: a run is interrupted when it has used that much. $STRATA names the
command; it is built in release mode otherwise.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))
from real import real  # noqa: E402  # tests/real/real.py, which can interrupt a command after some processor time

# Beyond its limit, a run may take this many seconds to write everything.
GRACE = 120
PARTS = 20
CORPUS = pathlib.Path(os.environ.get("STRATA_CACHE", pathlib.Path.home() / ".cache/strata")) / "corpora/coreutils"
SEARCHERS = [("dfs", ["--search=dfs"]), ("random-path", ["--search=random-path", "--search=nurs:covnew"])]

WAYS = [("global", "pruned"), ("global", "all"), ("kd", "pruned"), ("kd", "all")]


@dataclasses.dataclass
class Program:
    name: str
    file: pathlib.Path
    arguments: list[str] = dataclasses.field(default_factory=list)
    # Options of `strata run`.
    options: list[str] = dataclasses.field(default_factory=list)


def small(name, *options):
    return Program(name, HERE / f"programs/{name}.c", options=list(options))


def utility(name, arguments):
    return Program(name, CORPUS / f"{name}.bc", arguments.split())


SYMBOLIC = "--sym-args 0 2 3 --sym-stdin 4"
PROGRAMS = [*map(small, ["addresses", "matrix", "maze", "regex", "sort", "tokenizer"]),
            *(utility(name, SYMBOLIC) for name in ["cat", "echo", "expr", "seq", "wc"])]
# Those that have enough to do for minutes; the first ones spend their time in the solver.
LONG = [small("sort", "--cflag=-DN=9"), utility("expr", "--sym-args 0 3 3"), utility("seq", "--sym-args 0 3 3"),
        small("regex", "--cflag=-DBYTES=14"), small("tokenizer", "--cflag=-DBYTES=14"), utility("wc", SYMBOLIC)]


def command():
    if "STRATA" in os.environ:
        return os.environ["STRATA"]
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "strata"], cwd=ROOT, check=True)
    return str(ROOT / "target/release/strata")


def chosen(programs, names):
    return [one for one in programs if one.file.is_file() and (not names or one.name in names)]


def timed(words, limit=None):
    """Processor seconds of a command, which is interrupted after so many."""
    words = [str(word) for word in words]
    status, _, said, seconds = real.timed(words, b"", None, None, int(limit or 0) + 100 * GRACE, limit)
    if status not in (0, 1, 3):
        sys.exit(f"{' '.join(words)}\n{said.decode(errors='replace')}")
    return seconds


def summary(out):
    return json.loads((out / "summary.json").read_text())


class Bench:
    def __init__(self, options):
        self.strata, self.limit, self.names = command(), options.max_time, options.programs
        self.rounds, self.markdown = options.rounds, options.markdown
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="strata-resume-", dir="/dev/shm"))

    def out(self, name="out"):
        out = self.scratch / name
        shutil.rmtree(out, ignore_errors=True)
        return out

    def run(self, program, *options, limit=None, out="out"):
        out = self.out(out)
        words = [self.strata, "run", f"--output-dir={out}", "--dump-states-on-halt=none", *program.options, *options]
        return timed([*words, program.file, *program.arguments], limit), out

    def resume(self, out, *options, prune=True, limit=None):
        words = [self.strata, "resume", *([] if prune else ["--no-prune"]), out, *options]
        return timed(words, limit)

    def cost(self):
        print(f"{'program':12} {'paths':>8} {'without':>8} {'with':>8} {'more':>7} {'B/answer':>8} {'B/fork':>7}")
        for program in chosen(PROGRAMS, self.names):
            # The work is the same in both: as many instructions as fit in the time.
            _, out = self.run(program, limit=self.limit)
            most = f"--max-instructions={summary(out)['instructions']}"
            times = {}
            for way, save in (("false", []), ("true", ["--save-tree"])):
                runs = [self.run(program, most, *save) for _ in range(self.rounds)]
                times[way] = min(seconds for seconds, _ in runs)
                out = runs[-1][1]
            shown = subprocess.run([self.strata, "tree", out], capture_output=True, text=True).stdout
            words = shown.replace(",", "").split()
            nodes, forks = int(words[0]), int(words[4])
            answers, held, whole = (int(words[words.index(word) + by])
                                    for word, by in (("answers", -1), ("answers", 2), ("has", 1)))
            paths = summary(out)["paths"]["completed"]
            more = 100 * (times["true"] / times["false"] - 1)
            print(f"{program.name:12} {paths:8} {times['false']:8.2f} {times['true']:8.2f} {more:6.1f}% "
                  f"{held / max(answers, 1):8.2f} {(whole - held) / max(nodes, 1):7.1f}", flush=True)
            del forks

    def divergence(self):
        """In each cell: source lines of divergence, and the millions of instructions of the paths that were lost."""
        names = ["program", "first", "then", *(f"{allocator}, {way}" for allocator, way in WAYS)]
        print(row(names, self.markdown))
        if self.markdown:
            print(row(["---"] * 3 + ["--:"] * 4, True))
        for program in chosen(PROGRAMS, self.names):
            for first, options in SEARCHERS:
                cells = {then: [] for then, _ in SEARCHERS}
                for allocator in ("global", "kd"):
                    words = ["--save-tree", f"--allocator={allocator}", *options]
                    _, kept = self.run(program, *words, limit=self.limit, out="kept")
                    for then, others in SEARCHERS:
                        cells[then] += [self.diverged(kept, others, prune) for prune in (True, False)]
                for then, found in cells.items():
                    print(row([program.name, first, then, *found], self.markdown), flush=True)

    def diverged(self, kept, options, prune):
        out = self.out("again")
        shutil.copytree(kept, out)
        self.resume(out, *options, prune=prune, limit=self.limit)
        taken = summary(out)["resumed"]
        lines, lost = taken["diverged_lines"], taken["lost_instructions"] / 1e6
        return f"{lines}, {lost:.1f}" if lines else "0"

    def chain(self):
        print(f"{'program':12} {'one run':>9} {'s':>6} {'chain':>9} {'s':>6} {'ratio':>7}")
        for program in chosen(LONG, self.names):
            whole, out = self.run(program, limit=self.limit)
            one = summary(out)["paths"]["completed"]
            part = self.limit / PARTS
            together, out = self.run(program, "--save-tree", limit=part)
            for _ in range(PARTS - 1):
                together += self.resume(out, limit=part)
            many = summary(out)["paths"]["completed"]
            print(f"{program.name:12} {one:9} {whole:6.1f} {many:9} {together:6.1f} {many / max(one, 1):7.2f}", flush=True)

    def replay(self):
        """Paths that had not ended are left at their next fork; what they do until then is not counted."""
        print(f"{'program':12} {'paths':>8} {'open':>7} {'run':>8} {'again':>8} {'part':>7} {'answers':>9} {'queries':>8}")
        for program in chosen(LONG, self.names):
            seconds, out = self.run(program, "--save-tree", limit=self.limit)
            paths = summary(out)["paths"]["completed"]
            began = time.monotonic()
            used = self.resume(out, "--max-depth=1", prune=False)
            passed = time.monotonic() - began
            taken = summary(out)["resumed"]
            # It is measured by the clock, of which the command does not have all.
            again = taken["seconds"] * min(1, used / passed)
            print(f"{program.name:12} {paths:8} {taken['open_paths'] - paths:7} {seconds:8.2f} {again:8.2f} {100 * again / seconds:6.1f}% "
                  f"{taken['answers']:9} {taken['queries']:8}", flush=True)


def row(cells, markdown):
    if markdown:
        return f"| {' | '.join(map(str, cells))} |"
    return " ".join(f"{cell:{'<12' if n < 3 else '>15'}}" for n, cell in enumerate(cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cost", "divergence", "chain", "replay"])
    parser.add_argument("programs", nargs="*", help="only these")
    parser.add_argument("--max-time", type=float, default=10, help="seconds of a run (default: 10)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of which the quickest counts (default: 3)")
    parser.add_argument("--markdown", action="store_true", help="divergence: print the table for a document")
    options = parser.parse_intermixed_args()
    bench = Bench(options)
    try:
        getattr(bench, options.what)()
    finally:
        shutil.rmtree(bench.scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
