package lu

import (
	"math/rand/v2"
	"testing"
)

// TestView: a view says that a segment is done exactly if each of its columns is in no link or
// finished, whatever it was asked before.
func TestView(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := int32(1 + r.IntN(60))
		var links []run
		for k := int32(r.IntN(4)); k < n; {
			last := min(n, k+1+int32(r.IntN(4)))
			links = append(links, run{k, last})
			k = last + int32(r.IntN(3))
		}
		if len(links) == 0 {
			continue
		}
		var p pipeline
		p.init(int(n), links)
		v := view{pipeline: &p, links: links}
		for range 3 {
			p.begin()
			v.begin()
			open := map[int32]bool{}
			next := make([]int32, len(links)) // of each link
			for i, l := range links {
				next[i] = l.first
				for k := l.first; k < l.last; k++ {
					open[k] = true
				}
			}
			for len(open) > 0 {
				if i := r.IntN(len(links)); next[i] < links[i].last {
					p.finish(int(next[i]))
					delete(open, next[i])
					next[i]++
				}
				for range 3 {
					g := segment{first: r.Int32N(n)}
					g.width = min(1+r.Int32N(maxWidth), n-g.first)
					want := true
					for j := g.first; j < g.first+g.width; j++ {
						want = want && !open[j]
					}
					if got := v.has(&g); got != want {
						t.Fatalf("seed %d: columns %d to %d done: %v, want %v", seed, g.first, g.first+g.width, got, want)
					}
				}
			}
		}
	}
}
