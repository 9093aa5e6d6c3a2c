#!/bin/sh
# How long loading a big module takes, against llvm-dis: SQLite at -O0 -g by
# clang-19. Each side is a whole process, from start to exit; the least of some
# runs counts. llvm-dis also writes the text, to /dev/null; opt without passes
# shows what LLVM needs to load alone.
#
#   bench/load.sh [RUNS]
set -eu
export LC_ALL=C

runs=${1:-5}
root=$(cd "$(dirname "$0")/.." && pwd)
cache=${STRATA_CACHE:-$HOME/.cache/strata}
source=$cache/corpora/sqlite/sqlite3.c

fail() {
    echo "load.sh: $*" >&2
    exit 1
}

for tool in clang-19 llvm-dis-19 opt-19 cargo python3; do
    command -v "$tool" >/dev/null || fail "$tool is missing; run setup.sh --dev"
done
[ -f "$source" ] || "$root/tests/corpora/sqlite.sh" >/dev/null || fail "no SQLite source"

module=$cache/corpora/sqlite/sqlite3.O0.bc
if [ ! "$module" -nt "$source" ]; then
    clang-19 -O0 -g -w -emit-llvm -c "$source" -o "$module.part"
    mv "$module.part" "$module"
fi

cd "$root"
cargo build -q --release -p bitcode --example read
reader=${CARGO_TARGET_DIR:-$root/target}/release/examples/read

exec python3 - "$runs" "$module" "$reader" <<'PYTHON'
import os, subprocess, sys, time

runs, module, reader = int(sys.argv[1]), sys.argv[2], sys.argv[3]
commands = {
    "strata": [reader, module, "1"],
    "opt-19": ["opt-19", "-passes=", "-disable-verify", "-disable-output", module],
    "llvm-dis-19": ["llvm-dis-19", module, "-o", "/dev/null"],
}

def elapsed(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start

# The sides take turns, so that noise hits all of them.
least = {name: float("inf") for name in commands}
for _ in range(runs):
    for name, command in commands.items():
        least[name] = min(least[name], elapsed(command))

print(f"{os.path.getsize(module) / 1e6:.1f} MB of bitcode, least of {runs} runs")
for name, seconds in least.items():
    print(f"{name:12} {seconds * 1e3:8.1f} ms   {seconds / least['strata']:5.1f} times strata")
if least["strata"] >= least["llvm-dis-19"]:
    sys.exit("strata is slower than llvm-dis-19")
PYTHON
