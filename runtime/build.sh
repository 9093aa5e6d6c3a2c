#!/bin/sh
# Builds the runtime: musl with our overlay, as an archive of bitcode, the headers
# that go with it, and the library for native runs of tests. Prints the directory
# of the result.
#
#   runtime/build.sh [--force]
#
# The result is $STRATA_CACHE/runtime-HASH (STRATA_CACHE is ~/.cache/strata by
# default), with a symbolic link $STRATA_CACHE/runtime to the current one:
#   include/      headers for programs: the C library's, klee/klee.h, strata.h
#   cxxflags      further options for C++ programs, one to a line, where the
#                 system has the headers of libstdc++
#   lib/libc.a    bitcode members with a symbol table
#   replay/       include/ and lib/ for native builds, with the system's C library
#   info          what it was made of
# HASH covers the files here, the musl package and the compiler.
#
# Environment: STRATA_CLANG (the compiler), STRATA_MUSL (a musl source tarball
# instead of the distribution's source package), STRATA_JOBS.
set -eu
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
cache=${STRATA_CACHE:-$HOME/.cache/strata}
jobs=${STRATA_JOBS:-$(nproc)}

fail() {
    echo "runtime/build.sh: $*" >&2
    exit 1
}

# Sets clang, llvm_ar: the tools of one version, 19 by choice, then the newest.
find_tools() {
    clang=${STRATA_CLANG:-}
    if [ -z "$clang" ]; then
        for version in 19 22 21 20 18 17 16 15 14 13; do
            if command -v "clang-$version" >/dev/null && command -v "llvm-ar-$version" >/dev/null; then
                clang=clang-$version
                break
            fi
        done
    fi
    clang=$(command -v "${clang:-clang}") || fail "no clang found; run setup.sh first"
    tools=$(dirname "$(readlink -f "$clang")")
    llvm_ar=$tools/llvm-ar
    [ -x "$llvm_ar" ] || llvm_ar=$(command -v llvm-ar) || fail "no llvm-ar found; run setup.sh first"
}

# Sets tarball: the upstream source of musl.
find_musl() {
    tarball=${STRATA_MUSL:-}
    if [ -z "$tarball" ]; then
        source=$("$here/fetch-source.sh" musl) || exit 1
        tarball=$(echo "$source"/musl_*.orig.tar.*z)
    fi
    [ -f "$tarball" ] || fail "no musl source at $tarball"
}

# Prints the directories of the newest libstdc++ headers, if there are any.
cxx_headers() {
    newest=$(find /usr/include/c++ -mindepth 1 -maxdepth 1 -name '[0-9]*' 2>/dev/null |
        sed 's|.*/||' | sort -n | tail -n 1)
    [ -n "$newest" ] || return 0
    for directory in "/usr/include/c++/$newest" "/usr/include/x86_64-linux-gnu/c++/$newest"; do
        [ ! -d "$directory" ] || echo "$directory"
    done
}

# Everything the result depends on, in one line.
fingerprint() {
    {
        (cd "$here" && find overlay include replay build.sh leave-out.txt -type f | sort | xargs sha256sum)
        sha256sum <"$tarball"
        "$clang" --version | head -n 1
        cxx_headers
    } | sha256sum | cut -c 1-16
}

# Unpacks musl into $work/musl and lays our files over it.
make_tree() {
    mkdir "$work/musl"
    tar -xf "$tarball" -C "$work/musl" --strip-components=1
    cp -R "$here/overlay/." "$work/musl/"
    # Under these pragmas clang emits constrained intrinsics; there are no flags,
    # and arithmetic takes the rounding mode without them.
    find "$work/musl/src" -name '*.c' -exec sed -i '/#pragma STDC FENV_ACCESS/d' {} +
    # As glibc does: programs that do not find it bring one that reads beyond the end of what it is given.
    sed -i 's/^void \*memrchr(.*/&\nvoid *rawmemchr(const void *, int);/' "$work/musl/include/string.h"
    printf '#define VERSION "%s"\n' "$(cat "$work/musl/VERSION")" >"$work/musl/src/internal/version.h"
}

