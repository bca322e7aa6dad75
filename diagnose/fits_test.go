package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// TestCountsOfAnotherRun: counts of a run with other unknowns, or another number
// of iterations, are not those of the trace; a warning says so, and the
// iterations of the trace are looked at.
func TestCountsOfAnotherRun(t *testing.T) {
	for text, fits := range map[string]bool{
		`{"schema":"run/v1","circuit":{"unknowns":3},"counts":{"nr_iterations":18},"iterations_per_step":[0,0,9]}`: true,
		`{"schema":"run/v1","counts":{},"iterations_per_step":[0,0,9]}`:                                            true,
		`{"schema":"run/v1","circuit":{"unknowns":4},"counts":{"nr_iterations":18},"iterations_per_step":[0,0,9]}`: false,
		`{"schema":"run/v1","circuit":{"unknowns":3},"counts":{"nr_iterations":19},"iterations_per_step":[0,0,9]}`: false,
	} {
		b := builder{header: trace.Header{Labels: map[string]string{"unknowns": "3"}}}
		b.counts = trace.Counts{Number: map[string]int64{trace.CountIterations: 18}}
		b.solver(0, repeat(10, step{iterations: 10, build: 10})...)
		in := b.input()
		run, err := diagnose.ReadRun([]byte(text), "run.json")
		if err != nil {
			t.Fatal(err)
		}
		in.Run = run
		r := diagnose.Run(in, diagnose.Rules())
		found := false
		for _, f := range r.Findings {
			found = found || f.Rule == "nr-iteration-cap"
		}
		warned := len(r.Warnings) == 1 && strings.HasPrefix(r.Warnings[0], "run.json is ignored: ")
		if found == fits || warned == fits {
			t.Errorf("%s: got warnings %q, and that a cap is found %v", text, r.Warnings, found)
		}
	}
}
