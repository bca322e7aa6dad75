package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The p-values and what R's p.adjust(p, "holm") and p.adjust(p, "BH") make of
// them, by hand: 4·0.01, 3·0.02, then not below; and 0.01·4/1, 0.03·4/3, ….
func TestAdjust(t *testing.T) {
	p := []float64{0.02, 0.01, 0.03, 0.5}
	one := []float64{1, 1, 1, 1}
	for c, want := range map[Correction][]float64{
		Uncorrected:       p,
		Holm:              {0.06, 0.04, 0.06, 0.5},
		BenjaminiHochberg: {0.04, 0.04, 0.04, 0.5},
	} {
		for i, got := range c.adjust(p, one) {
			if math.Abs(got-want[i]) > 1e-15 {
				t.Errorf("%s: p-value %d becomes %g, want %g", c, i, got, want[i])
			}
		}
	}
	if got := Holm.adjust(nil, nil); len(got) != 0 {
		t.Errorf("got %v of nothing", got)
	}
}

// What the adjusted p-values call equals the procedures as their authors give
// them: step down for Holm, step up for Benjamini and Hochberg, with weights; but
// nothing is called that its own test does not call.
func TestAdjustIsTheProcedure(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		n := 1 + rng.IntN(8)
		p, tier := make([]float64, n), make([]int, n)
		for i := range p {
			p[i] = math.Pow(rng.Float64(), 3)
			tier[i] = rng.IntN(tiers)
		}
		w := weights(tier)
		sum := 0.0
		for _, x := range w {
			sum += x
		}
		if math.Abs(sum-float64(n)) > 1e-9 {
			t.Fatalf("weights %v have sum %g, want %d", w, sum, n)
		}
		const alpha = 0.05
		if got, want := below(Holm.adjust(p, w), alpha), also(stepDown(p, w, alpha), p, alpha); !slices.Equal(got, want) {
			t.Fatalf("holm: p %v, weights %v: called %v, want %v", p, w, got, want)
		}
		if got, want := below(BenjaminiHochberg.adjust(p, w), alpha), also(stepUp(p, w, alpha), p, alpha); !slices.Equal(got, want) {
			t.Fatalf("bh: p %v, weights %v: called %v, want %v", p, w, got, want)
		}
	}
}

// also leaves what is called with a p-value of at most alpha.
func also(called []bool, p []float64, alpha float64) []bool {
	for i := range called {
		called[i] = called[i] && p[i] <= alpha
	}
	return called
}

func below(q []float64, alpha float64) []bool {
	out := make([]bool, len(q))
	for i, x := range q {
		out[i] = x <= alpha
	}
	return out
}

// stepDown calls the smallest weighted p-value that is left while it passes
// alpha over the weights that are left.
func stepDown(p, w []float64, alpha float64) []bool {
	called := make([]bool, len(p))
	for {
		best, left := -1, 0.0
		for i := range p {
			if !called[i] {
				left += w[i]
				if best < 0 || p[i]/w[i] < p[best]/w[best] {
					best = i
				}
			}
		}
		if best < 0 || p[best]/w[best] > alpha/left {
			return called
		}
		called[best] = true
	}
}

// stepUp calls all weighted p-values up to the largest that passes k·alpha/m.
func stepUp(p, w []float64, alpha float64) []bool {
	limit := -1.0
	for i := range p {
		k := 0
		for j := range p {
			if p[j]/w[j] <= p[i]/w[i] {
				k++
			}
		}
		if x := p[i] / w[i]; x <= float64(k)*alpha/float64(len(p)) {
			limit = max(limit, x)
		}
	}
	called := make([]bool, len(p))
	for i := range p {
		called[i] = p[i]/w[i] <= limit
	}
	return called
}

// The least p-values of the rank test are those that benchmath's table has; the
// numbers of runs are those of its messages at 0.05 and 0.01.
func TestLeastP(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 1. / 3, 3: 0.1, 4: 0.02857142857142857, 5: 0.007936507936507936, 6: 0.0021645021645021645, 9: 4.113533525298231e-05} {
		if got := leastP(n, n); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d runs a side: got %g, want %g", n, got, want)
		}
	}
	for alpha, want := range map[float64]int{0.05: 4, 0.1: 3, 0.01: 5, 0.0021645021645021645: 6, 1: 1} {
		if got := RunsNeeded(alpha); got != want {
			t.Errorf("alpha %g: got %d runs, want %d", alpha, got, want)
		}
	}
}

// Two tests of the run, one of a cold phase and 97 kernels.
func TestWeights(t *testing.T) {
	tier := make([]int, 100)
	for i := range tier {
		tier[i] = workTier
	}
	tier[0], tier[1], tier[2] = mainTier, mainTier, partTier
	w := weights(tier)
	for i, want := range map[int]float64{0: 30, 1: 30, 2: 20, 3: 20. / 97, 99: 20. / 97} {
		if math.Abs(w[i]-want) > 1e-9 {
			t.Errorf("test %d has weight %g, want %g", i, w[i], want)
		}
	}
	if w := weights([]int{workTier, workTier}); w[0] != 1 || w[1] != 1 {
		t.Errorf("tests of one tier have weights %v", w)
	}
}
