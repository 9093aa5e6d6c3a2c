#!/usr/bin/env python3
"""The benchmark of record: exploration of the programs in bench/programs.

For each program: processor time (user, and of the system, most of which goes
to writing the tests), paths, queries that reach the backend, peak memory; and
how many times faster that is than KLEE, where KLEE's time on a comparable
machine is known. Best of three runs. Everything is written to a directory in
memory (/dev/shm) if there is one: what a disk takes says nothing about us.
"""

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

# Name, file, flags for the compiler, paths there are, KLEE's seconds.
PROGRAMS = [
    ("regex, 7 bytes", "regex.c", [], 7438, 19.4),
    ("tokenizer, 8 bytes", "tokenizer.c", [], 61517, 19.2),
    ("matrix, 40, one object", "matrix.c", ["-DN=40", "-DSINGLE_OBJ"], 2, None),
    ("matrix, 40, by rows", "matrix.c", ["-DN=40"], 41, 11.4),
    ("matrix, 80, by rows", "matrix.c", ["-DN=80"], 81, 52.0),
    ("insertion sort, 7 ints", "sort.c", [], 5040, None),
    ("maze, 14 moves", "maze.c", [], 14509, None),
]


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime, used.ru_stime


def explore(strata, source, flags, options=()):
    """One run: user and system seconds, and its summary."""
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=shared) as scratch:
        module = os.path.join(scratch, "program.bc")
        # Compiled beforehand, so that clang's time does not count.
        include = runtime() / "include"
        subprocess.run(
            [os.environ.get("CLANG", "clang-19"), "-c", "-emit-llvm", "-g", "-O0", "-w",
             "-Xclang", "-disable-O0-optnone", f"-I{include}", *flags, "-o", module, source],
            check=True,
        )
        out = os.path.join(scratch, "out")
        before = children()
        done = subprocess.run([strata, "run", *options, "--output-dir", out, module], capture_output=True)
        after = children()
        if done.returncode not in (0, 1, 3):
            sys.exit(done.stderr.decode())
        with open(os.path.join(out, "summary.json")) as file:
            return after[0] - before[0], after[1] - before[1], json.load(file)


def runtime():
    cache = os.environ.get("STRATA_CACHE", pathlib.Path.home() / ".cache/strata")
    return pathlib.Path(os.environ.get("STRATA_RUNTIME") or pathlib.Path(cache) / "runtime")


def command(given):
    """The command that is measured: the one given, or what cargo has built."""
    strata = given or str(ROOT / "target/release/strata")
    if not shutil.which(strata):
        sys.exit(f"there is no {strata}; build it with cargo build --release, or name it")
    return strata


def main():
    strata = command(sys.argv[1] if len(sys.argv) > 1 else None)
    print("| program | paths | user s | system s | queries to the backend | peak MiB | KLEE's time / ours |")
    print("|---|---|---|---|---|---|---|")
    for name, file, flags, paths, klee in PROGRAMS:
        runs = [explore(strata, str(HERE / "programs" / file), flags) for _ in range(3)]
        user, system, summary = min(runs, key=lambda run: run[0] + run[1])
        found = summary["paths"]["completed"] + summary["paths"]["faulted"]
        if found != paths or not summary["exhaustive"]:
            sys.exit(f"{name}: {found} paths, not {paths}, or not exhaustive")
        peak = summary["memory"]["peak_rss_bytes"] / 2**20
        ratio = f"{klee / (user + system):.0f}" if klee else ""
        backend = summary["queries"]["solver"]
        print(f"| {name} | {found:,} | {user:.2f} | {system:.2f} | {backend:,} | {peak:.0f} | {ratio} |")


if __name__ == "__main__":
    main()
