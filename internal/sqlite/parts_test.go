package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// countInParts returns the number of rows of the parts of a table, of which all
// columns are read.
func countInParts(t *sqlite.Table, n int) (rows int, err error) {
	cols := make([]int, len(t.Columns()))
	for i := range cols {
		cols[i] = i
	}
	parts, err := t.Parts(n)
	if err != nil {
		return 0, err
	}
	for i := range parts {
		err = errors.Join(err, parts[i].Scan(cols, func([]sqlite.Value) error {
			rows++
			return nil
		}))
	}
	return rows, err
}

// TestParts reads the parts of tables of one to three levels at once and compares
// them with the whole, of a mapped file and of one that is not.
func TestParts(t *testing.T) {
	for _, rows := range []int{0, 1, 500, 5000, 60_000} {
		b := write(t, rowsOf(rows))
		path := filepath.Join(t.TempDir(), "a.sqlite")
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		mapped, err := sqlite.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer mapped.Close()
		plain, err := sqlite.New(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		for _, db := range []*sqlite.DB{mapped, plain} {
			for _, n := range []int{1, 2, 5} {
				parts, err := db.Table("T").Parts(n)
				if err != nil {
					t.Fatal(err)
				}
				if rows == 60_000 && len(parts) != n || rows < 100 && len(parts) != 1 {
					t.Errorf("%d rows: got %d parts, want %d", rows, len(parts), n)
				}
				lists := make([][]int64, len(parts))
				var group sync.WaitGroup
				for k := range parts {
					group.Go(func() {
						err := parts[k].Scan([]int{0}, func(row []sqlite.Value) error {
							lists[k] = append(lists[k], row[0].Int())
							return nil
						})
						if err != nil {
							t.Error(err)
						}
					})
				}
				group.Wait()
				got := slices.Concat(lists...)
				if len(got) != rows {
					t.Fatalf("%d rows in %d parts: got %d", rows, n, len(got))
				}
				for i, x := range got {
					if x != int64(i) {
						t.Fatalf("%d rows in %d parts: row %d is %d", rows, n, i, x)
					}
				}
			}
		}
	}
}

// The parts of a damaged tree, in which all branches are the same page, have the rows or the
// error of the whole.
func TestPartsOfADamagedTree(t *testing.T) {
	b := write(t, rowsOf(5000))
	const size = 4096
	var root []byte // the one interior page
	for at := size; at < len(b); at += size {
		if b[at] == 5 {
			root = b[at : at+size]
		}
	}
	if root == nil {
		t.Fatal("no interior page")
	}
	at := func(i int) int { return int(root[12+2*i])<<8 | int(root[13+2*i]) }
	count := int(root[3])<<8 | int(root[4])
	for i := 1; i < count; i++ {
		copy(root[at(i):at(i)+4], root[8:12]) // as the rightmost
	}
	db, err := read(b)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	scanErr := db.Table("T").Scan([]int{0}, func([]sqlite.Value) error { n++; return nil })
	rows, err := countInParts(db.Table("T"), 4)
	if (err == nil) != (scanErr == nil) || err == nil && rows != n || n == 5000 {
		t.Errorf("got %d rows, %v in parts, %d, %v in one", rows, err, n, scanErr)
	}
}
