package startup

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/startup"
)

// Report returns the report of a session. The regimes have columns of their own.
func Report(r *startup.Result) *reports.Document {
	d := &reports.Document{Title: strings.Join(r.Command, " ")}
	addFacts(d, r)
	if r.Cold.Processes+r.Reload.Processes > 0 {
		addProcesses(d, r)
		addWarm(d, r)
		addCosts(d, r)
		addCompiled(d, r)
	}
	addFailures(d, r)
	if len(r.Warnings) > 0 {
		d.Add(reports.Heading("Warnings"), reports.List(r.Warnings))
	}
	return d
}

func addFacts(d *reports.Document, r *startup.Result) {
	t := reports.Facts()
	text := fmt.Sprintf("%d cold, %d reload, in turns", r.Cold.Processes, r.Reload.Processes)
	if r.Failed > 0 {
		text += fmt.Sprintf("; %d failed", r.Failed)
	}
	t.Append("processes", text)
	source := "none"
	switch r.Source {
	case startup.NVTX:
		source = "NVTX"
	case startup.Markers:
		source = "printed markers, timed on arrival"
	}
	t.Append("ranges", source)
	if r.Steps != nil {
		t.Append("time steps per run", span(r.Steps.Min, r.Steps.Max))
	}
	if r.Iterations != nil {
		t.Append("iterations per run", span(r.Iterations.Min, r.Iterations.Max))
	}
	if n := len(r.Cold.Cache); n > 0 {
		c := r.Cold.Cache[n-1]
		t.Append("caches after cold", fmt.Sprintf("%s, %s", units.Plural(c.Files, "file"), units.Size(float64(c.Bytes))))
	}
	d.Add(t)
}

// addProcesses adds the parts of fresh processes.
func addProcesses(d *reports.Document, r *startup.Result) {
	t := &reports.Table{Columns: []reports.Column{{Name: "part"}, {Name: "cold", Right: true}, {Name: "reload", Right: true}}}
	row := func(name string, cold, reload *startup.Estimate) {
		if cold != nil || reload != nil {
			t.Append(name, Cell(cold), Cell(reload))
		}
	}
	row("before the first range", r.Cold.Before, r.Reload.Before)
	phases := func(place startup.Place, suffix string) {
		for _, x := range both(r.Cold.Phases, r.Reload.Phases) {
			if x.Place == place {
				row(x.Name+suffix, find(r.Cold, x), find(r.Reload, x))
			}
		}
	}
	phases(startup.Before, "")
	row("first run", r.Cold.First, r.Reload.First)
	phases(startup.Between, ", between runs")
	row("later runs together", r.Cold.LaterRuns, r.Reload.LaterRuns)
	phases(startup.After, ", after the runs")
	row("in no range", r.Cold.Unattributed, r.Reload.Unattributed)
	row("after the last range", r.Cold.After, r.Reload.After)
	row("process", r.Cold.Wall, r.Reload.Wall)
	row("until the end of the first run", r.Cold.ToResult, r.Reload.ToResult)
	t.Note = "Medians over processes. ±: the larger half of the confidence interval. ⟨min … max⟩: too few processes for an interval."
	d.Add(reports.Heading("Fresh processes"), t)
}

// both returns the phases of a, then those that only b has.
func both(a, b []startup.Phase) []startup.Phase {
	list := append([]startup.Phase{}, a...)
	for _, x := range b {
		if find(&startup.Fresh{Phases: a}, x) == nil {
			list = append(list, x)
		}
	}
	return list
}

// find returns the estimate of a phase, nil for none.
func find(f *startup.Fresh, x startup.Phase) *startup.Estimate {
	for _, p := range f.Phases {
		if p.Name == x.Name && p.Place == x.Place {
			return p.Estimate
		}
	}
	return nil
}

