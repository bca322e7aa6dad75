package ordering

import "math"

// An AMFScore is what [AMF] minimises.
type AMFScore uint8

// The fill of a vertex is the number of edges that its elimination adds. Its
// weight is the number of vertices found indistinguishable from it, which are
// eliminated together with it.
const (
	AMFFill     AMFScore = iota // fill
	AMFMeanFill                 // fill divided by one more than the weight
	AMFDegree                   // degree; fill is of no account
	AMFIncrease                 // twice the fill less degree times weight: how much degrees grow in sum
	AMFRelative                 // mean fill divided by the square root of one more than the degree
)

// score returns the score of the variable i, which is v, whose degree counts
// what is outside the current element. That has weight whole, v included, or 0
// if there is none. c is what other cliques contribute. It limits the
// degree to what is left, and makes it exact where it counts the fill.
func (f *amf) score(i int32, v *node, whole int32, c clique) float64 {
	nv := float64(v.nv)
	inside := float64(max(whole-v.nv, 0))
	v.degree = min(v.degree, int32(f.n-f.eliminated)-max(whole, v.nv)) // no more is left
	pairs, exact := f.local.count(i, v, inside)
	if !exact {
		outside := float64(v.degree)
		pairs = outside * (outside - 1 + 2*inside)
		// Where the bound of the degree is an older and better one, the cliques
		// are known to overlap.
		if c.outside <= outside {
			pairs = max(0, pairs-(c.pairs-2*c.outside*nv))
		}
	}
	return f.combine(pairs, float64(v.degree)+inside, nv)
}

// countedScore returns the score of the variable i, which is v, from its exact
// fill, and false if that takes too long to count.
func (f *amf) countedScore(i int32, v *node) (float64, bool) {
	pairs, ok := f.local.count(i, v, 0)
	return f.combine(pairs, float64(v.degree), float64(v.nv)), ok
}

// combine returns the score of a variable of weight nv that adds half of pairs.
func (f *amf) combine(pairs, degree, nv float64) float64 {
	switch f.opt.Score {
	case AMFMeanFill:
		return pairs / (nv + 1)
	case AMFDegree:
		return degree
	case AMFIncrease:
		return pairs - 2*degree*nv
	case AMFRelative:
		return pairs / ((nv + 1) * math.Sqrt(degree+1))
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
