#!/usr/bin/env python3
"""The experiments of the paper on relocatable addressing (Trabish and Rinetzky, ISSTA 2020), on its programs.

    bench/relocation.py addressing     Section 4.1, Figure 5: pointers as pairs against pointers as numbers
    bench/relocation.py models         Tables 2 and 3: fork, segmented (with and without forks) and dynamic under three searchers
    bench/relocation.py resolution     Tables 4 and 5: how objects are found, and whether segments are alike
    bench/relocation.py split          Tables 6 and 7: large objects in parts
    bench/relocation.py plot           relocation.svg from what is there

Each writes a table, relocation-NAME.csv, to the directory given (default: the current one). Programs are those of
bench/real.py, built in the same way. Figure 5 also has utilities of coreutils, on arguments, a file and standard
input. Times are processor seconds of the whole command; a run that takes longer than --max-time is cut, and its row
says so. $STRATA names the command; it is built in release mode otherwise.
"""

import argparse
import csv
import pathlib
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import real  # noqa: E402
from real import Experiment, real as recipes  # noqa: E402

# Programs of the paper, by the names that bench/real.py has for them.
SMALL = ["m4, four characters", "make, two characters", "sqlite, no lookaside", "apr, malloc, two look-ups"]
# With default table sizes.
LARGE = ["m4, default table, two characters", "make, two characters", "sqlite, no lookaside", "apr, pool, two look-ups",
         "gas, one byte", "libxml2, three bytes"]
# Those that end, or get far, with numbers as well.
BOTH = ["m4, default table, two characters", "make, two letters", "sqlite, no lookaside", "apr, pool, one look-up",
        "gas, one byte", "libxml2, three bytes"]
UTILITIES = """
    cat head tail sort join comm cut tr wc uniq expr base64 fold od expand paste printf nl tac dirname unexpand
""".split()
SYMBOLIC = "--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout".split()

# Name, options.
SEARCHERS = [("dfs", ["--search=dfs"]), ("bfs", ["--search=bfs"]), ("default", [])]
# The paper's segments are a path each, and have up to 10 KiB.
MODELS = [("fork", ["--memory=fork"]), ("segmented", ["--memory=segmented"]),
          ("segmented with forks", ["--memory=segmented", "--segment-forks"]), ("dynamic", ["--memory=dynamic"])]
NUMBERS = ["--memory=dynamic", "--addressing=concrete", "--search=dfs"]
PAIRS = ["--memory=dynamic", "--search=dfs"]
CONTEXTS = [(f"context, {k} calls", ["--resolution=context", f"--resolution-context={k}"]) for k in range(5)]
WAYS = ([("numbers, scan", [*NUMBERS, "--resolution=scan"])]
        + [(f"numbers, {name}", [*NUMBERS, *options]) for name, options in CONTEXTS]
        + [("numbers, named", [*NUMBERS, "--resolution=lane"])]
        + [("pairs, scan", [*PAIRS, "--resolution=scan"])]
        + [(f"pairs, {name}", [*PAIRS, *options]) for name, options in (CONTEXTS[1], CONTEXTS[4])]
        + [("pairs, lane", [*PAIRS, "--resolution=lane"])])
REUSE = [("numbers, scan, no reuse", [*NUMBERS, "--resolution=scan", "--no-segment-reuse"]),
         ("numbers, context, 4 calls, no reuse", [*NUMBERS, *CONTEXTS[4][1], "--no-segment-reuse"]),
         ("pairs, lane, no reuse", [*PAIRS, "--resolution=lane", "--no-segment-reuse"])]
PARTS = [("fork", ["--memory=fork", "--search=dfs"])]
PARTS += [(f"parts of {size}", ["--memory=split", f"--split-size={size}", "--search=dfs"]) for size in (512, 256, 128, 64, 32)]


def experiments(names):
    by_name = {one.name: one for one in real.EXPERIMENTS}
    return [by_name[name] for name in names]


def utilities():
    files = {"a": "one two  three\n\tfour\n\nfive six\nlast\n", "b": "b 2\na 1\nc 10\na 1\n"}
    return [Experiment(f"coreutils, {name}", "coreutils", [name, *SYMBOLIC], files=files) for name in UTILITIES]


