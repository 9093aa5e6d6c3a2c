#!/bin/sh
# Fetches GCC's C torture tests (gcc.c-torture/execute), from the distribution's
# source package of GCC 12, and prints the directory that holds them.
#
#   tests/corpora/torture.sh
set -eu
export LC_ALL=C

package=gcc-12
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${STRATA_CACHE:-$HOME/.cache/strata}
result=$cache/corpora/gcc-torture

fail() {
    echo "torture.sh: $*" >&2
    exit 1
}

# Tests that run at the same time must not make it twice.
mkdir -p "$cache/corpora"
exec 8>"$cache/corpora/lock"
flock 8
if [ -e "$result/.complete" ]; then
    echo "$result"
    exit 0
fi
# Only the upstream tarball, which holds a tarball in turn.
source=$("$root/runtime/fetch-source.sh" $package --tar-only) || exit 1
work=$(mktemp -d "$cache/corpora/torture.XXXXXX")
trap 'rm -rf "$work"' EXIT
tar -xOf "$(echo "$source"/${package}_*.orig.tar.*z)" --wildcards '*/gcc-*.tar.xz' |
    tar -xJ -C "$work" --wildcards --strip-components=5 '*/gcc/testsuite/gcc.c-torture/execute/*'
count=$(find "$work" -name '*.c' | wc -l)
[ "$count" -gt 1000 ] || fail "the source package holds only $count tests"
touch "$work/.complete"
chmod 755 "$work"
rm -rf "$result"
mv "$work" "$result"
trap - EXIT
# The package is 87 MB; what was needed of it is unpacked.
rm -rf "$source"
echo "$result"
