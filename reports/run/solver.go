package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

const (
	mostModels     = 6    // rows of the table of models, with that of the rest
	leastModel     = 0.03 // share below which a model is among the rest
	histogramRows  = 6
	histogramCells = 24
	mostBlocking   = 3
)

// addModels adds what the evaluation of each model costs.
func addModels(r *reports.Document, rep *simulate.Report) {
	var all float64
	for _, m := range rep.Models {
		all += m.PerLoad
	}
	if len(rep.Models) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "model"}, {Name: "devices", Right: true}, {Name: "per device", Right: true},
		{Name: "per evaluation", Right: true}, {Name: "share", Right: true}}}
	models := slices.Clone(rep.Models)
	slices.SortStableFunc(models, func(a, b simulate.Model) int { return cmp.Compare(b.PerLoad, a.PerLoad) })
	others := simulate.Model{}
	merged := 0
	for k, m := range models {
		last := merged == 0 && k == len(models)-1 // by its name, in the row that others would have
		if all > 0 && !last && (m.PerLoad < leastModel*all || k >= mostModels-1) {
			others.Devices += m.Devices
			others.PerLoad += m.PerLoad
			merged++
			continue
		}
		t.Append(modelRow(m, all)...)
	}
	if merged > 0 {
		others.Name = units.Plural(merged, "other")
		t.Append(modelRow(others, all)...)
	}
	t.Note = modelsNote(rep, all)
	r.Add(reports.Heading("Models"), t)
}

// apart is by which factor the evaluations whose models were timed may be
// slower than the others before the report says so.
const apart = 1.25

// modelsNote compares the evaluations whose models were timed, which take all
// of them together, with the others. In small circuits they are few, and slower:
// the clock is read at each model, and code that seldom runs is in no cache.
func modelsNote(rep *simulate.Report, all float64) string {
	if rep.Phases == nil {
		return ""
	}
	p, ok := phaseNamed(rep.Phases.Phases, trace.PhaseBuildSystem)
	if !ok || p.Mean == 0 || all <= apart*p.Mean {
		return ""
	}
	timed := int64(0)
	for _, m := range rep.Models {
		timed = max(timed, m.Timed)
	}
	return fmt.Sprintf("From %s of %s, in which the clock was read at each model. These evaluations took %s times as long as the others, so the times are too large and the shares approximate.",
		units.Integer(timed), units.Plural(rep.Counts.Loads, "evaluation"), units.Significant(all/p.Mean))
}

// modelRow returns the cells of a model, all being the time of an evaluation.
func modelRow(m simulate.Model, all float64) []string {
	if m.PerLoad == 0 {
		return []string{m.Name, units.Integer(m.Devices), "–", "–", "–"}
	}
	each := "–"
	if m.Devices > 0 {
		each = units.Significant(m.PerLoad/float64(m.Devices)) + " ns"
	}
	return []string{m.Name, units.Integer(m.Devices), each,
		units.Duration(int64(m.PerLoad)), units.Share(m.PerLoad / all)}
}

// addSolver adds how the iterations went: how many a step took, what kept them
// from ending, and the linear systems.
func addSolver(r *reports.Document, rep *simulate.Report) {
	t := reports.Facts()
	histogram(t, rep.PerStep)
	if len(rep.Blocked) > 0 {
		t.Append("blocked by", blockedFacts(rep))
	}
	n := rep.Counts
	if l := rep.Linear; l != nil {
		t.Append("factors", fmt.Sprintf("%s: %s, L+U %s (fill %s), %s", rep.Analysis.Ordering, units.Plural(l.Blocks, "block"),
			units.Integer(l.NNZLU), units.Ratio(l.FillRatio), units.Flops(l.Flops)))
		t.Append("factored", fmt.Sprintf("%s, refactored %s; pivots: %s failed, %s off-diagonal", times(n.Factors), times(n.Refactors),
			units.Integer(n.PivotFailures), units.Integer(l.OffDiagonal)))
	}
	if len(t.Rows) > 0 {
		r.Add(reports.Heading("Iterations"), t)
	}
}

// times writes how often something happened.
func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return units.Integer(n) + " times"
}

// blockedFacts names the unknowns that kept most iterations from ending.
func blockedFacts(rep *simulate.Report) string {
	var list []string
	for _, b := range rep.Blocked[:min(len(rep.Blocked), mostBlocking)] {
		list = append(list, b.Unknown+" in "+units.Percent(float64(b.Count), float64(rep.Counts.Iterations)))
	}
	return strings.Join(list, ", ") + " of the iterations"
}

// histogram adds a row with a bar for each number of iterations that time
// steps took, the last one for all that took more.
func histogram(t *reports.Table, h []int64) {
	total := stepsOf(h)
	if total == 0 {
		return
	}
	var rows [][2]int64 // iterations, steps
	for k, n := range h {
		if n > 0 {
			rows = append(rows, [2]int64{int64(k), n})
		}
	}
	more := false
	for len(rows) > histogramRows {
		last := len(rows) - 1
		rows[last-1][1] += rows[last][1]
		rows, more = rows[:last], true
	}
	var largest int64
	for _, row := range rows {
		largest = max(largest, row[1])
	}
	for k, row := range rows {
		name := units.Plural(row[0], "iteration")
		if more && k == len(rows)-1 {
			name = "or more"
			name = units.Integer(row[0]) + " " + name
		}
		text := fmt.Sprintf("%s, %s", units.Plural(row[1], "step"), units.Percent(float64(row[1]), float64(total)))
		t.Append(name, bar(row[1], largest)+" "+text)
	}
}

// bar draws n as a share of largest in eighths of a character.
func bar(n, largest int64) string {
	eighths := max(1, int(float64(n)/float64(largest)*histogramCells*8+0.5))
	s := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += string(rune('█' + 8 - rest))
	}
	return s
}

// stepsOf returns how many steps a histogram counts.
func stepsOf(h []int64) (n int64) {
	for _, c := range h {
		n += c
	}
	return n
}

// weighted returns how many iterations the steps of a histogram took.
func weighted(h []int64) (n int64) {
	for k, c := range h {
		n += int64(k) * c
	}
	return n
}
