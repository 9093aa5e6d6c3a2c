#!/usr/bin/env python3
"""Whether limits of time hold, and what the first test of a big input takes.

    bench/limits.py [STRATA] [--limits 2,5,10] [--only NAME] [--signal]

Without more, 155 programs, almost all of which take much longer than they are
given, are cut at each limit, and the processor time they take after it
(compiling is done beforehand) is told: the worst of each family and of all. With
--signal, each gets SIGTERM after a second instead, and has to end with a
summary. With --table, inputs of growing size are explored to their end and
the seconds to the first test are told.
"""

import argparse
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import symbolic

HEAD = "#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\n"


def program(body, before=""):
    """A comparison that is returned is made a branch: the status alone would not fork."""
    body = re.sub(r"return ([^;?]*(?:==|>)[^;?]*);", r"if (\1) return 1; return 0;", body)
    return f"{HEAD}{before}\nint main(void) {{ {body} }}\n"


def symbolic_of(kind, name):
    return f"{kind} {name}; klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"


def families():
    """Programs by family: a list of (source, options) each. Numbers vary what is hard about them."""
    sizes = [1, 2, 3, 4, 5]
    mul = [program(f"{symbolic_of('unsigned long', 'a')} {symbolic_of('unsigned long', 'b')} "
                   f"if (a > 1 && b > 1 && a < b && a * b == {p}UL) return 1; return 0;")
           for p in (18446743979220271189, 18446743704342364159, 4611686014132420609,
                     9223371994482243049, 18446743661392691183)]
    sums = [program(f"int s = 0; for (int i = 0; i < {1000 * n}; i++) {{ int x; "
                    f"klee_make_symbolic(&x, sizeof x, \"x\"); s += x; }} return s == 42;") for n in sizes]
    big = [program("klee_make_symbolic(b, sizeof b, \"b\"); unsigned i; klee_make_symbolic(&i, 4, \"i\"); "
                   "unsigned s = 0; for (int k = 0; k < 64; k++) { if (i >= sizeof b) return 0; "
                   "if (b[i] == k) s++; i = i * 5 + b[i ^ 1]; } return s;",
                   f"static unsigned char b[1 << {17 + n}];") for n in sizes]
    floats = [program(f"{symbolic_of('float', 'f')} for (int i = 0; i < {20000 * n}; i++) f = f / 1.0f; "
                      "return f > 2.0f;") for n in sizes]
    minima = [program(f"{symbolic_of('float', 'f')} {symbolic_of('float', 'g')} "
                      f"for (int i = 0; i < {20000 * n}; i++) {{ f = __builtin_fminf(f, g + i); "
                      "g = __builtin_fmaxf(g, f * 2); } if (f > 2.0f) return 1; return 0;") for n in sizes]
    extended = [program(f"{symbolic_of('long double', 'f')} for (int i = 0; i < {10000 * n}; i++) f = f / 1.0L; "
                        "return f > 2.0L;") for n in sizes]
    tables = [program("for (int i = 0; i < 256; i++) t[i] = i * 0x04c11db7u ^ i << 3; "
                      f"{symbolic_of('unsigned', 'x')} unsigned c = x; for (int i = 0; i < {40000 * n}; i++) "
                      "c = c >> 8 ^ t[(c ^ i) & 255]; return c == 77;", "unsigned t[256];") for n in sizes]
    stores = [program(f"{symbolic_of('unsigned', 'x')} for (int i = 0; i < {40000 * n}; i++) {{ "
                      "unsigned k = (x + i * 7) % 4096; a[k] = a[(k * 5 + 1) & 4095] + i; } return a[5] == 3;",
                      "unsigned char a[4096];") for n in sizes]
    chased = [program(f"{symbolic_of('unsigned', 'x')} for (int i = 0; i < {40000 * n}; i++) {{ "
                      "a[x & 4095] = i; x = x * 5 + a[i & 4095]; } return a[5] == 3;",
                      "unsigned char a[4096];") for n in sizes]
    products = [program(f"{symbolic_of('double', 'x')} double y = x; for (int i = 0; i < {n + 1}; i++) "
                        "y = y * x + 0.1; if (y == 1234.5678) return 1; return 0;") for n in sizes]
    recursion = [program(f"{symbolic_of('unsigned', 'n')} return (int)f(n % {100000 * n}u, n);",
                         "static unsigned f(unsigned n, unsigned x) "
                         "{ return n == 0 ? x : f(n - 1, x * 31 + n) + 1; }") for n in sizes]
    states = [program(f"unsigned char b[{16 + 4 * n}]; klee_make_symbolic(b, sizeof b, \"b\"); int s = 0; "
                      "for (unsigned i = 0; i < sizeof b; i++) if (b[i] > 7) s += i; return s & 1;")
              for n in sizes]
    switches = [program(f"{symbolic_of('unsigned', 'x')} {symbolic_of('unsigned', 'y')} switch (x * y) {{ "
                        + " ".join(f"case {7919 * k}: return {k & 127};" for k in range(400 * n))
                        + " } return 0;") for n in sizes]
    copies = [program(f"{symbolic_of('unsigned', 'n')} {symbolic_of('unsigned', 'o')} static char a[{4096 * n}], "
                      f"c[{4096 * n}]; klee_make_symbolic(a, sizeof a, \"a\"); "
                      f"if (n > sizeof c || o > sizeof c - n) return 0; memcpy(c + o, a, n); "
                      "return c[n / 2] == 3 && c[o] == 5;") for n in sizes]
    hashes = [program(f"unsigned char b[{8 * n}]; klee_make_symbolic(b, sizeof b, \"b\"); "
                      "unsigned h = 2166136261u; for (unsigned i = 0; i < sizeof b; i++) "
                      "h = (h ^ b[i]) * 16777619u; return h == 0xdeadbeef;") for n in sizes]
    asserts = [program(f"{symbolic_of('int', 'x')} {symbolic_of('int', 'y')} {symbolic_of('int', 'z')} "
                       f"if (x > 1 && y > 1 && z > 1 && x < 3000 && y < 3000 && z < 3000) "
                       f"klee_assert(x * x * x + y * y * y != z * z * z + {n});") for n in sizes]
    inputs = [program(f"for (int i = 0; i < {40000 * n}; i++) a[i] = __VERIFIER_nondet_char(); "
                      "for (;;) a[0]++;", f"char __VERIFIER_nondet_char(void); char a[{40000 * n}];")
              for n in sizes]
    names = [program(f"for (int i = 0; i < {10000 * n}; i++) {{ char name[8] = {{'n', 'a' + i % 26, "
                     "'a' + i / 26 % 26, 'a' + i / 676 % 26, 'a' + i / 17576 % 26, 0}; "
                     "klee_make_symbolic(&a[i], 1, name); if (a[i] > 3) a[0] ^= a[i]; }} return a[0];",
                     f"char a[{10000 * n}];").replace("}}", "}") for n in sizes]
    merges = [program(f"unsigned char b[{8 + n}]; klee_make_symbolic(b, sizeof b, \"b\"); unsigned s = 0; "
                      "klee_open_merge(); for (unsigned i = 0; i < sizeof b; i++) "
                      "{ if (b[i] > 100) s += i * 3 + 1; else s = s * 5 + b[i]; } klee_close_merge(); "
                      "return s == 700;") for n in sizes]
    heaps = [program(f"char *p[{50 * n}]; for (int i = 0; i < {50 * n}; i++) {{ p[i] = malloc(16); "
                     f"memset(p[i], i, 16); }} for (int k = 0; k < 6; k++) {{ unsigned i; "
                     f"klee_make_symbolic(&i, 4, \"i\"); if (i < {50 * n}) p[i][k]++; }} return 0;")
             for n in sizes]
    tests = [program(f"unsigned char b[{4096 * n}]; klee_make_symbolic(b, sizeof b, \"b\"); int s = 0; "
                     "for (unsigned i = 0; i < sizeof b; i++) if (b[i] == 'x') s++; return s & 1;")
             for n in sizes]
    file_names = [program("klee_make_symbolic(b, sizeof b, \"b\"); struct stat s; return stat(b, &s) == 1;",
                          f"#include <sys/stat.h>\nstatic char b[{800 * n}];") for n in sizes]
    divisions = [program(f"{symbolic_of('unsigned long', 'a')} unsigned long s = a; "
                         f"for (int i = 0; i < {100 * n}; i++) s = s / (a % 1000 + i + 1) + s * a; "
                         "return s == 77;") for n in sizes]
    rounds = [program(f"{symbolic_of('unsigned', 'x')} {symbolic_of('unsigned', 'y')} "
                      f"for (int i = 0; i < {20 * n}; i++) {{ x = x * y + i; "
                      "y = x / (y | 1) + x % ((y >> 3) | 1); } klee_assert(x != 12345);") for n in sizes]
    strays = [program(f"for (int i = 0; i < {1000 * n}; i++) *(char *)malloc(16) = i; "
                      f"{symbolic_of('unsigned long', 'p')} return *(char *)p;") for n in sizes]
    behind = [program(f"static int a[{100 * n + 20}]; {symbolic_of('int', 'n')} {symbolic_of('unsigned', 'd')} "
                      f"klee_assume((n >= 0) & (n <= {100 * n}) & (d >= 1) & (d <= 8)); "
                      "for (int i = 0; i < n; i++) a[i + d] = a[i] * 3 + i; return a[50] == 77;") for n in sizes]
    plain = {
        "multiplication": mul, "sum of inputs": sums, "big object": big, "float chain": floats,
        "float minima": minima, "long double chain": extended, "table lookups": tables,
        "dependent stores": stores, "dependent indices": chased, "float products": products, "recursion": recursion, "many states": states, "switch": switches,
        "symbolic memcpy": copies, "hash": hashes, "nonlinear assertion": asserts, "many inputs": inputs,
        "many names": names, "merges": merges, "heap": heaps, "long inputs": tests, "divisions": divisions, "names of files": file_names,
        "rounds of arithmetic": rounds, "stray pointer": strays, "loops behind themselves": behind,
    }
    found = {name: [(text, []) for text in texts] for name, texts in plain.items()}
    for model in ("segmented", "segmented-ideal", "flat"):
        found[f"heap, {model}"] = [(text, [f"--memory={model}"]) for text in heaps]
    for family, texts in (("stores", stores), ("indices", chased)):
        found[f"dependent {family}, flat"] = [(text, ["--memory=flat"]) for text in texts]
    return found


