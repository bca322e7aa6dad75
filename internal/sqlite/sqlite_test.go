package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// write returns a database with the tables.
func write(t testing.TB, tables ...sqlitetest.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := sqlitetest.Write(&b, tables); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read opens a database in memory.
func read(b []byte) (*sqlite.DB, error) { return sqlite.New(bytes.NewReader(b), int64(len(b))) }

// values returns all rows of a table as what was given to the writer.
func values(t *sqlite.Table) ([][]any, error) {
	cols := make([]int, len(t.Columns()))
	for i := range cols {
		cols[i] = i
	}
	var rows [][]any
	err := t.Scan(cols, func(row []sqlite.Value) error {
		var r []any
		for i := range row {
			r = append(r, value(&row[i]))
		}
		rows = append(rows, r)
		return nil
	})
	return rows, err
}

func value(v *sqlite.Value) any {
	switch v.Kind {
	case sqlite.Integer:
		return v.Int()
	case sqlite.Real:
		return v.Float()
	case sqlite.Text:
		return string(v.Bytes())
	case sqlite.Blob:
		return append([]byte{}, v.Bytes()...)
	}
	return nil
}

// What is written is read, whatever the values, the number of rows and of
// tables, with long texts in overflow pages.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		long := rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.StringN(0, 3, -1).Draw(t, "part"), rapid.SampledFrom([]int{0, 1, 100, 1300, 5000}).Draw(t, "times"))
		})
		cell := rapid.OneOf(
			rapid.Just[any](nil), rapid.Int64().AsAny(), rapid.Int64Range(-300, 300).AsAny(), rapid.Float64().AsAny(),
			long.AsAny(), rapid.SliceOfN(rapid.Byte(), 0, 9).AsAny())
		var tables []sqlitetest.Table
		var want [][][]any
		for i := range rapid.IntRange(1, 40).Draw(rt, "tables") {
			width := rapid.IntRange(1, 5).Draw(rt, "columns")
			rows := rapid.SliceOfN(rapid.SliceOfN(cell, width, width), 0, 60).Draw(rt, "rows")
			var names []string
			for c := range width {
				names = append(names, fmt.Sprintf("c%d", c))
			}
			sql := fmt.Sprintf("CREATE TABLE t%d (%s)", i, strings.Join(names, ", "))
			tables = append(tables, sqlitetest.Table{Name: fmt.Sprintf("t%d", i), SQL: sql, Rows: sqlitetest.Rows(rows...)})
			want = append(want, rows)
		}
		db, err := read(write(t, tables...))
		if err != nil {
			rt.Fatal(err)
		}
		for i := range tables {
			got, err := values(db.Table(tables[i].Name))
			if err != nil {
				rt.Fatal(err)
			}
			if len(got) != len(want[i]) {
				rt.Fatalf("%s: got %d rows, want %d", tables[i].Name, len(got), len(want[i]))
			}
			for k := range got {
				if diff := cmp.Diff(want[i][k], got[k]); diff != "" {
					rt.Fatalf("%s, row %d: %s", tables[i].Name, k, diff)
				}
			}
			if n, err := db.Table(tables[i].Name).Count(); n != len(got) || err != nil {
				rt.Fatalf("count: got %d, %v, want %d", n, err, len(got))
			}
		}
	})
}

// A table of three levels.
func TestManyRows(t *testing.T) {
	const n = 300_000
	rows := func(yield func([]any) bool) {
		row := make([]any, 2)
		for i := range int64(n) {
			row[0], row[1] = i*i, "x"
			if !yield(row) {
				return
			}
		}
	}
	db, err := read(write(t, sqlitetest.Table{Name: "t", SQL: "create table t(a, b)", Rows: rows}))
	if err != nil {
		t.Fatal(err)
	}
	i := int64(0)
	err = db.Table("T").Scan([]int{-1, 0}, func(row []sqlite.Value) error {
		if row[0].Kind != sqlite.Null || row[1].Int() != i*i {
			return fmt.Errorf("row %d: got %v, %d", i, row[0].Kind, row[1].Int())
		}
		i++
		return nil
	})
	if err != nil || i != n {
		t.Fatalf("got %d rows, %v, want %d", i, err, n)
	}
}

func TestSchema(t *testing.T) {
	for _, tt := range []struct {
		sql   string
		want  []string
		rowid string // column whose NULL is the rowid
	}{
		{"CREATE TABLE t (a, b)", []string{"a", "b"}, ""},
		{"CREATE TABLE t (\n a INTEGER NOT NULL, -- of (that), and\n b TEXT /* , c */ DEFAULT ')' )", []string{"a", "b"}, ""},
		{"create table \"t(\" (\"a b\" int, [c d] text, `e``f`, 'g''h')", []string{"a b", "c d", "e`f", "g'h"}, ""},
		{"CREATE TABLE t (id INTEGER PRIMARY KEY, v NUMERIC(10,2), CHECK (v > 0))", []string{"id", "v"}, "id"},
		{"CREATE TABLE t (v, id INTEGER NOT NULL PRIMARY KEY)", []string{"v", "id"}, "id"},
		{"CREATE TABLE t (v, id INT PRIMARY KEY)", []string{"v", "id"}, ""},
		{"CREATE TABLE t (v, id INTEGER PRIMARY KEY DESC)", []string{"v", "id"}, ""},
		{"CREATE TABLE t (v, id UNSIGNED INTEGER PRIMARY KEY)", []string{"v", "id"}, ""},
		{"CREATE TABLE t (v, id INTEGER, PRIMARY KEY (id))", []string{"v", "id"}, "id"},
		{"CREATE TABLE t (v, id INTEGER, PRIMARY KEY (v, id))", []string{"v", "id"}, ""},
		{"CREATE TABLE t (\"primary\" INTEGER, CONSTRAINT c UNIQUE (\"primary\"))", []string{"primary"}, ""},
	} {
		row := make([]any, len(tt.want))
		db, err := read(write(t, sqlitetest.Table{Name: "t", SQL: tt.sql, Rows: sqlitetest.Rows(row, row)}))
		if err != nil {
			t.Fatal(err)
		}
		tab := db.Table("t")
		if diff := cmp.Diff(tt.want, tab.Columns()); diff != "" {
			t.Errorf("%s: %s", tt.sql, diff)
			continue
		}
		rows, err := values(tab)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range rows[1] {
			if want := tab.Columns()[i] == tt.rowid; (v == int64(2)) != want {
				t.Errorf("%s: column %s of row 2 is %v; is the rowid: %v", tt.sql, tab.Columns()[i], v, want)
			}
		}
	}
}

