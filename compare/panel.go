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
	self  [][]float64 // by run and column: time

	centred [][]float64 // log minus the median of the runs
	x       [][]float64 // centred minus the speed of the machine
	z       [][]float64 // x without outliers: values far from the values of all other runs
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
// takes the median of all runs in the column, and then the speed of the machine in this
// run and these steps. So a phase keeps what it did by itself.
func level(list []panel) {
	for i := range list {
		p := &list[i]
		p.centred = make([][]float64, len(p.log))
		for k := range p.steps {
			m := median(column(p.log, k))
			for r := range p.log {
				p.centred[r] = append(p.centred[r], p.log[r][k]-m)
			}
		}
	}
	s := speeds(list)
	for i := range list {
		list[i].relate(s)
		list[i].clip()
	}
}

// A place is a run, and the first step of a column.
type place struct {
	run  int
	step int64
}

// speeds returns how slow the machine was: the median over the phases of their centred
// logarithms. A place with few phases has none.
func speeds(list []panel) map[place]float64 {
	at := map[place][]float64{}
	for i := range list {
		for r, v := range list[i].centred {
			for k, x := range v {
				q := place{r, list[i].steps[k][0]}
				at[q] = append(at[q], x)
			}
		}
	}
	s := map[place]float64{}
	for q, v := range at {
		if len(v) >= fewPhases {
			s[q] = median(v)
		}
	}
	return s
}

// fewPhases is how many phases say how fast the machine was. The median of fewer depends
// on a phase that changed.
const fewPhases = 5

// relate makes x of the centred logarithms.
func (p *panel) relate(speed map[place]float64) {
	p.x = make([][]float64, len(p.centred))
	for r, v := range p.centred {
		for k, x := range v {
			p.x[r] = append(p.x[r], x-speed[place{r, p.steps[k][0]}])
		}
	}
}

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
