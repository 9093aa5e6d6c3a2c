#!/bin/sh
# Makes SQLite's amalgamation (sqlite3.c, sqlite3.h, shell.c) from the
# distribution's source package, and prints the directory that holds it.
#
#   tests/corpora/sqlite.sh
set -eu
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${STRATA_CACHE:-$HOME/.cache/strata}
result=$cache/corpora/sqlite

fail() {
    echo "sqlite.sh: $*" >&2
    exit 1
}

# Tests that run at the same time must not make it twice.
mkdir -p "$cache/corpora"
exec 8>"$cache/corpora/lock"
flock 8
if [ -e "$result/shell.c" ]; then
    echo "$result"
    exit 0
fi
for tool in cc make tclsh; do
    command -v "$tool" >/dev/null || fail "$tool is missing; run setup.sh --dev"
done
source=$("$root/runtime/fetch-source.sh" sqlite3) || exit 1
work=$(mktemp -d "$cache/corpora/sqlite-build.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/out"
tar -xf "$(find "$source" -name 'sqlite3_*.orig.tar.*z')" -C "$work/tree" --strip-components=1

if ! (cd "$work/tree" && ./configure --disable-tcl --disable-readline && make sqlite3.c shell.c) \
    >"$work/log" 2>&1; then
    tail -n 20 "$work/log" >&2
    fail "the build failed"
fi
(cd "$work/tree" && cp sqlite3.c sqlite3.h shell.c "$work/out/")
rm -rf "$result"
mv "$work/out" "$result"
echo "$result"
