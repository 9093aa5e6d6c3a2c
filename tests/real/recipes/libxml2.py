"""xmllint of libxml2: documents well-formed, valid, broken and in several encodings; schemas, XPath, HTML."""

import pathlib

from recipe import Recipe

DOCUMENTS = {path.name: path.read_bytes() for path in (pathlib.Path(__file__).parent.parent / "xmllint").iterdir()}

RECIPE = Recipe(
    sources=["libxml2"],
    build='cd libxml2 && ./configure -q CC="$CC" --disable-shared --without-python --without-zlib --without-lzma'
          ' && make -s -j"$JOBS" xmllint',
    programs={"xmllint": "libxml2/xmllint"},
    files={
        **DOCUMENTS,
        "text.tpl": "<a>@@@</a>",
        "tag.tpl": "<a><@@@/></a>",
        "attribute.tpl": "<a b='@@' @='1'/>",
        "entity.tpl": "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&@@</a>",
    },
    lines="""
        xmllint plain.xml
        xmllint --format plain.xml
        xmllint --noout plain.xml nowhere.xml
        xmllint --debug plain.xml
        xmllint --valid dtd.xml
        xmllint --valid --noout invalid.xml
        xmllint --noent entities.xml
        xmllint --noent --dropdtd laughs.xml
        xmllint --noent loop.xml
        xmllint broken.xml
        xmllint --recover broken.xml
        xmllint namespaces.xml
        xmllint --c14n ids.xml
        xmllint latin1.xml
        xmllint --encode UTF-8 latin1.xml
        xmllint utf16.xml
        xmllint --encode ISO-8859-1 utf16.xml
        xmllint badutf8.xml
        xmllint --noblanks --format mixed.xml
        xmllint --xinclude include.xml
        xmllint --loaddtd --noent external.xml
        xmllint --postvalid --noout external.xml
        xmllint --noout --schema shop.xsd shop.xml badshop.xml
        xmllint --noout --relaxng shop.rng shop.xml badshop.xml
        xmllint --noout --schematron shop.sch shop.xml
        xmllint --html page.html
        xmllint --html --xmlout --format page.html
        xmllint --html soup.html
        xmllint --maxmem 20000 deep.xml
        xmllint --stream --walker deep.xml
        xmllint --sax mixed.xml
        xmllint --push --format deep.xml
        xmllint nothing.xml
        xmllint --xpath '//a[@n > 2]' ids.xml
        xmllint --xpath 'sum(//@n) div count(//*) + string-length(//b)' ids.xml
        xmllint --xpath 'id("two")/@n | //c' ids.xml
        xmllint --xpath '//missing' ids.xml
        xmllint --xpath '//a[' ids.xml
        xmllint --pattern doc/a --stream ids.xml
        xmllint --memory --noout --timing=no plain.xml
        xmllint --version
        xmllint - < mixed.xml
    """,
    symbolic="""
        xmllint --sym-stdin-template text.tpl --template-mark @ -
        xmllint --sym-stdin-template tag.tpl --template-mark @ -
        xmllint --sym-stdin-template attribute.tpl --template-mark @ -
        xmllint --noent --sym-stdin-template entity.tpl --template-mark @ -
        xmllint --xpath --sym-arg-template '//a[??]' ids.xml
    """,
)