install_headers() {
    include=$work/out/include
    mkdir -p "$include/bits"
    cp -R "$work/musl/include/." "$include/"
    cp "$work"/musl/arch/generic/bits/*.h "$include/bits/"
    cp "$work"/musl/arch/x86_64/bits/*.h "$include/bits/"
    sed -f "$work/musl/tools/mkalltypes.sed" "$work/musl/arch/x86_64/bits/alltypes.h.in" \
        "$work/musl/include/alltypes.h.in" >"$include/bits/alltypes.h"
    sed 'p;s/__NR_/SYS_/' "$work/musl/arch/x86_64/bits/syscall.h.in" >"$include/bits/syscall.h"
    rm "$include/alltypes.h.in"
    cp -R "$here/include/." "$include/"
    # The kernel's interface is the same for every C library.
    for kernel in /usr/include/linux /usr/include/asm-generic /usr/include/x86_64-linux-gnu/asm /usr/include/asm; do
        [ ! -d "$kernel" ] || ln -sfn "$kernel" "$include/$(basename "$kernel")"
    done
}

# These options must come before those for C, or the wrappers that C++ has for
# headers of C do not find them.
write_cxxflags() {
    [ -n "$(cxx_headers)" ] || return 0
    {
        echo "-nostdinc++"
        cxx_headers | sed 's/^/-isystem\n/'
        printf '%s\n' -include strata/cxx.h
    } >"$work/out/cxxflags"
}

# The list of sources, relative to the tree. Files in directories named after an
# architecture are assembly, or C with assembly: the generic ones stand in.
list_sources() {
    (cd "$work/musl" && find src -mindepth 2 -maxdepth 2 -name "*.c" -o -mindepth 2 -maxdepth 2 -name "*.cpp") |
        grep -vxF -f "$here/leave-out.txt"
}

# No libc names are special inside libc (-ffreestanding), or its loops would be
# turned into calls of themselves. Vectors, unrolling and fused arithmetic suit
# processors, not interpreters.
compile() {
    cat >"$work/compile" <<EOF
#!/bin/sh
out=../obj/\$(echo "\${1#src/}" | tr / _ | sed 's/\.c[p]*\$/.bc/')
case \$1 in
*.cpp) language="-std=c++17 -fno-exceptions -fno-rtti -nostdinc++" ;;
*) language="-std=c99" ;;
esac
exec "$clang" --target=x86_64-linux-musl -c -emit-llvm -o "\$out" \$language \\
    -O2 -g1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -ffp-contract=off \\
    -ffreestanding -fno-strict-aliasing -fno-stack-protector -fno-pic -w \\
    -fno-asynchronous-unwind-tables -fno-unwind-tables -ffile-prefix-map="$work/"= \\
    -fdebug-compilation-dir=musl -nostdinc -D_XOPEN_SOURCE=700 \\
    -Iarch/x86_64 -Iarch/generic -Isrc/include -Isrc/internal -I../out/include "\$1"
EOF
    chmod +x "$work/compile"
    mkdir "$work/obj"
    list_sources >"$work/sources"
    (cd "$work/musl" && xargs -P "$jobs" -n 1 "$work/compile" <"$work/sources") ||
        fail "compilation failed"
}

# The replay library is native code. It has a directory of its own: with ours in
# its path, a linker would take the bitcode for the system's C library.
make_replay() {
    replay=$work/out/replay
    mkdir -p "$replay/lib" "$work/replay"
    cp -R "$here/include" "$replay/include"
    for source in "$here"/replay/*.c; do
        "$clang" -c -O2 -g1 -fPIC -std=gnu11 -fno-builtin -Wall -Wextra -ffile-prefix-map="$here/"= \
            -o "$work/replay/$(basename "$source" .c).o" "$source" || fail "compilation failed"
    done
    "$llvm_ar" rcsD "$replay/lib/libstrata-replay.a" "$work"/replay/*.o
    "$clang" -shared -Wl,-soname,libstrata-replay.so -o "$replay/lib/libstrata-replay.so" "$work"/replay/*.o ||
        fail "the replay library cannot be linked"
}

make_archive() {
    mkdir "$work/out/lib"
    (cd "$work/obj" && "$llvm_ar" rcsD "$work/out/lib/libc.a" ./*.bc)
    {
        echo "musl $(cat "$work/musl/VERSION")"
        echo "clang $("$clang" --version | head -n 1)"
        echo "members $(wc -l <"$work/sources")"
        echo "hash $hash"
    } >"$work/out/info"
}

find_tools
find_musl
hash=$(fingerprint)
result=$cache/runtime-$hash
if [ "${1:-}" = --force ] || [ ! -e "$result/info" ]; then
    mkdir -p "$cache"
    work=$(mktemp -d "$cache/runtime-build.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    make_tree
    install_headers
    write_cxxflags
    compile
    make_replay
    make_archive
    [ "${1:-}" != --force ] || rm -rf "$result"
    # Another build of the same may have come first.
    mv -T "$work/out" "$result" 2>/dev/null || [ -e "$result/info" ]
fi
# The link is replaced in one step, so that a concurrent reader always has one.
link=$(mktemp -d "$cache/runtime-link.XXXXXX")
ln -s "runtime-$hash" "$link/runtime"
mv -T "$link/runtime" "$cache/runtime"
rmdir "$link"
echo "$result"
