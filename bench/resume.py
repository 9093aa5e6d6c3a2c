#!/usr/bin/env python3
"""What it costs to save runs, and what is lost when they go on (Table 4 of the paper on KDAlloc, ECOOP 2022).

    bench/resume.py cost            processor time with and without the tree, bytes per answer and per fork
    bench/resume.py divergence      {dfs, random-path with coverage} squared, with and without pruning, with addresses
                                    of all paths (global) and of each path (kd): source lines of divergence, lost
                                    instructions
    bench/resume.py chain           one run against a chain of runs that go on, of the same time together: paths
    bench/resume.py replay          the time for executing the paths of a run again, against that of the run

Each prints a table. Programs are those of bench/programs, and some of coreutils where `tests/corpora` has them. Times are
processor seconds of the command. $STRATA names it; it is built in release mode otherwise.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PROGRAMS = ["matrix", "maze", "regex", "sort", "tokenizer"]
UTILITIES = "echo cat expr seq wc tr head cut fold basename".split()
SYMBOLIC = "--sym-args 0 2 3 --sym-stdin 4".split()
CORPUS = pathlib.Path(os.environ.get("STRATA_CACHE", pathlib.Path.home() / ".cache/strata")) / "corpora/coreutils"
SEARCHERS = [("dfs", ["--search=dfs"]), ("random-path", ["--search=random-path", "--search=nurs:covnew"])]


def command():
    if "STRATA" in os.environ:
        return os.environ["STRATA"]
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "strata"], cwd=ROOT, check=True)
    return str(ROOT / "target/release/strata")


def programs(names):
    """Name, file, arguments."""
    found = [(name, HERE / f"programs/{name}.c", []) for name in PROGRAMS]
    for name in UTILITIES:
        for path in (CORPUS / "src" / name, CORPUS / name, CORPUS / f"{name}.bc"):
            if path.is_file():
                found.append((name, path, SYMBOLIC))
                break
    return [one for one in found if not names or one[0] in names]


def timed(words):
    """Processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def summary(out):
    return json.loads((out / "summary.json").read_text())


class Bench:
    def __init__(self, options):
        self.strata, self.limit, self.names = command(), options.max_time, options.programs
        self.rounds = options.rounds
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="strata-resume-", dir="/dev/shm"))

    def out(self, name="out"):
        out = self.scratch / name
        shutil.rmtree(out, ignore_errors=True)
        return out

    def run(self, program, arguments, *options, limit=None, out="out"):
        out = self.out(out)
        words = [self.strata, "run", f"--output-dir={out}", "--dump-states-on-halt=none", *options]
        words += [f"--max-time={limit}"] if limit else []
        return timed([*words, program, *arguments]), out

    def resume(self, out, *options, prune=True):
        words = [self.strata, "resume", *([] if prune else ["--no-prune"]), out, *options]
        return timed(words)

    def cost(self):
        print(f"{'program':12} {'paths':>8} {'without':>8} {'with':>8} {'more':>7} {'B/answer':>8} {'B/fork':>7}")
        for name, program, arguments in programs(self.names):
            # The work is the same in both: as many instructions as fit in the time.
            _, out = self.run(program, arguments, limit=self.limit)
            most = f"--max-instructions={summary(out)['instructions']}"
            times = {}
            for way, save in (("false", []), ("true", ["--save-tree"])):
                runs = [self.run(program, arguments, most, *save) for _ in range(self.rounds)]
                times[way] = min(seconds for seconds, _ in runs)
                out = runs[-1][1]
            shown = subprocess.run([self.strata, "tree", out], capture_output=True, text=True).stdout
            words = shown.replace(",", "").split()
            nodes, forks = int(words[0]), int(words[4])
            answers, held, whole = (int(words[words.index(word) + by])
                                    for word, by in (("answers", -1), ("answers", 2), ("has", 1)))
            paths = summary(out)["paths"]["completed"]
            more = 100 * (times["true"] / times["false"] - 1)
            print(f"{name:12} {paths:8} {times['false']:8.2f} {times['true']:8.2f} {more:6.1f}% "
                  f"{held / max(answers, 1):8.2f} {(whole - held) / max(nodes, 1):7.1f}", flush=True)
            del forks

    def divergence(self):
        print(f"{'program':12} {'first':12} {'then':12} {'pruned':7} {'addresses':9} {'paths':>7} {'diverged':>8} "
              f"{'lines':>5} {'lost paths':>10} {'lost M instr.':>13}")
        for name, program, arguments in programs(self.names):
            for allocator in ("global", "kd"):
                for first, options in SEARCHERS:
                    _, kept = self.run(program, arguments, "--save-tree", f"--allocator={allocator}", *options, limit=self.limit)
                    paths = summary(kept)["paths"]["completed"]
                    for then, others in SEARCHERS:
                        for prune in (True, False):
                            out = self.out("again")
                            shutil.copytree(kept, out)
                            self.resume(out, f"--max-time={self.limit}", *others, prune=prune)
                            taken = summary(out)["resumed"]
                            print(f"{name:12} {first:12} {then:12} {'yes' if prune else 'no':7} {allocator:9} {paths:7} "
                                  f"{taken['divergences']:8} {taken['diverged_lines']:5} {taken['lost_paths']:10} "
                                  f"{taken['lost_instructions'] / 1e6:13.3f}", flush=True)

    def chain(self):
        print(f"{'program':12} {'one run':>9} {'chain':>9} {'ratio':>7}")
        for name, program, arguments in programs(self.names):
            _, out = self.run(program, arguments, limit=self.limit)
            one = summary(out)["paths"]["completed"]
            part = self.limit / 20
            _, out = self.run(program, arguments, "--save-tree", limit=part)
            for _ in range(19):
                self.resume(out, f"--max-time={part}")
            many = summary(out)["paths"]["completed"]
            print(f"{name:12} {one:9} {many:9} {many / max(one, 1):7.2f}", flush=True)

    def replay(self):
        print(f"{'program':12} {'run':>8} {'again':>8} {'part':>7} {'answers':>9} {'queries':>8}")
        for name, program, arguments in programs(self.names):
            seconds, out = self.run(program, arguments, "--save-tree", limit=self.limit)
            again = self.resume(out, "--max-instructions=1", prune=False)
            taken = summary(out)["resumed"]
            print(f"{name:12} {seconds:8.2f} {again:8.2f} {100 * again / seconds:6.1f}% {taken['answers']:9} "
                  f"{taken['queries']:8}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cost", "divergence", "chain", "replay"])
    parser.add_argument("programs", nargs="*", help="only these")
    parser.add_argument("--max-time", type=float, default=10, help="seconds of a run (default: 10)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of which the quickest counts (default: 3)")
    options = parser.parse_args()
    bench = Bench(options)
    try:
        getattr(bench, options.what)()
    finally:
        shutil.rmtree(bench.scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
