"""GNU gzip: compression and back, listing, damaged files."""

from recipe import Recipe

TEXT = "".join(f"line {i} of {i * i % 97}\n" for i in range(1500))

RECIPE = Recipe(
    sources=["gzip"],
    build='cd gzip && ./configure -q --cache-file="$ANSWERS" CC="$CC" && make -s -j"$JOBS"',
    programs={"gzip": "gzip/gzip"},
    files={"text": TEXT, "empty": "", "dir/sub/one": "in a directory\n", "bytes": bytes(range(256)) * 8, "broken.gz": b"\x1f\x8b\x08\0nonsense and more",
           "compressed.Z": b"\x1f\x9d\x90a\xc4\x8c!\x03"},
    setup="gzip -nk text bytes empty && head -c 200 text.gz > cut.gz && cat text.gz bytes.gz > two.gz",
    lines="""
        gzip -nc text
        gzip -1nc text
        gzip -9nc bytes
        gzip -nc empty
        gzip -dc text.gz
        gzip -dc bytes.gz empty.gz
        gzip -dc two.gz
        gzip -dc compressed.Z
        gzip -dc cut.gz
        gzip -tv text.gz bytes.gz
        gzip -t broken.gz
        gzip -l text.gz bytes.gz
        gzip -lv text.gz
        gzip -nkv text
        gzip -dkf text.gz
        gzip -dc nowhere.gz
        gzip -dc text
        gzip -nrc dir
        gzip -n < text
        gzip -nc --rsyncable text
        gzip -nc < bytes
        gzip --help
        gzip --nonsense
    """,
    known={"gzip -lv text.gz": "files have the time at which the program starts"},
    symbolic="""
        gzip -dc --sym-stdin 12
        gzip -nc --sym-stdin 3
    """,
)
