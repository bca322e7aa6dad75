package timeline_test

import (
	"encoding/binary"
	"errors"
	"io"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/perfetto"
	"github.com/nrkit/nrkit/trace/pprof"
)

// FuzzRead changes values of a small export: any number of times 12 bytes that
// say which table, row and column gets which value. Whatever comes out is a
// trace in order, nested and with references that there are, which exporters
// and the summary take, and is that of the obvious way; or the error is one of the reader's. Damage below the
// rows is what the fuzz target of internal/sqlite is for.
func FuzzRead(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 3, 0, 2, 7, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{0, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Add([]byte{1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x80, 2, 1, 0, 2, 255, 255, 255, 255, 255, 255, 255, 255})
	path := filepath.Join(f.TempDir(), "x.sqlite")
	f.Fuzz(func(t *testing.T, b []byte) {
		tables := timelinetest.Solver{Steps: 1, PID: 7}.Tables()
		mutate(tables, b)
		if err := tables.Write(path); err != nil {
			t.Fatal(err)
		}
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		tr, _, err := timeline.Read(e, timeline.Options{OSCalls: true, Memory: 500})
		var bad *nsys.Error
		var damaged *sqlite.Error
		if errors.As(err, &bad) || errors.As(err, &damaged) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer tr.Close()
		want, _, err := timeline.InMemory(e, timeline.Options{OSCalls: true})
		if errors.As(err, &bad) {
			return // in a column that it alone reads, such as the size of a grid
		}
		if err != nil {
			t.Fatal(err)
		}
		compareTraces(t, "fuzz", want, tr)
		for _, p := range trace.Check(tr) {
			switch p.Sort {
			case trace.ProblemUnclosed, trace.ProblemPhase, trace.ProblemPlace:
			default:
				t.Error(p)
			}
		}
		trace.Summarize(tr, trace.SummaryOptions{})
		for _, err := range []error{perfetto.Write(io.Discard, tr), chrome.Write(io.Discard, tr), pprof.Write(io.Discard, tr)} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// mutate changes values.
func mutate(tables *timelinetest.Tables, b []byte) {
	lists := []*[][]any{&tables.NVTX, &tables.Calls, &tables.Kernels, &tables.Copies, &tables.Threads, &tables.Processes, &tables.Sessions, &tables.Strings}
	for ; len(b) >= 12; b = b[12:] {
		list := *lists[int(b[0])%len(lists)]
		if len(list) == 0 {
			continue
		}
		row := list[int(b[1])%len(list)]
		x := binary.LittleEndian.Uint64(b[4:])
		var v any
		switch b[3] % 5 {
		case 1:
			v = int64(b[4])
		case 2:
			v = int64(x)
		case 3:
			v = float64(int64(x)) / 4
		case 4:
			v = string(b[4:8])
		}
		row[int(b[2])%len(row)] = v
	}
}
