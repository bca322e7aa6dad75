package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// rowsOf returns a table of n rows.
func rowsOf(n int) sqlitetest.Table {
	return sqlitetest.Table{Name: "T", SQL: "CREATE TABLE T (a INTEGER, b TEXT)", Rows: func(yield func([]any) bool) {
		for i := range n {
			if !yield([]any{i, strings.Repeat("x", 20)}) {
				return
			}
		}
	}}
}

// TestCutOffMeanwhile cuts a file off that is open: what is not there any more
// is an error, also where the file is mapped and the processor would fault.
func TestCutOffMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.sqlite")
	if err := os.WriteFile(path, write(t, rowsOf(5000)), 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := os.Truncate(path, 1<<14); err != nil {
		t.Fatal(err)
	}
	tab := db.Table("T")
	_, counted := tab.Count()
	for name, err := range map[string]error{
		"scan":  tab.Scan([]int{0, 1}, func([]sqlite.Value) error { return nil }),
		"find":  tab.Find(4999, []int{0}, func([]sqlite.Value) error { return nil }),
		"count": counted,
	} {
		if err == nil || !strings.Contains(err.Error(), "cut off while it was read") && !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestPanicWhileMapped lets a panic of the caller pass.
func TestPanicWhileMapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.sqlite")
	if err := os.WriteFile(path, write(t, rowsOf(1)), 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	defer func() {
		if r := recover(); r != "mine" {
			t.Errorf("got %v", r)
		}
	}()
	_ = db.Table("T").Scan([]int{0}, func([]sqlite.Value) error { panic("mine") })
}
