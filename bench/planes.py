#!/usr/bin/env python3
"""Lists of writes (Tables 1 to 3 of Trtík and Strejček, ATVA 2014), on small programs with loops.

    bench/planes.py                 the tables as markdown
    bench/planes.py --keep DIR      and the programs, in a directory
    bench/planes.py --only-stores   Table 1 alone

Each of the programs writes and reads arrays at places that depend on its input. Each is explored under `plane` and, for
comparison, under `merge`, which keeps the bytes of arrays alone; with loops in one step (the paper's compact execution)
and round by round (classic). For Table 1 each program repeats what it does without end, and runs for some seconds with
`--plane-store=naive` and without: the figure is how many instructions it executes. Reads and writes are counted in the list of
instructions that a run executes; those that were served by a list, and the collisions asked about, are in
`summary.json`. Times are processor seconds; that of questions about collisions is the time of the wall. $STRATA names the command; a
development build will do for counts.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STRATA = os.environ.get("STRATA", str(HERE.parent / "target/release/strata"))
LIMIT = "10s"

HEAD = """#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#define N 16
static int a[N], b[N];
static short s[N];
static char c[4 * N];
static int *p[N];
struct pair { int key; long value; };
static struct pair q[N];
int main(void) {
  unsigned char i, j, n, x[4];
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(x, sizeof x, "x");
  klee_assume((i < N) & (j < N) & (n <= N));
  int k, r = 0;
"""

# What each program does, by its name; `r` is its result.
BODIES = {
    "init": "for (k = 0; k < n; k++) a[k] = 7; r = a[i];",
    "init_short": "for (k = 0; k < n; k++) s[k] = 3; r = s[i] + s[j];",
    "init_char": "for (k = 0; k < 4 * n; k++) c[k] = 'x'; r = c[i] == c[j];",
    "init_index": "for (k = 0; k < n; k++) a[k] = k; if (i < n && a[i] != i) abort();",
    "init_twice": "for (k = 0; k < n; k++) a[k] = 1; for (k = 0; k < j; k++) a[k] = 2; r = a[i];",
    "copy": "a[i] = 5; for (k = 0; k < n; k++) b[k] = a[k]; r = b[j];",
    "copy_back": "for (k = 0; k < n; k++) a[k] = k; for (k = 0; k < n; k++) b[k] = a[k]; r = b[i] - a[i];",
    "copy_shifted": "a[i] = 4; for (k = 0; k + 1 < n; k++) b[k] = a[k + 1]; r = b[j];",
    "memset": "memset(a, 0, sizeof a); a[i] = 1; memset(b, 1, 4 * n); r = a[j] + b[j];",
    "memcpy": "a[i] = 9; memcpy(b, a, 4 * n); r = b[j];",
    "memmove": "a[i] = 9; memmove(a + 1, a, 4 * (n ? n - 1 : 0)); r = a[j];",
    "count": "for (k = 0; k < n; k++) r++; if (r != n) abort();",
    "search": "a[i] = 3; for (k = 0; k < N && a[k] != 3; k++); r = k; if (r != i) abort();",
    "maximum": "for (k = 0; k < 4; k++) if (x[k] > r) r = x[k];",
    "table": "for (k = 0; k < N; k++) a[k] = k * k; r = a[i] + a[j];",
    "permute": "for (k = 0; k < N; k++) a[k] = k; int t = a[i]; a[i] = a[j]; a[j] = t; r = a[n % N];",
    "swap_three": "a[i] = 1; a[j] = 2; a[n % N] = 3; r = a[i] + 4 * a[j] + 16 * a[n % N];",
    "histogram": "for (k = 0; k < 4; k++) a[x[k] % N]++; r = a[i];",
    "marks": "for (k = 0; k < 4; k++) c[x[k] % 64] = 1; r = c[i] + c[j] + c[n];",
    "sieve": "for (k = 2; k < N; k++) if (!c[k]) for (int m = 2 * k; m < N; m += k) c[m] = 1; r = c[i];",
    "reverse": "a[i] = 1; for (k = 0; k < N / 2; k++) { int t = a[k]; a[k] = a[N-1-k]; a[N-1-k] = t; } r = a[j];",
    "rotate": "a[i] = 1; int t = a[0]; for (k = 0; k + 1 < N; k++) a[k] = a[k + 1]; a[N - 1] = t; r = a[j];",
    "prefix_sums": "a[i] = 1; for (k = 1; k < N; k++) a[k] += a[k - 1]; r = a[j];",
    "stack": "for (k = 0; k < 4; k++) { a[r % N] = x[k]; r += x[k] & 1; } r = a[i];",
    "queue": "int h = 0, t = 0; for (k = 0; k < 4; k++) { b[t++ % N] = x[k]; h += x[k] & 1; } r = b[h % N];",
    "chain": "for (k = 0; k < N; k++) a[k] = (k + 5) % N; r = i; for (k = 0; k < 3; k++) r = a[r];",
    "chain_written": "for (k = 0; k < N; k++) a[k] = (k + 1) % N; a[i] = j; r = a[a[n % N]];",
    "pointers": "for (k = 0; k < N; k++) p[k] = &a[k]; *p[i] = 6; r = a[j];",
    "pointers_two": "p[0] = a; p[1] = b; p[i & 1][j] = 8; r = a[n % N] + b[n % N];",
    "pointers_moved": "for (k = 0; k < N; k++) p[k] = &b[k]; p[i] = &a[j]; *p[j] = 2; r = a[j] + b[i];",
    "structures": "for (k = 0; k < N; k++) q[k].key = k; q[i].value = 5; q[j].key = 9; r = q[i].key + q[j].value;",
    "structures_sum": "q[i].key = 3; q[j].value = 4; for (k = 0; k < N; k++) r += q[k].key; if (r != 3) abort();",
    "strided": "a[3] = 77; a[4] = 88; if (i < 5) { a[3 * i + 1] = 99; r = a[3] + a[4]; if (a[3] != 77) abort(); }",
    "even_odd": "for (k = 0; k < N; k++) a[k] = k % 2; a[2 * (i / 2)] = 4; r = a[2 * (j / 2) + 1]; if (r != 1) abort();",
    "bounded": "for (k = 0; k < N; k++) a[k] = k; if (i < j) { a[i] = 0; if (a[j] != j) abort(); r = a[j]; }",
    "disjoint": "a[i] = 1; if (j != i) { a[j] = 2; if (a[i] != 1) abort(); }",
    "halves": "for (k = 0; k < N; k++) a[k] = 1; if (i < 8 && j >= 8) { a[i] = 2; a[j] = 3; r = a[i] + a[j]; }",
    "heap": "int *h = malloc(sizeof(int) * (n + 1)); for (k = 0; k <= n; k++) h[k] = k; r = i <= n ? h[i] : 0; free(h);",
    "heap_two": "int *h = calloc(n + 1, 4), *g = calloc(n + 1, 4); h[n] = 1; g[0] = 2; r = h[0] + g[n];",
    "vla": "int v[n + 1]; for (k = 0; k <= n; k++) v[k] = 2; r = v[n] + v[0];",
    "matrix": "int m[4][4]; memset(m, 0, sizeof m); m[i % 4][j % 4] = 5; for (k = 0; k < 4; k++) r += m[k][k];",
    "union": "union { int w[8]; char c[32]; } u; memset(&u, 0, sizeof u); u.w[i % 8] = -1; u.c[j] = 1; r = u.w[n % 8] & 255;",
    "bubble": "for (k = 0; k < 4; k++) a[k] = x[k] & 3; for (k = 0; k < 3; k++) for (int m = 0; m < 3 - k; m++) {"
              " int lo = a[m] < a[m + 1] ? a[m] : a[m + 1], hi = a[m] + a[m + 1] - lo; a[m] = lo; a[m + 1] = hi; }"
              " if (a[0] > a[3]) abort(); r = a[i % 4];",
    "counting_sort": "for (k = 0; k < 4; k++) b[x[k] & 7]++; for (k = 0; k < 8; k++) r += b[k]; if (r != 4) abort();",
}


def program(name):
    return HEAD + "  " + BODIES[name] + "\n  return r & 1;\n}\n"


def endless(name):
    return HEAD + "  for (;;) {\n    r = 0;\n    " + BODIES[name] + "\n  }\n}\n"


STORES = ["naive", "efficient"]
# It asserts what holds in the first round only.
ENDING = {"counting_sort"}
ENDLESS = [name for name in BODIES if name not in ENDING]
WAYS = [("classic", ["--no-loop-summaries"]), ("compact", [])]


def explore(source, directory, options, limit=LIMIT):
    """The summary of a run, its processor time, and how many reads and writes it executed."""
    out = pathlib.Path(directory) / "out"
    subprocess.run(["rm", "-rf", out])
    command = [STRATA, "run", f"--max-time={limit}", "--output-dir", out, *options, source]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    summary = json.loads((out / "summary.json").read_text())
    trace = out / "instructions.txt"
    text = trace.read_text(errors="replace") if trace.exists() else ""
    reads = len(re.findall(r"\bload\b", text))
    writes = len(re.findall(r"\bstore\b", text))
    return summary, seconds, reads, writes


def share(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "none"


def measure(directory):
    rows = {}
    for way, options in WAYS:
        for model in ["merge", "plane"]:
            total = dict.fromkeys(["paths", "instructions", "seconds", "through", "reads", "writes", "list_reads",
                                   "list_writes", "blocks", "collisions", "asked", "asking", "spared", "queries"], 0)
            for name in BODIES:
                source = pathlib.Path(directory) / f"{name}.c"
                source.write_text(program(name))
                summary, seconds, _, _ = explore(source, directory, [f"--memory={model}", *options])
                lists = summary["memory"].get("lists", {})
                total["paths"] += summary["paths"]["completed"] + summary["paths"]["faulted"]
                total["instructions"] += summary["instructions"]
                total["seconds"] += seconds
                total["through"] += summary["exhaustive"]
                total["queries"] += summary["queries"]["total"]
                for key, figure in [("list_reads", "reads"), ("list_writes", "writes"), ("blocks", "block_writes"),
                                    ("collisions", "collisions"), ("asked", "asked"), ("spared", "spared")]:
                    total[key] += lists.get(figure, 0)
                total["asking"] += summary["time"].get("collisions_s", 0)
                if model == "plane" and way == "classic":
                    trace = ["--debug-print-instructions=all:file"]
                    _, _, reads, writes = explore(source, directory, [f"--memory={model}", *options, *trace])
                    total["reads"] += reads
                    total["writes"] += writes
                print(way, model, name, f"{seconds:.2f} s", file=sys.stderr)
            rows[way, model] = total
    return rows


def compare_stores(directory, limit):
    """Instructions in a fixed time, by execution, store and program."""
    executed = {}
    for name in ENDLESS:
        source = pathlib.Path(directory) / f"{name}_endless.c"
        source.write_text(endless(name))
        for way, options in WAYS:
            for store in STORES:
                stored = ["--memory=plane", f"--plane-store={store}", "--write-no-tests"]
                summary, _, _, _ = explore(source, directory, [*stored, *options], limit)
                executed[way, store, name] = summary["instructions"]
            print(name, way, *(executed[way, store, name] for store in STORES), file=sys.stderr)
    return executed


def store_table(executed, limit):
    print(f"{len(ENDLESS)} programs, each without end for {limit}.\n")
    print("| execution | naive | efficient | times as many | median | at least 16 times | at least 2 times | fewer |\n"
          "|---|---|---|---|---|---|---|---|")
    for way, _ in WAYS:
        naive, efficient = ([executed[way, store, name] for name in ENDLESS] for store in STORES)
        times = [many / max(few, 1) for few, many in zip(naive, efficient)]
        counts = [sum(t >= 16 for t in times), sum(t >= 2 for t in times), sum(t < 1 for t in times)]
        print(f"| {way} | {sum(naive)} | {sum(efficient)} | {sum(efficient) / sum(naive):.1f} "
              f"| {statistics.median(times):.1f} "
              f"| {counts[0]} | {counts[1]} | {counts[2]} |")
    print("\n| program | classic: naive | efficient | times | compact: naive | efficient | times |\n|---|---|---|---|---|---|---|")
    for name in ENDLESS:
        cells = []
        for way, _ in WAYS:
            few, many = (executed[way, store, name] for store in STORES)
            cells += [str(few), str(many), f"{many / max(few, 1):.1f}"]
        print(f"| {name} | {' | '.join(cells)} |")
    print()


def tables(rows):
    print(f"{len(BODIES)} programs, limit {LIMIT} each.\n")
    print("| execution | memory | exhaustive | paths | instructions | questions | s |\n|---|---|---|---|---|---|---|")
    for (way, model), t in rows.items():
        print(f"| {way} | `{model}` | {t['through']} | {t['paths']} | {t['instructions']} | {t['queries']} "
              f"| {t['seconds']:.1f} |")
    print("\n| execution | operation | in all | on top of contents | through a list |\n|---|---|---|---|---|")
    for way in ["classic"]:
        t = rows[way, "plane"]
        for kind in ["write", "read"]:
            every, listed = t[f"{kind}s"], t[f"list_{kind}s"]
            blocks = f" and {t['blocks']} blocks" if kind == "write" else ""
            print(f"| {way} | {kind} | {every} | {share(every - listed, every)} | {listed}{blocks} |")
    print("\n| execution | collisions that facts leave open | asked | known from before | s | spared |\n|---|---|---|---|---|---|")
    for way in ["classic", "compact"]:
        t = rows[way, "plane"]
        hits = max(t["collisions"] - t["asked"], 0)
        print(f"| {way} | {t['collisions']} | {t['asked']} | {share(hits, t['collisions'])} | {t['asking']:.2f} "
              f"| {t['spared']} |")


def show(options, directory):
    store_table(compare_stores(directory, options.time), options.time)
    if not options.only_stores:
        tables(measure(directory))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--only-stores", action="store_true")
    parser.add_argument("--time", default="5s", help="of each run for Table 1")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        show(options, options.keep)
        return
    with tempfile.TemporaryDirectory() as directory:
        show(options, directory)


if __name__ == "__main__":
    main()
