#!/bin/sh
# Checks what the engine relies on in a built runtime:
#   - its undefined symbols are exactly those of undefined.txt
#   - no symbol has two strong definitions
#   - no inline assembly is left, and no vectors but those of two floats in
#     which the calling convention passes complex numbers
#
#   runtime/check.sh [RUNTIME-DIRECTORY]
set -eu
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
runtime=${1:-${STRATA_CACHE:-$HOME/.cache/strata}/runtime}
archive=$(readlink -f "$runtime/lib/libc.a")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "runtime/check.sh: $*" >&2
    exit 1
}

# Prints the path of a tool as new as the compiler that wrote the archive.
version=$(sed -n 's/^clang .*version \([0-9]*\).*/\1/p' "$runtime/info")
tool() {
    command -v "$1-$version" || command -v "$1" || fail "$1 is missing; run setup.sh first"
}
nm=$(tool llvm-nm)
ar=$(tool llvm-ar)
dis=$(tool llvm-dis)

"$nm" --quiet --portability "$archive" >"$work/symbols"
awk '$2 ~ /^[Uwv]$/ { wanted[$1] } $2 ~ /^[A-TV-ZW]$/ { defined[$1] }
    END { for (name in wanted) if (!(name in defined)) print name }' "$work/symbols" |
    sort >"$work/undefined"
sed '/^#/d; /^$/d' "$here/undefined.txt" | sort >"$work/expected"
diff "$work/expected" "$work/undefined" >"$work/diff" ||
    fail "undefined symbols differ from undefined.txt (<):
$(cat "$work/diff")"

twice=$(awk '$2 ~ /^[A-TX-Z]$/ { print $1 }' "$work/symbols" | sort | uniq -d)
[ -z "$twice" ] || fail "defined more than once: $twice"

mkdir "$work/members"
cd "$work/members"
"$ar" x "$archive"
find . -name '*.bc' -print0 | xargs -0 -n 200 "$dis"
! grep -lE '(call|invoke|callbr).* asm |^module asm' ./*.ll || fail "inline assembly in the members above"
! grep -oHE '<([0-9]+|vscale) x [^>]*>' ./*.ll | grep -vE '<2 x (float|i32)>' || fail "vectors in the members above"

echo "runtime: $(find . -name '*.bc' | wc -l) members, $(wc -l <"$work/undefined") undefined symbols as expected"
