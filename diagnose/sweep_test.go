package diagnose

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/spill"
)

// What is found of intervals in one sweep is what a look at each ns finds.
func TestSweeps(t *testing.T) {
	const span = 60
	rng := rand.New(rand.NewPCG(7, 8))
	for round := range 3000 {
		in := &Input{Memory: 1 + rng.IntN(2)*5000}
		var lists [4]*spill.Sorter[Interval]
		var has [4][span + 1]bool  // by ns that begins then
		var ends [4][span + 1]bool // or an interval ends then
		for k := range lists {
			lists[k] = in.intervals()
			for range rng.IntN(6) {
				x := Interval{Start: rng.Int64N(span)}
				x.End = min(x.Start+rng.Int64N(15), span)
				lists[k].Add(x)
				for at := x.Start; at < x.End; at++ {
					has[k][at] = true
				}
				ends[k][x.End] = true
				ends[k][x.Start] = true
			}
		}
		var ofSecond, ofFirst, beside, cover int64
		s := sweep(lists[0])
		for at := range int64(span) {
			both := [4]bool{has[0][at], has[1][at], has[2][at], has[3][at]}
			switch owner(both) {
			case 0:
				ofFirst++
			case 1:
				ofSecond++
			}
			if both[0] && !both[1] {
				beside++
			}
			if both[0] {
				cover++
			}
			if got, want := s.open(at), has[0][at] || ends[0][at]; got != want {
				t.Fatalf("round %d: open at %d: got %v, want %v", round, at, got, want)
			}
		}
		a, b := sharedOf(lists[:]...)
		if c, d := coveredBeside(lists[0], lists[1]), covered(lists[0]); a != ofSecond || b != ofFirst || c != beside || d != cover {
			t.Fatalf("round %d: got %d, %d, %d, %d, want %d, %d, %d, %d: %v", round, a, b, c, d, ofSecond, ofFirst, beside, cover, has)
		}
		if err := in.release(); err != nil {
			t.Fatal(err)
		}
	}
}

// A train is told by exact quartiles of its gaps, whatever is in memory.
func TestPlace(t *testing.T) {
	in := &Input{Memory: 1}
	gaps := spill.NewSorter(in.records(), func(a, b int64) int { return int(a - b) })
	var want []int64
	rng := rand.New(rand.NewPCG(9, 9))
	for range 500 {
		x := rng.Int64N(1000)
		want = append(want, x)
		gaps.Add(x)
	}
	slices.Sort(want)
	for i, x := range want {
		if got := at(gaps, int64(i)); got != x {
			t.Fatalf("place %d: got %d, want %d", i, got, x)
		}
	}
	if err := in.release(); err != nil {
		t.Fatal(err)
	}
}
