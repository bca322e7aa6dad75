package hlo

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/hlo"
)

// more notes on a table how many rows are not shown.
func more(t *reports.Table, all int) {
	if n := all - len(t.Rows); n > 0 {
		t.Note = strings.TrimSpace(t.Note + " " + units.Count(n, "more row is in --json.", "more rows are in --json."))
	}
}

// from says where in the user's program something comes from.
func from(s hlo.Source) string {
	if s.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", path.Base(s.File), s.Line)
}

// loops are the loops as a tree.
func loops(m *hlo.Module) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "loop"}, {Name: "iterations", Right: true}, {Name: "begun", Right: true, Rank: 2}, {Name: "operations", Right: true},
		{Name: "launches", Right: true}, {Name: "phase", Rank: 1}, {Name: "from", Rank: 1}}}
	for _, w := range m.Whiles[:min(maxRows, len(m.Whiles))] {
		trips, begun, launched := "unknown", "≥ "+units.Integer(w.Executions), "–"
		if w.TripCount != nil {
			trips = units.Integer(*w.TripCount)
		} else if !m.Optimized {
			trips = "–"
		}
		if !w.Reachable {
			begun = "never"
		} else if !m.Optimized {
			begun = "–"
		}
		if w.BodyLaunches != nil {
			launched = units.Integer(*w.BodyLaunches)
		}
		t.Append(strings.Repeat("· ", w.Depth)+w.Name, trips, begun, units.Integer(w.BodyOps), launched, w.Phase, from(w.Source))
	}
	t.Note = "Operations: in the body itself. Launches: lower bound per iteration."
	if !m.Optimized {
		t.Note = "Operations: in the body itself. XLA finds trip counts when it compiles."
	}
	more(t, len(m.Whiles))
	return t
}

// conditionals are the conditionals with their branches.
func conditionals(m *hlo.Module) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "conditional"}, {Name: "branches", Right: true}, {Name: "in loop"}, {Name: "reached", Right: true},
		{Name: "phase", Rank: 1}, {Name: "from", Rank: 1}}}
	for _, c := range m.Conditionals[:min(maxRows, len(m.Conditionals))] {
		reached := "≥ " + units.Integer(c.Executions)
		if !c.Reachable {
			reached = "never"
		} else if !m.Optimized {
			reached = "–"
		}
		t.Append(c.Name, units.Integer(len(c.Branches)), cmp.Or(c.Outer, "–"), reached, c.Phase, from(c.Source))
	}
	more(t, len(m.Conditionals))
	return t
}

// risks says what loops and conditionals cost on a GPU.
func risks(m *hlo.Module) []string {
	var names []string
	calls := map[string]bool{}
	for _, w := range m.Whiles {
		if w.Syncs && w.Reachable {
			names = append(names, w.Name)
			for _, c := range w.CustomCalls {
				calls[c] = true
			}
		}
	}
	var list []string
	if len(names) > 0 {
		text := some(names) + ": " + hlo.SyncRisk
		if len(calls) > 0 {
			text += "; custom calls prevent this unless they support command buffers: " + some(keys(calls))
		}
		list = append(list, text)
	}
	if m.Optimized && len(m.Conditionals) > 0 {
		names = nil
		for _, c := range m.Conditionals {
			if c.Reachable && !c.Captured {
				names = append(names, c.Name)
			}
		}
		if len(names) > 0 {
			list = append(list, some(names)+": "+hlo.BranchRisk)
		}
	}
	return list
}

// some lists names, the first few of many.
func some(names []string) string {
	if n := len(names) - 5; n > 0 {
		return strings.Join(names[:5], ", ") + " and " + units.Plural(n, "other")
	}
	return strings.Join(names, ", ")
}

func keys(set map[string]bool) []string {
	var list []string
	for k := range set {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// phases are the phases of the solver.
func phases(m *hlo.Module) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "phase"}, {Name: "operations", Right: true}, {Name: "launches", Right: true}}}
	for _, p := range m.Phases {
		launched := "–"
		if p.Launches != nil {
			launched = units.Integer(*p.Launches)
		}
		t.Append(p.Phase, units.Integer(p.Ops), launched)
	}
	t.Note = fmt.Sprintf("%s without a phase. A fusion has the phase of one of the operations in it.", units.Plural(m.NoPhase, "operation"))
	return t
}

// customCalls are the custom calls by target.
func customCalls(m *hlo.Module) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "target"}, {Name: "calls", Right: true}, {Name: "in loops", Right: true}}}
	if m.Optimized {
		t.Columns = append(t.Columns, reports.Column{Name: "of unknown trip count", Right: true})
	}
	for _, c := range m.CustomCalls[:min(maxRows, len(m.CustomCalls))] {
		row := []string{c.Target, units.Integer(c.Count), units.Integer(c.InLoops)}
		if m.Optimized {
			row = append(row, units.Integer(c.InUnknownLoops))
		}
		t.Append(row...)
	}
	more(t, len(m.CustomCalls))
	return t
}

// operations are the operations, each computation once.
func operations(m *hlo.Module) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "operation"}, {Name: "count", Right: true}, {Name: "share", Right: true}}}
	for _, c := range m.OpCounts[:min(maxRows, len(m.OpCounts))] {
		t.Append(c.Op, units.Integer(c.Count), units.Percent(float64(c.Count), float64(m.Ops)))
	}
	more(t, len(m.OpCounts))
	return t
}

// computations are the largest computations.
func computations(m *hlo.Module) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "computation"}, {Name: "is"}, {Name: "operations", Right: true}, {Name: "most", Rank: 1}}}
	list := slices.Clone(m.Computations)
	slices.SortStableFunc(list, func(a, b hlo.Computation) int { return cmp.Compare(b.Ops, a.Ops) })
	for _, c := range list[:min(maxRows/2, len(list))] {
		t.Append(c.Name, c.Kind, units.Integer(c.Ops), counts(c.OpCounts[:min(2, len(c.OpCounts))]))
	}
	more(t, len(list))
	return t
}

// warnings are the warnings with their places.
func warnings(m *hlo.Module) []string {
	var list []string
	for _, w := range m.Warnings {
		s := fmt.Sprintf("%s:%d: %s", cmp.Or(m.File, "line"), w.Line, w.Msg)
		if w.Count > 1 {
			s += fmt.Sprintf(" (%d times)", w.Count)
		}
		list = append(list, s)
	}
	return list
}
