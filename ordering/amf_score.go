package ordering

import "math"

// An AMFScore is what [AMF] minimises.
type AMFScore uint8

// The fill of a vertex is the number of edges that its elimination adds, both
// ways. Its weight is the number of vertices found indistinguishable from it,
// which are eliminated together with it.
const (
	AMFFill     AMFScore = iota // fill
	AMFMeanFill                 // fill divided by one more than the weight
	AMFDegree                   // degree; fill is of no account
	AMFIncrease                 // fill less twice degree times weight: how much degrees grow in sum
	AMFRelative                 // mean fill divided by the square root of one more than the degree
)

// score returns the score of the variable i, which is v, whose degree counts
// what is outside the current element. That has weight whole, v included, or 0
// if there is none. c is what other cliques contribute. It limits the degree to
// what is left. Where fill is still to be counted the score is what
// knownFill.expect says, and the degree exact.
func (f *amf) score(i int32, v *node, whole int32, c clique) float64 {
	inside := max(whole-v.nv, 0)
	v.degree = min(v.degree, int32(f.n-f.eliminated)-max(whole, v.nv)) // no more is left
	if f.opt.Exact > 0 {
		if pairs, ok := f.local.bound(i, v, inside); ok {
			pairs = f.local.fills[i].expect(pairs, estimate(v, inside, c))
			return f.combine(pairs, v.degree+inside, v.nv)
		}
	}
	return f.combine(estimate(v, inside, c), v.degree+inside, v.nv)
}

// estimate returns twice the pairs of neighbours of v that the current element
// and the cliques c do not cover.
func estimate(v *node, inside int32, c clique) float64 {
	outside := float64(v.degree)
	pairs := outside * (outside - 1 + 2*float64(inside))
	// Where the bound of the degree is an older and better one, the cliques are
	// known to overlap.
	if c.outside <= outside {
		pairs = max(0, pairs-(c.pairs-2*c.outside*float64(v.nv)))
	}
	return pairs
}

// combine returns the score of a variable of weight nv whose fill is pairs.
func (f *amf) combine(pairs float64, degree, nv int32) float64 {
	switch f.opt.Score {
	case AMFMeanFill:
		return pairs / float64(nv+1)
	case AMFDegree:
		return float64(degree)
	case AMFIncrease:
		return pairs - 2*float64(degree)*float64(nv)
	case AMFRelative:
		return pairs / (float64(nv+1) * math.Sqrt(float64(degree+1)))
	}
	return pairs
}

// noteCliques finds what the variables of me have in other elements, after
// setDifferences and before marks change.
func (f *amf) noteCliques(me int32) {
	if !f.opt.AllCliques {
		return
	}
	nodes, adj := f.nodes, f.adj
	m := &nodes[me]
	f.cliques = f.cliques[:0]
	for _, i := range adj[m.start : m.start+m.length] {
		v := &nodes[i]
		var c clique
		for _, x := range adj[v.start : v.start+v.elems] {
			e := &nodes[x]
			if outside := e.mark - f.mark; outside > 0 {
				w, inside := float64(outside), float64(e.degree-outside)
				c.outside += w
				c.pairs += w * (w - 1 + 2*inside)
			}
		}
		f.cliques = append(f.cliques, c)
	}
}
