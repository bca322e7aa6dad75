package compare

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/reports"
)

// A change of calls has the whole path around the phase: linear_solve of an operating point is
// another place than linear_solve of a time step.
func TestChangesNameTheirPlaces(t *testing.T) {
	q, first, last := 0.0123, int64(1060), int64(1140)
	var d reports.Document
	addChanges(&d, &compare.Result{Changes: []compare.Change{
		{Sort: compare.ChangeCalls, Name: "factor", Path: "operating_point/nr_iteration/linear_solve/factor", Regime: compare.Whole, Old: 0.5, New: 0.2, Effect: -4.9e6},
		{Sort: compare.ChangeCalls, Name: "transient", Path: "transient", Regime: compare.Whole, Old: 1, New: 2, Effect: 3e6},
		{Sort: compare.ChangeNew, Name: "compile", Regime: compare.Steady, New: 2e6, Effect: 2e6},
		{Sort: compare.ChangeTime, Name: "solve", Regime: compare.WarmUp, Old: 1000, New: 800, Effect: -1e6, Q: &q},
		{Sort: compare.ChangeTime, Name: "lte", Regime: compare.Whole, Old: 1000, New: 1130, Effect: 1e4, Q: &q, First: &first, Last: &last},
	}})
	var text strings.Builder
	if err := reports.Text(&text, &d, 0); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(text.String()) {
		if strings.Contains(line, ": ") {
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
	}
	want := []string{
		"factor: fewer calls calls in operating_point/nr_iteration/linear_solve 0.5 0.2 −4.90 ms –",
		"transient: more calls calls in a run 1.00 2.00 +3.00 ms –",
		"compile: new steady – 2.00 ms +2.00 ms –",
		"solve: faster warm-up 1.00 µs 800 ns −1.00 ms 0.012",
		"lte: slower time steps 1,060 to 1,140 1.00 µs 1.13 µs +10.0 µs 0.012",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
