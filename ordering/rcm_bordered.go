package ordering

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// BorderStats says what [BorderedRCM] made of a graph.
type BorderStats struct {
	Hubs      int   // nodes set apart: the last ones of the order
	Bandwidth int   // of the nodes before them
	Profile   int64 // of the whole order, as [Envelope] returns it
	Tried     int   // how many numbers of hubs were tried, none among them
}

// BorderedRCM returns an ordering of the graph g into a narrow band with a
// border: hubs, which are nodes with far more neighbours than others such as
// supply rails and clocks, come last, in ascending order of degree, and the
// rest of the graph comes in reverse Cuthill–McKee order.
//
// A hub puts all its neighbours into two levels of a breadth-first search, so
// the bandwidth under [RCM] is at least half the largest degree, and the
// profile may be near n times that. Behind all others a hub costs at most n of
// the profile. The bandwidth of the whole order is then near n, and BorderStats
// has that of the band: this is an order for a small profile and less fill, not
// for programs that store a band.
//
// Method: the numbers of hubs that are tried are those of the nodes of more
// than 1/2, 1/4, 1/8, … of the largest degree, as long as these have more than
// 8 and twice the mean and are at most an eighth of all. The order of least
// profile is returned, that with fewer hubs among equals; none is tried too, so
// the profile is never larger than that of RCM. Three in a row that are no better
// than the best end it.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns. g is not modified and shares no memory with
// the result.
//
// Cost: that of [RCM] and O(|g| + n) for each number that is tried, at most
// log₂(n) and mostly 1 to 5; room for a copy of the graph.
//
// It panics if g is not square.
func BorderedRCM(g *sparsity.Pattern) (sparsity.Perm, BorderStats) {
	p := RCM(g)
	best := BorderStats{Profile: Envelope(g, p), Tried: 1}
	hubs, ends := findHubs(g)
	inner, innerOrder := g, p // the band of the best, and its order
	worse := 0
	for k := 0; k < len(ends) && worse < 3; k++ {
		best.Tried++
		border := hubs[:ends[k]]
		band, nodes := without(g, border)
		order := RCM(band)
		q := withBorder(order, nodes, border)
		profile := Envelope(g, q)
		if profile >= best.Profile {
			worse++
			continue
		}
		p, worse = q, 0
		best.Hubs, best.Profile = len(border), profile
		inner, innerOrder = band, order
	}
	_, best.Bandwidth = Bandwidth(inner, innerOrder)
	return p, best
}

// findHubs returns the nodes that may be hubs in descending order of degree,
// and at which of them to cut.
func findHubs(g *sparsity.Pattern) (hubs []int32, ends []int) {
	n := g.Cols
	if n == 0 {
		return nil, nil
	}
	degree := func(v int32) int { return int(g.ColPtr[v+1] - g.ColPtr[v]) }
	floor, largest := max(8, 2*g.NNZ()/n), 0
	for v := range int32(n) {
		if d := degree(v); d > floor {
			hubs = append(hubs, v)
			largest = max(largest, d)
		}
	}
	slices.SortStableFunc(hubs, func(a, b int32) int { return cmp.Compare(degree(b), degree(a)) })
	end := 0
	for limit := largest / 2; ; limit /= 2 {
		before := end
		for end < len(hubs) && degree(hubs[end]) > max(limit, floor) {
			end++
		}
		if 8*end > n {
			break
		}
		if end > before {
			ends = append(ends, end)
		}
		if limit <= floor {
			break
		}
	}
	return hubs, ends
}

// without returns the graph of the nodes of g that are not hubs, and which of
// g they are, ascending.
func without(g *sparsity.Pattern, hubs []int32) (band *sparsity.Pattern, nodes []int32) {
	n := g.Cols - len(hubs)
	at := make([]int32, g.Cols)
	for _, h := range hubs {
		at[h] = -1
	}
	nodes = make([]int32, 0, n)
	for v := range at {
		if at[v] == 0 {
			at[v] = int32(len(nodes))
			nodes = append(nodes, int32(v))
		}
	}
	band = &sparsity.Pattern{Rows: n, Cols: n, ColPtr: make([]int64, 1, n+1), RowIdx: make([]int32, 0, g.NNZ())}
	for _, v := range nodes {
		for _, u := range g.Col(int(v)) {
			if at[u] >= 0 {
				band.RowIdx = append(band.RowIdx, at[u])
			}
		}
		band.ColPtr = append(band.ColPtr, int64(len(band.RowIdx)))
	}
	return band, nodes
}

// withBorder returns the order of nodes, of which it numbers the places, and
// behind it the hubs from the last to the first.
func withBorder(order sparsity.Perm, nodes, hubs []int32) sparsity.Perm {
	p := make(sparsity.Perm, 0, len(nodes)+len(hubs))
	for _, k := range order {
		p = append(p, nodes[k])
	}
	for k := len(hubs) - 1; k >= 0; k-- {
		p = append(p, hubs[k])
	}
	return p
}
