package foresight

import (
	"math/rand/v2"
	"testing"
)

// What repeats is foreseen, and what is random is not: of lengths from 1 to 8, one of eight
// is guessed.
func TestPredictor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name         string
		n            int
		length       func(k int) uint32
		least, worst float64 // share of surprises
	}{
		{"alike", 1000, func(int) uint32 { return 7 }, 0, 0},
		{"in turn", 1000, func(k int) uint32 { return uint32(k % 2) }, 0, 0},
		{"a period of ten", 1000, func(k int) uint32 { return uint32(k * k % 10) }, 0, 0},
		{"random, most learned by heart", 300, func(k int) uint32 { return uint32(Mix(uint64(k)) % 8) }, 0, 0.3},
		{"random", 400_000, func(int) uint32 { return rng.Uint32N(8) }, 0.85, 0.93},
	} {
		p := New(4096)
		for range 2 {
			p.Surprises = 0
			for k := range c.n {
				p.Meet(1, c.length(k))
			}
		}
		if share := float64(p.Surprises) / float64(c.n); share < c.least || share > c.worst {
			t.Errorf("%s: %.3f are surprises, want %g to %g", c.name, share, c.least, c.worst)
		}
	}
}

// A predictor forgets what it has no room for.
func TestEntries(t *testing.T) {
	const n = 2000
	last := int64(n)
	for _, entries := range []int{64, 512, 4096} {
		p := New(entries)
		for range 4 {
			p.Surprises = 0
			for k := range n {
				p.Meet(1, uint32(Mix(uint64(k))%8))
			}
		}
		if p.Surprises >= last {
			t.Errorf("%d surprises with %d entries, %d with fewer", p.Surprises, entries, last)
		}
		last = p.Surprises
	}
	if last > n/4 {
		t.Errorf("%d of %d are surprises when there is room for all", last, n)
	}
}
