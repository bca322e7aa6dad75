package dataset

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/prediction"
)

// A smoke test: the embedded coefficients are of this dataset. The errors are of matrices
// that the coefficients were fitted to, so they say nothing about others;
// RESULTS-prediction.md has the errors on families left out.
func TestEmbedded(t *testing.T) {
	rows, err := Read("epyc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile("epyc.json")
	if err != nil {
		t.Fatal(err)
	}
	machine := &prediction.Machine{}
	if err := json.Unmarshal(b, machine); err != nil {
		t.Fatal(err)
	}
	for phase, most := range map[prediction.Phase]float64{prediction.Refactor: 0.08, prediction.Factor: 0.12, prediction.Solve: 0.12} {
		var errors []float64
		held := 0.0
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
					held++
				}
			}
		}
		slices.Sort(errors)
		if len(errors) < 500 {
			t.Fatalf("%s: %d times", phase, len(errors))
		}
		if median := errors[len(errors)/2]; median > most {
			t.Errorf("%s: median error %.3f, at most %g is wanted", phase, median, most)
		}
		if share := held / float64(len(errors)); share < 0.75 || share > 0.9 {
			t.Errorf("%s: intervals hold %.2f", phase, share)
		}
	}
}