// addWarm adds the later runs.
func addWarm(d *reports.Document, r *startup.Result) {
	a, b := r.Warm.AfterCold, r.Warm.AfterReload
	if len(a.Runs)+len(b.Runs) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "warm run"}, {Name: "of cold processes", Right: true}, {Name: "of reload processes", Right: true}}}
	for n := 2; n <= last(a)+last(b); n++ { // more than there are
		x, y := numbered(a, n), numbered(b, n)
		if x != nil || y != nil {
			t.Append(startup.Nth(n), Cell(x), Cell(y))
		}
	}
	t.Append("median of a process", Cell(a.Each), Cell(b.Each))
	d.Add(reports.Heading("Warm runs"), t)
}

// last returns the number of the last run that has an estimate, 0 for none.
func last(w *startup.WarmRuns) int {
	if len(w.Runs) == 0 {
		return 0
	}
	return w.Runs[len(w.Runs)-1].Number
}

func numbered(w *startup.WarmRuns, n int) *startup.Estimate {
	for _, x := range w.Runs {
		if x.Number == n {
			return x.Estimate
		}
	}
	return nil
}

// addCosts adds what is paid once, and what caches save.
func addCosts(d *reports.Document, r *startup.Result) {
	t := &reports.Table{Columns: []reports.Column{{Name: "difference"}, {Name: "time", Right: true}}}
	for _, x := range []struct {
		name string
		e    *startup.Estimate
	}{
		{"first minus second run, cold", r.Cold.OneTime},
		{"first minus second run, reload", r.Reload.OneTime},
		{"cold minus reload, first run", r.Saved.First},
		{"cold minus reload, until the end of the first run", r.Saved.ToResult},
		{"cold minus reload, process", r.Saved.Wall},
	} {
		if x.e != nil {
			t.Append(x.name, Cell(x.e)+verdict(x.e))
		}
	}
	t.Note = "Medians of differences: between two runs of a process, or between a cold process and the reload process after it. ~: the interval contains 0, so there may be no difference."
	d.Add(reports.Heading("One-time costs"), t)
}

// verdict marks a difference that may be none.
func verdict(e *startup.Estimate) string {
	low, high := e.Min, e.Max
	if e.Low != nil {
		low, high = *e.Low, *e.High
	}
	if low <= 0 && high >= 0 {
		return " ~"
	}
	return ""
}

// addCompiled adds what the log of JAX says.
func addCompiled(d *reports.Document, r *startup.Result) {
	t := &reports.Table{Columns: []reports.Column{{Name: "part"}, {Name: "compiled", Right: true}, {Name: "reloaded", Right: true}, {Name: "XLA time", Right: true}}}
	for _, x := range []struct {
		name string
		c    *startup.CompiledIn
	}{
		{"first run, cold", r.Cold.CompiledFirst},
		{"first run, reload", r.Reload.CompiledFirst},
		{"in no run, cold", r.Cold.CompiledOutside},
		{"in no run, reload", r.Reload.CompiledOutside},
	} {
		if c := x.c; c != nil {
			t.Append(x.name, span(c.MadeMin, c.MadeMax), span(c.LoadedMin, c.LoadedMax), Cell(c.Time))
		}
	}
	if len(t.Rows) > 0 {
		d.Add(reports.Heading("Compilations in the log of JAX"), t)
	}
}

func span(low, high int64) string {
	if low == high {
		return units.Integer(low)
	}
	return units.Integer(low) + "–" + units.Integer(high)
}

// Cell writes a median and how sure it is.
func Cell(e *startup.Estimate) string {
	switch {
	case e == nil:
		return "–"
	case e.Low != nil && *e.Low < *e.High:
		return signed(e.Median) + " ±" + units.Duration(max(e.Median-*e.Low, *e.High-e.Median))
	case e.Min == e.Max:
		return signed(e.Median)
	}
	return fmt.Sprintf("%s ⟨%s … %s⟩", signed(e.Median), signed(e.Min), signed(e.Max))
}

// signed writes a time, or a difference of times.
func signed(ns int64) string {
	if ns < 0 {
		return "−" + units.Duration(-ns)
	}
	return units.Duration(ns)
}

func addFailures(d *reports.Document, r *startup.Result) {
	var list reports.List
	for _, p := range r.Processes {
		if p.Failed() {
			list = append(list, r.Why(p))
		}
	}
	if len(list) > 0 {
		d.Add(reports.Heading("Failed"), list)
	}
}
