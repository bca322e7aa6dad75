package nsys_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// nvtx returns the table of NVTX events: start, end, type, text, textId,
// thread, thread of the end, domain.
func nvtx(rows ...[]any) sqlitetest.Table {
	return table("NVTX_EVENTS", "start, end, eventType, text, textId, globalTid, endGlobalTid, domainId", rows...)
}

// Two processes with the same pid on two machines, each with a domain 1 of its
// own; the domain of the first is created again by another thread of it.
const (
	threadA  int64 = 1<<56 | 7<<24 | 7
	threadA2 int64 = 1<<56 | 7<<24 | 8
	threadB  int64 = 2<<56 | 7<<24 | 7
)

func TestRanges(t *testing.T) {
	e := open(t, nvtx(
		[]any{9, 12, 59, "before its domain", nil, threadA, nil, 1},
		[]any{5, nil, 75, "one", nil, threadA, nil, 1},
		[]any{6, nil, 75, "late", nil, threadA2, nil, 1},
		[]any{4, nil, 75, nil, 3, threadB, nil, 1},
		[]any{10, 20, 59, nil, 2, threadA, nil, 1},
		[]any{10, 20, 59, nil, 2, threadA, nil, 0},
		[]any{11, 20, 60, "text", nil, threadB, threadA, 1},
		[]any{12, nil, 70, nil, nil, threadA2, nil, 1},
		[]any{13, 14, 71, nil, 2, threadA2, nil, nil},
		[]any{40, nil, 34, "a mark is the last event", nil, threadA, nil, 1},
	))
	r, err := e.Ranges()
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		Start, End int64
		Name, Text string
		Thread     nsys.Thread
		Row        int32
		Style      string
		Flags      uint8
	}
	var got []line
	for i := range r.Len() {
		got = append(got, line{r.Start[i], r.End[i], e.Text(r.Name(i)), e.Text(r.Text(i)), r.Threads[r.Thread(i)], r.Row[i], r.Style(i), r.Flags(i)})
	}
	want := []line{
		{9, 12, "one:before its domain", "before its domain", nsys.Thread(threadA), 1, "PushPop", 0},
		{10, 20, "one:kernel<int>", "kernel<int>", nsys.Thread(threadA), 5, "PushPop", 0},
		{10, 20, "kernel<int>", "kernel<int>", nsys.Thread(threadA), 6, "PushPop", 0},
		{11, 20, "kernel:text", "text", nsys.Thread(threadB), 7, "StartEnd", nsys.RangeAway},
		{12, 40, "", "", nsys.Thread(threadA2), 8, "PushPop", nsys.RangeOpen},
		{13, 14, "kernel<int>", "kernel<int>", nsys.Thread(threadA2), 9, "StartEnd", 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if r.Name(4) != nsys.NoString || r.Text(4) != nsys.NoString {
		t.Errorf("a range without a text: got %d, %d", r.Name(4), r.Text(4))
	}
}

// Without the table there are no ranges.
func TestRangesOfAnExportWithoutNVTX(t *testing.T) {
	r, err := open(t).Ranges()
	if err != nil || r.Len() != 0 {
		t.Errorf("got %v, %v", r, err)
	}
}

// FuzzRanges: whatever the values are, there is one error, or the ranges are
// those among the events.
func FuzzRanges(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x01\x01\x09\x01\x3b\x07\x03abc\x00\x01\x07\x00\x01\x01\xff"))
	path := filepath.Join(f.TempDir(), "a.sqlite")
	f.Fuzz(func(t *testing.T, b []byte) {
		var all [][]any
		for len(b) > 0 {
			var rows [][]any
			rows, b = cells(b, 8)
			all = append(all, rows...)
		}
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := sqlitetest.Create(path, meta("3.13.2"), names(), nvtx(all...)); err != nil {
			t.Fatal(err)
		}
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		ranges, err := e.Ranges()
		events, eventsErr := e.NVTX()
		if err != nil {
			checkError(t, err)
			return
		}
		if eventsErr != nil {
			return // NVTX reads columns that Ranges does not
		}
		checkRanges(t, e, ranges, events)
	})
}

// checkRanges compares ranges with the events of the same rows.
func checkRanges(t *testing.T, e *nsys.Export, r *nsys.Ranges, events []nsys.NVTXEvent) {
	t.Helper()
	for k := range r.Len() {
		n := &events[r.Row[k]-1]
		same := n.IsRange() && r.Type(k) == n.Type && r.Start[k] == n.Start && r.Threads[r.Thread(k)] == n.Thread
		if n.End != nsys.Null {
			same = same && r.End[k] == n.End && r.Flags(k)&nsys.RangeOpen == 0
		}
		if !same || (r.Text(k) == nsys.NoString) != (n.Text == nsys.NoString) {
			t.Fatalf("range %d: got %d to %d of row %d, which is %+v", k, r.Start[k], r.End[k], r.Row[k], n)
		}
	}
}

// TestRangesAreThoseOfNVTX compares the ranges of real exports with the events.
func TestRangesAreThoseOfNVTX(t *testing.T) {
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is unset")
	}
	paths, err := filepath.Glob(filepath.Join(root, "nsys", "*.sqlite"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no exports: %v", err)
	}
	total := 0
	for _, path := range paths {
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		ranges, err := e.Ranges()
		if err != nil {
			t.Fatal(err)
		}
		events, err := e.NVTX()
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for i := range events {
			if events[i].IsRange() {
				want++
			}
		}
		if ranges.Len() != want {
			t.Errorf("%s: got %d ranges, want %d", path, ranges.Len(), want)
		}
		checkRanges(t, e, ranges, events)
		total += want
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if total < 30000 {
		t.Errorf("the exports have %d ranges, want 30000 or more", total)
	}
}
