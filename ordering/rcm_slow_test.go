package ordering_test

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// slowRCM orders like ordering.RCM, with a queue and a map for each search and
// a bandwidth that is looked up entry by entry.
func slowRCM(g *sparsity.Pattern) (p sparsity.Perm) {
	placed := map[int32]bool{}
	for root := range int32(g.Cols) {
		if placed[root] {
			continue
		}
		order := slowComponent(g, root)
		slices.Reverse(order)
		for _, v := range order {
			placed[v] = true
		}
		p = append(p, order...)
	}
	return p
}

func slowComponent(g *sparsity.Pattern, root int32) []int32 {
	best, level := cuthillMcKee(g, root)
	levels := level[best[len(best)-1]]
	last := best
	for {
		end := last[len(last)-1]
		for _, v := range last {
			if level[v] == levels && (level[end] != levels || len(g.Col(int(v))) < len(g.Col(int(end))) ||
				len(g.Col(int(v))) == len(g.Col(int(end))) && slices.Index(last, v) < slices.Index(last, end)) {
				end = v
			}
		}
		last, level = cuthillMcKee(g, end)
		if orderBandwidth(g, last) < orderBandwidth(g, best) {
			best = last
		}
		deepest := level[last[len(last)-1]]
		if deepest <= levels {
			return slices.Clone(best)
		}
		levels = deepest
	}
}

// cuthillMcKee returns the Cuthill–McKee order of the component of root, and
// the level of each node.
func cuthillMcKee(g *sparsity.Pattern, root int32) (order []int32, level map[int32]int) {
	level = map[int32]int{root: 0}
	queue := []int32{root}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		order = append(order, v)
		var found []int32
		for _, u := range g.Col(int(v)) {
			if _, ok := level[u]; !ok {
				level[u] = level[v] + 1
				found = append(found, u)
			}
		}
		slices.SortStableFunc(found, func(a, b int32) int { return len(g.Col(int(a))) - len(g.Col(int(b))) })
		queue = append(queue, found...)
	}
	return order, level
}

// orderBandwidth returns the bandwidth of the nodes of a component in the
// given order.
func orderBandwidth(g *sparsity.Pattern, order []int32) (bandwidth int) {
	for k, v := range order {
		for _, u := range g.Col(int(v)) {
			bandwidth = max(bandwidth, slices.Index(order, u)-k)
		}
	}
	return bandwidth
}
