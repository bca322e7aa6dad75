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

// BorderedRCM returns an ordering of the graph g into a narrow band with a border.
// Hubs come last, in ascending order of degree: they are nodes with far more
// neighbours than others, such as supply rails and clocks. The rest of the graph
// comes in reverse Cuthill–McKee order.
//
// A hub puts all its neighbours into two levels of a breadth-first search, so the
// bandwidth under [RCM] is at least half the largest degree, and the profile may be
// near n times that. Behind all other nodes a hub adds at most n to the profile. The
// bandwidth of the whole order is then near n, and BorderStats has the bandwidth of
// the band. The order is for a small profile and less fill, not for programs that
// store a band.
//
// Method: several numbers of hubs are tried. The hubs are the nodes with more than
// 1/2, 1/4, 1/8, … of the largest degree, as long as their degree is more than 8 and
// more than twice the mean, and as they are at most an eighth of all nodes. The
// order with the least profile is returned, and among equal profiles the order with
// fewer hubs. No hubs is also tried, so the profile is never larger than with RCM.
// Three numbers in a row that are no better than the best end the search.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns. g is not modified and shares no memory with
// the result.
//
// Cost: as [RCM], and O(|g| + n) for each number that is tried, at most log₂(n) and
// mostly 1 to 5; room for a copy of the graph.
//
// It panics if g is not square.
func BorderedRCM(g *sparsity.Pattern) (sparsity.Perm, BorderStats) {
	p := RCM(g)
	best := BorderStats{Profile: profile(g, p.Inverse()), Tried: 1}
	hubs, ends := findHubs(g)
	inner, innerOrder := g, p // the band of the best, and its order
	at := make(sparsity.Inverse, g.Cols)
	worse := 0
	for k := 0; k < len(ends) && worse < 3; k++ {
		best.Tried++
		border := hubs[:ends[k]]
		band, nodes := without(g, border, at)
		order := RCM(band)
		withBorder(order, nodes, border, at)
		size := profile(g, at)
		if size >= best.Profile {
			worse++
			continue
		}
		p, worse = at.Perm(), 0
		best.Hubs, best.Profile = len(border), size
		inner, innerOrder = band, order
	}
	_, best.Bandwidth = Bandwidth(inner, innerOrder)
	return p, best
}

// profile returns what [Envelope] does for the order in which node v is at
// at[v]. The graph is symmetric, so what a row has before its diagonal is what
// the column has.
func profile(g *sparsity.Pattern, at sparsity.Inverse) int64 {
	sum := int64(0)
	for j, k := range at {
		first := k
		for _, i := range g.Col(j) {
			first = min(first, at[i])
		}
		sum += int64(k - first)
	}
	return sum
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
// g they are, ascending. at is scratch of a word for each node.
func without(g *sparsity.Pattern, hubs, at []int32) (band *sparsity.Pattern, nodes []int32) {
	n := g.Cols - len(hubs)
	clear(at)
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
	// Each neighbour is written, and kept by advancing the end: there is no
	// branch on it.
	band = &sparsity.Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1)}
	to := make([]int32, g.NNZ()+1)
	end := 0
	for k, v := range nodes {
		for _, u := range g.Col(int(v)) {
			to[end] = at[u]
			end += int(^uint32(at[u]) >> 31)
		}
		band.ColPtr[k+1] = int64(end)
	}
	band.RowIdx = to[:end]
	return band, nodes
}

// withBorder writes the places of all nodes into at: first those of nodes, in
// the order that numbers them, and behind them the hubs from the last to the
// first.
func withBorder(order sparsity.Perm, nodes, hubs, at []int32) {
	for k, v := range order {
		at[nodes[v]] = int32(k)
	}
	for k, v := range hubs {
		at[v] = int32(len(at) - 1 - k)
	}
}
