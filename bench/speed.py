#!/usr/bin/env python3
"""Speed of concrete execution, as ratios in one run.

At -O0 the same bitcode is run by Strata and by LLVM's interpreter
(lli --jit-kind=mcjit --force-interpreter): both execute the same instructions,
so the ratio of their times is the ratio of their instructions per second.
At -O1, where that interpreter gives up, Strata is compared with native code.
Each time is processor time, the best of five runs, less that of an empty program.
Last on each line: how much more time it takes if paths are watched for infinite loops.
"""

import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
CLANG = os.environ.get("CLANG", "clang-19")
LLI = os.environ.get("LLI", "lli-19")
RUNTIME = pathlib.Path(
    os.environ.get("STRATA_RUNTIME")
    or pathlib.Path(os.environ.get("STRATA_CACHE", pathlib.Path.home() / ".cache/strata")) / "runtime"
)


def processor_time():
    """The time children took on a processor: other load hardly changes it."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def best(command, runs=5):
    """The best time of a command, and what it wrote."""
    times = []
    for _ in range(runs):
        start = processor_time()
        done = subprocess.run(command, capture_output=True, text=True)
        times.append(processor_time() - start)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return min(times), done.stdout, done.stderr


def compile_to(source, out, *flags):
    subprocess.run([CLANG, "-w", *flags, source, "-o", out], check=True)
    return out


def bitcode(source, out, level):
    headers = ["--target=x86_64-linux-musl", "-nostdlibinc", "-isystem", str(RUNTIME / "include")]
    return compile_to(source, out, "-c", "-emit-llvm", f"-O{level}", *headers)


def watched(strata, module, base, ours):
    """How much more time a program takes if its paths are watched for infinite loops."""
    time, _, _ = best([strata, "run", "--check=infinite-loop", module])
    return f"{((time - base) / ours - 1) * 100:+.0f} % watched"


def main():
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    strata = target / "release" / "strata"
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        empty = directory / "empty.c"
        empty.write_text("int main(void) { return 0; }\n")
        lli = [LLI, "--jit-kind=mcjit", "--force-interpreter"]
        base = bitcode(empty, directory / "empty.bc", 0)
        strata_base, _, _ = best([strata, "run", base])
        lli_base, _, _ = best([*lli, base])
        print(f"start-up: strata {strata_base * 1e3:.0f} ms, lli {lli_base * 1e3:.0f} ms")
        for name in ["sieve", "crc", "calls"]:
            source = HERE / f"{name}.c"
            module = bitcode(source, directory / f"{name}.bc", 0)
            ours, out, err = best([strata, "run", module])
            theirs, expected, _ = best([*lli, module])
            if out != expected:
                sys.exit(f"{name}: printed {out!r}, lli {expected!r}")
            ours, theirs = ours - strata_base, theirs - lli_base
            executed = int(re.search(r"\((\d+) instructions\)", err).group(1))
            print(
                f"{name} -O0: {executed / ours / 1e6:.0f} M instructions/s,"
                f" {theirs / ours:.1f} times lli, {watched(strata, module, strata_base, ours)}"
            )
            module = bitcode(source, directory / f"{name}.bc", 1)
            ours, _, err = best([strata, "run", module])
            native, _, _ = best([compile_to(source, directory / name, "-O1")])
            executed = int(re.search(r"\((\d+) instructions\)", err).group(1))
            ours -= strata_base
            print(
                f"{name} -O1: {executed / ours / 1e6:.0f} M instructions/s,"
                f" {ours / native:.0f} times native time, {watched(strata, module, strata_base, ours)}"
            )


if __name__ == "__main__":
    main()
