package sqltables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"
)

// A row has a column of each type.
type row struct {
	K     int64    `parquet:"k"`
	X     float64  `parquet:"x"`
	Yes   bool     `parquet:"yes"`
	Text  string   `parquet:"text,dict"`
	Null  *int64   `parquet:"null,optional"`
	Small int32    `parquet:"small"`
	Y     *float64 `parquet:"y \" y,optional"`
}

func written[R any](t testing.TB, path string, groups ...[]R) {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[R](&b)
	for _, rows := range groups {
		if _, err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func opened(t testing.TB, paths ...string) Tables {
	t.Helper()
	tables, err := Open(paths)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func asked(t testing.TB, tables Tables, sql string) *Result {
	t.Helper()
	r, err := tables.Query(context.Background(), sql, 1000)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return r
}

// Every value that was written is read, over row groups and files.
func TestValues(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.Custom(func(rt *rapid.T) row {
			r := row{K: rapid.Int64().Draw(rt, "k"), X: float64(rapid.Int32().Draw(rt, "x")) / 8, Yes: rapid.Bool().Draw(rt, "yes"), Text: rapid.String().Draw(rt, "text"), Small: rapid.Int32().Draw(rt, "small")}
			if rapid.Bool().Draw(rt, "null") {
				n := rapid.Int64().Draw(rt, "n")
				r.Null = &n
			}
			return r
		})
		var want []row
		var paths []string
		for k := range rapid.IntRange(1, 3).Draw(rt, "files") {
			groups := rapid.SliceOfN(rapid.SliceOfN(number, 0, 4), 1, 3).Draw(rt, "groups")
			if err := os.MkdirAll(filepath.Join(dir, fmt.Sprint(k)), 0o777); err != nil {
				rt.Fatal(err)
			}
			path := filepath.Join(dir, fmt.Sprint(k), "rows.parquet")
			written(t, path, groups...)
			paths = append(paths, path)
			want = append(want, slices.Concat(groups...)...)
		}
		r := asked(t, opened(t, paths...), `SELECT k, x, yes, text, "null", small, "y "" y" FROM rows ORDER BY rowid`)
		if len(r.Rows) != len(want) {
			rt.Fatalf("got %d rows, want %d", len(r.Rows), len(want))
		}
		for k, w := range want {
			yes, null := int64(0), any(nil)
			if w.Yes {
				yes = 1
			}
			if w.Null != nil {
				null = *w.Null
			}
			if want := []any{w.K, w.X, yes, strings.ToValidUTF8(w.Text, "\uFFFD"), null, int64(w.Small), nil}; !slices.Equal(r.Rows[k], want) {
				rt.Fatalf("got %v, want %v", r.Rows[k], want)
			}
		}
	})
}

// Types, units and NULL come from the file; a column of parts is refused.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "rows.parquet")
	written(t, path, []row{{}})
	var got []string
	for _, c := range opened(t, path)[0].Columns {
		got = append(got, c.Name+" "+c.Type)
	}
	if want := "k BIGINT,x DOUBLE,yes BOOLEAN,text VARCHAR,null BIGINT,small BIGINT,y \" y DOUBLE"; strings.Join(got, ",") != want {
		t.Errorf("got %s, want %s", got, want)
	}
	type parts struct {
		List []int64 `parquet:"list"`
	}
	bad := filepath.Join(dir, "parts.parquet")
	written(t, bad, []parts{{[]int64{1}}})
	if _, err := Open([]string{bad}); err == nil || !strings.Contains(err.Error(), `column "list" has parts`) {
		t.Errorf("got %v", err)
	}
	other := filepath.Join(t.TempDir(), "rows.parquet")
	written(t, other, []struct{ A int64 }{{1}})
	if _, err := Open([]string{path, other}); err == nil || !strings.Contains(err.Error(), "other columns") {
		t.Errorf("got %v", err)
	}
}

