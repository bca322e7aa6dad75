package phases

import (
	"testing"

	"github.com/nrkit/nrkit/solvers"
)

// Statuses other than 0 are counted by function, the most frequent one first. Calls
// without a status do not count.
func TestStatus(t *testing.T) {
	run := &solvers.Run{Functions: []solvers.Function{{Symbol: "klu_factor"}, {Symbol: "klu_solve"}}}
	add := func(function, status int32, n int) {
		for range n {
			run.Calls = append(run.Calls, solvers.Call{Function: function, Status: status})
		}
	}
	add(0, 0, 9)
	add(1, solvers.Unknown, 9)
	if got := statusFacts(run); got != "" {
		t.Errorf("got %q where all is well", got)
	}
	add(0, 1, 1)
	add(1, -3, 2)
	if got, want := statusFacts(run), "not 0: -3 in 2 calls of klu_solve, 1 in 1 call of klu_factor"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for k := range int32(4) {
		add(1, -10-k, 3)
	}
	if got, want := statusFacts(run), "not 0: -10 in 3 calls of klu_solve, -11 in 3 calls of klu_solve, -12 in 3 calls of klu_solve, -13 in 3 calls of klu_solve, and 2 others: see --calls --csv"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := statusFacts(nil); got != "" {
		t.Errorf("got %q without calls", got)
	}
}
