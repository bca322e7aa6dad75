package dataset

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/prediction"
)

// A smoke test: the embedded coefficients are of these datasets. The errors are of matrices
// that the coefficients were fitted to, so they say nothing about others;
// RESULTS-prediction.md has the errors on families left out. The times of xeon are
// disturbed: only the median error on epyc has a limit.
func TestEmbedded(t *testing.T) {
	for phase, most := range map[prediction.Phase]float64{prediction.Refactor: 0.08, prediction.Factor: 0.12, prediction.Solve: 0.12} {
		held, all := 0, 0
		for _, computer := range []string{"epyc", "xeon"} {
			errors, inside := errorsOf(t, computer, phase)
			held, all = held+inside, all+len(errors)
			if len(errors) < 500 {
				t.Fatalf("%s: %s: %d times", computer, phase, len(errors))
			}
			if median := errors[len(errors)/2]; computer == "epyc" && median > most {
				t.Errorf("%s: %s: median error %.3f, at most %g is wanted", computer, phase, median, most)
			}
		}
		if share := float64(held) / float64(all); share < 0.75 || share > 0.9 {
			t.Errorf("%s: intervals hold %.2f", phase, share)
		}
	}
}

// errorsOf returns the relative errors of the times of a computer, the least first, and
// how many times are in their intervals.
func errorsOf(t *testing.T, computer string, phase prediction.Phase) (errors []float64, inside int) {
	rows, err := Read(computer + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(computer + ".json")
	if err != nil {
		t.Fatal(err)
	}
	machine := &prediction.Machine{}
	if err := json.Unmarshal(b, machine); err != nil {
		t.Fatal(err)
	}
	for k := range rows {
		if rows[k].Ordering == Own {
			continue
		}
		for _, s := range prediction.Solvers() {
			measured, ok := rows[k].Times[string(s)+"/"+string(phase)]
			p, has := prediction.Default().Time(s, phase, &rows[k].Features, machine)
			if !ok || !has {
				continue
			}
			errors = append(errors, math.Abs(p.Seconds/measured-1))
			if p.Low <= measured && measured <= p.High {
				inside++
			}
		}
	}
	slices.Sort(errors)
	return errors, inside
}
