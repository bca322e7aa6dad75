package series

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDistribution compares with sorting, for every small size.
func TestDistribution(t *testing.T) {
	for n := 1; n <= 41; n++ {
		x := make([]float64, n)
		for k := range x {
			x[k] = float64((k * 17) % n)
		}
		s := slices.Sorted(slices.Values(x))
		least := 0 // smallest index with 10·(index+1) ≥ 9·n
		for 10*(least+1) < 9*n {
			least++
		}
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		want := Distribution{s[0], (s[(n-1)/2] + s[n/2]) / 2, sum / float64(n), s[least], s[n-1]}
		got := distribution(x)
		if math.Abs(got.Mean-want.Mean) > 1e-12*float64(n) {
			t.Errorf("n=%d: want mean %g, got %g", n, want.Mean, got.Mean)
		}
		if got.Mean = want.Mean; *got != want {
			t.Errorf("n=%d: want %+v, got %+v", n, want, *got)
		}
	}
}

func TestNth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-3, 3).Draw(t, "x"))
		}), 1, 40).Draw(t, "x")
		k := rapid.IntRange(0, len(x)-1).Draw(t, "k")
		sorted := slices.Sorted(slices.Values(x))
		if got := nth(x, k); got != sorted[k] {
			t.Fatalf("want %v, got %v", sorted[k], got)
		}
		for i, v := range x {
			if i < k && v > x[k] || i > k && v < x[k] {
				t.Fatal("not split at k")
			}
		}
		if !slices.Equal(slices.Sorted(slices.Values(x)), sorted) {
			t.Fatal("elements lost")
		}
	})
}
