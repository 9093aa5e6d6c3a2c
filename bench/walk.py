#!/usr/bin/env python3
"""The walk of a symbolic load: how many calls of which functions it takes.

A program that reads a table at a symbolic index is run under callgrind, and so
is the same program with the index 0. What is called more often in the first run
is the walk: of functions in exec, engine and memory, without closures and derived
implementations, and without what reports at the end say about the table's array.

    cargo build -p strata --config profile.dev.opt-level=0 \\
        --config profile.dev.debug-assertions=false
    bench/walk.py [--list] [--element TYPE] [STRATA [OPTION ...]]

The build must not be optimised: calls that were inlined are not counted.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = """
void klee_make_symbolic(void *at, unsigned long size, const char *name);
void klee_assume(unsigned long condition);
ELEMENT table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 8);
  (void)*(volatile ELEMENT *)&table[INDEX];
  return 0;
}
"""
DERIVED = re.compile(r" as core::(clone::Clone|cmp::\w+|default::Default|fmt::Debug|hash::Hash)>")
REPORTS = re.compile(r"AllocationLine|allocation_line|symbol_of|global_name")


def calls(strata, options, element, index):
    """How often each function was called, by its file and name."""
    with tempfile.TemporaryDirectory() as scratch:
        source, module, profile = (f"{scratch}/{name}" for name in ("table.c", "table.bc", "calls"))
        pathlib.Path(source).write_text(PROGRAM)
        macros = [f"-DELEMENT={element}", f"-DINDEX={index}"]
        clang = ["clang-19", "-c", "-emit-llvm", "-g", "-O0", "-Xclang", "-disable-O0-optnone"]
        subprocess.run([*clang, *macros, "-o", module, source], check=True)
        callgrind = ["valgrind", "--tool=callgrind", "--compress-strings=no", f"--callgrind-out-file={profile}"]
        run = [strata, "run", "--libc", "none", *options, "--output-dir", f"{scratch}/out", module]
        done = subprocess.run([*callgrind, *run], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        counts = collections.Counter()
        file = called = name = None
        for line in pathlib.Path(profile).read_text(errors="replace").splitlines():
            key, _, value = line.partition("=")
            if key in ("fl", "fi", "fe"):
                file = value
            elif key in ("cfi", "cfl"):
                called = value
            elif key == "cfn":
                name = value
            elif key == "calls":
                counts[called or file, name] += int(value.split()[0])
                called = None
        return counts


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--list", action="store_true", help="the functions, too")
    arguments.add_argument("--element", default="unsigned char", help="what the table consists of")
    arguments.add_argument("strata", nargs="?", default=str(ROOT / "target/debug/strata"))
    arguments.add_argument("options", nargs=argparse.REMAINDER)
    given = arguments.parse_args()
    with_load, without = (calls(given.strata, given.options, given.element, index) for index in ("i", "i*0"))
    walk = []
    for (file, name), count in (with_load - without).items():
        ours = re.search(r"crates/((exec|engine|memory)/src/.*)$", file)
        if ours and not ("{closure" in name or DERIVED.search(name) or REPORTS.search(name)):
            walk.append((ours[1].replace("/src/", "/"), name, count))
    for file, name, count in sorted(walk) if given.list else []:
        print(f"{count:4} {file}: {name}")
    files = {file for file, _, _ in walk}
    print(f"{sum(count for _, _, count in walk)} calls of {len(walk)} functions in {len(files)} files")


main()