class Bench:
    """Runs experiments under options, and keeps the rows."""

    def __init__(self, command, settings):
        self.command = command
        self.settings = settings
        self.rows = []

    def run(self, experiment, program, label, options, limit=None):
        """One run, as a row; None if it failed."""
        limit = limit or self.settings.max_time
        settings = argparse.Namespace(option=options, max_time=limit, keep=None)
        one = real.run(experiment, None, program, self.command, settings)
        if one is None:
            return None
        memory, queries = one.summary["memory"], one.summary["queries"]
        row = {key: value for key, value in one.row(experiment.name).items()
               if key in ("program", "cpu_s", "cut", "paths", "partial", "faults", "branch_forks", "memory_forks", "queries",
                          "backend_queries", "peak_mib", "largest_array", "instructions")}
        split = [array["bytes"] for array in memory.get("by_array", []) if array["accesses"] > 0]
        # A limit of instructions is meant to be met.
        row |= {"way": label, "cut": int(one.seconds >= limit), "largest_segment": memory["largest_segment_bytes"],
                "largest_accessed": max(split, default=0),
                "resolution_queries": queries["resolution"], "resolution_s": one.summary["time"]["resolution_s"],
                "solver_s": one.summary["time"]["solver_s"]}
        print(f"  {label:<36} {row['cpu_s']:>7.2f} s {row['paths']:>6} paths {row['memory_forks']:>6} memory forks"
              f" {row['resolution_queries']:>7} resolution queries {row['resolution_s']:>7.2f} s {row['peak_mib']:>5} MiB"
              f" array {row['largest_array']:>7} segment {row['largest_segment']:>6}{' CUT' if row['cut'] else ''}",
              flush=True)
        return row

    def each(self, chosen, measure):
        """Measures all experiments that are chosen."""
        for experiment in chosen:
            if self.settings.filter not in experiment.name:
                continue
            print(f"{experiment.name}:", flush=True)
            # Utilities are those that tests/real has built.
            flags = "" if experiment.recipe == "coreutils" else real.FLAGS
            built = recipes.build(experiment.recipe, self.command, self.settings.jobs, flags=flags)
            with tempfile.TemporaryDirectory(prefix="strata-bench-") as scratch:
                program = real.compiled(experiment, built, scratch, self.command)
                self.rows += [row for row in measure(experiment, program) if row]

    def ways(self, chosen, ways):
        wanted = [(label, options) for label, options in ways if self.settings.way in label]
        self.each(chosen, lambda experiment, program: [self.run(experiment, program, label, options)
                                                      for label, options in wanted])


def addressing(bench):
    """Pairs for a time, then both up to as many instructions, or to their end: as many paths, and what pairs cost."""
    dfs = ["--memory=fork", "--search=dfs"]

    def measure(experiment, program):
        first = bench.run(experiment, program, "pairs, to find the limit", dfs, bench.settings.search_time)
        if first is None:
            return []
        limit = [*dfs, f"--max-instructions={first['instructions']}"] if first["cut"] else dfs
        rows = []
        # In turns, and the least time of each: the machine may be busy.
        for turn in range(bench.settings.turns):
            for label, options in (("numbers", ["--addressing=concrete"]), ("pairs", [])):
                rows.append(bench.run(experiment, program, label, [*limit, *options]))
        best = {}
        for row in filter(None, rows):
            if row["way"] not in best or row["cpu_s"] < best[row["way"]]["cpu_s"]:
                best[row["way"]] = row
        if len(best) == 2:
            numbers, pairs = best["numbers"], best["pairs"]
            # Numbers may take more instructions to the same ends.
            compared = ("paths", "instructions") if first["cut"] else ("paths",)
            same = all(numbers[key] == pairs[key] for key in compared)
            overhead = 100 * (pairs["cpu_s"] / max(0.01, numbers["cpu_s"]) - 1)
            print(f"  {'same paths' if same else 'DIFFERENT PATHS'}, overhead {overhead:+.0f} %", flush=True)
        return best.values()

    bench.each([*utilities(), *experiments(BOTH)], measure)


def overheads(rows):
    """What pairs cost over numbers, in percent, by program."""
    by_way = {(row["program"], row["way"]): float(row["cpu_s"]) for row in rows}
    programs = dict.fromkeys(row["program"] for row in rows)
    both = [name for name in programs if (name, "pairs") in by_way and (name, "numbers") in by_way]
    return {name: 100 * (by_way[name, "pairs"] / max(0.01, by_way[name, "numbers"]) - 1) for name in both}


