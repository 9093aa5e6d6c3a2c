#!/usr/bin/env python3
"""The programs of the papers on memory models, under every model.

    bench/real.py                          everything: an hour and more
    bench/real.py --filter m4 --memory merge,segmented
    bench/real.py --list                   the names, and what the times should be

Programs are built by tests/real (once, with bitcode at -O1) and run on symbolic input as in the experiments of FSE'19
(segments) and ISSTA'20 (relocatable addressing). For each run: processor seconds of the whole command, paths, forks
at branches and on memory, queries and those that reach the backend, peak memory, the largest array that a solver was
shown, and how much of the time was spent on what: loading, finding segments (the points-to analysis, or pre-runs),
solving, and the rest, which is executing. With --details, also forks by what asked and the times of parts of the
solver.

Models may disagree on how many paths there are, but not on what the program does: runs that followed all paths must
have reached the same lines and found the same faults, and the others none besides. $STRATA names the command; it is
built in release mode otherwise.
"""

import argparse
import collections
import csv
import dataclasses
import importlib.util
import json
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
DRIVERS = HERE / "programs/real"
MODELS = ["fork", "merge", "flat", "segmented", "segmented-ideal", "dynamic", "split"]
# How the bitcode is compiled.
FLAGS = "-O1"
# The limit of processor time beyond that of the run itself: for loading and for writing everything down.
GRACE = 60


