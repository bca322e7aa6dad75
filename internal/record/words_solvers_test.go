package record

import (
	"testing"

	"github.com/nrkit/nrkit/solvers"
)

// Functions of --wrap are named by their symbols: the library of all of them is the same.
func TestOfLibraries(t *testing.T) {
	row, err := solvers.Wrap("evaluate_modles=function-evaluation")
	if err != nil {
		t.Fatal(err)
	}
	table := &solvers.Table{Functions: []solvers.Function{{Symbol: "klu_solve", Library: "klu"}, {Symbol: "klu_factor", Library: "klu"}, row}}
	if got, want := ofLibraries(table), " (evaluate_modles, klu)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
