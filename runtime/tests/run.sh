#!/bin/bash
# Tests the runtime without the engine: its bitcode, compiled for the processor
# and linked with shim.c, must do what the system's libraries do.
#
#   runtime/tests/run.sh [RUNTIME-DIRECTORY]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
runtime=${1:-${STRATA_CACHE:-$HOME/.cache/strata}/runtime}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The linker must be able to read what the compiler of the runtime wrote.
version=$(sed -n 's/^clang .*version \([0-9]*\).*/\1/p' "$runtime/info")
clang=clang-$version
for tool in "$clang" "ld.lld-$version" musl-gcc cc c++; do
    command -v "$tool" >/dev/null || { echo "runtime/tests/run.sh: $tool is missing; run setup.sh --dev" >&2; exit 1; }
done

# Compiles a program against the runtime's headers: compile OUTPUT INPUT [OPTION...]
compile() {
    output=$1
    input=$2
    shift 2
    "$clang" --target=x86_64-linux-musl -nostdlibinc "$@" -isystem "$runtime/include" -fno-pic \
        -O1 -w -c -emit-llvm -o "$output" "$input"
}

# Links a bitcode file with the runtime: link OUTPUT INPUT [OPTION...]
link() {
    output=$1
    shift
    "ld.lld-$version" -static -o "$output" "$@" "$work/shim.o" "$runtime/lib/libc.a"
}

# Runs two programs in the same way: same NAME ONE OTHER
same() {
    for program in "$2" "$3"; do
        status=0
        { (cd "$work" && exec -a "$1" "$program" argument >"$program.out" 2>&1); } 2>/dev/null || status=$?
        echo "exit status $status" >>"$program.out"
    done
    if ! diff "$2.out" "$3.out" >"$work/diff"; then
        echo "$1: the runtime (<) differs from the system's library (>):" >&2
        head -n 40 "$work/diff" >&2
        exit 1
    fi
    echo "$1: $(wc -l <"$2.out") lines agree"
}

cc -O1 -o "$work/strings" "$here/strings.c"
"$work/strings"

"$clang" -O2 -ffreestanding -fno-pic -c -o "$work/shim.o" "$here/shim.c"

compile "$work/library.bc" "$here/library.c"
link "$work/library" "$work/library.bc"
musl-gcc -static -O1 -w -o "$work/library.native" "$here/library.c"
same library "$work/library" "$work/library.native"

compile "$work/language.bc" "$here/language.cpp" -std=c++17
link "$work/language" "$work/language.bc"
c++ -std=c++17 -O1 -o "$work/language.native" "$here/language.cpp"
same language "$work/language" "$work/language.native"

# The system's headers come before the runtime's; the program overruns a buffer
# at its end, which both libraries must stop.
compile "$work/glibc.bc" "$here/glibc.c" -D_FORTIFY_SOURCE=2 -isystem "$("$clang" -print-resource-dir)/include" \
    -isystem /usr/include -isystem "/usr/include/$(cc -print-multiarch)"
link "$work/glibc" "$work/glibc.bc"
"$clang" -O1 -w -D_FORTIFY_SOURCE=2 -o "$work/glibc.native" "$here/glibc.c"
same glibc "$work/glibc" "$work/glibc.native"

# The functions of libstdc++ that throw stay undefined, here as in the engine.
mapfile -t cxxflags <"$runtime/cxxflags"
compile "$work/containers.bc" "$here/containers.cpp" -std=c++17 "${cxxflags[@]}"
link "$work/containers" "$work/containers.bc" --unresolved-symbols=ignore-all
c++ -std=c++17 -O1 -o "$work/containers.native" "$here/containers.cpp"
same containers "$work/containers" "$work/containers.native"
