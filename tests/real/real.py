#!/usr/bin/env python3
"""Real programs, built by `strata cc` from the distribution's sources and run by `strata run`.

    tests/real/real.py list
    tests/real/real.py build NAME…
    tests/real/real.py concrete NAME…     does each line print what the same executable prints natively?
    tests/real/real.py symbolic NAME…     explores, for so long; replays a sample of the tests natively

A name is a file of recipes/ without its suffix; without names all of them are meant. `recipe.py` says what a
recipe can say. What is built stays in the cache, in a directory named by a hash of how it is built and of the
runtime. $STRATA names the command; it is built in release mode otherwise.

`concrete` compares standard output, standard error, exit status and, where the recipe says so, the files that were
made or changed, byte for byte. It fails if a line differs that is not listed in the recipe with the property of the
model that makes it differ, or if a listed one does not.
"""

import argparse
import concurrent.futures
import contextlib
import fcntl
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = pathlib.Path(os.environ.get("STRATA_CACHE", pathlib.Path.home() / ".cache/strata"))
# Processor seconds for one command line.
LIMIT = 300
# The packages with commands of another name.
PACKAGES = {"autoreconf": "autoconf automake", "tclsh": "tcl"}
# Seconds between two looks at how long an exploration has run.
LOOK = 0.2


def fail(text):
    sys.exit(f"real.py: {text}")


# Recipes.

def names():
    return sorted(path.stem for path in (HERE / "recipes").glob("*.py"))


def recipe(name):
    path = HERE / "recipes" / f"{name}.py"
    if not path.exists():
        fail(f"there is no recipe '{name}', only {', '.join(names())}")
    spec = importlib.util.spec_from_file_location(f"recipe_{name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(HERE))
    spec.loader.exec_module(module)
    return module.RECIPE


# Building.

def strata():
    """The command, built if need be."""
    if "STRATA" in os.environ:
        return pathlib.Path(os.environ["STRATA"]).resolve()
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "strata"], cwd=ROOT, check=True)
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/strata"