def load_tests():
    """tests/real/real.py, which builds the programs."""
    spec = importlib.util.spec_from_file_location("tests_real", ROOT / "tests/real/real.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


real = load_tests()


@dataclasses.dataclass
class Experiment:
    name: str
    # Whose sources it needs, if any.
    recipe: str | None
    # The program of the recipe, or a C file here that is compiled against it, and what follows.
    words: list[str]
    # Options of `strata run`.
    options: list[str] = dataclasses.field(default_factory=list)
    # Options for the compiler of the C file.
    flags: list[str] = dataclasses.field(default_factory=list)
    # Files of the working directory; templates among them.
    files: dict[str, str] = dataclasses.field(default_factory=dict)
    # Processor seconds that a run should take at most, by model; "best" is the best of those that do not fork for
    # each object.
    goals: dict[str, float] = dataclasses.field(default_factory=dict)
    # Whether nothing is symbolic: run once, under `fork`, for instructions per second.
    concrete: bool = False


APR_MALLOC = ["-DMALLOC", "-I{built}/apr/include/arch/unix", "-I{built}/apr"]
APR = ["-I{built}/apr/include", "{built}/apr/.libs/libapr-1.a"]

# FSE'19, Figure 4.
M4 = "define(`A', `l')\ndefine(`P', 2)\n@\n@\nifelse(@, `l', ifelse(@, P, eval(1 + n)) ,`failed')\n"
M4_SHORT = "define(`A', `l')\ndefine(`P', 2)\n@\n@\n"
# FSE'19, Figure 5.
MAKE = "a := word1\nb := word2\nd := $@\ne := $@\nall: ; @echo $(d) $(e)\n"
TRIGGERS = "".join(f"create trigger {name} after insert on t begin delete from t; end;\n"
                   for name in [*(f"x{c}" for c in "abcdefghijklmno"), "x?", "x?"])
SQLITE = "create table t(a int, b int);\n" + TRIGGERS

EXPERIMENTS = [
    Experiment("apr, pool, one look-up", "apr", ["apr-hash.c"], flags=APR),
    Experiment("apr, pool, two look-ups", "apr", ["apr-hash.c"], flags=["-DLOOKUPS=2", *APR],
               goals={"fork": 10, "best": 5}),
    Experiment("apr, malloc, two look-ups", "apr", ["apr-hash.c"], flags=["-DLOOKUPS=2", *APR_MALLOC, *APR]),
    Experiment("sqlite, lookaside", "sqlite", ["sqlite3", ":memory:", "--sym-stdin-template", "triggers.sql",
                                             "--template-range=a-z"],
               ["--env=HOME=/"], files={"triggers.sql": SQLITE}, goals={"fork": 10, "best": 4}),
    Experiment("sqlite, no lookaside", "sqlite",
               ["sqlite3", "-lookaside", "0", "0", ":memory:", "--sym-stdin-template", "triggers.sql",
                "--template-range=a-z"],
               ["--env=HOME=/"], files={"triggers.sql": SQLITE}),
    Experiment("m4, four characters", "m4", ["m4", "-H37", "--sym-stdin-template", "in", "--template-mark", "@",
                                             "--template-range=A-Z"],
               files={"in": M4}, goals={"best": 5}),
    Experiment("m4, default table, two characters", "m4",
               ["m4", "--sym-stdin-template", "in", "--template-mark", "@", "--template-range=A-Z"],
               files={"in": M4_SHORT}, goals={"fork": 1.5, "best": 3}),
    Experiment("make, two characters", "make",
               ["make", "-n", "-f", "mk", "--sym-file", "mk=in", "--template-mark", "@"],
               ["--host-files=/bin/sh"], files={"in": MAKE}),
    # Few enough to be followed to their ends.
    Experiment("make, two letters", "make",
               ["make", "-n", "-f", "mk", "--sym-file", "mk=in", "--template-mark", "@", "--template-range=a-z"],
               ["--host-files=/bin/sh"], files={"in": MAKE}),
    Experiment("libxml2, three bytes", "libxml2", ["xmllint", "--sym-stdin", "3", "-"],
               goals={"fork": 20, "best": 20}),
    Experiment("gas, one byte", "binutils", ["as", "-o", "a.o", "--sym-stdin-template", "in", "-"],
               files={"in": "\t?dd %eax, %ebx\n"}, goals={"fork": 1.7, "flat": 20, "segmented": 15}),
    Experiment("memset and memcpy up to 4,096", None, ["block.c"], goals={"fork": 0.2, "best": 0.2}),
    Experiment("sort of 20,000 lines", "coreutils", ["sort", "lines"], concrete=True,
               files={"lines": "".join(f"{i * 7919 % 20011}\n" for i in range(20000))}),
]


# Running.

class Run:
    """One run of an experiment under a model."""

    def __init__(self, model, seconds, wall, out):
        self.model = model
        self.seconds = seconds
        self.summary = json.loads((out / "summary.json").read_text())
        self.stats = statistics(out / "run.stats")
        time = self.summary["time"]
        segments = time.get("segments_s", 0.0)
        rest = max(0.0, time["wall_s"] - time["solver_s"])
        load = max(0.0, wall - time["wall_s"] - segments)
        self.parts = {"load": load, "segments": segments, "solver": time["solver_s"], "rest": rest}

    def is_cut(self):
        """Whether a limit kept paths from being followed to their ends."""
        cuts = ("--max-", "the user ended the run", "no verdict")
        return any(cut in reason["what"] for reason in self.summary["reasons"] for cut in cuts)

    def share(self, part):
        return 100 * self.parts[part] / max(1e-9, sum(self.parts.values()))

    def faults(self):
        return {(error["kind"], error["file"], error["line"]) for error in self.summary["errors"]}

    def lines(self):
        return {row["file"]: row["lines"] for row in self.summary["coverage"]["files"]}

    def row(self, name):
        paths, forks, queries, memory = (self.summary[key] for key in ("paths", "forks", "queries", "memory"))
        return {
            "program": name, "model": self.model, "cpu_s": round(self.seconds, 2), "cut": int(self.is_cut()),
            "exhaustive": int(self.summary["exhaustive"]),
            "paths": paths["completed"] + paths["faulted"], "partial": paths["partial"], "faults": len(self.faults()),
            "branch_forks": forks["branch"], "memory_forks": forks["memory"], "queries": queries["total"],
            "backend_queries": queries["solver"], "peak_mib": memory["peak_rss_bytes"] >> 20,
            "largest_array": memory["largest_array_bytes"], "instructions": self.summary["instructions"],
            **{f"{part}_s": round(seconds, 3) for part, seconds in self.parts.items()},
            "backend_s": self.stats.get("QueryTime", 0) / 1e6, "resolution_s": self.stats.get("ResolveTime", 0) / 1e6,
            "lines": self.summary["coverage"]["lines"],
            **{f"forks_{key}": self.stats.get(f"Branches{key}", 0) for key in CAUSES},
        }


# Columns of run.stats: forks by what asked.
CAUSES = ["Conditional", "Indirect", "Switch", "Call", "MemOp", "ResolvePointer", "Alloc", "Realloc", "Free", "GetVal"]


def statistics(path):
    """The last row of run.stats."""
    if not path.exists():
        return {}
    with sqlite3.connect(path) as database:
        database.row_factory = sqlite3.Row
        row = database.execute("select * from stats order by rowid desc limit 1").fetchone()
    return dict(row) if row else {}


def compiled(experiment, built, scratch, command):
    """The program of an experiment; a C file is compiled."""
    first = experiment.words[0]
    if not first.endswith(".c"):
        return str(built / real.recipe(experiment.recipe).programs[first])
    program = f"{scratch}/{first.removesuffix('.c')}"
    flags = [flag.format(built=built) for flag in experiment.flags]
    env = {**os.environ, "STRATA_CACHE": str(real.CACHE), "STRATA_CFLAGS": FLAGS}
    subprocess.run([command, "cc", "-w", "-o", program, DRIVERS / first, *flags], env=env, check=True)
    return program


def run(experiment, model, program, command, options):
    """One run; None, after saying why, if it failed."""
    with tempfile.TemporaryDirectory(prefix="strata-bench-", dir=shared()) as scratch:
        out, directory = pathlib.Path(scratch, "out"), pathlib.Path(scratch, "files")
        directory.mkdir()
        for name, content in experiment.files.items():
            (directory / name).write_text(content)
        memory = [f"--memory={model}"] if model else []
        words = [str(command), "run", *memory, "--output-dir", str(out), *options.option,
                 *experiment.options, "--run-in-dir", str(directory), program, *experiment.words[1:]]
        status, said, seconds, wall = limited(words, directory, options.max_time)
        if options.keep and out.exists():
            shutil.copytree(out, pathlib.Path(options.keep) / f"{experiment.name}, {model}", dirs_exist_ok=True)
        if status not in (0, 1, 3) or not (out / "summary.json").exists():
            print(f"  {model:<16} {seconds:>7.2f} FAILED with status {status}: {said.strip()[-300:]}", flush=True)
            return None
        return Run(model, seconds, wall, out)


def limited(words, directory, limit):
    """Runs a command, and has it finish after this many processor seconds, however slow the machine is:
    status, error, processor seconds, seconds."""
    env = {**os.environ, "STRATA_CACHE": str(real.CACHE)}
    with tempfile.TemporaryFile() as err:
        began = time.monotonic()
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err, cwd=directory,
                                 env=env)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit + GRACE, limit + GRACE))
        told = False
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if not told and processor_time(child.pid) > limit:
                # It writes everything down.
                child.terminate()
                told = True
            time.sleep(0.02)
        # Popen must not wait for it again.
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        said = err.read().decode(errors="replace")
        return child.returncode, said, used.ru_utime + used.ru_stime, time.monotonic() - began


