#!/usr/bin/env python3
"""Contents in layers against contents that are copied whole (--contents=updates).

For each program and search: user time, queries that reach the backend and the most bytes that contents take
(tables and updates in terms included), for both, and what share of the bytes layers take. The explorations
must be the same. The first programs have many states with large buffers that differ little; the others are
those of bench/programs, on which layers must not cost. With --instructions, the host's instructions under
callgrind are compared as well, which takes long.
"""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SHARED = "/dev/shm" if os.path.isdir("/dev/shm") else None
SEARCHES = ["dfs", "bfs", None]
KINDS = ["layered", "updates"]

# Name, file, flags for the compiler, searches. 2 to the 13 and 3 to the 9 paths.
LISTINGS = [
    (f"{what}, {size // 1024} KiB", "contents/listing.c",
     [f"-DSIZE={size}", f"-DROUNDS={rounds}", *flags], searches)
    for size in [1024, 4096, 16384, 65536]
    for what, flags, rounds, searches in [
        ("known offsets", ["-DKNOWN"], 13, SEARCHES),
        ("listing 1", [], 9, ["bfs"]),
    ]
]
OTHERS = [
    ("regex, 7 bytes", "programs/regex.c", [], SEARCHES),
    ("tokenizer, 8 bytes", "programs/tokenizer.c", [], SEARCHES),
    ("matrix, 40, one object", "programs/matrix.c", ["-DN=40", "-DSINGLE_OBJ"], SEARCHES),
    ("matrix, 40, by rows", "programs/matrix.c", ["-DN=40"], SEARCHES),
    ("insertion sort, 6 ints", "programs/sort.c", ["-DN=6"], SEARCHES),
    ("maze, 14 moves", "programs/maze.c", [], SEARCHES),
]


def runtime():
    cache = os.environ.get("STRATA_CACHE", pathlib.Path.home() / ".cache/strata")
    return pathlib.Path(os.environ.get("STRATA_RUNTIME") or pathlib.Path(cache) / "runtime")


def user_time():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def explore(strata, module, options, under=()):
    """One run: user seconds, its summary, what it wrote to standard error."""
    with tempfile.TemporaryDirectory(dir=SHARED) as scratch:
        out = os.path.join(scratch, "out")
        before = user_time()
        command = [*under, strata, "run", "--output-dir", out, *options, module]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        with open(os.path.join(out, "summary.json")) as file:
            return user_time() - before, json.load(file), done.stderr


def instructions(strata, module, options):
    """Instructions of the host, counted by callgrind."""
    under = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    _, _, text = explore(strata, module, options, under)
    return int(re.search(r"Collected : (\d+)", text).group(1))


def compare(strata, name, source, flags, searches, counting):
    with tempfile.TemporaryDirectory(dir=SHARED) as scratch:
        module = os.path.join(scratch, "program.bc")
        subprocess.run(
            [os.environ.get("CLANG", "clang-19"), "-c", "-emit-llvm", "-g", "-O0", "-w",
             "-Xclang", "-disable-O0-optnone", f"-I{runtime() / 'include'}", *flags,
             "-o", module, str(HERE / source)],
            check=True,
        )
        for search in searches:
            # Without batches, so that many states are alive at once.
            options = ["--no-batching"] + ([f"--search={search}"] if search else [])
            weighed = {kind: explore(strata, module, [*options, f"--contents={kind}", "--weigh-contents"])
                       for kind in KINDS}
            times = [explore(strata, module, [*options, f"--contents={kind}"])[0] for kind in KINDS]
            a, b = (weighed[kind][1] for kind in KINDS)
            if a["paths"] != b["paths"] or a["instructions"] != b["instructions"]:
                sys.exit(f"{name}, {search}: the explorations differ")
            bytes_of = [summary["memory"]["contents_bytes"] for summary in (a, b)]
            row = [name, search or "default", f"{a['memory']['max_states']:,}",
                   f"{times[0]:.2f} / {times[1]:.2f}",
                   f"{a['queries']['solver']:,} / {b['queries']['solver']:,}",
                   f"{bytes_of[0] / 1024:,.0f} / {bytes_of[1] / 1024:,.0f}",
                   f"{100 * bytes_of[0] / max(bytes_of[1], 1):.1f} %"]
            if counting:
                counts = [instructions(strata, module, [*options, f"--contents={kind}"]) for kind in KINDS]
                row.append(f"{100 * counts[0] / counts[1]:.1f} %")
            print("| " + " | ".join(row) + " |", flush=True)


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    counting = "--instructions" in sys.argv
    strata = arguments[0] if arguments else str(ROOT / "target/release/strata")
    head = ["program", "search", "states", "user s", "queries", "KiB of contents", "share"]
    head += ["instructions"] if counting else []
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for name, source, flags, searches in ([] if counting else LISTINGS) + OTHERS:
        compare(strata, name, source, flags, searches, counting)


if __name__ == "__main__":
    main()
