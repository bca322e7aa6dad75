package timeline_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// databases returns the exports of $NRKIT_ORACLE/nsys.
func databases(t *testing.T) []string {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "nsys", "*.sqlite"))
	if err != nil || len(files) < 9 {
		t.Fatalf("got %d databases, %v, want 9 or more", len(files), err)
	}
	return files
}

// Every row of an export is a range or an instant of the trace, and the trace
// has nothing that Check objects to but open ranges.
func TestDatabases(t *testing.T) {
	for _, path := range databases(t) {
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		tr, notes, err := timeline.Read(e, timeline.Options{OSCalls: true})
		if err != nil {
			t.Fatal(err)
		}
		want := rows(t, e)
		got := map[string]int64{}
		overlap := map[string]int64{}
		for ev := range tr.Events() {
			switch ev.Kind {
			case trace.Begin:
				got[tr.Sort(ev.Name)]++
				if tr.Tracks[ev.Track].Lane > 0 {
					overlap[tr.Sort(ev.Name)]++
				}
			case trace.FlowIn, trace.FlowOut:
				got[map[trace.Kind]string{trace.FlowIn: "in", trace.FlowOut: "out"}[ev.Kind]]++
			}
		}
		got[trace.SortAPI] += got[trace.SortSync]
		t.Log(filepath.Base(path), len(tr.Tracks), "tracks", got, "overlap", overlap, notes.Warnings, tr.Loss.Ranges, tr.Header)
		for sort, n := range want {
			if got[sort] != n {
				t.Errorf("%s: %q: got %d ranges, want %d", path, sort, got[sort], n)
			}
		}
		for _, p := range trace.Check(tr) {
			if p.Sort != trace.ProblemUnclosed {
				t.Errorf("%s: %s", path, p)
			}
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// rows counts the rows of an export by the sort of the ranges they are.
func rows(t *testing.T, e *nsys.Export) map[string]int64 {
	want := map[string]int64{}
	for table, sort := range map[string]string{
		"CUPTI_ACTIVITY_KIND_KERNEL": trace.SortKernel, "CUPTI_ACTIVITY_KIND_MEMCPY": trace.SortMemcpy,
		"CUPTI_ACTIVITY_KIND_MEMSET": trace.SortMemset, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE": trace.SortGraph, "OSRT_API": trace.SortOS,
	} {
		n, err := e.Count(table)
		if err != nil {
			t.Fatal(err)
		}
		want[sort] += int64(n)
	}
	calls, err := e.CUDACalls()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range calls {
		if c.Class != nsys.ClassBacktrace {
			want[trace.SortAPI]++
		}
	}
	events, err := e.NVTX()
	if err != nil {
		t.Fatal(err)
	}
	for i := range events {
		if events[i].IsRange() {
			want[""]++
		}
	}
	return want
}

// GPU time of the phases is that of the operations whose call lies in a range
// of that name, found by package project and in the slow way.
func TestDatabasesAgreeWithProject(t *testing.T) {
	launched := 0
	for _, path := range databases(t) {
		e, err := nsys.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := project.Read(e)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int64{}
		outside := int64(0)
		for i, op := range c.Ops {
			names := map[string]bool{}
			if k := c.Of[i]; k >= 0 {
				call := &c.Calls[k]
				launched++
				for r := range c.Len() {
					if c.Start[r] <= call.Start && c.End[r] >= call.End && c.Threads[c.Thread(r)] == call.Thread && c.Flags(r)&nsys.RangeAway == 0 {
						names[e.Text(c.Name(r))] = true
					}
				}
			}
			for name := range names {
				want[name] += op.End - op.Start
			}
			if len(names) == 0 {
				outside += op.End - op.Start
			}
		}
		tr, _, err := timeline.Read(e, timeline.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := trace.Summarize(tr, trace.SummaryOptions{})
		for _, p := range s.Phases {
			if p.GPU == nil && want[p.Name] == 0 {
				continue // nothing of devices
			}
			if p.GPU == nil || *p.GPU != want[p.Name] {
				t.Errorf("%s: %s: got %d ns, want %d", path, p.Name, *p.GPU, want[p.Name])
			}
			delete(want, p.Name)
		}
		if len(want) > 0 || s.Device != nil && s.Device.Unattributed != outside {
			t.Errorf("%s: got %d ns outside, want %d; not told: %v", path, s.Device.Unattributed, outside, want)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if launched < 9000 {
		t.Errorf("got %d operations with a call, want 9000 or more", launched)
	}
}
