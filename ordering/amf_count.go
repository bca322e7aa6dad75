package ordering

import "math/bits"

// A neighbourhood numbers the neighbours of one variable from 1 on, those in
// its last element first, so that a set of them is a bit each. Nobody has
// number 0, and so have all other variables.
type neighbourhood struct {
	slot    []uint16 // number of each variable
	members []int32  // members[k-1] has number k
	weights []int32  // of the same
	outside int      // number of the first one outside the last element
	uniform bool     // whether all weights are 1
	set     [maxNeighbours / 64]uint64
}

const maxNeighbours = 1024 // and one more than there may be

// count returns twice the edges that eliminating the variable i, which is v,
// adds. It reports false if there is too much to read.
//
// Each pair that lacks an edge has a member outside the last element; pairs of
// two such members are found from both ends.
func (l *localFill) count(i int32, v *node) (pairs float64, ok bool) {
	known, h := &l.fills[i], &l.around
	known.pairs, known.bound = -1, false
	allowed := l.allowance()
	left := l.number(i, v, allowed)
	for k := h.outside; k <= len(h.members) && left >= 0; k++ {
		var near, far int
		near, far, left = h.missing(l.amd, k, left)
		pairs += float64(h.weights[k-1]) * float64(far+2*near)
	}
	for _, u := range h.members {
		h.slot[u] = 0
	}
	l.left -= allowed - max(left, 0)
	if left < 0 {
		return 0, false
	}
	known.pairs = float32(pairs)
	return pairs, true
}

// number numbers the neighbours of the variable i, which is v. It returns how
// many of the list entries that are allowed to be read are left, less than 0 if
// these or the neighbours are too many.
func (l *localFill) number(i int32, v *node, allowed int) (left int) {
	nodes, adj, h := l.nodes, l.adj, &l.around
	h.members, h.weights, h.outside, h.uniform = h.members[:0], h.weights[:0], 1, true
	list := adj[v.start : v.start+v.length]
	left = allowed - len(list)
	for k, x := range list {
		part := list[k : k+1]
		if k < int(v.elems) {
			e := &nodes[x]
			if e.start < 0 {
				continue
			}
			part = adj[e.start : e.start+e.length]
			left -= len(part)
		}
		if left < 0 || len(h.members)+len(part) >= maxNeighbours {
			return -1
		}
		for _, u := range part {
			if nv := nodes[u].nv; nv > 0 && h.slot[u] == 0 && u != i {
				h.members, h.weights = append(h.members, u), append(h.weights, nv)
				h.slot[u] = uint16(len(h.members))
				h.uniform = h.uniform && nv == 1
			}
		}
		if k == 0 && v.elems > 0 {
			h.outside = len(h.members) + 1
		}
		if len(h.members)-h.outside >= l.limit {
			return -1
		}
	}
	return left
}

// missing returns the weights of the members inside the last element and
// outside that are no neighbours of member k, and how many of the list entries
// that are allowed to be read are left, less than 0 if these are too many.
func (h *neighbourhood) missing(a *amd, k, allowed int) (near, far, left int) {
	words := h.set[:len(h.members)>>6+1]
	if len(words) == 1 {
		words[0], left = h.few(a, k, allowed)
	} else {
		left = h.many(a, words, k, allowed)
	}
	if left < 0 {
		return 0, 0, -1
	}
	words[k>>6] |= 1 << (k & 63)
	words[0] |= 1
	for w, set := range words {
		n, f := h.weigh(^set, w<<6)
		near, far = near+n, far+f
	}
	return near, far, left
}

// few returns the set of the neighbours of member k among the members, where
// there are no more than 63 of them, and what is left of the list entries that
// are allowed to be read. Nobody's bit says nothing.
func (h *neighbourhood) few(a *amd, k, allowed int) (set uint64, left int) {
	nodes, adj, slot := a.nodes, a.adj, h.slot
	u := &nodes[h.members[k-1]]
	list := adj[u.start : u.start+u.length]
	left = allowed - len(list)
	for _, x := range list[:u.elems] {
		e := &nodes[x]
		if e.start < 0 {
			continue
		}
		if left -= int(e.length); left < 0 {
			return 0, -1
		}
		for _, w := range adj[e.start : e.start+e.length] {
			set |= 1 << (slot[w] & 63)
		}
	}
	for _, w := range list[u.elems:] {
		set |= 1 << (slot[w] & 63)
	}
	return set, left
}

// many is few for any number of members.
func (h *neighbourhood) many(a *amd, set []uint64, k, allowed int) (left int) {
	clear(set)
	u := &a.nodes[h.members[k-1]]
	list := a.adj[u.start : u.start+u.length]
	left = allowed - len(list)
	for p, x := range list {
		part := list[p : p+1]
		if p < int(u.elems) {
			e := &a.nodes[x]
			if e.start < 0 {
				continue
			}
			part = a.adj[e.start : e.start+e.length]
			left -= len(part)
		}
		if left < 0 {
			return -1
		}
		for _, w := range part {
			set[h.slot[w]>>6] |= 1 << (h.slot[w] & 63)
		}
	}
	return left
}

// weigh returns the weights of the members in set, whose numbers count from
// base, that are inside the last element, and outside.
func (h *neighbourhood) weigh(set uint64, base int) (near, far int) {
	set &= below(len(h.members) + 1 - base)
	inside := set & below(h.outside-base)
	if h.uniform {
		return bits.OnesCount64(inside), bits.OnesCount64(set &^ inside)
	}
	for b := inside; b != 0; b &= b - 1 {
		near += int(h.weights[base+bits.TrailingZeros64(b)-1])
	}
	for b := set &^ inside; b != 0; b &= b - 1 {
		far += int(h.weights[base+bits.TrailingZeros64(b)-1])
	}
	return near, far
}

// below returns the set of all numbers less than n.
func below(n int) uint64 {
	if n <= 0 {
		return 0
	}
	return ^uint64(0) >> (64 - min(n, 64))
}
