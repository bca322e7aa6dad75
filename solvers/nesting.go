package solvers

import (
	"cmp"
	"slices"
)

// order sorts the calls by their begins, and calls that begin together as they are:
// a call before the calls in it.
func (r *reader) order() {
	calls := r.run.Calls
	before := func(a, b int32) int { return cmp.Or(cmp.Compare(calls[a].Begin, calls[b].Begin), cmp.Compare(a, b)) }
	if !slices.IsSortedFunc(calls, func(a, b Call) int { return cmp.Compare(a.Begin, b.Begin) }) {
		perm := make([]int32, len(calls))
		for k := range perm {
			perm[k] = int32(k)
		}
		slices.SortFunc(perm, before)
		r.permute(perm)
	}
	r.byThread = make([][]int32, len(r.run.Threads))
	for k := range r.run.Calls {
		c := &r.run.Calls[k]
		t := &r.run.Threads[c.Thread]
		if len(r.byThread[c.Thread]) == 0 {
			t.First, t.Last = c.Begin, c.Begin
		}
		if t.end = max(t.end, c.End); c.Parent < 0 && c.Phase != PhaseFree {
			t.Last = max(t.Last, c.End)
		}
		r.byThread[c.Thread] = append(r.byThread[c.Thread], int32(k))
	}
}

// drop removes ranges that have the name of a function and are not calls: they
// ended, and the trace has no data of them.
func (r *reader) drop() {
	var keep []int32
	for k := range r.run.Calls {
		if c := &r.run.Calls[k]; !c.Has(NoData) || c.Has(Open) || r.kinds[c.Function] == nameSure {
			keep = append(keep, int32(k))
		}
	}
	if len(keep) < len(r.run.Calls) {
		r.permute(keep)
	}
}

// permute puts the calls into the order of perm, which may lack some.
func (r *reader) permute(perm []int32) {
	old, to := r.run.Calls, make([]int32, len(r.run.Calls))
	for k := range to {
		to[k] = -1
	}
	for k, from := range perm {
		to[from] = int32(k)
	}
	calls, raw, rows := make([]Call, len(perm)), make([]pointers, len(perm)), make([]int64, len(perm))
	for k, from := range perm {
		calls[k], raw[k], rows[k] = old[from], r.raw[from], r.rows[from]
		p := old[from].Parent
		for p >= 0 && to[p] < 0 {
			p = old[p].Parent
		}
		if p >= 0 {
			p = to[p]
		}
		calls[k].Parent = p
	}
	r.run.Calls, r.raw, r.rows = calls, raw, rows
}

// nest finds the time that belongs to each call, and the calls that repeat a call
// around them.
func (r *reader) nest() {
	calls := r.run.Calls
	around := make([]uint32, len(calls)) // phases of the calls around a call, as bits
	for k := range calls {
		c := &calls[k]
		c.Exclusive += c.End - c.Begin
		if c.Parent < 0 {
			continue
		}
		calls[c.Parent].Exclusive -= c.End - c.Begin
		around[k] = around[c.Parent] | 1<<calls[c.Parent].Phase
		if around[k]>>c.Phase&1 != 0 {
			c.Flags |= Repeats
		}
	}
	r.recorded()
	for k := len(calls) - 1; k >= 0; k-- { // calls inside a call stand behind it
		c := &calls[k]
		if c.Parent < 0 {
			continue
		}
		calls[c.Parent].Recorded += c.Recorded
		if c.Phase == PhaseUnknown {
			calls[c.Parent].Exclusive += c.Exclusive
			c.Exclusive = 0
		}
	}
}

// recorded takes the times of recording from the calls around them.
func (r *reader) recorded() {
	slices.SortFunc(r.spans, func(a, b span) int { return cmp.Compare(a.begin, b.begin) })
	inside := make([]inner, len(r.run.Threads))
	threads := map[[3]int64][]int32{}
	for k, t := range r.run.Threads {
		id := [3]int64{int64(t.Rank), t.Process, t.ID}
		threads[id] = append(threads[id], int32(k))
		inside[k] = inner{calls: r.run.Calls, list: r.byThread[k]}
	}
	for _, s := range r.spans {
		at := r.trace.Tracks[s.track]
		for _, k := range threads[[3]int64{int64(at.Rank), at.Process, at.Thread}] {
			t := &r.run.Threads[k]
			if s.begin < t.First || s.end > t.end {
				continue
			}
			if s.end <= t.Last {
				t.Recording += s.end - s.begin
			}
			if c := inside[k].at(s); c >= 0 {
				r.run.Calls[c].Exclusive -= s.end - s.begin
				r.run.Calls[c].Recorded += s.end - s.begin
			}
			break
		}
	}
	r.spans = nil
}

// An inner finds the calls of a thread around times that come in order.
type inner struct {
	calls []Call
	list  []int32 // calls that have not begun
	open  []int32
}

// at returns the innermost call around a time; -1 if no call is open then.
func (n *inner) at(s span) int32 {
	for len(n.list) > 0 && n.calls[n.list[0]].Begin <= s.begin {
		n.until(func(c int32) bool { return c == n.calls[n.list[0]].Parent })
		n.open = append(n.open, n.list[0])
		n.list = n.list[1:]
	}
	n.until(func(c int32) bool { return n.calls[c].End >= s.end })
	if len(n.open) == 0 {
		return -1
	}
	return n.open[len(n.open)-1]
}

// until closes calls up to one that is wanted.
func (n *inner) until(wanted func(int32) bool) {
	for k := len(n.open); k > 0 && !wanted(n.open[k-1]); k-- {
		n.open = n.open[:k-1]
	}
}
