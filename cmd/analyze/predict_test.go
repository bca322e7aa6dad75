package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/handover"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
)

// Predicted settings are what order --for writes: blocks, and a matching of rows, only for
// solvers that take these.
func TestSettingsCanBeHandedOver(t *testing.T) {
	if testing.Short() {
		t.Skip("computes all orderings")
	}
	var out, errs bytes.Buffer
	path := weakMatrix(t)
	if code := run([]string{path, "--json", "--ordering", "all", "--machine", "generic"}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var d analysis.Document
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	count := map[prediction.Solver]int{}
	for _, s := range d.Prediction.Settings {
		if s.Solver == prediction.LU || s.Method == analysis.OwnMethod {
			continue
		}
		count[s.Solver]++
		to := handover.Find(string(s.Solver))
		if to == nil {
			t.Fatalf("order has no --for %s", s.Solver)
		}
		if strings.HasPrefix(s.Method, named.BlocksPrefix) && !to.Blocks || s.Matching != analysis.MatchingNone && !to.Rows {
			t.Errorf("%s does not take %s with the matching %s", s.Solver, s.Method, s.Matching)
		}
	}
	for _, s := range []prediction.Solver{prediction.KLU, prediction.UMFPACK, prediction.SuperLU} {
		if count[s] == 0 {
			t.Errorf("got no setting of %s", s)
		}
	}
}
