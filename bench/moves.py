#!/usr/bin/env python3
"""Figure 1 of the paper on relocatable addressing (ISSTA 2020): what models make of three hash tables.

A look-up of a symbolic key in the first of three tables, for growing tables: processor seconds, paths, forks on memory,
queries (and of these, to find out which objects a pointer can point to), the largest array that objects share, and the
largest of all. Writes moves.csv to the directory given (default: the current one).

    bench/moves.py [--out DIR] [--quick] [STRATA]
"""

import argparse
import csv
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import symbolic  # noqa: E402

# Name, options.
MODELS = [
    ("fork", ["--memory=fork"]),
    ("merge", ["--memory=merge"]),
    ("flat", ["--memory=flat"]),
    ("segmented", ["--memory=segmented"]),
    ("segmented with forks", ["--memory=segmented", "--segment-forks"]),
    ("dynamic", ["--memory=dynamic"]),
    ("dynamic, no reuse", ["--memory=dynamic", "--no-segment-reuse"]),
    ("dynamic, parts", ["--memory=dynamic", "--split"]),
    ("parts of 64", ["--memory=split", "--split-size=64"]),
    ("parts of 256", ["--memory=split", "--split-size=256"]),
    ("parts of 1024", ["--memory=split", "--split-size=1024"]),
]
# Buckets and keys of each table.
SIZES = [(300, 5), (3000, 50), (30000, 500)]
# Nobody waits longer for one run.
LIMIT = 120


def measure(strata, sizes):
    for buckets, keys in sizes:
        for model, options in MODELS:
            source = str(HERE / "programs/tables.c")
            flags = [f"-DBUCKETS={buckets}", f"-DKEYS={keys}"]
            user, system, summary = symbolic.explore(
                strata, source, flags, [*options, f"--max-time={LIMIT}"])
            memory, queries = summary["memory"], summary["queries"]
            yield {
                "buckets": buckets, "keys": keys, "model": model,
                "cpu_s": round(user + system, 2), "paths": summary["paths"]["completed"],
                "memory_forks": summary["forks"]["memory"], "queries": queries["solver"],
                "resolution_queries": queries["resolution"],
                "largest_segment_bytes": memory["largest_segment_bytes"],
                "largest_array_bytes": memory["largest_array_bytes"],
                "exhaustive": summary["exhaustive"],
            }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--quick", action="store_true", help="the smaller tables only")
    parser.add_argument("strata", nargs="?", default=None)
    options = parser.parse_args()
    strata = symbolic.command(options.strata)
    options.out.mkdir(parents=True, exist_ok=True)
    writer = None
    with open(options.out / "moves.csv", "w", newline="") as file:
        for row in measure(strata, SIZES[:2] if options.quick else SIZES):
            writer = writer or csv.DictWriter(file, row.keys())
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(row)
            print(", ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
