package sqlite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// textOf is the text of row i: some go on in overflow pages.
func textOf(i int) string { return strings.Repeat(fmt.Sprint(i), 1+i%7*i%900) }

// found returns what Find yields of the column value, and how often.
func found(t *testing.T, tab *sqlite.Table, rowid int64) (text string, times int) {
	t.Helper()
	err := tab.Find(rowid, []int{tab.Column("value")}, func(row []sqlite.Value) error {
		text, times = string(row[0].Bytes()), times+1
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text, times
}

// Each row is found, and nothing where there is none, in trees of one to three
// levels, while the rows of another DB are read.
func TestFind(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100, 5000, 100_000} {
		rows := func(yield func([]any) bool) {
			for i := 1; i <= n; i++ {
				if !yield([]any{nil, textOf(i % 1000)}) {
					return
				}
			}
		}
		db, err := read(write(t, sqlitetest.Table{Name: "s", SQL: "create table s(id integer not null primary key, value text)", Rows: rows}))
		if err != nil {
			t.Fatal(err)
		}
		tab := db.Fork().Table("s")
		if !tab.IsRowid(0) || tab.IsRowid(1) {
			t.Fatal("id is the rowid, value is not")
		}
		if tab.OnePage() != (n <= 2) {
			t.Errorf("%d rows: on one page: %v", n, tab.OnePage())
		}
		i := 0
		err = db.Table("s").Scan([]int{1}, func(row []sqlite.Value) error {
			i++
			if i%97 != 1 && n > 5000 {
				return nil
			}
			text, times := found(t, tab, int64(i))
			if want := string(row[0].Bytes()); text != want || times != 1 || want != textOf(i%1000) {
				t.Fatalf("%d rows: row %d is found %d times with %.20q, want %.20q", n, i, times, text, want)
			}
			return nil
		})
		if err != nil || i != n {
			t.Fatalf("%d rows: read %d, %v", n, i, err)
		}
		for _, rowid := range []int64{0, -1, int64(n) + 1, 1 << 62} {
			if _, times := found(t, tab, rowid); times != 0 {
				t.Errorf("%d rows: row %d is found", n, rowid)
			}
		}
	}
}

// FuzzFind: a row is found in damaged files, or refused, without a panic.
func FuzzFind(f *testing.F) {
	var rows [][]any
	for i := range 300 {
		rows = append(rows, []any{nil, textOf(i)})
	}
	f.Add(write(f, sqlitetest.Table{Name: "s", SQL: "create table s(id integer primary key, value text)", Rows: sqlitetest.Rows(rows...)}), int64(200))
	f.Fuzz(func(t *testing.T, b []byte, rowid int64) {
		db, err := read(b)
		if err != nil {
			return
		}
		for i := range db.Tables() {
			tab := &db.Tables()[i]
			_ = tab.Find(rowid, []int{0}, func(row []sqlite.Value) error {
				if row[0].Kind > sqlite.Blob {
					t.Fatalf("a value of kind %d", row[0].Kind)
				}
				return nil
			})
		}
	})
}
