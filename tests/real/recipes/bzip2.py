"""bzip2: compression and back, on text, binary data and damaged files."""

from recipe import Recipe

TEXT = "".join(f"line {i} of {i * i % 97}\n" for i in range(400))

RECIPE = Recipe(
    sources=["bzip2"],
    build='cd bzip2 && make -s -j"$JOBS" CC="$CC" bzip2 bzip2recover',
    programs={"bzip2": "bzip2/bzip2", "bzip2recover": "bzip2/bzip2recover"},
    files={"text": TEXT, "empty": "", "bytes": bytes(range(256)) * 8, "broken.bz2": b"BZh91AY&SYnonsense"},
    setup="bzip2 -k text && bzip2 -k bytes && bzip2 -k empty && head -c 200 text.bz2 > cut.bz2",
    lines="""
        bzip2 -c text
        bzip2 -1 -c bytes
        bzip2 -9 -c empty
        bzip2 -dc text.bz2
        bzip2 -dc -s bytes.bz2
        bzip2 -tv text.bz2 bytes.bz2 empty.bz2
        bzip2 -dc cut.bz2
        bzip2 -t broken.bz2
        bzip2 -dc nowhere.bz2
        bzip2 < text
        bzip2 -kvv text
        bzip2 --help
        bzip2 --nonsense
        bzip2recover
        bzip2recover text.bz2
        bzip2recover text
    """,
    symbolic="""
        bzip2 -dc --sym-stdin 12
        bzip2 -c --sym-stdin 3
    """,
)
