package ordering

// localFill knows of variables how much fill they make, or a lower bound of it,
// where that is cheap to find.
type localFill struct {
	*amd
	limit int // most neighbours outside the current element, as variables
	reads int // most list entries that are read for one variable

	marks   []localMark
	fills   []knownFill
	element int32   // where of the variables of the current element
	merged  bool    // whether variables of the current element were merged
	last    int32   // the last value of where or seen that is in use
	outside []int32 // variables outside the current element, of the last reach
	touched []int32 // those of all variables since the element was entered
}

// A localMark says for whom a variable was last reached.
type localMark struct {
	where int32 // variable whose neighbour it is, or the current element
	seen  int32 // neighbour from which it was seen
}

// A knownFill is what is known of the fill of a variable.
type knownFill struct {
	pairs float32 // twice the edges that its elimination adds, or -1
	bound bool    // whether pairs is only a lower bound

	touched int32   // current element to which it was found adjacent
	near    int32   // weight of its neighbours in there so far
	gain    float32 // twice the pairs of them, which are neighbours now
}

func newLocalFill(a *amd, limit int) localFill {
	l := localFill{amd: a, limit: limit, reads: 24 * limit, element: -1}
	if limit > 0 {
		l.marks, l.fills = make([]localMark, a.n), make([]knownFill, a.n)
	}
	return l
}

// next returns a mark no variable has.
func (l *localFill) next() int32 {
	l.last++
	return l.last
}

// enter makes list the variables of the current element, some of which were
// merged.
func (l *localFill) enter(list []int32, merged bool) {
	if l.last > 1<<30 {
		clear(l.marks)
		for i := range l.fills {
			l.fills[i].touched = 0
		}
		l.last = 0
	}
	l.element, l.merged = l.next(), merged
	l.touched = l.touched[:0]
	for _, i := range list {
		l.marks[i].where = l.element
	}
}

// bound finds a lower bound of the fill of the variable i, which is v, where
// inside is the weight of the current element but for i. It makes the degree of
// v, which counts what is outside, exact, and takes down that what is outside
// has v as a neighbour. It reports false if there is too much.
//
// A neighbour outside cannot have more neighbours than its degree says, and
// lacks an edge to each of the others; edges to variables outside are counted
// from both ends.
func (l *localFill) bound(i int32, v *node, inside int32) (pairs float64, ok bool) {
	known := &l.fills[i]
	known.pairs = -1
	weight, left := l.reach(i, v, l.next(), l.reads)
	if left < 0 {
		return 0, false
	}
	v.degree = weight
	for _, o := range l.outside {
		u := &l.nodes[o]
		l.touch(o, v.nv)
		lacks := weight + inside - u.nv - (u.degree - v.nv)
		if lacks > 0 {
			pairs += float64(u.nv) * float64(lacks+max(0, lacks-(weight-u.nv)))
		}
	}
	known.pairs, known.bound = float32(pairs), weight > 0
	return pairs, true
}

// touch takes down that o, which is outside, is a neighbour of a variable of
// the current element that has weight nv. What was merged may have had no edge
// inside.
func (l *localFill) touch(o, nv int32) {
	k := &l.fills[o]
	if k.touched != l.element {
		k.touched, k.near, k.gain = l.element, 0, 0
		l.touched = append(l.touched, o)
	}
	k.gain += 2 * float32(k.near) * float32(nv)
	if l.merged {
		k.gain += float32(nv) * float32(nv-1)
	}
	k.near += nv
}

// count returns twice the edges that eliminating the variable i, which is v,
// adds. The first element of v, which holds the neighbours it got last, becomes
// the current one. It reports false if there is too much to read.
func (l *localFill) count(i int32, v *node) (pairs float64, ok bool) {
	known := &l.fills[i]
	known.pairs, known.bound = -1, false
	inside := int32(0)
	if v.elems > 0 {
		e := &l.nodes[l.adj[v.start]]
		l.enter(l.adj[e.start:e.start+e.length], false)
		inside = e.degree - v.nv
	} else {
		l.enter(nil, false)
	}
	mine := l.next()
	weight, reads := l.reach(i, v, mine, l.reads)
	if reads < 0 {
		return 0, false
	}
	for _, o := range l.outside {
		nv := int(l.nodes[o].nv)
		near, far, left := l.common(i, o, mine, reads)
		if reads = left; reads < 0 {
			return 0, false
		}
		pairs += float64(nv) * float64(int(weight)-nv-far+2*(int(inside)-near))
	}
	known.pairs = float32(pairs)
	return pairs, true
}

// reach collects the neighbours of v that are outside the current element,
// marks them as mine and returns their weight, and how many more entries may be
// read, which is negative if there are too many.
func (l *localFill) reach(i int32, v *node, mine int32, reads int) (weight int32, left int) {
	nodes, adj, marks := l.nodes, l.adj, l.marks
	l.outside = l.outside[:0]
	list := adj[v.start : v.start+v.length]
	if reads -= l.entries(list, int(v.elems)); reads < 0 {
		return 0, -1
	}
	for k, x := range list {
		part := list[k : k+1]
		if k < int(v.elems) {
			e := &nodes[x]
			if k == 0 || e.start < 0 {
				continue // the current element comes first
			}
			part = adj[e.start : e.start+e.length]
		}
		for _, u := range part {
			m := &marks[u]
			if nv := nodes[u].nv; nv > 0 && m.where != mine && m.where != l.element && u != i {
				m.where = mine
				weight += nv
				l.outside = append(l.outside, u)
			}
		}
		if len(l.outside) > l.limit {
			return 0, -1
		}
	}
	return weight, reads
}

// entries returns how many list entries reach reads for a variable with a list
// that begins with elems elements.
func (l *localFill) entries(list []int32, elems int) int {
	sum := len(list)
	for k := 1; k < elems; k++ {
		sum += int(l.nodes[list[k]].length)
	}
	return sum
}

// common returns the weights of the neighbours of o that are neighbours of i
// inside the current element, and outside, and how many more entries may be
// read.
func (l *localFill) common(i, o, mine int32, reads int) (near, far, left int) {
	nodes, adj, marks := l.nodes, l.adj, l.marks
	from := l.next()
	marks[o].seen, marks[i].seen = from, from
	u := &nodes[o]
	list := adj[u.start : u.start+u.length]
	for k, x := range list {
		part := list[k : k+1]
		if k < int(u.elems) {
			e := &nodes[x]
			if e.start < 0 {
				continue
			}
			part = adj[e.start : e.start+e.length]
		}
		if reads -= len(part); reads < 0 {
			return 0, 0, -1
		}
		for _, w := range part {
			m := &marks[w]
			if m.seen == from {
				continue
			}
			switch m.where {
			case mine:
				far += int(nodes[w].nv)
			case l.element:
				near += int(nodes[w].nv)
			default:
				continue
			}
			m.seen = from
		}
	}
	return near, far, reads
}
