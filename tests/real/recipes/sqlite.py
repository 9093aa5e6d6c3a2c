"""The SQLite shell: a script of two hundred statements, dot commands, and statements with symbolic bytes."""

import pathlib

from recipe import Recipe

SCRIPT = (pathlib.Path(__file__).parent.parent / "sqlite/statements.sql").read_text()

RECIPE = Recipe(
    sources=["sqlite3"],
    build='cd sqlite3 && ./configure -q CC="$CC" --disable-tcl --disable-readline && make -s -j"$JOBS" sqlite3',
    tools=["tclsh"],
    writes=True,
    programs={"sqlite3": "sqlite3/sqlite3"},
    files={
        "statements.sql": SCRIPT,
        "small.sql": "create table t(a, b);\ninsert into t values(1, 'x,y'), (2.5, null), (x'00ff', 'q\"q');\n",
        "rows.csv": "a,b\n1,one\n2,\"two, or \"\"so\"\"\"\n",
        "dots": ".mode box\nselect 1 as a, 'x' as b;\n.mode json\nselect 1 as a, null as b;\n.mode insert t\n"
                "select 1, 'it''s';\n.import --csv rows.csv r\n.mode list\nselect * from r;\n.schema\n.dump\n.nonsense\n",
        "where.sql": "create table t(a, b); insert into t values(1, 2), (3, 4); select a from t where b ?? 3;\n",
    },
    setup="sqlite3 small.db < small.sql",
    lines="""
        HOME=/ sqlite3 -bail small.db 'select * from t'
        HOME=/ sqlite3 -csv -header small.db 'select * from t'
        HOME=/ sqlite3 -html small.db 'select * from t'
        HOME=/ sqlite3 -quote small.db 'select * from t' 'select count(*) from t'
        HOME=/ sqlite3 -line new.db 'create table n(x); insert into n values(7); select * from n'
        HOME=/ sqlite3 -nonsense
        HOME=/ sqlite3 < dots
        HOME=/ sqlite3 < statements.sql
        HOME=/ sqlite3 file.db < statements.sql
    """,
    symbolic="""
        --env=HOME=/ sqlite3 :memory: --sym-arg-template 'select ?'
        --env=HOME=/ sqlite3 :memory: --sym-arg-template 'select ?a? from (select 1 as a)'
        --env=HOME=/ sqlite3 :memory: --sym-arg-template 'select ??? * 7' --template-range=0-9
        --env=HOME=/ sqlite3 --sym-stdin-template where.sql
    """,
)
