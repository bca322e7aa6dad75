package assistant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/hint"
)

// secret is what no reply may have.
const secret = "s3cr3t-outside"

// guardedFolders makes a root with links of all sorts, and a folder beside it.
func guardedFolders(t testing.TB) (root, outside string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, outside = filepath.Join(dir, "root"), filepath.Join(dir, "rootless")
	for _, d := range []string{filepath.Join(root, "sub"), outside, filepath.Join(root, "linked.matrices"), filepath.Join(root, "tables")} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	matrix := "%%MatrixMarket matrix coordinate real general\n% " + secret + "\n2 2 2\n1 1 1\n2 2 2\n"
	write(t, filepath.Join(outside, "out.mtx"), matrix)
	write(t, filepath.Join(outside, "out.parquet"), secret)
	write(t, filepath.Join(root, "in.mtx"), strings.ReplaceAll(matrix, secret, "inside"))
	write(t, filepath.Join(root, "sub", "deep.mtx"), matrix[:0]+strings.ReplaceAll(matrix, secret, "inside"))
	for name, to := range map[string]string{
		"file.mtx":                           filepath.Join(outside, "out.mtx"),
		"relative.mtx":                       filepath.Join("..", "rootless", "out.mtx"),
		"folder":                             outside,
		"dangling.mtx":                       filepath.Join(outside, "no.mtx"),
		"chain.mtx":                          "relative.mtx",
		"good.mtx":                           filepath.Join(root, "in.mtx"),
		"near":                               "sub",
		"up":                                 "..",
		filepath.Join("tables", "t.parquet"): filepath.Join(outside, "out.parquet"),
		filepath.Join("linked.matrices", "00001_A.mtx"): filepath.Join(outside, "out.mtx"),
	} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skip(err) // no symbolic links here
		}
	}
	return root, outside
}

// What lies in the roots is found, also through symbolic links; the rest is refused,
// in the same words whether it exists or not.
func TestRoots(t *testing.T) {
	root, outside := guardedFolders(t)
	r, err := NewRoots([]string{root})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"in.mtx": "in.mtx", "./in.mtx": "in.mtx", "sub/../in.mtx": "in.mtx", "good.mtx": "in.mtx", "near/deep.mtx": "sub/deep.mtx", filepath.Join(root, "in.mtx"): "in.mtx",
	} {
		if got, err := r.File(path); err != nil || got != filepath.Join(root, filepath.FromSlash(want)) {
			t.Errorf("%s: got %s, %v", path, got, err)
		}
	}
	for _, path := range outsidePaths(root, outside) {
		_, err := r.File(path)
		if err == nil || !strings.HasSuffix(err.Error(), "outside of the folders that this server may read") || !strings.Contains(hint.Of(err), "--root DIR") {
			t.Errorf("%s: got %v", path, err)
		}
	}
	for path, want := range map[string]string{"sub": "is a folder", "": "want the path", "in.mtx\x00": "want the path", "no.mtx": "no such file", "in.mtx/x": "in.mtx/x: "} {
		if _, err := r.File(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", path, err, want)
		}
	}
	if err := r.Beside(filepath.Join(root, "linked.matrices")); err == nil {
		t.Error("a folder with a link out of the root was accepted")
	}
	if err := r.Beside(filepath.Join(root, "no.matrices")); err != nil {
		t.Error(err)
	}
}

// outsidePaths are paths that lead out of the root.
func outsidePaths(root, outside string) []string {
	absolute, _ := filepath.Abs("/etc/passwd") // the working directory is there
	return []string{
		"../rootless/out.mtx", "sub/../../rootless/out.mtx", filepath.Join(outside, "out.mtx"), absolute, absolute + ".no", "../no", root + "less/out.mtx",
		"file.mtx", "relative.mtx", "folder/out.mtx", "dangling.mtx", "chain.mtx", "up/rootless/out.mtx", "folder", "near/../../rootless/out.mtx",
	}
}

// No tool reads through any of these paths, in any of its arguments.
func TestToolsStayInside(t *testing.T) {
	root, outside := guardedFolders(t)
	write(t, filepath.Join(root, "run.json"), `{"schema":"run/v1"}`)
	s := connect(t, root)
	for _, path := range append(outsidePaths(root, outside), "tables") {
		for _, c := range []struct {
			tool string
			args map[string]any
		}{
			{"analyze_matrix", map[string]any{"files": []string{path}}},
			{"analyze_matrix", map[string]any{"files": []string{"in.mtx", path}}},
			{"analyze_matrix", map[string]any{"files": []string{"in.mtx"}, "stamps": path}},
			{"phases", map[string]any{"files": []string{path}}},
			{"diagnose", map[string]any{"files": []string{path}}},
			{"diagnose", map[string]any{"run": "run.json", "analysis": path}},
			{"diagnose", map[string]any{"run": path}},
			{"diagnose", map[string]any{"xla_log": path}},
			{"diagnose", map[string]any{"jax_log": path}},
			{"diagnose", map[string]any{"hlo": []string{path}}},
			{"compare", map[string]any{"old": []string{path}, "new": []string{"in.mtx"}}},
			{"compare", map[string]any{"old": []string{"in.mtx"}, "new": []string{path}}},
			{"stats", map[string]any{"file": path}},
			{"query", map[string]any{"files": []string{path}}},
		} {
			r := s.call(t, c.tool, c.args)
			if r.fault == "" || strings.Contains(r.fault, secret) {
				t.Errorf("%s %v: got %+v", c.tool, c.args, r)
			}
			if path != "tables" && !strings.Contains(r.fault, "outside of the folders") {
				t.Errorf("%s %v: got %q", c.tool, c.args, r.fault)
			}
		}
	}
	for _, sql := range []string{"ATTACH '" + filepath.Join(outside, "out.mtx") + "' AS x", "SELECT readfile('/etc/passwd')", "SELECT load_extension('/x')", "VACUUM INTO '" + filepath.Join(root, "new") + "'",
		"PRAGMA temp_store_directory='/tmp'", "CREATE TABLE x (y)", "WITH a AS (SELECT 1) INSERT INTO sqlite_master SELECT * FROM a", "SELECT 1; ATTACH 'x' AS y", "SELECT * FROM pragma_database_list"} {
		if r := s.call(t, "query", map[string]any{"files": []string{tables(t, root)}, "sql": sql}); r.fault == "" {
			t.Errorf("%s: got %+v", sql, r)
		}
	}
}

// tables writes a Parquet file, and returns its path.
func tables(t *testing.T, root string) string {
	t.Helper()
	path := filepath.Join(root, "one.parquet")
	if _, err := os.Stat(path); err != nil {
		parquetFile(t, path, 3)
	}
	return "one.parquet"
}
