package main

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/prediction"
)

// One computer was measured before a change that saved 3 ns for each row; each entry
// takes 2 ns. The fit finds both, and the coefficients have the time of the entries only.
func TestBefore(t *testing.T) {
	machine := &prediction.Machine{Scalar: 1}
	s := spec{name: "lu/solve", terms: terms("entries scalar"), before: terms("rows scalar")}
	var computers []*computer
	for _, before := range []bool{true, false} {
		c := &computer{machine: machine, before: before}
		for k := range int64(9) {
			f := prediction.Features{Rows: 10 + k*k, Entries: 100 * (k + 1)}
			ns := 2 * float64(f.Entries)
			if before {
				ns += 3 * float64(f.Rows)
			}
			c.rows = append(c.rows, dataset.Row{Features: f, Times: map[string]float64{"lu/solve": 1e-9 * ns}})
		}
		computers = append(computers, c)
	}
	cases := casesOf(s, computers)
	var samples []sample
	for _, c := range cases {
		samples = append(samples, c.sample)
	}
	m := fitOf(samples, s)
	if len(m.Terms) != 1 || math.Abs(m.Terms[0].Coefficient-2) > 0.01 || len(m.before.Terms) != 1 || math.Abs(m.before.Terms[0].Coefficient-3) > 0.05 {
		t.Fatalf("terms %v, before %v", m.Terms, m.before.Terms)
	}
	for _, c := range cases {
		if got := m.seconds(c.features, c.on); math.Abs(got/c.seconds-1) > 0.01 {
			t.Errorf("before %t, %d entries: predicted %g, measured %g", c.on.before, c.features.Entries, got, c.seconds)
		}
	}
}
