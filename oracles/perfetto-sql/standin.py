"""Stands in for Perfetto's trace_processor_shell where there is none.

usage: standin.py PERFETTOCHECK --add-sql-package DIR -q FILE TRACE

It runs queries in SQLite, whose dialect trace_processor extends, over the tables
that "PERFETTOCHECK -decode TRACE" prints. It knows the tables, functions and
statements that the queries of nrkit use, and neither checks types nor reads
traces itself.
"""

import json
import math
import os
import re
import sqlite3
import subprocess
import sys

# Columns of one type on both sides of a comparison let SQLite build an index.
COLUMNS = {
    "slice": "id INT, ts INT, dur INT, name TEXT, category TEXT, depth INT, track_id INT, parent_id INT, arg_set_id INT",
    "args": "arg_set_id INT, key TEXT, real_value REAL, int_value INT",
    "flow": "slice_out INT, slice_in INT",
    "track": "id INT",
    "thread_track": "id INT, utid INT",
    "process_track": "id INT, upid INT",
    "counter_track": "id INT, name TEXT",
    "thread_counter_track": "id INT, name TEXT, utid INT",
    "counter": "ts INT, value REAL, track_id INT",
    "thread": "utid INT, upid INT, tid INT",
    "process": "upid INT, name TEXT",
    "stats": "name TEXT, value INT, severity TEXT",
}

TEXTS = {"name", "category", "phase", "sort"}


def load(db, decoder, trace):
    """Fills the tables of a trace."""
    rows = json.loads(subprocess.run([decoder, "-decode", trace], check=True, stdout=subprocess.PIPE).stdout)
    rows["args"] = [[s, k, None, int(v)] if re.fullmatch(r"-?\d+", v) else [s, k, float(v), None] for s, k, v in rows.get("args", [])]
    for table, columns in COLUMNS.items():
        db.execute(f"CREATE TABLE {table}({columns})")
        marks = ",".join("?" * len(columns.split(",")))
        db.executemany(f"INSERT INTO {table} VALUES({marks})", rows.get(table, []))
    db.execute("CREATE INDEX args_of ON args(arg_set_id)")
    values = {}
    for s, k, real, whole in rows["args"]:
        values[s, k] = whole if real is None else real
    end = max([r[1] + max(r[2], 0) for r in rows.get("slice", [])] + [r[0] for r in rows.get("counter", [])], default=0)
    db.create_function("extract_arg", 2, lambda s, k: values.get((s, k)))
    db.create_function("trace_end", 0, lambda: end)
    db.create_function("ln", 1, lambda x: math.log(x) if x is not None and x > 0 else None)


def create(db, statement):
    """Runs CREATE OR REPLACE PERFETTO."""
    kind, name = re.match(r"CREATE OR REPLACE PERFETTO (\w+) (\w+)", statement).groups()
    if kind == "FUNCTION":
        body = re.sub(r"\$\w+", "?1", statement[statement.index(" AS\n") + 4:])
        inner = sqlite3.connect(":memory:")
        db.create_function(name, 1, lambda x: inner.execute(body, (x,)).fetchone()[0])
        return
    if kind == "INDEX":
        db.execute(f"DROP INDEX IF EXISTS {name}")
        db.execute(statement.replace("CREATE OR REPLACE PERFETTO", "CREATE"))
        return
    schema = re.match(r"CREATE OR REPLACE PERFETTO \w+ \w+\((.*?)\n?\) AS\s", statement, re.S)
    columns = [c.split()[0] for c in schema.group(1).split(",")] if schema else None
    body = statement[schema.end():] if schema else statement[statement.index(" AS") + 3:]
    db.execute(f"DROP {kind} IF EXISTS {name}")
    if kind == "VIEW":
        db.execute(f"CREATE VIEW {name} AS {body}")
    else:
        db.execute(f"CREATE TEMP TABLE untyped AS {body}")
        names = [c[1] for c in db.execute("PRAGMA table_info(untyped)")]
        db.execute(f"CREATE TABLE {name}({', '.join(c + (' TEXT' if c in TEXTS else ' INT') for c in names)})")
        db.execute(f"INSERT INTO {name} SELECT * FROM untyped")
        db.execute("DROP TABLE untyped")
    found = [c[1] for c in db.execute(f"PRAGMA table_info({name})")]
    if columns is not None and found != columns:
        raise ValueError(f"{name}: the schema has {columns}, the query {found}")


def run(db, text, package):
    """Runs statements, and prints the rows that they return."""
    for statement in statements(re.sub(r"(?m)--.*$", "", text)):
        module = re.fullmatch(r"INCLUDE PERFETTO MODULE (\w+)\.(\w+)", statement)
        if module:
            if module.group(1) != os.path.basename(package):
                raise ValueError(f"unknown package {module.group(1)}")
            with open(os.path.join(package, module.group(2) + ".sql"), encoding="utf-8") as f:
                run(db, f.read(), package)
        elif statement.startswith("CREATE OR REPLACE PERFETTO"):
            create(db, statement)
        else:
            show(db.execute(statement))


def statements(text):
    """Splits a text at its semicolons."""
    return [s.strip() for s in re.split(r";(?=(?:[^']*'[^']*')*[^']*\Z)", text) if s.strip()]


def show(cursor):
    """Prints rows as trace_processor_shell does."""
    print(",".join(f'"{c[0]}"' for c in cursor.description))
    for r in cursor:
        print(",".join('"[NULL]"' if v is None else f'"{v}"' if isinstance(v, str) else f"{v:f}" if isinstance(v, float) else str(v) for v in r))


def main():
    decoder, add, package, query, file, trace = sys.argv[1:]
    if (add, query) != ("--add-sql-package", "-q"):
        sys.exit(__doc__)
    db = sqlite3.connect(":memory:")
    load(db, decoder, trace)
    with open(file, encoding="utf-8") as f:
        run(db, f.read(), package)


main()
