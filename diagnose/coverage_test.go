package diagnose_test

import (
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
)

// Random intervals are compared with marks on a line.
func TestCovered(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var list []diagnose.Interval
		var line [100]bool
		for range rng.IntN(8) {
			x := diagnose.Interval{Start: rng.Int64N(90)}
			x.End = x.Start + rng.Int64N(10)
			list = append(list, x)
			for i := x.Start; i < x.End; i++ {
				line[i] = true
			}
		}
		want := int64(0)
		for _, marked := range line {
			if marked {
				want++
			}
		}
		if got := diagnose.Covered(list); got != want {
			t.Fatalf("seed %d: got %d for %v, want %d", seed, got, list, want)
		}
	}
}
