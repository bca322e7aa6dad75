package solvers

// A numbering numbers keys from 1 in order of appearance.
type numbering[K comparable] struct {
	ids  map[K]int32
	last K // most calls have the key of the call before
	id   int32
}

// of returns the number of a key, and whether the key is new.
func (n *numbering[K]) of(key K) (id int32, isNew bool) {
	if n.id > 0 && key == n.last {
		return n.id, false
	}
	id, ok := n.ids[key]
	if !ok {
		if n.ids == nil {
			n.ids = map[K]int32{}
		}
		id = int32(len(n.ids) + 1)
		n.ids[key] = id
	}
	n.last, n.id = key, id
	return id, !ok
}

// An address is an address of a process.
type address struct {
	process int32
	at      uint64
}

// number numbers patterns, values, right-hand sides and objects that no library
// makes anew, in the order of the calls.
func (r *reader) number() {
	run := r.run
	var patterns, values, rhs numbering[uint64]
	var contexts, matrices numbering[address]
	for k := range run.Calls {
		c, p := &run.Calls[k], &r.raw[k]
		process := r.tracks[run.Threads[c.Thread].track].process
		if p.pattern != 0 {
			var isNew bool
			if c.Pattern, isNew = patterns.of(p.pattern); isNew {
				run.Patterns = append(run.Patterns, Pattern{Hash: p.pattern, N: c.N, Rows: c.Rows, NNZ: c.NNZ, Call: int32(k), Sampled: c.Has(SampledPattern)})
			}
		}
		if p.values != 0 {
			c.Values, _ = values.of(p.values)
		}
		if p.rhs != 0 {
			c.RHS, _ = rhs.of(p.rhs)
		}
		if p.context != 0 {
			c.Context, _ = contexts.of(address{process, p.context})
		}
		if p.matrix != 0 {
			c.Matrix, _ = matrices.of(address{process, p.matrix})
		}
	}
	run.Values, run.RHS = len(values.ids), len(rhs.ids)
	run.Contexts, run.Matrices = len(contexts.ids), len(matrices.ids)
}
