package ordering

// localFill counts the fill of variables exactly where that is cheap.
type localFill struct {
	*amd
	limit int // most neighbours outside the current element, as variables
	reads int // most list entries that are read for one variable

	marks   []localMark
	merged  bool    // whether variables of the current element were merged
	element int32   // where of the variables of the current element
	last    int32   // the last value of where or seen that is in use
	outside []int32 // variables outside the current element, of the last count
	shared  []int32 // those that were outside for two or more variables of it

	affected []int32 // shared of the element that was left
}

// A localMark says for whom a variable was last reached.
type localMark struct {
	where int32 // variable whose neighbour it is, or the current element
	seen  int32 // neighbour from which it was seen
	once  int32 // current element for which it was outside
	twice int32 // the same, for another variable of the element
}

func newLocalFill(a *amd, limit int) localFill {
	l := localFill{amd: a, limit: limit, reads: 24 * limit, element: -1}
	if limit > 0 {
		l.marks = make([]localMark, a.n)
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
	if l.limit <= 0 {
		return
	}
	if l.last > 1<<30 {
		clear(l.marks)
		l.last = 0
	}
	l.element = l.next()
	l.shared = l.shared[:0]
	l.merged = merged
	for _, i := range list {
		l.marks[i].where = l.element
	}
}

// leave ends the current element: no variable is inside.
func (l *localFill) leave() {
	l.affected, l.shared = l.shared, l.affected
	l.enter(nil, false)
}

// count returns twice the edges that eliminating the variable i, which is v,
// adds, where inside is the weight of the current element but for i. It makes
// the degree of v, which counts what is outside, exact. It reports false if that
// takes too long.
func (l *localFill) count(i int32, v *node, inside float64) (pairs float64, ok bool) {
	if l.limit <= 0 {
		return 0, false
	}
	mine := l.next()
	reads := l.reads
	weight, reads := l.reach(i, v, mine, reads)
	if reads < 0 {
		return 0, false
	}
	have := 0
	for _, o := range l.outside {
		u := &l.nodes[o]
		l.touch(o, v)
		near, far, left := l.common(i, o, mine, reads)
		if reads = left; reads < 0 {
			return 0, false
		}
		have += int(u.nv) * (int(u.nv) - 1 + far + 2*near)
	}
	v.degree = weight
	w := float64(weight)
	return w*(w-1+2*inside) - float64(have), true
}

// reach collects the neighbours of v that are outside the current element,
// marks them as mine and returns their weight, and how many more entries may be
// read, which is negative if there are too many.
func (l *localFill) reach(i int32, v *node, mine int32, reads int) (weight int32, left int) {
	nodes, adj, marks := l.nodes, l.adj, l.marks
	l.outside = l.outside[:0]
	list := adj[v.start : v.start+v.length]
	for k, x := range list {
		part := list[k : k+1]
		if k < int(v.elems) {
			e := &nodes[x]
			if e.start < 0 {
				continue
			}
			part = adj[e.start : e.start+e.length]
			if len(part) > 0 && k == 0 && marks[part[0]].where == l.element {
				continue // the current element, which comes first
			}
		}
		if reads -= len(part); reads < 0 {
			return 0, -1
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

// touch takes down that o is outside for a variable of the current element,
// which counts as two if it may have become one of them just now.
func (l *localFill) touch(o int32, v *node) {
	switch m := &l.marks[o]; {
	case m.twice == l.element:
	case m.once == l.element || l.merged && v.nv > 1:
		m.twice = l.element
		l.shared = append(l.shared, o)
	default:
		m.once = l.element
	}
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
