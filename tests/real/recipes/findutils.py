"""GNU findutils: find's tests and actions, xargs as far as it starts no command."""

from recipe import Recipe

RECIPE = Recipe(
    sources=["findutils"],
    # Without the tests of Gnulib.
    build="""
        cd findutils && ./configure -q --cache-file="$ANSWERS" CC="$CC" --disable-nls
        for part in gl lib find xargs; do make -s -j"$JOBS" -C $part; done
    """,
    programs={"find": "findutils/find/find", "xargs": "findutils/xargs/xargs"},
    files={"tree/a.c": "int x;\n", "tree/b.h": "", "tree/sub/c.c": "x" * 5000, "tree/sub/deep/d.txt": "d\n",
           "tree/sub/deep/e.txt": "e\n" * 600, "tree/empty/.keep": "", "words": "one two\nthree 'four five'\nsix\n",
           "quote": "one 'two\n", "nothing": ""},
    setup="""
        ln -s ../a.c tree/sub/link && ln -s nowhere tree/broken && rm tree/empty/.keep && chmod 600 tree/b.h
        chmod 755 tree/a.c && touch -d 2001-02-03T04:05:06Z tree/a.c && touch -d 2020-01-01Z tree/sub/c.c
    """,
    lines=r"""
        find tree/sub/deep/d.txt
        find tree -name '*.c'
        find tree -name c.c -o -name a.c
        find tree -type d
        find tree -type l
        find tree -maxdepth 1 -name 'b*h'
        find tree -mindepth 3 -name 'd*'
        find tree -empty
        find tree -size +1k
        find tree -size -10c -type f
        find tree -perm 600
        find tree -newer tree/a.c -name c.c
        find tree -path '*/deep/d*'
        find tree -regex '.*/[ac]\.c'
        find tree -iname 'C.C' -print0
        find tree -name a.c -printf '%p %s %m %f %h %d %y\n'
        find tree -name a.c -printf '%TY-%Tm-%Td %TH:%TM\n'
        find tree -name '*.txt' -prune -o -name sub -print
        find tree/sub/deep -not -name '*.*'
        find -L tree -name link
        find tree -lname '*a.c' -printf '%l\n'
        find tree -depth -name sub
        find tree -name c.c -quit
        find tree -samefile tree/a.c
        find tree -name b.h -delete -print
        find nowhere
        find tree -nonsense
        find tree -name
        find -O3 tree -name c.c -readable
        find tree -newermt 2019-01-01 -name c.c
        find --version
        find --help
        xargs --help
        xargs --version
        xargs --nonsense
        xargs -r < nothing
        xargs -n x < words
        xargs -s 5 < words
        xargs < quote
        xargs -a nowhere
        xargs --show-limits -r < nothing
        xargs < words
        xargs -n1 -t < words
    """,
    known={
        "find tree -newer tree/a.c -name c.c": "files have the time at which the program starts",
        r"find tree -name a.c -printf '%TY-%Tm-%Td %TH:%TM\n'": "files have the time at which the program starts",
        "xargs < quote": "it starts echo in another process",
        "xargs < words": "it starts echo in another process",
        "xargs -n1 -t < words": "it starts echo in another process",
    },
    symbolic="""
        find tree -name --sym-arg 2
    """,
)
