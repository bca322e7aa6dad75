package stats

// Groups collect whole numbers by a key, in the order the keys came first.
type groups[K comparable] struct {
	index  map[K]int
	keys   []K
	values [][]int64
	last   int // of the key that came last
}

// add adds a value to the group of a key.
func (g *groups[K]) add(key K, value int64) {
	if len(g.keys) == 0 || g.keys[g.last] != key {
		g.find(key)
	}
	g.values[g.last] = append(g.values[g.last], value)
}

// find sets last to the group of a key.
func (g *groups[K]) find(key K) {
	if g.index == nil {
		g.index = map[K]int{}
	}
	i, ok := g.index[key]
	if !ok {
		i = len(g.keys)
		g.index[key] = i
		g.keys, g.values = append(g.keys, key), append(g.values, nil)
	}
	g.last = i
}

// summaries returns the summary of each group.
func (g *groups[K]) summaries() []Summary {
	list := make([]Summary, len(g.values))
	for i, v := range g.values {
		list[i] = Summarize(v)
	}
	return list
}

// addAll adds values to the group of a key. The group may keep the slice.
func (g *groups[K]) addAll(key K, values []int64) {
	g.find(key)
	if have := g.values[g.last]; have != nil {
		values = append(have, values...)
	}
	g.values[g.last] = values
}
