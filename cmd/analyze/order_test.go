package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
)

// weakMatrix writes a matrix of a grid of which every third diagonal entry is too small
// to be a pivot, and returns its path.
func weakMatrix(t *testing.T) string {
	t.Helper()
	a, rng := matgen.Grid2D(20, 20), rand.New(rand.NewPCG(1, 5))
	var b strings.Builder
	fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", a.Rows, a.Cols, a.NNZ())
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			v := 0.1 + rng.Float64()
			switch {
			case int(i) == j && j%3 == 0:
				v = 1e-12
			case int(i) == j:
				v = 9
			}
			fmt.Fprintf(&b, "%d %d %g\n", i+1, j+1, v)
		}
	}
	path := filepath.Join(t.TempDir(), "weak.mtx")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The order that is written belongs to the recommended candidate: with a matching, rows
// and columns go different ways, and a warning says so where one of both is written.
func TestOrderMatched(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a matrix many times")
	}
	path := weakMatrix(t)
	for _, c := range []struct {
		flags, matching string
		scaled          bool
	}{
		{"", "product", true},
		{"--matching product", "product", true},
		{"--matching none", "none", false},
		{"--exact-budget 0", "none", false},
	} {
		out := filepath.Join(t.TempDir(), "perm.json")
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"order", path, "-o", out}, strings.Fields(c.flags)...), nil, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
			t.Fatalf("%s: exit %d: %s", c.flags, code, &stderr)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		var d orderDocument
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		if d.Matching != c.matching || (len(d.RowScale) == 400) != c.scaled || (len(d.ColScale) == 400) != c.scaled || len(d.Rows) != 400 || len(d.Cols) != 400 {
			t.Errorf("%s: got matching %q and %d scale factors", c.flags, d.Matching, len(d.RowScale))
		}
	}
	for flags, warned := range map[string]bool{"": true, "--rows": true, "--matching product": false, "--matching none": false} {
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"order", path}, strings.Fields(flags)...), nil, &stdout, &stderr); code != 0 {
			t.Fatalf("%s: exit %d: %s", flags, code, &stderr)
		}
		if strings.Contains(stderr.String(), "rows are matched to columns") != warned {
			t.Errorf("%s: got %q", flags, &stderr)
		}
	}
}