def processor_time(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def shared():
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


# Saying.

HEADER = (f"  {'model':<16} {'cpu s':>7} {'paths':>7} {'partial':>7} {'faults':>6} {'branch':>7} {'memory':>7}"
          f" {'queries':>8} {'backend':>8} {'MiB':>5} {'array':>8}  load segm solve rest")


def show(one, details):
    row = one.row("")
    parts = " ".join(f"{one.share(part):>3.0f}%" for part in ("load", "segments", "solver", "rest"))
    print(f"  {one.model:<16} {one.seconds:>7.2f} {row['paths']:>7} {row['partial']:>7} {row['faults']:>6}"
          f" {row['branch_forks']:>7} {row['memory_forks']:>7} {row['queries']:>8} {row['backend_queries']:>8}"
          f" {row['peak_mib']:>5} {row['largest_array']:>8}  {parts}{' CUT' if one.is_cut() else ''}", flush=True)
    if details:
        causes = ", ".join(f"{key} {row[f'forks_{key}']}" for key in CAUSES if row[f"forks_{key}"])
        print(f"    forks: {causes or 'none'}; seconds: segments {row['segments_s']:.2f}, solver {row['solver_s']:.2f},"
              f" of these backend {row['backend_s']:.2f}, resolution {row['resolution_s']:.2f}", flush=True)
        for error in one.summary["errors"]:
            print(f"    {error['file']}:{error['line']}: {error['message']}")
        reasons = collections.Counter()
        for reason in one.summary["reasons"]:
            reasons[reason["what"]] += reason["count"]
        for what, count in reasons.items():
            print(f"    not exhaustive: {what} ({count})")


def compare(runs):
    """Whether models agree on what the program does."""
    whole = [one for one in runs if not one.is_cut()]
    if not whole:
        return True
    first, good = whole[0], True
    for one in runs:
        lines, faults = one.lines(), one.faults()
        if one.is_cut():
            agrees = faults <= first.faults() and all(lines[f] <= first.lines().get(f, 0) for f in lines)
        else:
            agrees = faults == first.faults() and lines == first.lines()
        if not agrees:
            good = False
            print(f"  DISAGREE: {first.model} and {one.model}:")
            print(f"    faults {sorted(first.faults() ^ faults)}")
            files = sorted(first.lines().keys() | lines.keys())
            print("    lines " + ", ".join(f"{file} {first.lines().get(file, 0)} {lines.get(file, 0)}" for file in files
                                           if first.lines().get(file) != lines.get(file)))
    return good


def judge(experiment, runs):
    """Says whether the times are as they should be."""
    whole = {one.model: one.seconds for one in runs if not one.is_cut()}
    best = min((seconds for model, seconds in whole.items() if model != "fork"), default=None)
    for model, goal in experiment.goals.items():
        seconds = best if model == "best" else whole.get(model)
        if seconds is not None:
            print(f"  goal: {model} {goal} s: {seconds:.2f} s{'' if seconds <= goal else ', MISSED'}")
        elif any(one.model == model or model == "best" and one.model != "fork" for one in runs):
            print(f"  goal: {model} {goal} s: MISSED")


def measure(experiment, command, options):
    """All models on one experiment: rows, and whether the models agree."""
    print(f"{experiment.name}:", flush=True)
    built = real.build(experiment.recipe, command, options.jobs, flags=FLAGS) if experiment.recipe else None
    with tempfile.TemporaryDirectory(prefix="strata-bench-") as scratch:
        program = compiled(experiment, built, scratch, command)
        if experiment.concrete:
            one = run(experiment, "fork", program, command, options)
            if one is None:
                return [], False
            speed = one.summary["instructions"] / one.seconds / 1e6
            print(f"  {one.seconds:.2f} s, {one.summary['instructions']:,} instructions, {speed:.1f} M/s", flush=True)
            return [one.row(experiment.name)], True
        print(HEADER)
        runs = []
        for model in options.memory.split(","):
            one = run(experiment, model, program, command, options)
            if one is not None:
                runs.append(one)
                show(one, options.details)
    good = compare(runs) and len(runs) == len(options.memory.split(","))
    judge(experiment, runs)
    return [one.row(experiment.name) for one in runs], good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only say what there is")
    parser.add_argument("--build", action="store_true", help="only build")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only experiments whose names contain this")
    parser.add_argument("--memory", default=",".join(MODELS), metavar="MODELS", help="models, by comma")
    parser.add_argument("--max-time", type=int, default=60, metavar="SECONDS", help="of the processor, for each run")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="a further option of strata run")
    parser.add_argument("--details", action="store_true", help="forks by cause, times of parts, faults, the ledger")
    parser.add_argument("--csv", type=pathlib.Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--keep", metavar="DIR", help="keep the run directories there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes build")
    options = parser.parse_args()
    chosen = [experiment for experiment in EXPERIMENTS if options.filter in experiment.name]
    if options.list:
        for experiment in chosen:
            print(experiment.name, " ".join(f"{model}<{goal}s" for model, goal in experiment.goals.items()))
        return
    real.check_tools(sorted({experiment.recipe for experiment in chosen if experiment.recipe}), FLAGS)
    command = real.strata()
    rows, good = [], True
    for experiment in chosen:
        if options.build:
            if experiment.recipe:
                print(real.build(experiment.recipe, command, options.jobs, flags=FLAGS), flush=True)
            continue
        measured, agree = measure(experiment, command, options)
        rows += measured
        good &= agree
    if options.csv and rows:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
