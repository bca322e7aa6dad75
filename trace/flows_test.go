package trace

import (
	"errors"
	"iter"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/nrkit/nrkit/internal/spill"
)

// launches is a trace of n launches in a range, each of work of 1 ns, whose
// tables are larger than what is kept in memory.
func launches(n int64) *Trace {
	return &Trace{
		Names:  []string{"solve", "launch", "kernel"},
		Sorts:  []string{"", SortAPI, SortKernel},
		Tracks: []Track{{Name: "host"}, {Name: "device", Device: 1}},
		Flows:  n,
		Events: func() iter.Seq[Event] {
			return func(yield func(Event) bool) {
				if !yield(Event{Kind: Begin, Name: 0}) {
					return
				}
				for k := range n {
					for _, e := range []Event{
						{Kind: Begin, Name: 1, Time: 2 * k}, {Kind: FlowOut, Index: k, Time: 2 * k}, {Kind: End, Time: 2*k + 1},
						{Kind: Begin, Track: 1, Name: 2, Time: 2 * k}, {Kind: FlowIn, Track: 1, Index: k, Time: 2 * k}, {Kind: End, Track: 1, Time: 2*k + 1},
					} {
						if !yield(e) {
							return
						}
					}
				}
				yield(Event{Kind: End, Time: 2 * n})
			}
		},
	}
}

// Where the table of flows has no room on disk, Err says so; with room, all work
// is given to the range.
func TestSummarizeNoRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	if runtime.GOOS == "windows" {
		t.Skip("TMPDIR is another variable there")
	}
	const n = 500_000
	tr := launches(n)
	s := Summarize(tr, SummaryOptions{})
	if err := tr.Err(); err != nil || *s.Phases[0].GPU != n {
		t.Errorf("got %d ns of work, want %d; error %v", *s.Phases[0].GPU, n, err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "absent"))
	var want *spill.Error
	if Summarize(tr, SummaryOptions{}); !errors.As(tr.Err(), &want) {
		t.Errorf("got error %v, want that of a temporary file", tr.Err())
	}
}
