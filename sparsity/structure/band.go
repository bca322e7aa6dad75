package structure

import "github.com/nrkit/nrkit/sparsity"

// A Band says how far from the diagonal the entries lie.
type Band struct {
	// Lower is the largest i−j and Upper the largest j−i over the entries
	// (i, j), 0 where there is no entry on that side.
	Lower int `json:"bandwidth_lower"`
	Upper int `json:"bandwidth_upper"`

	// Profile is the size of the lower envelope: the sum over the rows of
	// i − min{j : a(i, j) stored, j ≤ i}. Rows without such an entry add 0.
	Profile int64 `json:"profile"`

	// DistanceSum is the sum of |i−j| over the entries.
	DistanceSum int64 `json:"distance_sum"`
}

// BandOf returns the band of a. Any shape; rows need not be sorted.
// Cost: O(|a| + rows), rows words of work.
func BandOf(a *sparsity.Pattern) Band {
	var b Band
	reached := make([]bool, a.Rows)
	lower, upper := int32(0), int32(0)
	for j := int32(0); int(j) < a.Cols; j++ {
		for _, i := range a.Col(int(j)) {
			d := i - j
			if d < 0 {
				upper = max(upper, -d)
				b.DistanceSum -= int64(d)
				continue
			}
			lower = max(lower, d)
			b.DistanceSum += int64(d)
			if !reached[i] { // columns ascend: the first is the least
				reached[i] = true
				b.Profile += int64(d)
			}
		}
	}
	b.Lower, b.Upper = int(lower), int(upper)
	return b
}
