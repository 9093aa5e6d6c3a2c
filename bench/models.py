#!/usr/bin/env python3
"""Figures 3a, 3b and 3c of the paper on the segmented memory model, for all models.

The matrix of Figure 1 with one lookup (a), with two (b), and with one and 30 KB
that nobody looks at (c): seconds of exploration against N, without loading and
the points-to analysis, which take as long for every N (cpu_s in the table has
everything). Writes models.csv to the directory given (default: the current one) and, if gnuplot is there,
models-a.png, models-b.png and models-c.png. Prints the paths, and the ratios
that bench/figures/models.md talks about.

    bench/models.py [--out DIR] [--quick] [STRATA]
"""

import argparse
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import symbolic  # noqa: E402

MODELS = ["fork", "single", "merge", "flat", "segmented", "segmented-ideal", "dynamic"]
# Figure, title, flags for the compiler, the sizes.
FIGURES = [
    ("a", "one lookup", [], range(10, 121, 10)),
    ("b", "two lookups", ["-DTWO"], range(10, 51, 10)),
    ("c", "one lookup, 30 KB more", ["-DEXTRA"], range(10, 121, 10)),
]
# Nobody waits longer for one run.
LIMIT = 120


def explore(strata, size, flags, model, threshold):
    """One run: processor seconds of the command, and its summary."""
    options = [f"--memory={model}", f"--segment-threshold={threshold}", f"--max-time={LIMIT}"]
    source = str(HERE / "programs/matrix.c")
    user, system, summary = symbolic.explore(strata, source, [f"-DN={size}", *flags], options)
    return user + system, summary


def measure(strata, figures, threshold):
    rows = []
    for figure, title, flags, sizes in figures:
        for model in MODELS:
            for size in sizes:
                seconds, summary = explore(strata, size, flags, model, threshold)
                paths = summary["paths"]["completed"]
                memory = summary["memory"]
                rows.append({
                    "figure": figure, "model": model, "N": size,
                    "seconds": round(summary["time"]["wall_s"], 4), "cpu_s": round(seconds, 3),
                    "paths": paths, "segments": memory["segments"],
                    "largest_array_bytes": memory["largest_array_bytes"],
                    "queries": summary["queries"]["solver"], "exhaustive": summary["exhaustive"],
                })
                explored = rows[-1]["seconds"]
                print(f"3{figure} {title}: {model} N={size}: {explored:.3f} s, {paths} paths",
                      flush=True)
    return rows


def draw(rows, out):
    """The figures as pictures, by gnuplot."""
    if shutil.which("gnuplot") is None:
        print("no gnuplot: no pictures")
        return
    for figure, title, _, _ in FIGURES:
        lines = []
        with tempfile.TemporaryDirectory() as scratch:
            for model in MODELS:
                data = os.path.join(scratch, model)
                with open(data, "w") as file:
                    for row in rows:
                        if row["figure"] == figure and row["model"] == model:
                            print(row["N"], row["seconds"], file=file)
                lines.append(f"'{data}' with linespoints title '{model}'")
            script = (
                "set terminal pngcairo size 800,500\n"
                f"set output '{out / f'models-{figure}.png'}'\n"
                f"set title 'Matrix of N by N, {title}'\n"
                "set xlabel 'N'\nset ylabel 'seconds of exploration'\nset key left top\n"
                + ("set logscale y\n" if figure == "b" else "")
                + "set yrange [*:*]\nplot " + ", ".join(lines) + "\n"
            )
            subprocess.run(["gnuplot"], input=script.encode(), check=True)


def ratio(rows, figure, size, slow, fast):
    def seconds(model):
        found = [r for r in rows if (r["figure"], r["model"], r["N"]) == (figure, model, size)]
        return found[0]["seconds"] if found else None
    a, b = seconds(slow), seconds(fast)
    if a and b:
        print(f"3{figure}, N={size}: {slow} / {fast} = {a / b:.1f} ({a:.3f} s / {b:.3f} s)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--quick", action="store_true", help="sizes up to 40 only")
    parser.add_argument("--threshold", type=int, default=0, help="bytes of a segment; 0: no limit")
    parser.add_argument("strata", nargs="?", default=None)
    options = parser.parse_args()
    strata = symbolic.command(options.strata)
    figures = [
        (figure, title, flags, [n for n in sizes if not options.quick or n <= 40])
        for figure, title, flags, sizes in FIGURES
    ]
    rows = measure(strata, figures, options.threshold)
    options.out.mkdir(parents=True, exist_ok=True)
    with open(options.out / "models.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, options.out)
    ratio(rows, "b", 40, "fork", "segmented")
    for size in (40, 120):
        ratio(rows, "c", size, "flat", "segmented")


if __name__ == "__main__":
    main()
