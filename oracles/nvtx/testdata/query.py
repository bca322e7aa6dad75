"""Prints what an SQLite export of nsys has of NVTX, as one JSON document."""
import json
import sqlite3
import sys

c = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
tables = {r[0] for r in c.execute("select name from sqlite_master where type='table'")}
out = {"types": {}, "ranges": {}, "open": 0, "domains": [], "threads": [], "events": []}
if "NVTX_EVENTS" in tables:
    text = "coalesce(e.text, s.value, '')"
    join = " from NVTX_EVENTS e left join StringIds s on s.id = e.textId "
    out["types"] = dict(c.execute("select eventType, count(*) from NVTX_EVENTS group by 1"))
    out["ranges"] = dict(c.execute("select " + text + ", count(*)" + join + "where eventType = 59 group by 1"))
    out["open"] = c.execute("select count(*) from NVTX_EVENTS where eventType in (59, 60) and end is null").fetchone()[0]
    out["domains"] = [r[0] for r in c.execute("select " + text + join + "where eventType = 75 order by 1")]
    out["threads"] = [r[0] for r in c.execute("select " + text + join + "where eventType = 39 order by 1")]
    if len(sys.argv) > 2:
        rows = c.execute(
            "select eventType, " + text + ", color, category, uint64Value, int64Value, doubleValue, uint32Value, int32Value, floatValue, "
            "globalTid & 0xffffff, endGlobalTid & 0xffffff" + join + "where eventType in (33, 34, 59, 60) order by e.start")
        names = ("type", "text", "color", "category", "u64", "i64", "f64", "u32", "i32", "f32", "tid", "end_tid")
        out["events"] = [{k: v for k, v in zip(names, r) if v is not None} for r in rows]
json.dump(out, sys.stdout)
