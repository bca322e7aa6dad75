"""Compares rows of analyze slurm with the documents of analyze:
rows.py ANALYZE ROWS.jsonl FOLDER FLAG..."""
import json, pathlib, subprocess, sys

analyze, rows, folder, *flags = sys.argv[1:]
got = [json.loads(line) for line in open(rows)]
want = []
folder = pathlib.Path(folder)
for path in sorted(folder.rglob("*.mtx"), key=lambda p: str(p.relative_to(folder)).encode()):
    name = str(path.relative_to(folder))
    run = subprocess.run([analyze, str(path), "--json", *flags], capture_output=True, text=True)
    if run.returncode:
        want.append({"matrix": name, "error": None})
        continue
    d = json.loads(run.stdout)
    exact = {e["method"]: e for e in d.get("exact", [])}
    for o in d["orderings"]:
        e = exact.get(o["method"])
        want.append({
            "matrix": name, "sha256": d["input"]["sha256"], "rows": d["structure"]["rows"], "nnz": d["structure"]["nnz"],
            **{k: o[k] for k in ("method", "tree", "nnz_l", "nnz_u", "nnz_lu", "nnz_total", "fill_ratio", "flops", "factor_bytes",
                                 "height", "leaves", "parallelism_columns", "parallelism_work", "critical_path_flops")},
            "supernodes": o["supernodes"]["relaxed"]["count"],
            "exact_nnz_total": e and e["nnz_total"],
            "is_recommended": d["best"]["recommended"] == o["method"]})
assert len(got) == len(want) > 10, (len(got), len(want))
for g, w in zip(got, want):
    assert ("error" in g) == ("error" in w), g
    for key, value in w.items():
        assert key == "error" or g.get(key) == value, f"{g['matrix']} {g.get('method')}: {key} is {g.get(key)}, want {value}"