def compile_all(directory, only):
    """The programs as modules: (family, module, options)."""
    compiled = []
    for family, programs in families().items():
        for number, (text, options) in enumerate(programs):
            if only and only not in family:
                continue
            module = directory / f"{family.replace(' ', '-').replace(',', '')}-{number}.bc"
            compile_to(text, module)
            compiled.append((family, module, options))
    return compiled


def compile_to(text, module):
    source = module.with_suffix(".c")
    source.write_text(text)
    subprocess.run(
        [os.environ.get("CLANG", "clang-19"), "-c", "-emit-llvm", "-g", "-O0", "-w",
         "-Xclang", "-disable-O0-optnone", f"-I{symbolic.runtime() / 'include'}",
         "-o", module, source],
        check=True,
    )


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cut(strata, module, options, limit, out):
    """One run that has `limit` seconds, or gets SIGTERM after one: what it took up to then and beyond."""
    before = processor_time()
    arguments = [strata, "run", *options, "--output-dir", out, module]
    if limit is not None:
        arguments.insert(2, f"--max-time={limit}")
    with open(f"{out}.log", "w") as log:
        child = subprocess.Popen(arguments, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        at_limit = None
        try:
            child.wait(timeout=1 if limit is None else limit)
        except subprocess.TimeoutExpired:
            at_limit = used_by(child.pid)
            if limit is None:
                child.send_signal(signal.SIGTERM)
            try:
                child.wait(timeout=120)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
    took = processor_time() - before
    # What it takes up to the limit depends on who else uses the processor.
    within, beyond = (took, 0.0) if at_limit is None else (at_limit, took - at_limit)
    return within, max(beyond, 0.0), os.path.exists(os.path.join(out, "summary.json"))


def used_by(pid):
    """Processor seconds of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_limits(strata, limits, only):
    worst_of_all = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        programs = compile_all(scratch, only)
        print("| family | limit | programs | most up to it, s | worst beyond, s | without a summary |\n"
              "|---|---|---|---|---|---|")
        for limit in limits:
            rows = {}
            for family, module, options in programs:
                out = str(scratch / "out")
                run = cut(strata, str(module), options, limit, out)
                shutil.rmtree(out, ignore_errors=True)
                rows.setdefault(family, []).append(run)
            for family, runs in rows.items():
                most = max(within for within, _, _ in runs)
                worst = max(beyond for _, beyond, _ in runs)
                lost = sum(not summary for _, _, summary in runs)
                worst_of_all = max(worst_of_all, worst)
                told = "SIGTERM" if limit is None else f"{limit} s"
                print(f"| {family} | {told} | {len(runs)} | {most:.1f} | {worst:.2f} | {lost} |", flush=True)
    print(f"\nworst of all: {worst_of_all:.2f} s beyond the limit")


def first_tests(strata):
    """The table: seconds of processor time to the first test, by the size of the input."""
    objects = "int s = 0; for (int i = 0; i < {n}; i++) {{ long x; klee_make_symbolic(&x, 8, \"x\"); {use} }} return {end};"
    rows = []
    for n in (10, 100, 1000, 10000):
        rows.append((f"{n} objects of 8 bytes", program(objects.format(n=n, use="", end="0"))))
        rows.append((f"{n} objects of 8 bytes, their sum is 42",
                     program(objects.format(n=n, use="s += x;", end="s == 42"))))
    for bits, name in ((12, "4 KiB"), (16, "64 KiB"), (20, "1 MiB")):
        text = ("klee_make_symbolic(b, sizeof b, \"b\"); unsigned i; klee_make_symbolic(&i, 4, \"i\"); "
                "if (i >= sizeof b) return 0; if (b[i] == 7 && b[i ^ 1] == 9) return 2; return 1;")
        rows.append((f"an object of {name}, two bytes at an unknown index",
                     program(text, f"static unsigned char b[1 << {bits}];")))
    print("| input | to the first test, s | to the end, s |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        module = pathlib.Path(scratch) / "program.bc"
        for name, text in rows:
            compile_to(text, module)
            cells = []
            for options in (["--max-tests=1"], []):
                out = os.path.join(scratch, "out")
                before = processor_time()
                subprocess.run([strata, "run", *options, "--max-time=120", "--output-dir", out, module],
                               capture_output=True)
                cells.append(f"{processor_time() - before:.2f}")
                shutil.rmtree(out, ignore_errors=True)
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("strata", nargs="?")
    parser.add_argument("--limits", default="2,5,10")
    parser.add_argument("--only", help="families whose name has this in it")
    parser.add_argument("--signal", action="store_true", help="SIGTERM after a second in place of a limit")
    parser.add_argument("--table", action="store_true", help="seconds to the first test, by size of input")
    options = parser.parse_args()
    strata = symbolic.command(options.strata)
    if options.table:
        first_tests(strata)
    elif options.signal:
        check_limits(strata, [None], options.only)
    else:
        check_limits(strata, [float(limit) for limit in options.limits.split(",")], options.only)


if __name__ == "__main__":
    main()
