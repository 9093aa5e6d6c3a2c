"""What a recipe says: how a program is fetched, built and run.

A recipe is a file `recipes/NAME.py` that sets `RECIPE`:

    from recipe import Recipe

    RECIPE = Recipe(
        sources=["grep"],
        build="cd grep && ./configure -q CC=\"$CC\" && make -s -j$JOBS",
        programs={"grep": "grep/src/grep"},
        files={"text": "one\\ntwo\\n"},
        lines='''
            grep -n one text
            grep -c o < text
        ''',
    )
"""

import dataclasses
import pathlib
import shlex
from typing import Callable


@dataclasses.dataclass
class Case:
    """A command line, run natively and by `strata run`."""

    # The program's name in the recipe, and its arguments.
    words: list[str]
    # What it reads: nothing unless told otherwise.
    stdin: bytes = b""
    # What the table calls it: the command line unless told otherwise.
    name: str = ""
    # The program's environment.
    env: dict[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Exploration:
    """A command line with symbolic input."""

    text: str
    # Options of `strata run`, which stand before the program.
    options: list[str]
    # The program's name in the recipe, and its arguments.
    words: list[str]
    stdin: bytes


@dataclasses.dataclass
class Recipe:
    # Source packages of the distribution. Each one's upstream source is unpacked, without the distribution's
    # patches, into a directory of its name.
    sources: list[str]
    # A shell script, run where the sources are. $CC and $CXX are `strata cc` and `strata c++`, and $JOBS is how
    # many processes make may start. CC is exported, but `configure` remembers it only as an argument. $ANSWERS is a
    # file for `--cache-file`, in which packages that use Gnulib and are configured with the same flags share answers.
    build: str
    # Programs by name, and where the build leaves them.
    programs: dict[str, str]
    # Commands that the build needs besides a compiler and make.
    tools: list[str] = dataclasses.field(default_factory=list)
    # Files of the directory in which every line runs; each run starts with these and nothing else.
    files: dict[str, str | bytes] = dataclasses.field(default_factory=dict)
    # A shell script that makes further ones there, once. Programs of the recipe are on its PATH, and $BUILT is
    # where they were built.
    setup: str = ""
    # Command lines, one to a line, quoted as for a shell, which is not there: only `< FILE` at the end and
    # `NAME=VALUE` at the beginning have their meaning. Empty lines and those that begin with # are skipped.
    lines: str = ""
    # Further cases, made from the directory in which the program was built.
    cases: Callable[[pathlib.Path], list[Case]] | None = None
    # Cases that differ from the native run, by name, and which property of the model makes them differ.
    # A case that is listed here and does not differ is an error, too.
    known: dict[str, str] = dataclasses.field(default_factory=dict)
    # Whether the files that a line makes or changes are compared as well.
    writes: bool = False
    # Options of `strata run` for all lines.
    options: list[str] = dataclasses.field(default_factory=list)
    # Command lines with symbolic input (`--sym-args …`, templates), for `symbolic`. `lines` says how they are
    # written; words before the program are options of `strata run`, with `=` before their values.
    symbolic: str = ""

    def all_cases(self, built: pathlib.Path) -> list[Case]:
        cases = [self.case(line) for line in command_lines(self.lines)]
        return cases + (self.cases(built) if self.cases else [])

    def case(self, line: str) -> Case:
        words, stdin = self.parse(line)
        first = next(i for i, word in enumerate(words) if "=" not in word)
        env = dict(word.split("=", 1) for word in words[:first])
        return Case(words[first:], stdin, line, env)

    def symbolic_lines(self) -> list[Exploration]:
        return [self.exploration(line) for line in command_lines(self.symbolic)]

    def exploration(self, line: str) -> Exploration:
        words, stdin = self.parse(line)
        first = next(i for i, word in enumerate(words) if not word.startswith("-"))
        return Exploration(line, words[:first], words[first:], stdin)

    def parse(self, line: str) -> tuple[list[str], bytes]:
        """The words of a line, and its standard input."""
        words = shlex.split(line)
        if len(words) < 3 or words[-2] != "<":
            return words, b""
        content = self.files[words[-1]]
        return words[:-2], content.encode() if isinstance(content, str) else content


def command_lines(text: str) -> list[str]:
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]