// small returns a database with a table of two levels and an overflow page.
func small(t testing.TB) []byte {
	var rows [][]any
	for i := range 200 {
		rows = append(rows, []any{i, float64(i) / 3, strings.Repeat("y", 40), nil})
	}
	rows = append(rows, []any{int64(-1 << 40), math.Inf(1), strings.Repeat("z", 9000), []byte{0}})
	return write(t,
		sqlitetest.Table{Name: "t", SQL: "CREATE TABLE t (a, b, c, d)", Rows: sqlitetest.Rows(rows...)},
		sqlitetest.Table{Name: "w", SQL: "CREATE TABLE w (a PRIMARY KEY) WITHOUT ROWID", Rows: sqlitetest.Rows()})
}

func TestBadFiles(t *testing.T) {
	good := small(t)
	edit := func(f func(b []byte) []byte) []byte { return f(append([]byte{}, good...)) }
	for _, tt := range []struct {
		name, want string
		file       []byte
	}{
		{"empty", "is empty, want an SQLite database", nil},
		{"zeros", "starts with zeros: an SQLite database that was never finished", make([]byte, 8192)},
		{"text", `is not an SQLite database: starts with "{\"traceEvents\":["`, []byte(`{"traceEvents":[]}`)},
		{"short", "is cut off in the file header: got 50 bytes", good[:50]},
		{"cut off", fmt.Sprintf("is cut off: want %d pages of 4096 bytes, got 9000 bytes", len(good)/4096), good[:9000]},
		{"UTF-16", "text encoding: want UTF-8, got code 2 (UTF-16)", edit(func(b []byte) []byte { b[59] = 2; return b })},
		{"page size", "page size: want a power of two from 512 to 65536, got 3000", edit(func(b []byte) []byte { b[16], b[17] = 0x0b, 0xb8; return b })},
		{"page type", "page 1: is of type 99, want a page of a table (5 or 13)", edit(func(b []byte) []byte { b[100] = 99; return b })},
		{"cells", "page 1: says it has 65535 cells, more than fit", edit(func(b []byte) []byte { b[103], b[104] = 255, 255; return b })},
	} {
		_, err := read(tt.file)
		var bad *sqlite.Error
		if !errors.As(err, &bad) || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestRefused(t *testing.T) {
	db, err := read(small(t))
	if err != nil {
		t.Fatal(err)
	}
	err = db.Table("w").Scan(nil, func([]sqlite.Value) error { return nil })
	if err == nil || err.Error() != "table w is WITHOUT ROWID" {
		t.Errorf("got %v", err)
	}
	if db.Table("none") != nil || db.Table("t").Column("none") != -1 || db.Table("T").Column("D") != 3 {
		t.Error("wrong tables or columns by name")
	}
}

// A log or a journal beside the file holds rows that the file lacks.
func TestSidecars(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if err := os.WriteFile(path, small(t), 0o666); err != nil {
			t.Fatal(err)
		}
		if suffix != "" {
			if err := os.WriteFile(path+suffix, []byte("x"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		db, err := sqlite.Open(path)
		if (err == nil) != (suffix == "") {
			t.Errorf("%q: got %v", suffix, err)
		}
		if err == nil {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
			continue
		}
		if err := os.Remove(path + suffix); err != nil {
			t.Fatal(err)
		}
	}
}

// A file that is cut off anywhere is refused, or its rows end in an error; no
// row is made up.
func TestTruncated(t *testing.T) {
	good := small(t)
	for n := 0; n < len(good); n += 37 {
		if db, err := read(good[:n]); err == nil {
			t.Fatalf("%d of %d bytes: got %d tables, want an error", n, len(good), len(db.Tables()))
		}
	}
}

// FuzzDB: any bytes are refused or read to the end without a panic, in time and
// memory that the size of the file bounds.
func FuzzDB(f *testing.F) {
	good := small(f)
	f.Add(good)
	f.Add(good[:4096])
	f.Fuzz(func(t *testing.T, b []byte) {
		db, err := read(b)
		if err != nil {
			return
		}
		for i := range db.Tables() {
			tab := &db.Tables()[i]
			n := 0
			cols := make([]int, len(tab.Columns()))
			for c := range cols {
				cols[c] = c
			}
			err := tab.Scan(cols, func(row []sqlite.Value) error {
				n++
				for c := range row {
					if row[c].Kind > sqlite.Blob {
						t.Fatalf("a value of kind %d", row[c].Kind)
					}
				}
				return nil
			})
			if err == nil && n > len(b) {
				t.Fatalf("%d rows in %d bytes", n, len(b))
			}
			if inParts, partsErr := countInParts(tab, 2); (err == nil) != (partsErr == nil) || err == nil && inParts != n {
				t.Fatalf("%d rows, %v; in parts %d, %v", n, err, inParts, partsErr)
			}
		}
	})
}
