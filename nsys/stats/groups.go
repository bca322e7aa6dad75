package stats

// Groups collect whole numbers by a key, in the order the keys came first.
// Values stay where they came, so that ten thousand groups of one value cost no
// allocation each.
type groups[K comparable] struct {
	index    map[K]int32
	numbered []int32 // by the number of a key: 1 + its group, 0 for none
	list     []group[K]
	last     int // group that was found last
	flat     []int64
	next     []int32 // of each value the next one of its group, 0 for none
	scratch  []int64
}

// A group is what is known of the values of a key: all of it in one place,
// since tables go through many of them in any order.
type group[K comparable] struct {
	key         K
	total       int64
	count       int32
	first, last int32 // in flat
}

// add adds a value to the group of a key.
func (g *groups[K]) add(key K, value int64) {
	if len(g.list) == 0 || g.list[g.last].key != key {
		g.find(key)
	}
	g.put(value)
}

// put adds a value to the group that was found last.
func (g *groups[K]) put(value int64) {
	at := int32(len(g.flat))
	x := &g.list[g.last]
	if x.count == 0 {
		x.first = at
	} else {
		g.next[x.last] = at
	}
	x.last = at
	x.count++
	x.total += value
	g.flat, g.next = append(g.flat, value), append(g.next, 0)
}

// expect makes room for n values, and for as many keys, which all have numbers
// below numbers.
func (g *groups[K]) expect(n, numbers int) {
	g.flat, g.next, g.list = make([]int64, 0, n), make([]int32, 0, n), make([]group[K], 0, min(n, numbers))
	g.numbered = make([]int32, numbers)
}

// addNumbered is add for keys that have a number each, which finds a group
// without a map. All keys must come with their numbers.
func (g *groups[K]) addNumbered(number int, key K, value int64) {
	if k := &g.numbered[number]; *k != 0 {
		g.last = int(*k) - 1
	} else {
		g.begin(key)
		*k = int32(len(g.list))
	}
	g.put(value)
}

// find sets last to the group of a key.
func (g *groups[K]) find(key K) {
	if g.index == nil {
		g.index = map[K]int32{}
	}
	i, ok := g.index[key]
	if !ok {
		g.index[key] = int32(len(g.list))
		g.begin(key)
		return
	}
	g.last = int(i)
}

// begin sets last to a new group.
func (g *groups[K]) begin(key K) {
	g.last = len(g.list)
	g.list = append(g.list, group[K]{key: key})
}

// addAll adds values to the group of a key.
func (g *groups[K]) addAll(key K, values []int64) {
	g.find(key)
	for _, v := range values {
		g.put(v)
	}
}

// total returns the sum of all values.
func (g *groups[K]) total() (sum int64) {
	for i := range g.list {
		sum += g.list[i].total
	}
	return sum
}

// values returns the values of group i in the order they came. They are valid
// until the next call.
func (g *groups[K]) values(i int) []int64 {
	x := &g.list[i]
	g.scratch = g.scratch[:0]
	for at, n := x.first, x.count; n > 0; at, n = g.next[at], n-1 {
		g.scratch = append(g.scratch, g.flat[at])
	}
	return g.scratch
}

// summary returns the summary of group i.
func (g *groups[K]) summary(i int) Summary {
	if x := &g.list[i]; x.count == 1 {
		v := float64(x.total)
		return Summary{Count: 1, Total: x.total, Min: x.total, Max: x.total, Mean: v, Median: v}
	}
	return Summarize(g.values(i))
}

// summaries returns the summary of each group.
func (g *groups[K]) summaries() []Summary {
	list := make([]Summary, len(g.list))
	for i := range list {
		list[i] = g.summary(i)
	}
	return list
}
