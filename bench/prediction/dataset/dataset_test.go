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
	Keep(rows)
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

// Of three rows with many pages, the median difference for each page is the time of a page.
// A row with few pages loses the same time for each of them, and a row without pages none.
func TestKeep(t *testing.T) {
	row := func(pages, factor, refactor float64) Row {
		return Row{Times: map[string]float64{"superlu/factor": factor, "superlu/refactor": refactor}, Counts: map[string]float64{"superlu/factor_pages": pages}}
	}
	rows := []Row{row(100, 500, 300), row(100, 900, 300), row(50, 400, 250), row(10, 90, 1), row(0, 7, 5)}
	if page := Keep(rows); page != 3 {
		t.Errorf("a page takes %g, want 3", page)
	}
	for k, want := range []float64{200, 600, 250, 60, 7} {
		if got := rows[k].Times["superlu/factor"]; got != want {
			t.Errorf("row %d: %g without pages, want %g", k, got, want)
		}
	}
	if got := rows[0].Times["superlu/refactor"]; got != 300 {
		t.Errorf("a refactorization without pages changed to %g", got)
	}
}

// The pages of the datasets explain what a factorization of SuperLU takes longer than its
// refactorization: without the time of the pages, both take the same time within a quarter in
// nine of ten rows.
func TestPagesExplain(t *testing.T) {
	for _, computer := range []string{"epyc", "xeon"} {
		rows, err := Read(computer + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		share := func() (near, all int) {
			for _, r := range rows {
				factor, refactor := r.Times["superlu/factor"], r.Times["superlu/refactor"]
				if r.Counts[Pages("superlu/factor")] > 0 && refactor > 0 {
					all++
					if q := factor / refactor; q > 0.75 && q < 1.25 {
						near++
					}
				}
			}
			return near, all
		}
		before, n := share()
		page := Keep(rows)
		after, _ := share()
		if n < 50 || 10*after < 9*n || after <= before || page < 0.5e-6 || page > 5e-6 {
			t.Errorf("%s: %d rows of %d near before, %d after; a page takes %g s", computer, before, n, after, page)
		}
	}
}
