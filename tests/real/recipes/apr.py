"""APR's own test programs: the suites of `testall`, one by one, and the programs that take input."""

from recipe import Recipe

# Not those that need what is not modelled: threads (testatomic, testdir and others), sockets, other processes
# (testrand and others), modules loaded at run time. Not teststr, which follows a pointer that was never set.
SUITES = """
    testargs testdup testencode testenv testescape testfile testfilecopy testfileinfo testflock testfmt testfnmatch
    testhash testipsub testmmap testnames testpath testpools testskiplist teststrnatcmp testtable testtemp testtime
    testud testuser testvsn
""".split()

RECIPE = Recipe(
    sources=["apr"],
    build='cd apr && ./configure -q CC="$CC" --disable-shared && make -s -j"$JOBS"'
          ' && make -s -j"$JOBS" -C test testall readchild testlockperf sendfile',
    programs={name: f"apr/test/{name}" for name in ("testall", "readchild", "testlockperf", "sendfile")},
    files={"input": "some bytes\n" * 30},
    setup='cp -r "$BUILT/apr/test/data" .',
    options=["--host-files=/etc/passwd", "--host-files=/etc/group"],
    lines="\n".join([f"testall {suite}" for suite in SUITES] + [
        "testall -l",
        "testall -nonsense",
        "readchild < input",
        "testlockperf -x",
        "sendfile",
    ]),
    # Suites that are not among the lines above are found, too: no process or thread can be created.
    symbolic="""
        --spawn=fail testall --sym-arg-template 'test????' --template-range=a-z
        --spawn=fail testall --sym-arg-template '-?'
        --spawn=fail testlockperf --sym-args 1 1 3
        sendfile --sym-args 1 2 2
        readchild --sym-stdin 8
    """,
)
