package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
)

// A syncKey is the key of calls that are summed up.
type syncKey struct {
	process nsys.Process
	api     nsys.String
	path    int32 // see paths; -1 outside of all ranges
}

// A syncGroup is what is summed up of one key.
type syncGroup struct {
	key                       syncKey
	calls, total, longest     int64
	scalarReads, scalarsTotal int64
}

// syncSum sums up the calls that wait for devices by process, function and the
// ranges around them. NVIDIA has no such report; its rules know but the runtime
// API.
//
// Columns: Total Time, Calls, Avg and Max of the calls; Scalar Reads are those
// that end the reading of a number of 1 to 8 bytes, and Scalar Time is their
// time; PID; API Name; Range Path has the names of the ranges, the outermost
// first, with slashes. Times are ns.
func syncSum(r *request) (*Table, error) {
	var waiting []bool
	c, err := project.ReadAround(r.Export, func(c *project.Capture) []bool {
		waiting = c.Waiting(r.isWait())
		return waiting
	})
	if err != nil {
		return nil, err
	}
	waits, tree := c.Waits(waiting)
	paths := newPaths(c, tree)
	var list []syncGroup
	index := map[syncKey]int{}
	for _, w := range waits {
		call := &c.Calls[w.Call]
		key := syncKey{call.Thread.Process(), call.Name, paths.of(w.Range)}
		k, ok := index[key]
		if !ok {
			k = len(list)
			index[key] = k
			list = append(list, syncGroup{key: key})
		}
		list[k].add(call.End-call.Start, w.Scalar)
	}
	slices.SortStableFunc(list, func(a, b syncGroup) int { return cmp.Compare(b.total, a.total) })
	t := &Table{Columns: []string{"Total Time (ns)", "Calls", "Avg (ns)", "Max (ns)", "Scalar Reads", "Scalar Time (ns)",
		"PID", "API Name", "Range Path"}}
	for i := range list {
		g := &list[i]
		t.Add(Integer(g.total), Integer(g.calls), tenths(float64(g.total)/float64(g.calls)), Integer(g.longest),
			Integer(g.scalarReads), Integer(g.scalarsTotal), Integer(g.key.process.PID()), r.apiName(g.key.api), paths.text(r, g.key.path))
	}
	return t, nil
}

// add adds a call.
func (g *syncGroup) add(duration int64, scalar bool) {
	g.calls++
	g.total += duration
	g.longest = max(g.longest, duration)
	if scalar {
		g.scalarReads++
		g.scalarsTotal += duration
	}
}

// A paths numbers the paths of names from the outermost range to one.
type paths struct {
	c     *project.Capture
	tree  *project.Tree
	index map[step]int32
	steps []step
	known map[int32]int32 // number of the path of a range
}

// A step is the last step of a path.
type step struct {
	before int32 // path before it, -1 for none
	name   nsys.String
}

func newPaths(c *project.Capture, tree *project.Tree) *paths {
	return &paths{c: c, tree: tree, index: map[step]int32{}, known: map[int32]int32{}}
}

// of returns the path of a range, -1 for that of no range.
func (p *paths) of(i int32) int32 {
	if i < 0 {
		return -1
	}
	if n, ok := p.known[i]; ok {
		return n
	}
	s := step{p.of(p.tree.Parent[i]), p.c.Name(int(i))}
	n, ok := p.index[s]
	if !ok {
		n = int32(len(p.steps))
		p.index[s] = n
		p.steps = append(p.steps, s)
	}
	p.known[i] = n
	return n
}

// text returns a cell with a path, without a value outside of all ranges.
func (p *paths) text(r *request, n int32) Cell {
	if n < 0 {
		return Cell{}
	}
	var names []string
	for ; n >= 0; n = p.steps[n].before {
		names = append(names, r.Text(p.steps[n].name))
	}
	slices.Reverse(names)
	return String(strings.Join(names, "/"))
}
