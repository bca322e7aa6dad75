package analysis

import (
	"fmt"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/symbolic"
)

// modelsOf returns the task models to show of o: those for pivots from the
// diagonal where there are both.
func modelsOf(o *analysis.Ordering) *symbolic.TaskModels {
	if o.NoPivoting != nil {
		return o.NoPivoting.TaskModels
	}
	return o.TaskModels
}

// parallelism writes T1/T∞ of the task models of o, the least and the most.
func parallelism(o *analysis.Ordering) string {
	m := modelsOf(o)
	if m == nil {
		return "–"
	}
	least, most := m.Columns.Parallelism, m.Columns.Parallelism
	if m.Columns.Work > 0 {
		least, most = min(least, m.Panels.Parallelism), max(most, m.Panels.Parallelism)
	}
	if p := m.Pipelined; p != nil {
		least, most = min(least, p.Parallelism), max(most, p.Parallelism)
	}
	from, to := units.Significant(least), units.Significant(most)
	if from == to {
		return from
	}
	return from + "–" + to
}

// speedup writes the predicted speed-up on a number of workers in the task model
// where it is largest, over one worker that does the flops of the factorization and
// none on zeros of panels.
func speedup(o *analysis.Ordering, workers int) string {
	m := modelsOf(o)
	if m == nil {
		return "–"
	}
	flops := m.Columns.Work
	best := max(m.Columns.Gain(workers, flops), m.Pipelined.Gain(workers, flops), m.Panels.Gain(workers, flops))
	if best == 0 {
		return "–"
	}
	return units.Ratio(best)
}

// addTaskModels adds a table with each task model of the recommended ordering, and
// of that for parallel time.
func addTaskModels(r *reports.Document, d *analysis.Document) {
	if d.Winners == nil {
		return
	}
	t := &reports.Table{Columns: []reports.Column{
		{Name: "ordering"}, {Name: "task model"}, {Name: "T1", Right: true, Rank: 2}, {Name: "T∞", Right: true, Rank: 1},
		{Name: "T1/T∞", Right: true}, {Name: "on 8", Right: true}, {Name: "on 64", Right: true},
	}}
	add := func(o *analysis.Ordering, name string, m *symbolic.TaskModel, flops float64) {
		if m == nil {
			t.Append(o.Method, name, "–", "–", "–", "–", "–")
			return
		}
		on := func(workers int) string {
			if s := m.Gain(workers, flops); s > 0 {
				return units.Ratio(s)
			}
			return "–"
		}
		t.Append(o.Method, name, units.Flops(m.Work), units.Flops(m.CriticalPath), units.Significant(m.Parallelism), on(8), on(64))
	}
	for _, o := range d.Orderings {
		m := modelsOf(o)
		if m == nil || m.Columns.Work == 0 || o.Method != d.Winners.Recommended && o.Method != d.Winners.Parallel {
			continue
		}
		add(o, "columns", &m.Columns, m.Columns.Work)
		add(o, "pipelined columns", m.Pipelined, m.Columns.Work)
		add(o, "panels in tiles", &m.Panels, m.Columns.Work)
	}
	if len(t.Rows) == 0 {
		return
	}
	t.Note = fmt.Sprintf("Columns: a task is a column and all updates that it sends; it starts after the children of the column. Pipelined columns: a task is a column; its worker applies each update as soon as the source column is finished. Panels: a task is one operation on a tile of %d, in relaxed supernodes. T1 is the work of all tasks, including zeros in panels; T∞ is the critical path. T1/T∞ limits its own model only. On 8 and on 64: the predicted speed-up on 8 and on 64 workers over one worker that does the flops only, without these zeros.", symbolic.Tile)
	r.Add(reports.Heading("Task models"), t)
}
