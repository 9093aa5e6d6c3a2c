#!/usr/bin/env python3
"""Small programs of many kinds, ours and, if $KLEE names it, KLEE on the same bitcode.

    [KLEE=path] bench/peers.py [STRATA] [NAME...]

Prints processor seconds (user), peak memory and completed paths of both, and how many times quicker ours is. Bitcode is
made by clang 16, the newest that KLEE of today reads; KLEE runs with --use-forked-solver=false, its quickest
setting. A run of more than --limit seconds is cut, and its row says so.
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from symbolic import runtime  # noqa: E402

# Name, file in bench/programs/peers, flags, whether it needs a C library.
PROGRAMS = [
    ("hash table, three keys", "hash.c", [], True),
    ("UTF-8, five bytes", "utf8.c", [], False),
    ("binary search tree, five keys", "bst.c", [], True),
    ("quicksort of five", "quicksort.c", [], False),
    ("list sort of five", "listsort.c", [], True),
    ("small VM, four bytes", "vm.c", [], False),
    ("INI parser, five bytes", "ini.c", [], False),
    ("strtol, four characters", "strtol.c", [], True),
    ("switch, five characters", "switch.c", [], False),
    ("bignum, two by two bytes", "bignum.c", [], False),
    ("(x + y) (x - y) = x x - y y", "identity.c", [], False),
    ("matrices, (A B) v = A (B v)", "matrix.c", [], False),
    ("division and remainder", "division.c", [], False),
    ("greatest common divisor", "gcd.c", [], False),
    ("bits counted in two ways", "popcount.c", [], False),
    ("1,000 disequalities", "disequalities.c", ["-DN=1000"], False),
    ("4,000 disequalities", "disequalities.c", ["-DN=4000"], False),
]


def measured(command, limit):
    """User seconds, MiB and what was said; seconds are None if it was cut."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        _, status, used = os.wait4(process.pid, 0)
        said.seek(0)
        text = said.read()
    return (None if os.WIFSIGNALED(status) else used.ru_utime), used.ru_maxrss // 1024, text


def paths(text):
    found = re.search(r"done: completed paths = (\d+)", text)
    return int(found.group(1)) if found else None


def row(strata, klee, program, limit):
    name, source, flags, library = program
    with tempfile.TemporaryDirectory() as scratch:
        module = os.path.join(scratch, "program.bc")
        subprocess.run(["clang-16", "-c", "-emit-llvm", "-g", "-O0", "-w", "-Xclang", "-disable-O0-optnone",
                        f"-I{runtime() / 'include'}", *flags, "-o", module, HERE / "programs" / "peers" / source],
                       check=True)
        ours = measured([strata, "run", "--output-dir", os.path.join(scratch, "ours"), module], limit)
        theirs = (None, 0, "")
        if klee:
            libc = ["--libc=uclibc", "--posix-runtime"] if library else []
            theirs = measured([klee, "--use-forked-solver=false", *libc,
                               f"--output-dir={scratch}/theirs", module], limit)
    def cells(result):
        seconds, mib, text = result
        if not text:
            return ["", "", ""]
        return ["cut" if seconds is None else f"{seconds:.2f}", str(mib), str(paths(text))]
    ratio = ""
    if ours[0] is not None and theirs[2]:
        # The clock ticks in steps of some milliseconds.
        quick = max(ours[0], 0.01)
        ratio = f"> {limit / quick:.0f}" if theirs[0] is None else f"{theirs[0] / quick:.1f}"
    return [name, *cells(ours), *cells(theirs), ratio]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("strata", nargs="?", default=str(HERE.parent / "target" / "release" / "strata"))
    parser.add_argument("names", nargs="*", help="parts of names; all programs without")
    parser.add_argument("--limit", type=int, default=60)
    settings = parser.parse_args()
    klee = os.environ.get("KLEE")
    print("| program | ours, s | MiB | paths | KLEE, s | MiB | paths | ratio |\n|---|---|---|---|---|---|---|---|")
    for program in PROGRAMS:
        if not settings.names or any(part in program[0] for part in settings.names):
            print("|", " | ".join(row(settings.strata, klee, program, settings.limit)), "|", flush=True)


if __name__ == "__main__":
    main()
