package stats

// Groups collect whole numbers by a key, in the order the keys came first. A group
// of one value takes no memory but its own.
type groups[K comparable] struct {
	index map[K]int32
	list  []group[K]
	last  int   // group that was found last
	n     int64 // values
}

// A group is what is known of the values of a key.
type group[K comparable] struct {
	key    K
	total  int64
	values values
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
	x := &g.list[g.last]
	x.total += value
	x.values.add(value)
	g.n++
}

// find sets last to the group of a key.
func (g *groups[K]) find(key K) {
	if g.index == nil {
		g.index = map[K]int32{}
	}
	i, ok := g.index[key]
	if !ok {
		i = int32(len(g.list))
		g.index[key] = i
		g.list = append(room(g.list), group[K]{key: key})
	}
	g.last = int(i)
}

// addAll adds values to the group of a key.
func (g *groups[K]) addAll(key K, v *values) {
	g.find(key)
	for x := range v.all() {
		g.put(x)
	}
}

// take adds values to the group of a key, which owns them from now on.
func (g *groups[K]) take(key K, total int64, v *values) {
	g.find(key)
	x := &g.list[g.last]
	x.total += total
	g.n += int64(v.len())
	x.values.take(v)
}

// total returns the sum of all values.
func (g *groups[K]) total() (sum int64) {
	for i := range g.list {
		sum += g.list[i].total
	}
	return sum
}

// summary returns the summary of group i.
func (g *groups[K]) summary(i int) Summary { return g.list[i].values.summary() }

// summaries returns the summary of each group.
func (g *groups[K]) summaries() []Summary {
	list := make([]Summary, len(g.list))
	for i := range list {
		list[i] = g.summary(i)
	}
	return list
}

// fewGroups says whether the values take much more memory than their summaries.
func (g *groups[K]) fewGroups() bool { return g.n > 1<<16 && g.n/32 > int64(len(g.list)) }

// forget gives the memory of the values back.
func (g *groups[K]) forget() {
	for i := range g.list {
		g.list[i].values = values{}
	}
}
