package stats

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
)

// capture returns the ranges, calls and operations of an export that has some. The
// ranges are those around calls that started operations.
func (r *request) capture() (*project.Capture, error) {
	for _, table := range []string{"NVTX_EVENTS", "CUPTI_ACTIVITY_KIND_RUNTIME"} {
		if !r.Has(table) {
			return nil, fmt.Errorf("%w: it has no table %s", ErrNoData, table)
		}
	}
	return project.ReadAround(r.Export, (*project.Capture).Launches)
}

// projection returns the projection of an export.
func (r *request) projection() (*project.Projection, error) {
	c, err := r.capture()
	if err != nil {
		return nil, err
	}
	p := c.Project()
	if r.old {
		p.Tree = r.tree(c, c.All, p.Tree)
		p.CountChildren()
	}
	return p, nil
}

// nvtxProjTrace lists the ranges for which devices worked, in the order of the
// file: NVIDIA's reports sort them by a name that no column has, so not at all.
// Under the new name a row of each thread comes first, for its calls outside of
// all ranges.
func nvtxProjTrace(r *request) (*Table, error) {
	p, err := r.projection()
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: []string{"Name", "Projected Start (ns)", "Projected Duration (ns)", "Orig Start (ns)", "Orig Duration (ns)",
		"Style", "PID", "TID", "NumGPUOps", "Lvl", "NumChild", "RangeId", "ParentId", "RangeStack"}}
	for _, o := range p.Outside {
		if r.old {
			break
		}
		t.Add(Cell{}, Integer(o.OpStart), Integer(o.OpEnd-o.OpStart), Cell{}, Cell{},
			Cell{}, Integer(o.Thread.PID()), Integer(o.Thread.TID()), Integer(int64(o.Launches)), Cell{},
			Integer(0), Cell{}, Cell{}, Cell{})
	}
	var stack []byte
	var order []int
	for i, n := range p.Launches {
		if n > 0 {
			order = append(order, i)
		}
	}
	t.Make(len(order), func(row []Cell, n int) []Cell {
		i := order[n]
		stack = appendStack(stack[:0], p.Capture, p.Tree, int32(i))
		thread := p.Threads[p.Thread(i)]
		return append(row, r.name(p.Name(i)), Integer(p.OpStart[i]), Integer(p.OpEnd[i]-p.OpStart[i]), Integer(p.Start[i]), Integer(p.End[i]-p.Start[i]),
			String(p.Style(i)), Integer(thread.PID()), Integer(thread.TID()), Integer(int64(p.Launches[i])), Integer(int64(p.Level[i])),
			Integer(int64(p.Children[i])), Integer(int64(p.Row[i])), parentRow(p.Capture, p.Tree, int32(i)), String(string(stack)))
	})
	return t, nil
}

// A projected is what is summed up of the projections of a range name.
type projected struct {
	key                            rangeName
	durations                      []int64
	original, ops, level, children int64
}

// nvtxProjSum sums up projections by name and style of the range.
func nvtxProjSum(r *request) (*Table, error) {
	p, err := r.projection()
	if err != nil {
		return nil, err
	}
	list := sumProjections(p)
	summaries := make([]Summary, len(list))
	for i := range list {
		summaries[i] = Summarize(list[i].durations)
	}
	t := &Table{Columns: []string{"Range", "Style", "Total Proj Time (ns)", "Total Range Time (ns)", "Range Instances",
		"Proj Avg (ns)", "Proj Med (ns)", "Proj Min (ns)", "Proj Max (ns)", "Proj StdDev (ns)",
		"Total GPU Ops", "Avg GPU Ops", "Avg Range Lvl", "Avg Num Child"}}
	for _, i := range byTotal(summaries, nil) {
		s, g := &summaries[i], &list[i]
		n := float64(s.Count)
		t.Add(r.name(g.key.name), String(g.key.style.String()), Integer(s.Total), Integer(g.original), Integer(int64(s.Count)),
			tenths(s.Mean), tenths(s.Median), Integer(s.Min), Integer(s.Max), tenths(s.SD),
			Integer(g.ops), tenths(float64(g.ops)/n), tenths(float64(g.level)/n), tenths(float64(g.children)/n))
	}
	return t, nil
}

// sumProjections groups the projections by name and style.
func sumProjections(p *project.Projection) []projected {
	var list []projected
	index := map[rangeName]int{}
	for i := range p.Len() {
		if p.Launches[i] == 0 || p.Name(i) == nsys.NoString {
			continue
		}
		key := rangeName{p.Name(i), styleOf(p.Ranges, i)}
		k, ok := index[key]
		if !ok {
			k = len(list)
			index[key] = k
			list = append(list, projected{key: key})
		}
		g := &list[k]
		g.durations = append(g.durations, p.OpEnd[i]-p.OpStart[i])
		g.original += p.End[i] - p.Start[i]
		g.ops += int64(p.Launches[i])
		g.level += int64(p.Level[i])
		g.children += int64(p.Children[i])
	}
	return list
}
