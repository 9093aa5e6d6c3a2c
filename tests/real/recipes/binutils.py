"""gas of binutils: its object files, byte for byte, its listings and its errors."""

import pathlib

from recipe import Recipe

SOURCES = {path.name: path.read_text() for path in (pathlib.Path(__file__).parent.parent / "gas").iterdir()}

RECIPE = Recipe(
    sources=["binutils"],
    build='cd binutils && ./configure -q CC="$CC" --disable-gdb --disable-gold --disable-ld'
          ' --disable-gprof --disable-gprofng --disable-nls --disable-plugins --disable-werror'
          ' && make -s -j"$JOBS" MAKEINFO=true all-gas',
    tools=["bison", "flex", "gcc"],
    writes=True,
    programs={"as": "binutils/gas/as-new"},
    files={
        **SOURCES,
        "empty.s": "",
        "operand.tpl": "\tmov %eax, %e?x\n",
        "mnemonic.tpl": "\t?dd %eax, %ebx\n",
        "directive.tpl": "\t.l?ng 5\n",
        "number.tpl": "\t.byte 0?1\n",
    },
    setup="gcc -S -O0 -g program.c -o plain.s && gcc -S -O2 -fPIC program.c -o fast.s",
    lines="""
        as instructions.s -o instructions.o
        as -march=generic64 jumps.s -o jumps.o
        as macros.s
        as plain.s -o plain.o
        as fast.s -o fast.o
        as -g --gdwarf-5 instructions.s -o instructions.o
        as -aln jumps.s -o jumps.o
        as --32 fast.s -o fast.o
        as --defsym count=3 macros.s
        as empty.s -o empty.o
        as errors.s
        as nowhere.s
        as --version
        as --nonsense
        as - -o in.o < jumps.s
    """,
    symbolic="""
        as -o a.o --sym-stdin-template operand.tpl -
        as -o a.o --sym-stdin-template mnemonic.tpl -
        as -o a.o --sym-stdin-template directive.tpl -
        as -o a.o --sym-stdin-template number.tpl -
    """,
)
