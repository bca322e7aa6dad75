package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Round against the same sum with exact numbers, also just beside halves.
func TestRound(t *testing.T) {
	for v, want := range map[float64]float64{0: 0, 0.15: 0.2, 0.25: 0.3, 0.05: 0.1, 0.04999999: 0, 12992.05: 12992.1, 99.95: 100, -0.15: -0.2, 1e300: 1e300} {
		if got := Round(v); got != want {
			t.Errorf("Round(%v) = %v, want %v", v, got, want)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		v := float64(rnd.Int64N(1<<rnd.IntN(50)+1)) / float64(1+rnd.IntN(40))
		if rnd.IntN(2) == 0 {
			v = float64(rnd.Int64N(1<<rnd.IntN(45)+1)) + 0.05
		}
		if got, want := Round(v), exactRound(v); got != want {
			t.Fatalf("Round(%v) = %v, want %v", v, got, want)
		}
	}
}

// exactRound is Round with rational numbers.
func exactRound(v float64) float64 {
	x := new(big.Rat).SetFloat64(v)
	if v > 0 && 1+math.Ilogb(v)/3 < 15 {
		x.Add(x, new(big.Rat).Mul(x, big.NewRat(3, 1e16)))
	}
	x.Add(x.Mul(x, big.NewRat(10, 1)), big.NewRat(1, 2))
	whole := new(big.Int).Div(x.Num(), x.Denom())
	tenths, _ := new(big.Rat).SetFrac(whole, big.NewInt(10)).Float64()
	return tenths
}

// Summarize against sorting and the sums of rational numbers.
func TestSummarize(t *testing.T) {
	if s := Summarize(nil); s != (Summary{}) {
		t.Errorf("of nothing: %+v", s)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		values := make([]int64, 1+rnd.IntN(1<<rnd.IntN(10)))
		limit := int64(1) << (1 + rnd.IntN(40)) // few different values, too
		for i := range values {
			values[i] = rnd.Int64N(limit) - limit/4
		}
		sorted := slices.Sorted(slices.Values(values))
		n := len(sorted)
		median := float64(sorted[n/2])
		if n%2 == 0 {
			median = (float64(sorted[n/2-1]) + float64(sorted[n/2])) / 2
		}
		var sum int64
		for _, v := range values {
			sum += v
		}
		mean := big.NewRat(sum, int64(n))
		squares := new(big.Rat)
		for _, v := range values {
			d := new(big.Rat).Sub(new(big.Rat).SetInt64(v), mean)
			squares.Add(squares, d.Mul(d, d))
		}
		sd := 0.0
		if n > 1 {
			variance, _ := squares.Quo(squares, big.NewRat(int64(n-1), 1)).Float64()
			sd = math.Sqrt(variance)
		}
		s := Summarize(slices.Clone(values))
		if s.Count != n || s.Total != sum || s.Min != sorted[0] || s.Max != sorted[n-1] || s.Median != median ||
			s.Mean != float64(sum)/float64(n) || math.Abs(s.SD-sd) > 1e-12*sd {
			t.Fatalf("%v:\n got %+v\nwant median %v, deviation %v", values, s, median, sd)
		}
	}
}

// nth against sorting, of values that are hard for a selection.
func TestNth(t *testing.T) {
	for name, value := range map[string]func(i, n int) int64{
		"equal":    func(i, n int) int64 { return 7 },
		"rising":   func(i, n int) int64 { return int64(i) },
		"falling":  func(i, n int) int64 { return int64(-i) },
		"mountain": func(i, n int) int64 { return int64(min(i, n-i)) },
		"two":      func(i, n int) int64 { return int64(i % 2) },
		"saw":      func(i, n int) int64 { return int64(i * 7919 % 1013) },
	} {
		for _, n := range []int{1, 2, 15, 16, 17, 18, 100, 1000} {
			values := make([]int64, n)
			for i := range values {
				values[i] = value(i, n)
			}
			sorted := slices.Sorted(slices.Values(values))
			for k := range n {
				got := slices.Clone(values)
				if v := nth(got, k); v != sorted[k] || v != got[k] || k > 0 && slices.Max(got[:k]) > v {
					t.Fatalf("%s: number %d of %d: got %d, want %d, in %v", name, k, n, v, sorted[k], got)
				}
			}
		}
	}
}
