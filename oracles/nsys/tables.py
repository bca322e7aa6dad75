# Prints each table of a database: name, rows, values, hash of all values in the
# order of the rowid. Texts are bytes; a number is printed as a whole one when
# it is one, since SQLite keeps 2.0 of a column REAL as 2.
import hashlib
import sqlite3
import struct
import sys

db = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro&immutable=1", uri=True)
db.text_factory = bytes
names = [row[0].decode() for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")]
for name in names:
    quoted = '"' + name.replace('"', '""') + '"'
    rows = values = 0
    digest = hashlib.sha256()
    for row in db.execute("SELECT * FROM " + quoted + " ORDER BY rowid"):
        rows += 1
        values += len(row)
        for v in row:
            if isinstance(v, float) and v.is_integer() and abs(v) < 2**53:
                v = int(v)
            if v is None:
                digest.update(b"n")
            elif isinstance(v, int):
                digest.update(b"i%d;" % v)
            elif isinstance(v, float):
                digest.update(b"f" + struct.pack(">d", v))
            else:
                digest.update(b"b%d;" % len(v) + v)
    print(name, rows, values, digest.hexdigest(), sep="\t")
