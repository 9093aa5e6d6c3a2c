"""GNU m4, by its own checks: the examples of its manual."""

import pathlib

from recipe import Case, Recipe


def checks(built: pathlib.Path) -> list[Case]:
    """A case for each check, run as `checks/check-them` runs it."""
    return [check(path) for path in sorted((built / "m4/checks").glob("[0-9][0-9][0-9].*"))]


def check(path: pathlib.Path) -> Case:
    lines = path.read_bytes().splitlines(keepends=True)
    options = lines[2].decode().removeprefix("dnl @ extra options:").split()
    given = []
    for line in lines:
        if not line.startswith(b"dnl @"):
            given.append(line)
        if line == b"^D\n":
            break
    return Case(["m4", "-d", *options, "-"], b"".join(given), path.name, {"LC_MESSAGES": "C", "M4PATH": "examples"})


# What the commands of other checks write and end with.
SCRIPTS = ["true=0", "false=1", "exit 2=2", "echo foo=0:foo.txt", "echo dnl && exit 127=127:dnl.txt"]

# Checks that run m4 itself, kill a shell or have a command remove files.
COMMANDS = """
    005.command_li 006.command_li 007.command_li 145.diversions 195.syscmd 198.sysval 199.mkstemp 200.mkstemp
    201.mkstemp 209.using_froz
""".split()

RECIPE = Recipe(
    sources=["m4"],
    build='cd m4 && ./configure -q --cache-file="$ANSWERS" CC="$CC" --disable-nls && make -s -j"$JOBS"',
    programs={"m4": "m4/src/m4"},
    setup='cp -r "$BUILT/m4/examples" . && touch Makefile',
    files={"foo.txt": "foo\n", "dnl.txt": "dnl\n",
           "define.tpl": "define(`f@@', `<$1>')f@@(x)\n", "use.tpl": "define(`f', `<$1>')@@@@(x)\n"},
    cases=checks,
    lines="""
        m4 --help
        m4 --version
        m4 --nonsense
        m4 nowhere.m4
        m4 -s examples/hanoi.m4
    """,
    options=[f"--spawn={script}" for script in SCRIPTS],
    known={name: "it runs a command of the shell" for name in COMMANDS},
    symbolic="""
        m4 --sym-stdin 3
        m4 --sym-stdin-template define.tpl --template-mark @
        m4 -H37 --sym-stdin-template define.tpl --template-mark @
        m4 -H37 --sym-stdin-template use.tpl --template-mark @ --template-range=a-z
    """,
)
