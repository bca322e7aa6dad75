package trace

import (
	"math/rand/v2"
	"testing"
)

// TestTimeline compares the lines with points worked out by hand.
func TestTimeline(t *testing.T) {
	const ms = 1_000_000
	far := []anchor{{1000, 0}, {1000 + 20*ms, 10 * ms}, {1000 + 50*ms, 40 * ms}} // ticks of 1/2 ns, then of 1 ns
	for _, c := range []struct {
		what    string
		anchors []anchor
		tick    uint64
		want    int64
	}{
		{"before the first", far, 5, 0},
		{"first line", far, 1000 + 7, 3},
		{"second line", far, 1000 + 20*ms + 7, 10*ms + 7},
		{"at an anchor", far, 1000 + 50*ms, 40 * ms},
		{"beyond: slope of all", far, 1000 + 150*ms, 120 * ms},
		{"any order", []anchor{far[2], far[0], far[1]}, 1000 + 20*ms + 7, 10*ms + 7},
		{"one anchor", far[1:2], 1000 + 20*ms + 9, 10*ms + 9},
		{"none", nil, 9, 9},
		{"close ones are left out", []anchor{{0, 0}, {10 * ms, 1 * ms}, {20 * ms, 20 * ms}}, 10 * ms, 10 * ms},
		{"but not the last after the first", []anchor{{0, 0}, {10, 3}}, 20, 6},
		{"the last replaces a close one", []anchor{{0, 0}, {10 * ms, 20 * ms}, {20 * ms, 25 * ms}}, 8 * ms, 10 * ms},
		{"time that runs back", []anchor{{0, 0}, {100, 5 * ms}, {200, 4 * ms}}, 100, 5 * ms},
		{"time before the start", []anchor{{0, -7}, {10, 0}, {20, 10}}, 15, 5},
		{"the end of time", []anchor{{0, 0}, {1, 1}}, 1 << 63, 1<<61 + 1},
	} {
		line := newTimeline(append([]anchor(nil), c.anchors...))
		if got := line[line.find(c.tick)].at(c.tick); got != c.want {
			t.Errorf("%s: got %d, want %d", c.what, got, c.want)
		}
	}
}

// TestTimelineMonotonic: whatever the anchors, time does not run backwards.
func TestTimelineMonotonic(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		anchors := make([]anchor, rng.IntN(20))
		for i := range anchors {
			anchors[i] = anchor{rng.Uint64() >> rng.IntN(64), rng.Int64() >> rng.IntN(60)}
		}
		line := newTimeline(anchors)
		last := int64(-1)
		tick := uint64(0)
		for range 500 {
			ns := line[line.find(tick)].at(tick)
			if ns < last {
				t.Fatalf("seed %d: %d ns at tick %d after %d", seed, ns, tick, last)
			}
			last = ns
			if next := tick + rng.Uint64()>>(5+rng.IntN(55)); next > tick {
				tick = next
			}
		}
	}
}

// TestLinesWithinChunk: events of one chunk lie on the lines of their ticks.
func TestLinesWithinChunk(t *testing.T) {
	const s = 1_000_000_000
	tr, _ := record(t, Options{manual: true, portable: true}, func(r *Recorder) {
		th, n := r.Thread("main"), r.Name("n")
		r.writeAnchor(anchor{100 * s, 200 * s})
		r.writeAnchor(anchor{200 * s, 300 * s})
		for _, tick := range []Stamp{100*s + 1, 150 * s, 200 * s, 200*s + 6} {
			th.CounterAt(n, 1, tick)
		}
	})
	want := []int64{200*s + 1, 250 * s, 300 * s, 300*s + 9}
	for i, e := range collect(t, tr) {
		if d := e.Time - want[i]; d < -1 || d > 0 { // the first anchor is not quite 0, 0
			t.Errorf("event %d at %d ns, want %d", i, e.Time, want[i])
		}
	}
}
