package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestSummaryOfValues compares the summary of values in chunks with [Summarize]: few
// and many values, small ones, large ones and negative ones, taken together in parts.
func TestSummaryOfValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		wide := rapid.SampledFrom([]int{0, 7, 18, 34}).Draw(t, "bits")
		strange := rapid.SampledFrom([]int{0, 1, 3, 1000}).Draw(t, "one of how many is strange")
		var all values
		var plain []int64
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			var part values
			for range rapid.SampledFrom([]int{0, 1, 2, 3, 100, fewValues, 3 * valueChunk}).Draw(t, "n") {
				seed = seed*6364136223846793005 + 1442695040888963407
				x := int64(seed >> (64 - wide))
				if strange > 0 && int(seed>>11)%strange == 0 {
					x = int64(seed) >> 12 // of either sign
				}
				part.add(x)
				plain = append(plain, x)
			}
			all.take(&part)
		}
		if all.len() != len(plain) {
			t.Fatalf("got %d values, want %d", all.len(), len(plain))
		}
		got, want := all.summary(), Summarize(plain)
		if math.Abs(got.SD-want.SD) > 1e-9*want.SD { // sums in another order
			t.Errorf("standard deviation: got %v, want %v", got.SD, want.SD)
		}
		if got.SD = want.SD; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}
