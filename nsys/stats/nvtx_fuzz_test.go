package stats

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// FuzzNVTX: whatever the ranges, calls and kernels of an export are, each
// report about ranges is computed, or there is no data for it. Columns hold
// whole numbers here: FuzzRows and FuzzRanges of package nsys try others.
func FuzzNVTX(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x01\x09\x00\x01\x00\x01\x02\x05\x01\x01\x02\x02\x03\x01\x01\x00"))
	f.Add([]byte("\x00\x01\x09\x00\x01\x00\x00\x01\x09\x00\x01\x00\x00\x81\x82\x01\x00\x00\x03\x01\x02\x00\x00\x01"))
	path := filepath.Join(f.TempDir(), "a.sqlite")
	f.Fuzz(func(t *testing.T, b []byte) {
		x := fuzzedExport(b)
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := sqlitetest.Create(path, x.tables(t)...); err != nil {
			t.Fatal(err)
		}
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		for _, r := range nvtxReports() {
			for _, name := range []string{r.Name, r.Old} {
				if name == "" {
					continue
				}
				table, err := Run(e, name, Options{})
				if errors.Is(err, ErrNoData) {
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for i, row := range table.All() {
					if len(row) != len(table.Columns) {
						t.Fatalf("%s: row %d has %d cells, want %d", name, i, len(row), len(table.Columns))
					}
				}
				if err := table.WriteCSV(io.Discard); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// fuzzedExport makes rows of six bytes: the table, two times, a thread, a
// correlation id, and what else there is. Times from 128 on are near the latest
// and the earliest that are read.
func fuzzedExport(b []byte) exportRows {
	x := exportRows{"NVTX_EVENTS": nil}
	when := func(c byte) int64 {
		if c < 128 {
			return int64(c)
		}
		if c < 192 {
			return 1<<61 - int64(c-128)
		}
		return int64(c-192) - 1<<61
	}
	for ; len(b) >= 6 && len(x["NVTX_EVENTS"]) < 100; b = b[6:] {
		start, end := when(b[1]), when(b[2])
		thread := int64(b[3]%3+1)<<56 | 1<<24 | int64(b[3]%2)
		id := int64(b[4] % 8)
		switch b[0] % 4 {
		case 0:
			types := []any{59, 60, 70, 71, 75, 34, 39}
			var away any
			if b[5]&1 != 0 {
				away = thread
			}
			x.add("NVTX_EVENTS", start, end, types[int(b[4])%len(types)], "nr_iteration", nil, thread, away, b2i(b[5]&2))
		case 1:
			var last any = end
			if b[5]&1 != 0 {
				last = nil
			}
			x.add("NVTX_EVENTS", start, last, 59, nil, nil, thread, nil, nil)
		case 2:
			x.add("CUPTI_ACTIVITY_KIND_RUNTIME", start, end, int64(b[5]%2)*67, thread, id, text("cuStreamSynchronize"), 0)
		case 3:
			x.add("CUPTI_ACTIVITY_KIND_KERNEL", start, end, 0, 1, nil, 7, id, thread&^0xffffff, int64(b[5]%2), text("f"), text("f"), 1, 1, 1, 32, 1, 1, 16, 0, 0)
		}
	}
	return x
}

// b2i returns 1 for any bit that is set.
func b2i(b byte) int {
	if b != 0 {
		return 1
	}
	return 0
}
