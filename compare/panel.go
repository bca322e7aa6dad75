package compare

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Sizes of the search for changes in a range of steps.
const (
	mostColumns = 64 // cells of a run that are searched
	fewColumns  = 8
)

// A panel is a phase in all runs. A row is a run, the old runs first. A column stands for
// width neighbouring steps, and all runs have the phase in it.
type panel struct {
	phase string
	steps [][2]int64  // by column: numbers of its first and last step
	log   [][]float64 // by run and column: mean logarithm of the time of a call in a step
	x     [][]float64 // log without what all phases and all runs have in common, see level
	z     [][]float64 // x without values that are far from those of all other runs
	self  [][]float64 // by run and column: time
}

// panels returns the phases of the runs; none if a run has no course. Phases that take
// less than a share of the time in steps are left out.
func panels(runs []*Run, share float64) (list []panel) {
	width, first, last := int64(1), int64(math.MaxInt64), int64(0)
	all, total := map[string]float64{}, 0.0
	for _, r := range runs {
		if r.course == nil {
			return nil
		}
		width, first, last = max(width, r.course.width), min(first, r.course.first), max(last, r.course.last)
		for name, cells := range r.course.phases {
			for _, c := range cells {
				all[name] += c.self
				total += c.self
			}
		}
	}
	for last/width >= mostColumns {
		width *= 2
	}
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int { return cmp.Or(cmp.Compare(all[b], all[a]), cmp.Compare(a, b)) })
	for _, name := range names {
		if all[name] < share*total {
			break
		}
		if p := newPanel(runs, name, width); len(p.steps) >= fewColumns {
			for k := range p.steps {
				p.steps[k] = [2]int64{max(p.steps[k][0], first), min(p.steps[k][1], last)}
			}
			list = append(list, p)
		}
	}
	level(list)
	return list
}

// newPanel returns the panel of a phase.
func newPanel(runs []*Run, name string, width int64) panel {
	p := panel{phase: name, log: make([][]float64, len(runs)), self: make([][]float64, len(runs))}
	cells := make([][]cell, len(runs))
	columns := mostColumns
	for r := range runs {
		cells[r] = runs[r].course.at(name, width)
		columns = min(columns, len(cells[r]))
	}
	for k := range columns {
		if slices.ContainsFunc(cells, func(list []cell) bool { return list[k].steps == 0 }) {
			continue
		}
		p.steps = append(p.steps, [2]int64{int64(k) * width, int64(k+1)*width - 1})
		for r, list := range cells {
			p.log[r] = append(p.log[r], list[k].log/list[k].steps)
			p.self[r] = append(p.self[r], list[k].self)
		}
	}
	return p
}

// level makes the panels comparable, without regard to the sides. From each logarithm it
// takes the median of all runs in the column. Then it takes the speed of the machine in
// this run and these steps: the median over the phases of what is left. So a phase keeps
// what it did by itself.
func level(list []panel) {
	for i := range list {
		p := &list[i]
		p.x = make([][]float64, len(p.log))
		for k := range p.steps {
			m := median(column(p.log, k))
			for r := range p.x {
				p.x[r] = append(p.x[r], p.log[r][k]-m)
			}
		}
	}
	for r := range runsOf(list) {
		at := map[int64][]float64{}
		for _, p := range list {
			for k, steps := range p.steps {
				at[steps[0]] = append(at[steps[0]], p.x[r][k])
			}
		}
		for _, p := range list {
			for k, steps := range p.steps {
				if v := at[steps[0]]; len(v) >= fewPhases {
					p.x[r][k] -= median(v)
				}
			}
		}
	}
	for i := range list {
		list[i].clip()
	}
}

// fewPhases is how many phases say how fast the machine was. The median of fewer is the
// phase that changed, or half of it.
const fewPhases = 5

// runsOf returns how many rows panels have.
func runsOf(list []panel) int {
	if len(list) == 0 {
		return 0
	}
	return len(list[0].log)
}

// column returns the values of all runs.
func column(x [][]float64, k int) []float64 {
	v := make([]float64, len(x))
	for r := range x {
		v[r] = x[r][k]
	}
	return v
}

// clip makes z of x: values that are far from the other runs in their column, such as of
// a run that was interrupted there, become the limit of three standard deviations.
func (p *panel) clip() {
	p.z = make([][]float64, len(p.x))
	for k := range p.steps {
		v := column(p.x, k)
		m := median(v)
		for i := range v {
			v[i] = math.Abs(v[i] - m)
		}
		limit := 3 * 1.4826 * median(v)
		for r := range p.x {
			p.z[r] = append(p.z[r], min(max(p.x[r][k], m-limit), m+limit))
		}
	}
}