// Only reading is allowed, and nothing of the file system can be reached.
func TestOnlyReads(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "rows.parquet")
	written(t, path, []row{{K: 1}, {K: 2}})
	tables := opened(t, path)
	out := filepath.Join(dir, "out.db")
	for _, sql := range []string{
		"INSERT INTO rows (k) VALUES (3)", "UPDATE rows SET k = 3", "DELETE FROM rows", "DROP TABLE rows", "CREATE TABLE x (y)", "CREATE TEMP TABLE x AS SELECT * FROM rows",
		"ATTACH '" + out + "' AS x", "VACUUM INTO '" + out + "'", "PRAGMA query_only", "PRAGMA hard_heap_limit=0", "SELECT * FROM pragma_table_info('rows')", "SELECT load_extension('x')",
		"SELECT k FROM rows; ATTACH '" + out + "' AS x", "SELECT k FROM rows; DELETE FROM rows", "WITH a AS (SELECT 1) DELETE FROM rows", "BEGIN", "ANALYZE", "REINDEX", "EXPLAIN DELETE FROM rows",
		"SELECT writefile('" + out + "', 'x')", "SELECT readfile('/etc/passwd')", "CREATE VIRTUAL TABLE x USING fts5(y)", "SELECT zeroblob(2000000)", "",
	} {
		if r, err := tables.Query(context.Background(), sql, 10); err == nil && (r == nil || len(r.Rows) > 0) {
			t.Errorf("%q: got %v", sql, r)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a query wrote a file")
	}
	if r := asked(t, tables, "SELECT SUM(k), AVG(k), COUNT(*) FILTER (WHERE k > 1) FROM rows"); !slices.Equal(r.Rows[0], []any{int64(3), 1.5, int64(1)}) {
		t.Errorf("got %v", r.Rows)
	}
}

// A query ends when its context does, and when its tables are too large.
func TestLimits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	written(t, path, []row{{K: 1}})
	tables := opened(t, path)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := tables.Query(ctx, "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT COUNT(*) FROM r", 10); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	tables[0].Rows = MostCells
	large := new(TooLargeError)
	if _, err := tables.Query(context.Background(), "SELECT * FROM rows", 10); !errors.As(err, &large) {
		t.Errorf("got %v", err)
	}
	if _, err := tables.Query(context.Background(), "SELECT 1", 10); err != nil { // the table is not named
		t.Error(err)
	}
	tables[0].Rows = 0
	if _, err := tables.Query(context.Background(), "SELECT * FROM rows", 10); err == nil || !strings.Contains(err.Error(), "more rows than the file says") {
		t.Errorf("got %v", err)
	}
}

// Rows above the limit are cut, with a word.
func TestMore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	written(t, path, make([]row, 20))
	for most, want := range map[int]bool{5: true, 19: true, 20: false, 21: false} {
		r, err := opened(t, path).Query(context.Background(), "SELECT k FROM ROWS", most)
		if err != nil || r.More != want || len(r.Rows) != min(most, 20) {
			t.Errorf("%d: got %+v, %v", most, r, err)
		}
	}
}

// FuzzParquet reads any bytes as a file: an error or a table, and never a panic.
func FuzzParquet(f *testing.F) {
	path := filepath.Join(f.TempDir(), "rows.parquet")
	n := int64(3)
	written(f, path, []row{{K: 1, Text: "a"}, {K: 2, Text: "b", Null: &n}}, []row{{K: 3}})
	b, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte("PAR1PAR1PAR1PAR1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "rows.parquet")
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		tables, err := Open([]string{path})
		if err != nil {
			return
		}
		r, err := tables.Query(context.Background(), "SELECT COUNT(*) FROM rows", 10)
		if err == nil && r.Rows[0][0].(int64) > tables[0].Rows {
			t.Fatalf("got %v rows, the file says %d", r.Rows[0][0], tables[0].Rows)
		}
	})
}

// What a damaged file claims takes no memory: single bytes of a small file change, and the
// file is read or refused within 200 MB.
func TestDamagedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.parquet")
	written(t, path, []row{{K: 1, Text: "a"}, {K: 2, Text: "b"}}, []row{{K: 3}})
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for k := range b {
		for _, x := range []byte{0x7f, 0xff} {
			c := bytes.Clone(b)
			c[k] = x
			if err := os.WriteFile(path, c, 0o666); err != nil {
				t.Fatal(err)
			}
			if tables, err := Open([]string{path}); err == nil && k%29 == 0 {
				_, _ = tables.Query(context.Background(), "SELECT SUM(k), MAX(text) FROM rows", 1) // any error will do
			}
		}
	}
	if runtime.ReadMemStats(&after); after.Sys-before.Sys > 200<<20 {
		t.Errorf("%d MB were taken", (after.Sys-before.Sys)>>20)
	}
}

// BenchmarkLoad loads 100,000 rows of seven columns, and reports the time for a row.
func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "rows.parquet")
	rows := make([]row, 100_000)
	for k := range rows {
		rows[k] = row{K: int64(k), X: float64(k), Text: fmt.Sprint("name ", k%10)}
	}
	written(b, path, rows)
	tables := opened(b, path)
	for b.Loop() {
		asked(b, tables, "SELECT COUNT(*) FROM rows")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(rows)), "ns/row")
}