@contextlib.contextmanager
def locked(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def shell(script, directory, env, log):
    with open(log, "ab") as file:
        done = subprocess.run(["sh", "-euc", script], cwd=directory, env=env, stdin=subprocess.DEVNULL,
                              stdout=file, stderr=file)
    if done.returncode != 0:
        fail(f"{script.strip().splitlines()[0]} … failed:\n" + log.read_text(errors="replace")[-3000:])


def unpack(package, directory):
    fetched = subprocess.run([ROOT / "runtime/fetch-source.sh", package], check=True, stdout=subprocess.PIPE, text=True)
    archives = sorted(pathlib.Path(fetched.stdout.strip()).glob("*.orig.tar.*"))
    archive = next(path for path in archives if path.suffix != ".asc")
    target = directory / package
    target.mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", target, "--strip-components=1"], check=True)


def place(name, flags=""):
    """Where the programs of a recipe are built, and the runtime they are built against."""
    what = recipe(name)
    runtime = subprocess.run([ROOT / "runtime/build.sh"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    how = (what.sources, what.build, pathlib.Path(runtime).name, *flags.split())
    stamp = hashlib.sha256(repr(how).encode()).hexdigest()
    return CACHE / "real" / f"{name}-{stamp[:16]}", runtime


def is_built(directory):
    return (directory / ".complete").exists()


def check_tools(chosen, flags=""):
    """Ends with the packages to install, if any, before the first of several long builds."""
    needed = {name: recipe(name).tools for name in chosen}
    lacking = {name: [tool for tool in tools if not shutil.which(tool)] for name, tools in needed.items()}
    lacking = {name: tools for name, tools in lacking.items() if tools and not is_built(place(name, flags)[0])}
    if lacking:
        tools = sorted({tool for tools in lacking.values() for tool in tools})
        packages = " ".join(sorted({PACKAGES.get(tool, tool) for tool in tools}))
        fail(f"the builds of {', '.join(lacking)} need {', '.join(tools)}; on Debian: apt-get install {packages}")


def build(name, command, jobs, again=False, flags=""):
    """Builds the programs of a recipe, if that was not done before; the directory they are in.

    The bitcode is compiled with these flags.
    """
    what, (directory, runtime) = recipe(name), place(name, flags)
    with locked(CACHE / "real" / f"{name}.lock"):
        if not again and is_built(directory):
            return directory
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        for package in what.sources:
            unpack(package, directory)
        answers = hashlib.sha256(repr((pathlib.Path(runtime).name, str(command))).encode()).hexdigest()
        env = {"HOME": os.environ["HOME"], "PATH": os.environ["PATH"], "LC_ALL": "C", "STRATA_CACHE": str(CACHE),
               "ANSWERS": str(CACHE / "real" / f"configure-{answers[:16]}.cache"),
               "CC": f"{command} cc", "CXX": f"{command} c++", "JOBS": str(jobs), "FORCE_UNSAFE_CONFIGURE": "1",
               "STRATA_CFLAGS": flags}
        shell(what.build, directory, env, directory / "build.log")
        for program in what.programs.values():
            (directory / program).exists() or fail(f"{name}: the build did not make {program}")
        (directory / ".complete").touch()
    return directory


def lay_out(what, built, directory):
    """Makes the files that every command line of a recipe finds."""
    for path, content in what.files.items():
        path = directory / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    if what.setup:
        found = os.pathsep.join(sorted({str((built / p).parent) for p in what.programs.values()}))
        with tempfile.TemporaryDirectory() as scratch:
            env = {"PATH": found + os.pathsep + os.environ["PATH"], "LC_ALL": "C", "BUILT": str(built)}
            shell(what.setup, directory, env, pathlib.Path(scratch) / "log")


# Concrete runs.

def timed(command, stdin, directory, env, limit, interrupt=None):
    """Runs a command: status, output, error, processor seconds.

    After `interrupt` processor seconds it is sent SIGINT, after `limit` of them it is killed.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        child = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, cwd=directory, env=env)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit, limit))
        if interrupt is not None:
            interrupt_after(child.pid, interrupt)
        _, status, used = os.wait4(child.pid, 0)
        # Popen must not wait for it again.
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return child.returncode, out.read(), err.read(), used.ru_utime + used.ru_stime


def interrupt_after(pid, seconds):
    """Waits until a child has ended, or has used that much processor time and was sent SIGINT for it."""
    ticks = os.sysconf("SC_CLK_TCK")
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        # User and system time; the name before them may have spaces.
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        if int(fields[11]) + int(fields[12]) >= seconds * ticks:
            os.kill(pid, signal.SIGINT)
            return
        time.sleep(LOOK)


# What Strata says itself. A program may leave a line unfinished, so that this need not be at the start of one.
OURS = re.compile(rb"strata: (?:exit status|WARNING|ERROR|NOTE|done|exhaustive|not exhaustive|unsupported)[^\n]*\n")
ENDED = re.compile(rb"strata: exit status (\d+) \((\d+) instructions\)")


class Compared:
    """One command line, run both ways in a directory of its own."""

    def __init__(self, case, what, built, files, command):
        self.case = case
        program = str(built / what.programs[case.words[0]])
        with (tempfile.TemporaryDirectory(prefix="strata-real-") as directory,
              tempfile.TemporaryDirectory(prefix="strata-real-") as scratch):
            out, directory = f"{scratch}/out", os.path.realpath(directory)
            shutil.copytree(files, directory, dirs_exist_ok=True, symlinks=True)
            before = files_below(pathlib.Path(directory)) if what.writes else {}
            # Ours first: it leaves the directory as it is.
            options = [*what.options, "--run-in-dir", directory]
            if what.writes:
                options += ["--output-dir", out, "--write-files"]
            for name, value in case.env.items():
                options += ["--env", f"{name}={value}"]
            ours = timed([str(command), "run", *options, program, "--", *case.words[1:]], case.stdin, directory,
                         {"HOME": os.environ["HOME"], "PATH": os.environ["PATH"], "STRATA_CACHE": str(CACHE)}, LIMIT)
            native = timed([program, *case.words[1:]], case.stdin, directory, case.env, LIMIT)[:3]
            status, self.instructions = ending(ours[2], out)
            made = files_below(pathlib.Path(f"{out}/test000001.files{directory}"))
            self.native = (*native, changes(before, files_below(pathlib.Path(directory))) if what.writes else {})
            self.ours = (status, ours[1], OURS.sub(b"", ours[2]), changes(before, made))
        self.said = ours[2]
        self.seconds = ours[3]
        self.same = self.ours == self.native

    def explain(self):
        """What differs, and what Strata said."""
        if self.ours[0] is None:
            return f"    {self.said.decode(errors='replace').partition('strata: ')[2].partition(chr(10))[0]}"
        parts = []
        for what, native, ours in zip(("status", "stdout", "stderr", "files"), self.native, self.ours):
            if native != ours:
                parts.append(f"    {what}: natively {shorten(native)}\n    {' ' * len(what)}      ours {shorten(ours)}")
        said = b"".join(OURS.findall(self.said)).decode(errors="replace")
        parts += [f"    {line}" for line in said.splitlines() if not line.startswith("strata: exit status")]
        return "\n".join(parts)


def ending(said, out):
    """The program's exit status, None if it did not exit, and how many instructions it took."""
    if not os.path.exists(f"{out}/summary.json"):
        ended = ENDED.search(said)
        return (int(ended.group(1)), int(ended.group(2))) if ended else (None, 0)
    tests = pathlib.Path(out, "tests.jsonl").read_text().splitlines()
    instructions = json.loads(pathlib.Path(out, "summary.json").read_text())["instructions"]
    return json.loads(tests[0]).get("status") if tests else None, instructions


def files_below(directory):
    files = (path for path in directory.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def changes(before, after):
    return {path: content for path, content in sorted(after.items()) if before.get(path) != content}


def shorten(value):
    if isinstance(value, dict):
        return {path: shorten(content) for path, content in value.items()}
    if not isinstance(value, bytes):
        return value
    return repr(value) if len(value) <= 200 else f"{value[:160]!r}… ({len(value)} bytes)"


def concrete(name, command, options):
    """Compares all lines of a recipe; whether they are as they should be."""
    what = recipe(name)
    built = build(name, command, options.jobs, flags=options.cflags)
    good, done = True, []
    with tempfile.TemporaryDirectory(prefix="strata-real-") as files:
        lay_out(what, built, pathlib.Path(files))
        cases = [case for case in what.all_cases(built) if options.filter in case.name]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for one in pool.map(lambda case: Compared(case, what, built, files, command), cases):
                done.append(one)
                good &= report(one, what.known.get(one.case.name))
    for listed in set() if options.filter else what.known.keys() - {case.name for case in cases}:
        good = False
        print(f"  NO SUCH LINE, but listed: {listed}")
    table(what, done)
    return good


def report(one, reason):
    """Says how a line differs; whether it is as it should be."""
    if one.same and reason:
        print(f"  NOT DIFFERENT, but listed: {one.case.name}: {reason}", flush=True)
    elif not one.same and reason:
        print(f"  known: {one.case.name}: {reason}", flush=True)
    elif not one.same:
        print(f"  DIFFERS: {one.case.name}\n{one.explain()}", flush=True)
    return one.same == (reason is None)


def table(what, done):
    """A row for each program."""
    print(f"  {'program':<12} {'lines':>5} {'same':>5} {'known':>5} {'differ':>6} {'instructions':>13} {'s':>7} {'M/s':>6}")
    for program in what.programs:
        rows = [one for one in done if one.case.words[0] == program]
        if not rows:
            continue
        same = sum(one.same for one in rows)
        known = sum(not one.same and one.case.name in what.known for one in rows)
        print(f"  {program:<12} {len(rows):>5} {same:>5} {known:>5} {len(rows) - same - known:>6}"
              f" {sum(one.instructions for one in rows):>13,} {sum(one.seconds for one in rows):>7.2f} {speed(rows):>6}")


def speed(rows):
    """Millions of instructions in a second, in the longest run; nothing if most of it is loading."""
    longest = max(rows, key=lambda one: one.instructions)
    return f"{longest.instructions / longest.seconds / 1e6:.1f}" if longest.instructions > 5e6 else ""


# Symbolic runs.

def symbolic(name, command, options):
    """Explores the symbolic lines of a recipe under each model; whether all runs ended in order."""
    what = recipe(name)
    built = build(name, command, options.jobs, flags=options.cflags)
    good = True
    print(f"  {'model':<16} {'s':>7} {'paths':>8} {'partial':>7} {'faults':>6} {'branch':>8} {'memory':>7} {'queries':>8}"
          f" {'solver':>7} {'MiB':>6} {'array':>9} {'lines':>7}  line")
    with tempfile.TemporaryDirectory(prefix="strata-real-") as files:
        lay_out(what, built, pathlib.Path(files))
        for line in what.symbolic_lines():
            if options.filter in line.text:
                for model in options.memory.split(","):
                    good &= explore(line, model, what, built, files, command, options)
    return good


def explore(line, model, what, built, files, command, options):
    """One exploration: a row, its faults, and what replaying some of its tests says."""
    program = str(built / what.programs[line.words[0]])
    with tempfile.TemporaryDirectory(prefix="strata-real-") as scratch:
        out, directory = f"{scratch}/out", f"{scratch}/files"
        shutil.copytree(files, directory, symlinks=True)
        status, _, said, seconds = timed(
            [str(command), "run", f"--memory={model}", "--output-dir", out,
             *what.options, *line.options, "--run-in-dir", directory, program, *line.words[1:]],
            line.stdin, directory, {**os.environ, "STRATA_CACHE": str(CACHE)}, options.max_time + LIMIT,
            options.max_time)
        if status not in (0, 1, 3) or not os.path.exists(f"{out}/summary.json"):
            print(f"  {model:<16} FAILED with status {status}: {line.text}\n{said.decode(errors='replace')[-2000:]}")
            return False
        summary = json.loads(pathlib.Path(out, "summary.json").read_text())
        print(row(model, seconds, summary), "", line.text)
        for error in summary["errors"]:
            print(f"    {error['file']}:{error['line']}: {error['message']}")
        for what, count in reasons(summary).items():
            print(f"    not exhaustive: {what} ({count})")
        return replayed(program, out, directory, command, options)


def reasons(summary):
    """Why not all paths were followed, and how often, over all places."""
    counts = {}
    for reason in summary["reasons"]:
        counts[reason["what"]] = counts.get(reason["what"], 0) + reason["count"]
    return counts


def row(model, seconds, summary):
    paths, forks, queries, memory = (summary[key] for key in ("paths", "forks", "queries", "memory"))
    return (f"  {model:<16} {seconds:>7.2f} {paths['completed']:>8} {paths['partial']:>7} {paths['faulted']:>6}"
            f" {forks['branch']:>8} {forks['memory']:>7} {queries['total']:>8} {queries['solver']:>7}"
            f" {memory['peak_rss_bytes'] >> 20:>6} {memory['largest_array_bytes']:>9}"
            f" {summary['coverage']['lines_pct']:>6.1f}%")


def replayed(program, out, directory, command, options):
    """Runs a sample of the tests natively, spread evenly over those of paths that were not cut short: by a limit, or by
    what is not modelled, which the run has named."""
    lines = pathlib.Path(out, "tests.jsonl").read_text().splitlines()
    ends = {line["test"]: line["end"] for line in map(json.loads, lines)}
    tests = [test for test in sorted(pathlib.Path(out).glob("*.ktest")) if ends.get(test.name, "cut") != "cut"]
    sample = tests[:: max(1, -(-len(tests) // options.replay))] if options.replay else []
    if not sample:
        return True
    done = subprocess.run([command, "replay", program, *sample], cwd=directory, capture_output=True, text=True)
    said = (done.stdout + done.stderr).strip().splitlines()
    print(f"    replay of {len(sample)} of {len(tests)} tests: {said[-1] if said else done.returncode}")
    if done.returncode != 0:
        print("\n".join(f"      {line}" for line in said[:-1] if ": confirmed: " not in line))
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["list", "build", "concrete", "symbolic"])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes at once")
    parser.add_argument("--again", action="store_true", help="build: even if it is in the cache")
    parser.add_argument("--cflags", default="", help="further flags for the bitcode, as bench/real.py has -O1")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only lines that contain this")
    parser.add_argument("--memory", default="fork", metavar="MODELS", help="symbolic: models of memory, by comma")
    parser.add_argument("--max-time", type=int, default=60, metavar="SECONDS", help="symbolic: processor time for each line")
    parser.add_argument("--replay", type=int, default=50, metavar="N", help="symbolic: at most so many tests of each")
    options = parser.parse_intermixed_args()
    chosen = options.names or names()
    if options.command == "list":
        print("\n".join(names()))
        return
    check_tools(chosen, options.cflags)
    command = strata()
    good = True
    for name in chosen:
        print(f"{name}:", flush=True)
        if options.command == "build":
            print(f"  {build(name, command, options.jobs, options.again, options.cflags)}")
        else:
            good &= {"concrete": concrete, "symbolic": symbolic}[options.command](name, command, options)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
