package stats

// Groups collect whole numbers by a key, in the order the keys came first.
// Values stay in the order they came until they are asked for by group, so that
// ten thousand groups of one value cost no allocation each.
type groups[K comparable] struct {
	index  map[K]int32
	keys   []K
	counts []int32 // values of each group
	of     []int32 // group of each value
	flat   []int64
	last   int // of the key that came last
}

// add adds a value to the group of a key.
func (g *groups[K]) add(key K, value int64) {
	if len(g.keys) == 0 || g.keys[g.last] != key {
		g.find(key)
	}
	g.put(value)
}

// put adds a value to the group that was found last.
func (g *groups[K]) put(value int64) {
	g.counts[g.last]++
	g.of, g.flat = append(g.of, int32(g.last)), append(g.flat, value)
}

// expect makes room for n values.
func (g *groups[K]) expect(n int) { g.of, g.flat = make([]int32, 0, n), make([]int64, 0, n) }

// find sets last to the group of a key.
func (g *groups[K]) find(key K) {
	if g.index == nil {
		g.index = map[K]int32{}
	}
	i, ok := g.index[key]
	if !ok {
		i = int32(len(g.keys))
		g.index[key] = i
		g.keys, g.counts = append(g.keys, key), append(g.counts, 0)
	}
	g.last = int(i)
}

// addAll adds values to the group of a key.
func (g *groups[K]) addAll(key K, values []int64) {
	g.find(key)
	for _, v := range values {
		g.put(v)
	}
}

// values returns the values of each group.
func (g *groups[K]) values() [][]int64 {
	all := make([]int64, len(g.flat))
	list := make([][]int64, len(g.keys))
	at := 0
	for i, n := range g.counts {
		list[i] = all[at:at]
		at += int(n)
	}
	for k, i := range g.of {
		list[i] = append(list[i], g.flat[k])
	}
	return list
}

// summaries returns the summary of each group.
func (g *groups[K]) summaries() []Summary {
	list := make([]Summary, len(g.keys))
	for i, v := range g.values() {
		list[i] = Summarize(v)
	}
	return list
}
