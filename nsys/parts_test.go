package nsys_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// manyEvents returns a table of n NVTX events: ranges of three threads of two
// processes with texts of both kinds, of which some are not closed and some end on
// another thread; marks; and creations of domains at both ends of the table. Row
// number bad has a start that is no time.
func manyEvents(n, bad int) sqlitetest.Table {
	threads := []int64{threadA, threadA2, threadB}
	var rows [][]any
	for i := range n {
		thread := threads[i*i%3]
		row := []any{int64(100 + i*7919%n), int64(200 + i*7919%n + i%50), 59 + i%2, nil, nil, thread, nil, i % 3}
		switch {
		case i%3 == 0:
			row[3] = fmt.Sprintf("text %d", i%977)
		case i%3 == 1:
			row[4] = 1 + i%3
		}
		switch {
		case i < 3 || i >= n-3:
			row[2], row[3], row[4], row[0] = 75, fmt.Sprintf("domain %d", i), nil, int64(n-i)
		case i%5000 == 17:
			row[1] = nil
		case i%7000 == 19:
			row[6] = threadA
		case i%11 == 0:
			row[1], row[2] = nil, 34
		}
		if i+1 == bad {
			row[0] = "never"
		}
		rows = append(rows, row)
	}
	return nvtx(rows...)
}

// processors sets how many goroutines read until the test ends.
func processors(t *testing.T, n int) {
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// TestPartsAreTheWhole compares the ranges that several goroutines read with those
// that one reads, all ranges and those that are kept, in a table with pages enough.
func TestPartsAreTheWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	if err := sqlitetest.Create(path, meta("3.13.2"), names(), manyEvents(120_000, 0)); err != nil {
		t.Fatal(err)
	}
	short := func(thread nsys.Thread) func(start, end int64) bool {
		return func(start, end int64) bool { return end-start < 120 && thread != nsys.Thread(threadB) }
	}
	for name, keep := range map[string]func(nsys.Thread) func(start, end int64) bool{"all": nil, "short": short} {
		var want []string
		for _, n := range []int{1, 2, 3, 16, 100} {
			processors(t, n)
			parts := 0
			e, err := nsys.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.EachRange(nil, func(part int) func(nsys.Range) { parts = max(parts, part+1); return func(nsys.Range) {} }); err != nil {
				t.Fatal(err)
			}
			if want := min(n, 16); parts != want {
				t.Errorf("%d processors read %d parts, want %d", n, parts, want)
			}
			r, err := e.RangesWhere(keep)
			if err != nil {
				t.Fatal(err)
			}
			got := lines(e, r)
			if n == 1 {
				want = got
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, %d processors: %s", name, n, diff)
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if len(want) < 30_000 {
			t.Errorf("%s: got %d ranges", name, len(want))
		}
	}
}

// lines returns what ranges say.
func lines(e *nsys.Export, r *nsys.Ranges) []string {
	var list []string
	for i := range r.Len() {
		list = append(list, fmt.Sprint(r.Start[i], r.End[i], r.Row[i], e.Text(r.Name(i)), e.Text(r.Text(i)), r.Threads[r.Thread(i)], r.Type(i), r.Flags(i)))
	}
	return list
}

// TestPartsHaveTheErrorOfTheWhole: whatever the number of goroutines, the error
// names the row.
func TestPartsHaveTheErrorOfTheWhole(t *testing.T) {
	for _, n := range []int{1, 4} {
		processors(t, n)
		path := filepath.Join(t.TempDir(), "a.sqlite")
		if err := sqlitetest.Create(path, meta("3.13.2"), names(), manyEvents(120_000, 110_001)); err != nil {
			t.Fatal(err)
		}
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		_, err = e.Ranges()
		if err == nil || !strings.HasSuffix(err.Error(), "table NVTX_EVENTS, row 110001: column start: want an integer, got text") {
			t.Errorf("%d processors: got %v", n, err)
		}
	}
}

// TestStopEndsParts: the error of Stop ends the reading, which asks one goroutine at a
// time.
func TestStopEndsParts(t *testing.T) {
	processors(t, 4)
	path := filepath.Join(t.TempDir(), "a.sqlite")
	if err := sqlitetest.Create(path, meta("3.13.2"), names(), manyEvents(120_000, 0)); err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	stopped := errors.New("stopped")
	asked := 0
	e.Stop = func() error {
		if asked++; asked > 2 {
			return stopped
		}
		return nil
	}
	if _, err := e.Ranges(); !errors.Is(err, stopped) {
		t.Errorf("got %v", err)
	}
	if asked != 3 {
		t.Errorf("asked %d times", asked)
	}
}
