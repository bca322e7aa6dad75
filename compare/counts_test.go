package compare

import (
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// The calls that a program counted compare although times are estimated; calls that
// are estimated do not.
func TestCallsOfSampledRuns(t *testing.T) {
	r := &Run{Counts: map[Count]int64{}}
	r.countSummary(&trace.Summary{Phases: []trace.Phase{
		{Name: trace.PhaseSolve, Count: 52246, Estimated: true}, {Name: trace.PhaseLTE, Count: 20018, Estimated: true, CountEstimated: true},
	}})
	if got, known := r.Counts[Count{"calls", trace.PhaseSolve}]; !known || got != 52246 {
		t.Errorf("got %d calls of solve, known %t, want 52246", got, known)
	}
	if got, known := r.Counts[Count{"calls", trace.PhaseLTE}]; known {
		t.Errorf("got %d calls of lte, which are estimated", got)
	}
}
