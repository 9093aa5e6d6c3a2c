"""GNU grep: basic, extended and fixed patterns, contexts, recursion, binary files."""

from recipe import Recipe

TEXT = """one two three
two three four

Three Four five
a.b*c [x] a+b
the quick brown fox jumps over the lazy dog
aaabbb abab
last line without three"""

RECIPE = Recipe(
    sources=["grep"],
    # Without the tests of Gnulib.
    build="""
        cd grep && ./configure -q --cache-file="$ANSWERS" CC="$CC" --disable-nls --disable-perl-regexp
        for part in lib src; do make -s -j"$JOBS" -C $part; done
    """,
    programs={"grep": "grep/src/grep"},
    files={"text": TEXT, "patterns": "one\nfox\n", "binary": b"one\0two\nthree\xff\n", "dir/a": "three\n",
           "dir/b": "nothing\n", "dir/sub/c": "x three\n", "long": "".join(f"{i} {i * 7919 % 10007}\n" for i in range(3000))},
    lines=r"""
        grep three text
        grep -n -i three text
        grep -c -v o text
        grep -o 'a*b' text
        grep -E '(ab)+|f(ou|i)' text
        grep -E -w '(o|t)[a-z]+' text
        grep -F 'a.b*c' text
        grep -x '' text
        grep -b -A1 -B1 fox text
        grep -f patterns text
        grep -l three text dir/a dir/b
        grep -L three text dir/a dir/b
        grep -r three dir/sub
        grep -rc three dir/sub
        grep -h -s three dir/a nowhere text
        grep three nowhere
        grep one binary
        grep -a -n one binary
        grep '\(a\)\1' text
        grep -E 'a{2,3}b' text
        grep '[[:upper:]]' text
        grep '[' text
        grep -E '(' text
        grep -m2 -H t text
        grep --color=always three text
        grep -q three text
        grep two < text
        grep -z one binary
        grep -c 77 long
        grep -E '^([0-9]+) \1$' long
        grep --help
        grep
    """,
    symbolic="""
        grep -E --sym-arg 3 text
        grep --sym-arg 3 < text
    """,
)
