package timeline_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace"
)

// A domain that was created twice has its first name, in whatever order the
// rows are: without it the phases would be those of another domain.
func TestDomainCreatedTwice(t *testing.T) {
	for _, reverse := range []bool{false, true} {
		tables := timelinetest.Solver{Steps: 1, PID: 9}.Tables()
		again := slices.Clone(tables.NVTX[0])
		again[0], again[4] = 900, "later"
		tables.NVTX = append(tables.NVTX, again)
		if reverse {
			slices.Reverse(tables.NVTX)
		}
		tr, _ := read(t, tables, timeline.Options{})
		if sum := trace.Summarize(tr, trace.SummaryOptions{}); sum.Iterations.Count != timelinetest.Iterations {
			t.Errorf("reversed %v: got %d iterations, names %q", reverse, sum.Iterations.Count, tr.Names)
		}
	}
}

// A copy that is not asynchronous waits for the device, as in the reports on
// iterations; one within the device does not, nor does a query.
func TestCopiesWait(t *testing.T) {
	tables := timelinetest.Solver{PID: 9}.Tables() // transient alone
	transient := tables.NVTX[2]
	transient[0], transient[1] = 1000, 9000
	thread := transient[5]
	for i, name := range []string{"cudaMemcpy_v3020", "cuMemcpyDtoH_v2", "cudaMemcpyAsync_v3020", "cuMemcpyDtoD_v2", "cudaEventQuery_v3020", "cuCtxSynchronize"} {
		id, start := 1000+i, 2000+1000*i
		tables.Strings = append(tables.Strings, []any{id, name})
		tables.Calls = append(tables.Calls, []any{start, start + 1<<i, 0, thread, id, id, 0})
	}
	tr, _ := read(t, tables, timeline.Options{})
	d := trace.Summarize(tr, trace.SummaryOptions{}).Device
	if d.Calls != 3 || d.Wait != 1+2+32 {
		t.Errorf("got %d calls that wait %d ns, want 3 and 35", d.Calls, d.Wait)
	}
}
