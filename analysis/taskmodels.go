package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/symbolic"
)

// Names of the task models of [symbolic.TaskModels], in the order of its keys.
const (
	ColumnTasks    = "columns"
	PipelinedTasks = "pipelined"
	PanelTasks     = "panels"
)

// TaskModels lists the names of the task models.
func TaskModels() []string { return []string{ColumnTasks, PipelinedTasks, PanelTasks} }

// tasksOf returns what a cost keeps of task models. Pipelined columns are left out
// where they were not computed, or are not asked for.
func tasksOf(m *symbolic.TaskModels, pipelined bool) (t [2]Tasks) {
	if m == nil {
		return t
	}
	if p := m.Pipelined; p != nil && pipelined {
		t[0] = Tasks{p.Work, p.CriticalPath}
	}
	t[1] = Tasks{m.Panels.Work, m.Panels.CriticalPath}
	return t
}

// graham returns the least time, in flops, within which every schedule of one task
// model is done that leaves no worker of p idle while a task is ready.
func (c Cost) graham(p int) float64 {
	time, _ := c.fastest(p)
	return time
}

// fastest returns the same and the name of the model, of equals the first.
func (c Cost) fastest(p int) (time float64, model string) {
	time, model = symbolic.GrahamTime(c.Flops, c.CriticalPath, p), ColumnTasks
	for k, t := range c.Tasks {
		if t.Work == 0 {
			continue
		}
		if g := symbolic.GrahamTime(t.Work, t.CriticalPath, p); g < time {
			time, model = g, TaskModels()[k+1]
		}
	}
	return time, model
}

// optimal reports whether no order can be faster than one that costs c, fills
// nothing and has columns with so many entries: the columns of the largest clique
// wait for each other in every order, and some model is as fast as they can be.
func (c Cost) optimal(counts []int32) bool {
	columns, pipelined, panels := symbolic.CliquePaths(largest(counts))
	bound := min(columns, pipelined, panels)
	path := c.CriticalPath
	if t := c.Tasks[0]; t.Work > 0 {
		path = min(path, t.CriticalPath)
	}
	if t := c.Tasks[1]; t.Work <= c.Flops {
		path = min(path, t.CriticalPath)
	}
	return c.Flops == 0 || path <= bound
}

// largest returns the largest of counts, 0 where there are none.
func largest(counts []int32) (most int32) {
	for _, c := range counts {
		most = max(most, c)
	}
	return most
}

// parallelism returns T1/T∞, 1 where there is nothing to do.
func parallelism(work, path float64) float64 {
	if path == 0 {
		return 1
	}
	return work / path
}

// modelChanges compares the task models other than columns that both have.
func modelChanges(x, y [2]Tasks) (list []Change) {
	for k, model := range TaskModels()[1:] {
		if s, t := x[k], y[k]; s.Work > 0 && t.Work > 0 {
			list = append(list, change("task_models."+model+".critical_path_flops", s.CriticalPath, t.CriticalPath),
				change("task_models."+model+".parallelism", parallelism(s.Work, s.CriticalPath), parallelism(t.Work, t.CriticalPath)))
		}
	}
	return list
}

// warnUnpipelined says of which orderings of a matrix with so many entries
// pipelined columns were not computed, instead of what it said before.
func (d *Document) warnUnpipelined(entries int) {
	d.Warnings = slices.DeleteFunc(d.Warnings, func(w Warning) bool { return w.Code == ModelAbsent })
	absent := func(m *symbolic.TaskModels) bool { return m != nil && m.Pipelined == nil }
	var names []string
	for _, o := range d.Orderings {
		switch n := o.NoPivoting; {
		case n != nil && absent(n.TaskModels) || n == nil && absent(o.TaskModels):
			names = append(names, o.Method)
		case absent(o.TaskModels):
			names = append(names, o.Method+" with any row pivots")
		}
	}
	if len(names) > 0 {
		d.warn(ModelAbsent, fmt.Sprintf("pipelined columns were not computed for %s: U has more than %s entries", strings.Join(names, ", "),
			units.Integer(symbolic.MostPipelined(entries, false))))
	}
}
