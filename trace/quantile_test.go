package trace

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// values draws durations from distributions that are hard for sketches: heavy tails,
// values at the borders of buckets, a few values many times, two far groups, and steps.
func values(t *rapid.T) []int64 {
	n := rapid.SampledFrom([]int{1, 2, 100, exactSamples - 1, exactSamples, exactSamples + 1, 6000, 20_000}).Draw(t, "n")
	seed := rapid.Uint64().Draw(t, "seed")
	next := func() uint64 { // SplitMix64: rapid draws 20,000 values too slowly
		seed += 0x9e3779b97f4a7c15
		z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	unit := func() float64 { return (float64(next()>>11) + 1) / (1 << 53) } // in (0, 1]
	least, scale := rapid.Int64Range(0, 1<<40).Draw(t, "least"), rapid.Int64Range(1, 1<<40).Draw(t, "scale")
	draw := map[string]func() int64{
		"uniform": func() int64 { return least + int64(unit()*float64(scale)) },
		"log":     func() int64 { return int64(math.Exp2(unit() * 62.9)) },
		"pareto":  func() int64 { return int64(min(float64(scale)*math.Pow(unit(), -2), math.MaxInt64/2)) },
		"borders": func() int64 { return 1<<(next()%63) + int64(next()%3) - 1 },
		"edges":   func() int64 { return int64(128+next()%128)<<(next()%55) - int64(next()%2) },
		"equal":   func() int64 { return least },
		"two": func() int64 {
			if next()%100 == 0 {
				return math.MaxInt64 - int64(next()%1000)
			}
			return int64(next() % 200)
		},
		"few": func() int64 { return least + scale*int64(next()%3) },
	}
	names := make([]string, 0, len(draw))
	for name := range draw {
		names = append(names, name)
	}
	slices.Sort(names)
	f := draw[rapid.SampledFrom(names).Draw(t, "distribution")]
	list := make([]int64, n)
	for i := range list {
		list[i] = f()
	}
	return list
}

// A quantile differs from the exact one by at most 1/256, which is less than 0.4 %, and
// is exact up to 4096 values, whatever the distribution, the order and the tree of
// merges. Smallest and largest values and the count are exact, and any tree of merges
// has the same buckets.
func TestSketchError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := values(t)
		parts := make([]*sketch, rapid.IntRange(1, 9).Draw(t, "parts"))
		for k := range parts {
			parts[k] = &sketch{}
		}
		one := &sketch{}
		for i, v := range all {
			one.add(v)
			parts[bits.Reverse64(uint64(i)*0x9e3779b97f4a7c15)%uint64(len(parts))].add(v)
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-1).Draw(t, "into")
			j := (i + rapid.IntRange(1, len(parts)-1).Draw(t, "from")) % len(parts)
			parts[i].merge(parts[j])
			parts = slices.Delete(parts, j, j+1)
		}
		sum := parts[0]
		if a, b := fmt.Sprintf("%+v", *one.document()), fmt.Sprintf("%+v", *sum.document()); a != b {
			t.Fatalf("merged sketches have %s, want %s", b, a)
		}
		slices.Sort(all)
		if sum.count != int64(len(all)) || sum.min != all[0] || sum.max != all[len(all)-1] {
			t.Fatalf("got %d values from %d to %d, want %d from %d to %d", sum.count, sum.min, sum.max, len(all), all[0], all[len(all)-1])
		}
		for _, q := range []float64{0, 1e-6, 0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1, rapid.Float64Range(0, 1).Draw(t, "q")} {
			want, got := all[max(int(math.Ceil(q*float64(len(all)))), 1)-1], sum.quantile(q)
			if off := max(want-got, got-want); off > want/256 || len(all) <= exactSamples && off > 0 {
				t.Fatalf("quantile %v of %d values is %d, want %d", q, len(all), got, want)
			}
		}
	})
}

// Every bucket holds its own middle, and no value of a bucket is further from the middle
// than 1/256 of the value.
func TestBuckets(t *testing.T) {
	for e := range 57 {
		for i := range subBuckets {
			least, largest := int64(i), int64(i)
			if e > 0 {
				least = int64(subBuckets+i) << (e - 1)
				largest = least + (1<<(e-1) - 1)
			}
			m := middle(e, i)
			if m < least || m > largest || m-least > least/256 || largest-m > largest/256 {
				t.Fatalf("the middle of %d to %d is %d", least, largest, m)
			}
			for _, v := range []int64{least, m, largest} {
				s := sketch{octave: make([]*[subBuckets]uint64, 64)}
				s.bucket(v, 1)
				if s.octave[e] == nil || s.octave[e][i] != 1 {
					t.Fatalf("%d is not in its bucket %d of octave %d", v, i, e)
				}
			}
		}
	}
}
