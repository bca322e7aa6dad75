package inject

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTimeline(t *testing.T) {
	const ms = 1_000_000
	for _, c := range []struct {
		name    string
		anchors []anchor
		tick    uint64
		want    uint64
	}{
		{"no anchor", nil, 7, 7},
		{"one anchor", []anchor{{100, 5000}}, 130, 5030},
		{"before one", []anchor{{100, 5000}}, 90, 4990},
		{"between", []anchor{{3 * ms, 10 * ms}, {63 * ms, 30 * ms}}, 33 * ms, 20 * ms},
		{"before", []anchor{{30 * ms, 100 * ms}, {90 * ms, 120 * ms}}, 0, 90 * ms},
		{"after, slope of the whole", []anchor{{0, 1 * ms}, {30 * ms, 11 * ms}, {90 * ms, 41 * ms}}, 180 * ms, 81 * ms},
		{"too close is left out", []anchor{{0, 1 * ms}, {30 * ms, 4 * ms}, {60 * ms, 21 * ms}}, 30 * ms, 11 * ms},
		{"the last takes the place of one too close", []anchor{{0, 0}, {30 * ms, 10*ms + ms/2}, {33 * ms, 11 * ms}}, 30 * ms, 10 * ms},
		{"two that are close", []anchor{{0, 0}, {300, 100}}, 600, 200},
		{"backwards", []anchor{{0, 50 * ms}, {30 * ms, 20 * ms}, {60 * ms, 70 * ms}}, 30 * ms, 60 * ms},
		{"no order", []anchor{{60 * ms, 30 * ms}, {0, 10 * ms}}, 30 * ms, 20 * ms},
	} {
		line := newTimeline(slices.Clone(c.anchors))
		for hint := range 4 { // wherever the last tick was
			if got := line.at(c.tick, &hint); got != c.want {
				t.Errorf("%s: got %d, want %d", c.name, got, c.want)
			}
		}
	}
}

// Time never runs backwards, whatever the anchors are.
func TestTimelineAscends(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var list []anchor
		for range rng.IntN(20) {
			list = append(list, anchor{rng.Uint64() >> rng.IntN(64), rng.Uint64() >> rng.IntN(64)})
		}
		line := newTimeline(list)
		var hint int
		var tick, last uint64
		for range 200 {
			if tick += rng.Uint64() >> (6 + rng.IntN(58)); tick>>63 != 0 {
				break
			}
			ns := line.at(tick, &hint)
			if ns < last {
				t.Fatalf("seed %d: tick %d is at %d ns, after %d ns", seed, tick, ns, last)
			}
			last = ns
		}
	}
}
