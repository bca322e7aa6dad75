package ordering

// localFill knows of variables how much fill they make, or what to go by until
// that is counted, where it is cheap to find.
type localFill struct {
	*amd
	limit int // most neighbours outside the current element, as variables
	left  int // list entries that may yet be read

	where   []int32 // variable whose neighbour each one is, or the current element
	fills   []knownFill
	element int32   // where of the variables of the current element
	merged  bool    // whether variables of the current element were merged
	last    int32   // the last value of where that is in use
	outside []int32 // variables outside the current element, of the last reach
	touched []int32 // those of all variables since the element was entered

	around neighbourhood
}

// A knownFill is what is known of the fill of a variable.
type knownFill struct {
	pairs    float32 // twice the edges that its elimination adds, or goes by until they are counted, or -1
	estimate float32 // what pairs is taken to be where counting it takes too long
	bound    bool    // whether they are still to be counted

	touched int32   // current element to which it was found adjacent
	near    int32   // weight of its neighbours in there so far
	gain    float32 // twice the pairs of them, which are neighbours now
}

func newLocalFill(a *amd, limit int) localFill {
	l := localFill{amd: a, limit: limit, left: readsFree, element: -1}
	if limit > 0 {
		l.where, l.fills = make([]int32, a.n), make([]knownFill, a.n)
		l.around.slot = make([]uint16, a.n)
	}
	return l
}

// earn takes down that the ordering has read entries of lists for other ends
// than exact fill, readsShare times as many of which may be read for that.
func (l *localFill) earn(entries int) { l.left += readsShare * entries }

// allowance returns how many entries may be read for one variable: what is left
// serves many, those with the shortest lists when little is.
func (l *localFill) allowance() int { return min(readsEach*l.limit, l.left/readsSpread) }

const (
	readsFree   = 1 << 17 // entries that may be read in any case
	readsShare  = 12      // entries for each that is read for other ends
	readsEach   = 24      // most entries for each neighbour that may be outside
	readsSpread = 64      // variables that are to share what is left
	tooHeavy    = 4       // weight outside, for each neighbour that may be, with which nobody looks
)

// next returns a mark no variable has.
func (l *localFill) next() int32 {
	l.last++
	return l.last
}

// enter makes list the variables of the current element, some of which were
// merged.
func (l *localFill) enter(list []int32, merged bool) {
	if l.last > 1<<30 {
		clear(l.where)
		for i := range l.fills {
			l.fills[i].touched = 0
		}
		l.last = 0
	}
	l.element, l.merged = l.next(), merged
	l.touched = l.touched[:0]
	for _, i := range list {
		l.where[i] = l.element
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
	known.pairs, known.bound = -1, false
	if int(v.degree) > tooHeavy*l.limit {
		return 0, false
	}
	weight, ok := l.reach(i, v, l.next(), l.allowance())
	if !ok {
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

// expect takes down what the fill is estimated to be, where pairs is a lower
// bound of it, and returns twice the edges to go by until it is counted: half
// of the estimate, which saves counting for most of those that come to nothing;
// but whoever may add no edge at all has a right to be counted first.
func (k *knownFill) expect(pairs, estimate float64) float64 {
	k.estimate = float32(estimate)
	if k.bound && pairs > 0 {
		pairs = max(pairs, estimate/2)
		k.pairs = float32(pairs)
	}
	return pairs
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

// reach collects the neighbours of v that are outside the current element,
// marks them as mine and returns their weight. It reports false if they are too
// many, or more than reads list entries would be read.
func (l *localFill) reach(i int32, v *node, mine int32, reads int) (weight int32, ok bool) {
	nodes, adj, where, current := l.nodes, l.adj, l.where, l.element
	outside, left := l.outside[:0], reads-int(v.length)
	list := adj[v.start : v.start+v.length]
	for k, x := range list {
		part := list[k : k+1]
		if k < int(v.elems) {
			e := &nodes[x]
			if k == 0 || e.start < 0 {
				continue // the current element comes first
			}
			part = adj[e.start : e.start+e.length]
			left -= len(part)
		}
		if left < 0 || len(outside) > l.limit {
			break
		}
		for _, u := range part {
			if w := where[u]; w == mine || w == current || u == i {
				continue
			}
			if nv := nodes[u].nv; nv > 0 {
				where[u] = mine
				weight += nv
				outside = append(outside, u)
			}
		}
	}
	l.outside = outside
	l.left -= reads - max(left, 0)
	return weight, left >= 0 && len(outside) <= l.limit
}
