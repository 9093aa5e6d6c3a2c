"""GNU coreutils: five lines for most of its programs.

What the world is like is no part of this: who the user is, how many processors there are, when files were changed.
"""

from recipe import Recipe

PROGRAMS = """
    [ b2sum base32 base64 basename basenc cat chmod cksum comm cp csplit cut date dd df dir
    dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join link ln
    logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pr printenv
    printf ptx pwd readlink realpath rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shuf sleep
    sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort uname
    unexpand uniq unlink users vdir wc who yes
""".split()

# Utilities that are explored, and what they are given: less than in KLEE's experiments.
EXPLORED = """
    cat head tail sort join comm cut tr wc uniq expr base64 fold od expand paste printf nl tac dirname unexpand
""".split()
INPUT = "--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout"

RECIPE = Recipe(
    sources=["coreutils"],
    build='cd coreutils && ./configure -q --cache-file="$ANSWERS" CC="$CC" --disable-nls && make -s -k -j"$JOBS"',
    # make installs `ginstall` as `install`.
    programs={name: f"coreutils/src/{'ginstall' if name == 'install' else name}" for name in PROGRAMS},
    files={"a": "one two  three\n\tfour\n\nfive six\nlast\n", "b": "b 2\na 1\nc 10\na 1\n", "c": bytes(range(256)) * 4,
           "d/f": "1\n", "d/g": "22\n", "d/sub/h": "333\n", "d/empty/x": "", "sizes": "1K 3\n2M 1G\n10 2\n",
           "pairs": "a b\nb c\nd e\ne a\n", "encoded": "b25lIHR3bwo=\n",
           "long": "".join(f"{i * 7919 % 1009}\n" for i in range(2000))},
    setup="rm d/empty/x && ln -s f d/link && md5sum a b > sums && echo 'x  nope' >> sums",
    lines=r"""
        [ a = a ]
        [ a = a
        b2sum a
        b2sum c
        b2sum -l 128 a
        b2sum nope
        b2sum < a
        base32 a
        base32 -w0 c
        base32 -d a
        base32 -w5 a
        base32 < a
        base64 a
        base64 -w0 c
        base64 -d a
        base64 -w5 a
        base64 < a
        base64 -d encoded
        basename /a/b.c
        basename /a/b.c .c
        basename -a /x/y /z
        basename -s .c q.c
        basename
        basenc --base16 a
        basenc --z85 a
        basenc --base64url c
        basenc a
        basenc --base2lsbf b
        cat < a
        cat -A a
        cat -n a b
        cat -s nope a
        cat -v c
        cat -et c
        chmod -v 600 a
        chmod -c u+x a
        cksum a
        cksum c
        cksum a b
        cksum nope
        cksum < a
        cksum -a sha256 a
        comm a b
        comm -12 b b
        comm -3 a b
        comm nope a
        comm --total b b
        comm --output-delimiter=: b b
        cp a
        cp nope x
        cp a .
        cp --help
        cp a b c
        cp -v a x
        cp -rv d/sub x
        csplit -k a 2
        csplit -n3 a /five/
        csplit nope 1
        csplit a
        csplit -s a 9
        csplit -z b '/c/' '{0}'
        cut -c1-3 a
        cut -d ' ' -f2 b
        cut -f1 a
        cut -b2 nope
        cut < a
        date -u -d @0
        date -u -d 2020-01-02 +%j
        date +%Y -d bad
        date -u -d @0 -R
        date --help
        date -u -d '1999-12-31 23:59:60'
        date -u -d '2000-02-28 +2 days' +%F
        TZ=Europe/Berlin date -d @1000000000
        date -d @0 -Iseconds
        dd --help
        dd if=a count=1 status=none
        dd if=nope
        dd bad
        dd bs=x
        dd if=a bs=5 skip=1 count=2 conv=ucase status=noxfer
        dd if=c of=x bs=100 conv=swab status=noxfer
        df nope
        dir a b
        dir .
        dir -1 .
        dir nope
        dir -m a b
        dircolors -b
        dircolors -c
        dircolors -p
        dircolors nope
        dircolors --help
        dirname /a/b
        dirname a
        dirname /
        dirname -z a/b
        dirname
        du -b a
        du --apparent-size -b a b
        du nope
        du -x --help
        du --version
        du -a --apparent-size -b d/sub
        echo a b
        echo -n x
        echo -e '\x41\t'
        echo --help
        echo
        env --help
        env --version
        env -0
        env A=1
        env -i X=y
        env -u X A=1
        A=1 B=2 env
        expand a
        expand -t2 a
        expand -i a
        expand nope
        expand < a
        expr 1 + 2
        expr abc : a.
        expr 5 / 0
        expr length abc
        expr a '<' b
        expr 18446744073709551616 + 1
        expr abcabc : '.*\(b\)'
        factor 12
        factor 97 100
        factor 18446744073709551617
        factor x
        factor 0
        factor 1000000007 600851475143 340282366920938463463374607431768211455
        false
        false --help
        false --version
        false x
        false a b
        fmt a
        fmt -w10 a
        fmt -u a
        fmt nope
        fmt < a
        fmt -w 20 -p '#' a
        fold -w5 a
        fold -s -w6 a
        fold -b a
        fold nope
        fold < a
        groups nobodyxx
        head -n2 a
        head -c5 a
        head -n -1 a b
        head -q a b
        head < a
        hostid --help
        hostid x
        hostid --version
        hostid -x
        hostid --h
        id --help
        id -x
        id --version
        id nobodyxx
        id -Z
        install -v -m 700 a x
        join b b
        join -a1 a b
        join -t: b b
        join nope b
        join --check-order b b
        join -1 2 -2 2 b b
        link a x
        ln a
        ln nope x
        ln --help
        ln a b c
        ln -s a a
        ln -sv a x
        logname --help
        logname x
        logname --version
        logname -x
        logname --h
        ls a b
        ls -1 .
        ls -a .
        ls nope
        ls -s a
        ls -R d
        ls -F d
        ls -i nope
        ls -Q d
        ls -S d
        md5sum a
        md5sum a b
        md5sum nope
        md5sum --tag a
        md5sum < a
        md5sum -c sums
        mkdir a
        mkdir
        mkdir --help
        mkdir -m bad x
        mkdir -p .
        mkdir -pv x/y/z
        mkfifo x
        mknod x p
        mktemp -u xx
        mktemp --help
        mktemp x
        mktemp -q x
        mktemp --bad
        mv a
        mv nope x
        mv --help
        mv a b c
        mv a a
        mv -v a x
        nice --help
        nl a
        nl -ba a
        nl -s: a
        nl -v5 a
        nl < a
        nohup --help
        nproc --help
        nproc --version
        nproc -x
        nproc x
        nproc --ignore=x
        numfmt --to=si 1000
        numfmt --from=iec 1K
        numfmt --to=iec x
        numfmt --padding=8 5
        numfmt --header a
        numfmt --to=iec-i --suffix=B 123456789
        numfmt --field=2 --from=auto < sizes
        od a
        od -x a
        od -c a
        od -An -tx1 c
        od -N4 a
        od -t f8 -N 16 c
        od -t d4 -w8 -N 64 c
        paste a b
        paste -s a
        paste -d, a b
        paste - < a
        paste nope
        pathchk a
        pathchk -p 'a*'
        pathchk -P -x
        pathchk ''
        pathchk a/b
        pathchk -p 'a b'
        pr -t a
        pr -2 -t a
        pr -n -t a
        pr nope
        pr -t -d a
        pr -l 20 -h title a
        printenv
        printenv HOME
        printenv --help
        printenv -0
        printenv X Y
        printenv HOME PATH
        HOME=/h printenv HOME
        printf '%d %s\n' 5 x
        printf %x 255
        printf '%q\n' 'a b'
        printf '%5.2f\n' 3.14159
        printf %d x
        printf '%s|%5d|%-5s|%e|%g\n' a 1 b 1.5 100000
        printf '%b' 'a\tb\101\n'
        ptx a
        ptx -G a
        ptx nope
        ptx -w20 a
        ptx b
        ptx -r a
        pwd
        pwd -P
        pwd --help
        pwd x
        pwd -L
        readlink a
        readlink -f a
        readlink -e nope
        readlink -m x/../y
        readlink
        readlink d/link
        realpath a
        realpath -s a/../b
        realpath nope/x
        realpath -m nope/x
        realpath --relative-to=/tmp a
        realpath d/link
        rm nope
        rm -f nope
        rm .
        rm -r /
        rm --help
        rm -v a b
        rmdir a
        rmdir nope
        rmdir --help
        rmdir -p nope/x
        rmdir
        rmdir -v d/empty
        seq 5
        seq 1 2 9
        seq -w 8 11
        seq -s, 3
        seq x
        seq 0.1 0.1 0.5
        seq -f %03g 8 12
        sha1sum a
        sha1sum c
        sha1sum -b a
        sha1sum -z a
        sha1sum < a
        sha224sum a
        sha256sum a
        sha256sum c
        sha256sum -b a
        sha256sum nope
        sha256sum < a
        sha384sum c
        sha512sum a
        sha512sum c
        sha512sum --tag a
        sha512sum nope
        sha512sum < a
        shuf -i1-1
        shuf -n0 a
        shuf -e
        shuf nope
        shuf -n x
        shuf --random-source=c long
        sleep 0
        sleep 0.01
        sleep x
        sleep --help
        sleep -1
        sleep 0.001s
        sort b
        sort -r b
        sort -u b
        sort -k2n b
        sort -c b
        sort -n -k2,2 -t' ' b
        sort -R --random-source=c b
        sort -m b b
        sort -h -r sizes
        sort long
        split --help
        split -n 1/2 a
        split -x nope
        split --version
        split -n 2/3 b
        split -l 2 --verbose a
        stat -c %s a
        stat -c %F .
        stat nope
        stat -c %n a b
        stat -c %a a
        stat -c '%A %h' a
        stdbuf --help
        stty --help
        sum a
        sum -s a
        sum c
        sum nope
        sum < a
        sync --help
        sync nope
        sync --version
        sync -x
        tac a
        tac -s e a
        tac -b a
        tac nope
        tac < a
        tail -n2 a
        tail -c5 a
        tail -n +2 a
        tail -q a b
        tail < a
        tee < a
        tee --help
        tee -x
        tee --version
        tee -p
        tee x y < a
        test 1 -eq 1
        test -f a
        test a = b
        test -d .
        test '!' x
        test a -nt b
        timeout --help
        touch --help
        touch -d bad x
        touch -t bad x
        touch -c nope
        touch --version
        touch -c a
        tr a-z A-Z < a
        tr -d e < a
        tr -s e < a
        tr -c a-z . < a
        tr x < a
        true
        true --help
        true --version
        true x
        true a b
        truncate --help
        truncate -s x q
        truncate a
        truncate -s +1
        truncate -r nope x
        truncate -s 10 x
        tsort b
        tsort < a
        tsort nope
        tsort a
        tsort --help
        tsort pairs
        uname --help
        uname -x
        uname -s
        uname x
        uname --version
        unexpand a
        unexpand -a a
        unexpand -t4 a
        unexpand nope
        unexpand < a
        uniq b
        uniq -c b
        uniq -d b
        uniq -u a
        uniq -f1 b
        uniq -D b
        unlink a
        users nope
        vdir nope
        vdir --help
        vdir --version
        vdir -x
        vdir --color=bad
        wc a
        wc -l a b
        wc -L < a
        wc -m c
        wc nope
        who nope
        yes --help
        yes --version
        yes --bad
        yes -x
        yes --he
    """,
    # Who id asks.
    options=["--host-files=/etc/passwd", "--host-files=/etc/group"],
    known={
        "df nope": "there is no table of mounted file systems",
        "mkfifo x": "named pipes are not modelled",
        "mknod x p": "named pipes are not modelled",
        "pr -l 20 -h title a": "files have the time at which the program starts",
    },
    symbolic="\n".join(["echo --sym-args 0 2 4", *(f"{name} {INPUT}" for name in EXPLORED)]),
)
