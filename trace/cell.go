package trace

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// A Cell is what durations add up to: their number, sum, extremes, sum of squares and a
// coarse histogram. [Cell.Add] gives what adding all durations to one cell would have
// given, whatever the order. Sums that do not fit stay at the largest number.
type Cell struct {
	Count int64 `json:"count"`    // number of durations
	Total int64 `json:"total_ns"` // their sum
	Min   int64 `json:"min_ns"`   // shortest duration
	Max   int64 `json:"max_ns"`   // longest duration

	// sum of the squares in ns², in two parts: squares_high × 2⁶⁴ + squares_low
	SquaresHigh uint64 `json:"squares_high,omitempty"`
	SquaresLow  uint64 `json:"squares_low,omitempty"` // the other part

	// element 0: number of durations of 0 ns; element k: number of durations from
	// 2^(k−1) ns to less than 2^k ns
	Octaves []int64 `json:"octaves"`
}

// one adds a duration.
func (c *Cell) one(ns int64) {
	if c.Count == 0 || ns < c.Min {
		c.Min = ns
	}
	c.Max = max(c.Max, ns)
	c.Count++
	c.Total = plus(c.Total, ns)
	c.square(bits.Mul64(uint64(ns), uint64(ns)))
	k := bits.Len64(uint64(ns))
	if len(c.Octaves) <= k {
		c.Octaves = slices.Grow(c.Octaves, k+1-len(c.Octaves))[:k+1]
	}
	c.Octaves[k]++
}

// square adds to the sum of squares.
func (c *Cell) square(high, low uint64) {
	c.SquaresHigh, c.SquaresLow = plus128(c.SquaresHigh, c.SquaresLow, high, low)
}

// Add adds the durations of another cell.
func (c *Cell) Add(o *Cell) {
	if o.Count == 0 {
		return
	}
	if c.Count == 0 || o.Min < c.Min {
		c.Min = o.Min
	}
	c.Max = max(c.Max, o.Max)
	c.Count = plus(c.Count, o.Count)
	c.Total = plus(c.Total, o.Total)
	c.square(o.SquaresHigh, o.SquaresLow)
	c.Octaves = plusList(c.Octaves, o.Octaves)
}

// Mean returns the mean duration in ns; 0 without durations.
func (c *Cell) Mean() float64 { return ratio(float64(c.Total), float64(c.Count)) }

// Deviation returns the standard deviation of the durations in ns; 0 for fewer than two.
func (c *Cell) Deviation() float64 {
	if c.Count < 2 {
		return 0
	}
	n, total := big.NewInt(c.Count), big.NewInt(c.Total)
	squares := new(big.Int).SetUint64(c.SquaresHigh)
	squares.Lsh(squares, 64).Add(squares, new(big.Int).SetUint64(c.SquaresLow))
	excess := new(big.Int).Sub(squares.Mul(squares, n), total.Mul(total, total)) // n²(n−1)/n times the variance
	x, _ := new(big.Float).SetInt(excess).Float64()
	return math.Sqrt(max(x, 0) / float64(c.Count) / float64(c.Count-1))
}

// plus adds numbers that are not negative. A sum that does not fit is the largest
// number, so that the order of additions does not matter.
func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// plus128 is plus of numbers of 128 bits.
func plus128(high, low, h, l uint64) (uint64, uint64) {
	low, carry := bits.Add64(low, l, 0)
	high, carry = bits.Add64(high, h, carry)
	if carry > 0 {
		return math.MaxUint64, math.MaxUint64
	}
	return high, low
}

// plusList adds lists by element.
func plusList(a, b []int64) []int64 {
	for k, n := range b {
		if k == len(a) {
			a = append(a, b[k:]...)
			break
		}
		a[k] = plus(a[k], n)
	}
	return a
}