def models(bench):
    ways = [(f"{name}, {search}", [*model, *options]) for search, options in SEARCHERS for name, model in MODELS]
    bench.ways(experiments(SMALL), ways)


def resolution(bench):
    """All ways up to as many instructions as the first one takes in its time, so that they do the same work."""

    def measure(experiment, program):
        label, options = WAYS[0]
        first = bench.run(experiment, program, f"{label}, to find the limit", options, bench.settings.search_time)
        if first is None:
            return []
        limit = [f"--max-instructions={first['instructions']}"]
        return [bench.run(experiment, program, label, [*options, *limit]) for label, options in WAYS + REUSE]

    bench.each(experiments(SMALL), measure)


def split(bench):
    bench.ways(experiments(LARGE), PARTS)


# The picture.

WIDTH, LEFT, BAR, GAP, SCALE = 1020, 240, 12, 16, 560
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#000000", "#999933"]


def chart(title, groups, ways, top):
    """Bars: for each group one for each way, relative to the longest of the group; SVG lines and the height."""
    lines = [f'<text x="10" y="{top + 14}" font-weight="bold">{title}</text>']
    y = top + 28
    for name, values in groups.items():
        longest = max(seconds for seconds, _ in values.values()) or 1
        lines.append(f'<text x="10" y="{y + BAR}">{name}</text>')
        for way, (seconds, cut) in values.items():
            length = max(1, SCALE * seconds / longest)
            colour = COLOURS[ways.index(way) % len(COLOURS)]
            lines.append(f'<rect x="{LEFT}" y="{y}" width="{length:.0f}" height="{BAR - 2}" fill="{colour}"'
                         f' fill-opacity="{0.35 if cut else 1}"/>')
            text = f"{way}: {seconds:.2f} s{' (cut)' if cut else ''}"
            lines.append(f'<text x="{LEFT + length + 6:.0f}" y="{y + BAR - 3}" font-size="9">{text}</text>')
            y += BAR
        y += GAP
    return lines, y


def grouped(rows, ways):
    groups = {}
    for row in rows:
        if row["way"] in ways:
            groups.setdefault(row["program"], {})[row["way"]] = (float(row["cpu_s"]), row["cut"] == "1")
    return groups


def plot(directory):
    charts = [("models", "Models under dfs (Table 3)", [f"{name}, dfs" for name, _ in MODELS]),
              ("resolution", "How objects are found (Tables 4 and 5)",
               ["numbers, scan", "numbers, context, 4 calls", "numbers, named", "pairs, lane"]),
              ("split", "Large objects in parts (Table 7)", [name for name, _ in PARTS])]
    lines, top = [], 10
    for name, title, ways in charts:
        path = directory / f"relocation-{name}.csv"
        if path.exists():
            with open(path, newline="") as file:
                drawn, top = chart(f"{title}: processor seconds, by program", grouped(list(csv.DictReader(file)), ways), ways, top)
            lines += drawn
            top += 10
    text = "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" font-family="sans-serif"'
                      ' font-size="11"><rect width="100%" height="100%" fill="white"/>', *lines, "</svg>", ""])
    (directory / "relocation.svg").write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["addressing", "models", "resolution", "split", "plot"])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="DIR")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only programs whose names contain this")
    parser.add_argument("--way", default="", metavar="TEXT",
                        help="`models` and `split`: only options whose names contain this")
    parser.add_argument("--max-time", type=int, default=60, metavar="SECONDS", help="of the processor, for each run")
    parser.add_argument("--search-time", type=int, default=10, metavar="SECONDS",
                        help="how long the first runs of `addressing` and `resolution` take")
    parser.add_argument("--turns", type=int, default=2, help="how often `addressing` runs each")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes build")
    settings = parser.parse_args()
    settings.out.mkdir(parents=True, exist_ok=True)
    if settings.what == "plot":
        plot(settings.out)
        return
    bench = Bench(recipes.strata(), settings)
    {"addressing": addressing, "models": models, "resolution": resolution, "split": split}[settings.what](bench)
    if settings.what == "addressing" and (costs := overheads(bench.rows)):
        print(f"overhead of pairs: mean {statistics.mean(costs.values()):+.1f} %, most {max(costs.values()):+.1f} %")
    if bench.rows:
        with open(settings.out / f"relocation-{settings.what}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, bench.rows[0].keys())
            writer.writeheader()
            writer.writerows(bench.rows)


if __name__ == "__main__":
    main()
