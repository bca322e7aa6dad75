package compare

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/planttest"
	"github.com/nrkit/nrkit/trace"
)

// seeds is how many comparisons there are of each plant.
const seeds = 20

// planted compares ten runs of a solver with ten in which something is planted; with
// equal runs if plant is nil.
func planted(t *testing.T, seed uint64, plant func(*trace.Trace) *trace.Trace) *Result {
	rng := rand.New(rand.NewPCG(seed, 0x706c616e74))
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var sides [2][]*Run
	for k := range 20 {
		tr := planttest.Realistic.Trace(rng, at.Add(time.Duration(k)*time.Minute))
		if k%2 == 1 && plant != nil {
			tr = plant(tr)
		}
		sides[k%2] = append(sides[k%2], FromTrace(fmt.Sprint(k), tr, Mean))
	}
	return mustCompare(t, sides[0], sides[1], Options{MinShare: 0.001})
}

// What was planted comes first in the list of changes, and equal runs have no change.
func TestPlantedComesFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		plant func(*trace.Trace) *trace.Trace
		want  Change
	}{
		{"slow phase", func(t *trace.Trace) *trace.Trace { return planttest.Slow(t, trace.PhaseRefactor, 100, 180, 1.5) },
			Change{Sort: ChangeTime, Name: trace.PhaseRefactor, Regime: Whole}},
		{"more iterations", func(t *trace.Trace) *trace.Trace {
			return planttest.Repeat(t, func(step int64) bool { return step%15 == 7 })
		},
			Change{Sort: ChangeCalls, Name: trace.PhaseIteration, Regime: Whole}},
		{"recompilation", func(t *trace.Trace) *trace.Trace { return planttest.Recompile(t, 150, 6_000_000) },
			Change{Sort: ChangeNew, Name: planttest.Compile, Regime: Steady}},
		{"equal", nil, Change{}},
	} {
		right := 0
		for seed := range uint64(seeds) {
			r := planted(t, seed, c.plant)
			var first Change
			if len(r.Changes) > 0 {
				first = r.Changes[0]
			}
			got := Change{Sort: first.Sort, Name: first.Name, Regime: first.Regime}
			if c.plant == nil && r.Slower+r.Faster+r.Changed > 0 || got != c.want {
				t.Errorf("%s, seed %d: got %d slower, %d faster, %d different, and the changes %+v", c.name, seed, r.Slower, r.Faster, r.Changed, r.Changes)
				continue
			}
			if c.name == "slow phase" && (first.First == nil || *first.First < 90 || *first.First > 110 || *first.Last < 170 || *first.Last > 190) {
				t.Errorf("seed %d: got %+v, want the steps 100 to 180", seed, first)
			}
			right++
		}
		t.Logf("%s: %d of %d", c.name, right, seeds)
	}
}
