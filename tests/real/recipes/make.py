"""GNU make: real makefiles as `-n` shows them, its functions and errors, and commands whose results are scripted."""

from recipe import Recipe

FUNCTIONS = r"""
list := c.o a.o b.o a.o
define twice
$(1)$(1)
endef
define rule
made-$(1): ; @echo making $(1)
endef
override Z = kept
Z = lost
X ?= default
Y = $(X)-late
X := early
all:
$(info sort $(sort $(list)) first $(firstword $(list)) last $(lastword $(list)) words $(words $(list)))
$(info subst $(subst o,O,$(list)) patsubst $(patsubst %.o,%.c,$(list)) ref $(list:.o=.d) filter $(filter a% b%,$(list)))
$(info dir $(dir src/a.c b) notdir $(notdir src/a.c b) suffix $(suffix src/a.c b) base $(basename src/a.c b))
$(info join $(join a b,.c .o) list $(wordlist 2,3,$(list)) find $(findstring a.o,$(list)) strip [$(strip   a   b )])
$(info each $(foreach v,$(list),<$(v)>) call $(call twice,ab) if $(if $(X),yes,no) or $(or ,,z) and $(and a,b))
$(info origin $(origin X) $(origin CC) $(origin NONE) override $(Z) flavor $(flavor Y) $(flavor X) value $(value Y) late $(Y))
$(info wild $(sort $(wildcard *.mk dir/*)) real $(notdir $(realpath dir/../text)) abs $(notdir $(abspath x/../y)))
$(foreach n,one two,$(eval $(call rule,$(n))))
ifeq ($(X),early)
$(warning early it is)
else
$(error not reached)
endif
all: made-one made-two | dir
	@echo $@ $^ $< $|
%.x: %.y
	cp $< $@
-include none.mk
.PHONY: all
"""

RULES = r"""
objects = main.o util.o
.SUFFIXES:
prog: $(objects) ; $(CC) -o $@ $^
%.o: %.c util.h
	$(CC) $(CFLAGS) -c $< -o $@
	-rm -f temp
	+echo always
old: new
	touch old
new:
	touch new
double:: ; first
double:: ; second
VPATH = dir
found: deep.c
	echo $<
$(objects): extra.h
loop: pool
pool: loop
	echo $@
"""

# Its commands are run natively, and by script with us.
COMMANDS = r"""
version := $(shell cat version)
prog: main.o util.o
	@echo linking $^ of $(version)
main.o: ; @echo compiling main
util.o:
	@echo compiling util
	cat version
fails: prog
	false
	@echo never
status: ; @exit 3
ignored:
	-false
	@echo after
quiet: ; @true
both: status quiet prog
nowhere: ; @no-such-command
recursive: export LEVEL = 1
recursive: ; @echo level $(MAKELEVEL)
"""

# What they write and end with.
SCRIPTS = ["true=0", "false=1", "exit 3=3", "cat version=0:version", "echo after=0:after.txt",
           "echo compiling main=0:main.txt", "echo compiling util=0:util.txt", "echo level 0=0:level.txt",
           "echo linking main.o util.o of 1.2=0:linking.txt", "echo always=0:always.txt"]

RECIPE = Recipe(
    sources=["make-dfsg", "bzip2"],
    # Debian's patches make it agree with the distribution's C library; autoreconf, because they touch
    # configure.ac; clang 14, because a newer one refuses what gnulib declares.
    build='''
        cd make-dfsg
        zcat "$STRATA_CACHE"/sources/make-dfsg/*.diff.gz | patch -s -p1
        autoreconf -fi
        export STRATA_CC=clang-14
        ./configure -q CC="$CC" --disable-nls --without-guile
        make -s -j"$JOBS"
    ''',
    tools=["autoreconf", "autopoint", "clang-14", "patch"],
    programs={"make": "make-dfsg/make"},
    files={"functions.mk": FUNCTIONS, "rules.mk": RULES, "broken.mk": "all:\n\techo a\n    echo b\n$(unclosed\n",
           "missing.mk": "all: nowhere\n\techo\n", "text": "text\n", "dir/deep.c": "", "main.c": "", "util.c": "",
           "util.h": "", "extra.h": "", "define.tpl": "A@@ = x\nall: ; @echo $(A@@)\n",
           "pattern.tpl": "all: a@.o ; @echo $<\n%@.o: ; @echo $*\n",
           "function.tpl": "all: ; @echo $(s@@@ a b,a,b)\n",
           "commands.mk": COMMANDS, "version": "1.2\n", "after.txt": "after\n", "main.txt": "compiling main\n",
           "util.txt": "compiling util\n", "level.txt": "level 0\n", "always.txt": "always\n",
           "linking.txt": "linking main.o util.o of 1.2\n"},
    setup='cp -a "$BUILT/bzip2" bzip2 && mkdir own && cp -a "$BUILT"/make-dfsg/Makefile "$BUILT"/make-dfsg/src own',
    options=["--host-files=/bin/sh", *(f"--spawn={script}" for script in SCRIPTS)],
    lines="""
        make -n -f functions.mk
        make -n -f rules.mk
        make -n -f rules.mk CFLAGS=-O2 CC=tcc prog
        make -n -B -f rules.mk old double found
        make -n -k -f rules.mk loop missing old
        make -q -f rules.mk util.h
        make -n -f broken.mk
        make -n -f missing.mk
        make -n -t -f rules.mk old
        make -n -C bzip2 libbz2.a bzip2recover
        make -n -C bzip2 install PREFIX=/opt
        make -n -C own distclean-compile
        make -p -n -r -R -f missing.mk nothing
        make -d -n -r -f rules.mk old
        make -n
        make --version
        make --help
        make --nonsense
        make -n -f - nowhere < functions.mk
        A=from-environment make -n -e -f functions.mk
        make -f commands.mk
        make -s -f commands.mk
        make -n -f commands.mk
        make -f commands.mk fails
        make -k -f commands.mk both
        make -i -f commands.mk fails ignored
        make -f commands.mk ignored quiet
        make -f commands.mk status
        make -f commands.mk nowhere
        make -f commands.mk recursive
        make -w --trace -f commands.mk
    """,
    known={
        "make -p -n -r -R -f missing.mk nothing": "the time is virtual, and /usr/include is not shown",
        "make -n -f - nowhere < functions.mk": "the name of a temporary file is random",
    },
    symbolic="""
        make -n -f mk --sym-file mk=define.tpl --template-mark @ --template-range=a-z
        make -n -f mk --sym-file mk=pattern.tpl --template-mark @
        make -n -f mk --sym-file mk=function.tpl --template-mark @ --template-range=a-z
    """,
)
