"""GNU diffutils: all forms of output of diff, cmp, diff3 and sdiff."""

from recipe import Recipe

OLD = "".join(f"line {i}\n" for i in range(1, 41))
NEW = OLD.replace("line 3\n", "").replace("line 9\n", "line nine\n").replace("line 30\n", "line 30\nadded\nadded too\n")
MINE = OLD.replace("line 20\n", "line twenty\n")
THEIRS = OLD.replace("line 20\n", "LINE 20\n").replace("line 5\n", "")
PROGRAM = "int f(void)\n{\n  return 1;\n}\n\n\nint g(void)\n{\n  return 2;\n}\n"

RECIPE = Recipe(
    sources=["diffutils"],
    # Without the tests of Gnulib.
    build="""
        cd diffutils && ./configure -q --cache-file="$ANSWERS" CC="$CC" --disable-nls
        for part in lib src; do make -s -j"$JOBS" -C $part; done
    """,
    programs={name: f"diffutils/src/{name}" for name in ["diff", "cmp", "diff3", "sdiff"]},
    files={"old": OLD, "new": NEW, "mine": MINE, "theirs": THEIRS, "f.c": PROGRAM,
           "g.c": PROGRAM.replace("return 2", "return 3"), "blank": "a  b\n\nC\n", "blank2": "a b\nc\n",
           "bytes": bytes(range(256)), "bytes2": bytes(range(255)) + b"\0", "no-newline": "a\nb",
           "with-newline": "a\nb\n", "d/same": "x\n", "d/other": "y\n", "d/only": "z\n", "e/same": "x\n",
           "e/other": "Y\n", "e/sub/f": "1\n", "empty": "",
           "long": "".join(f"{i * 7919 % 1009}\n" for i in range(1500)),
           "long2": "".join(f"{i * 7919 % 1009}\n" for i in range(1500) if i % 7)},
    lines=r"""
        diff old old
        diff old new
        diff -u --label a --label b old new
        diff -U1 --label a --label b old new
        diff -c --label a --label b old new
        diff -e old new
        diff -n old new
        diff -y -W 40 old new
        diff -y --suppress-common-lines old new
        diff -q old new
        diff -s old old
        diff -w -B -i blank blank2
        diff -b blank blank2
        diff bytes bytes2
        diff -a bytes bytes2
        diff no-newline with-newline
        diff -r d e
        diff -rN d e
        diff -rq d e
        diff -p -u --label a --label b f.c g.c
        diff -D NEW old new
        diff -I line old new
        diff --line-format=%l. old new
        diff --minimal long long2
        diff long long2
        diff --speed-large-files long long2
        diff old nowhere
        diff old
        diff empty old
        diff - old < new
        diff --color=always old new
        diff --help
        cmp old old
        cmp old new
        cmp -b old new
        cmp -l bytes bytes2
        cmp -lb old mine
        cmp -s old new
        cmp -n 10 old new
        cmp -i 5 old mine
        cmp old empty
        cmp nowhere old
        cmp - old < old
        cmp
        diff3 -m mine old theirs
        diff3 mine old
        diff3 --help
        diff3 --nonsense mine old theirs
        diff3 -A -x mine old theirs
        diff3 --version
        sdiff old new
        sdiff -o out old old
        sdiff old
        sdiff --nonsense
        sdiff --help
    """,
    known={
        "diff3 -m mine old theirs": "it starts diff in another process",
        "sdiff old new": "it becomes another program, diff",
        "sdiff -o out old old": "it starts diff in another process",
    },
    symbolic="""
        diff --sym-files 2 4 A B
        cmp --sym-files 2 4 A B
    """,
)
