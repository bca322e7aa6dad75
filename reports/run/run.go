package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/reports"
)

// leastShare is the share below which a phase is no row of the report of a run.
const leastShare = 0.005

// Report returns the report of a run. [Verdict] words its verdict.
func Report(rep *simulate.Report, verdict []string) *reports.Document {
	c := rep.Circuit
	r := &reports.Document{Title: fmt.Sprintf("%s: %s, %s, %s", c.Name, units.Plural(c.Unknowns, "unknown"), units.Plural(c.NNZ, "nonzero"),
		units.Plural(c.Devices, "device"))}
	r.Add(runFacts(rep))
	if rep.Phases != nil && len(rep.Phases.Paths) > 0 {
		r.Add(reports.Heading("Time"), newTimeTable(rep.Phases, leastShare).table())
	}
	addModels(r, rep)
	addSolver(r, rep)
	addSolution(r, rep)
	addNVTX(r, rep.NVTX)
	if len(verdict) > 0 {
		r.Add(reports.Heading("Verdict"), reports.List(verdict))
	}
	warnings := slices.Clone(rep.Warnings)
	if rep.Phases != nil {
		warnings = append(warnings, rep.Phases.Warnings...)
	}
	if len(warnings) > 0 {
		r.Add(reports.Heading("Warnings"), reports.List(warnings))
	}
	return r
}

// runFacts says what was run and what came of it.
func runFacts(rep *simulate.Report) *reports.Table {
	t, a, n := reports.Facts(), rep.Analysis, rep.Counts
	switch a.Kind {
	case "tran":
		text := fmt.Sprintf("transient to %s in steps near %s, %s", seconds(a.End), seconds(a.Step), a.Method)
		if a.UIC {
			text += ", uic"
		}
		t.Append("analysis", text)
	case "dc":
		t.Append("analysis", "DC sweep of "+units.Plural(int64(a.Points), "point"))
	default:
		t.Append("analysis", "operating point")
	}
	result := stopText(rep)
	if a.Kind == "tran" {
		result += fmt.Sprintf("; %s; rejected %s for LTE, %s unconverged", units.Plural(n.Accepted, "point"),
			units.Integer(n.RejectedLTE), units.Integer(n.RejectedNR))
	}
	if a.Kind == "dc" {
		result += fmt.Sprintf("; %s solved", units.Plural(n.Points, "point"))
	}
	t.Append("result", result)
	t.Append("iterations", iterationFacts(rep))
	t.Append("elapsed", elapsedFacts(rep))
	if rep.CPU > 0 && rep.Elapsed > 0 {
		t.Append("cpu time", cpuFacts(rep.CPU, rep.Elapsed))
	}
	return t
}

// cpuFacts says for how much of a time the solver's thread ran.
func cpuFacts(cpu, of int64) string {
	return fmt.Sprintf("%s, %s of the time", units.Duration(cpu), units.Percent(float64(cpu), float64(of)))
}

// elapsedFacts says how long the run took and what of it was timed.
func elapsedFacts(rep *simulate.Report) string {
	elapsed := rep.Elapsed
	if elapsed == 0 && rep.Phases != nil {
		elapsed = rep.Phases.RootNS
	}
	if elapsed == 0 {
		return timingFacts(rep)
	}
	text := units.Duration(elapsed)
	if n := rep.Counts.Iterations; n > 0 {
		text += fmt.Sprintf(", %s per iteration", units.Duration(elapsed/n))
	}
	return text + "; " + timingFacts(rep)
}

// stopText says why the run ended.
func stopText(rep *simulate.Report) string {
	at := ""
	if rep.Analysis.Kind == "tran" {
		at = " at " + seconds(rep.Analysis.Reached)
	}
	switch rep.Stop {
	case simulate.StopEnd:
		return "complete"
	case simulate.StopSteps:
		return "ended" + at + " after the requested number of steps"
	case simulate.StopInterrupted:
		return "interrupted" + at
	}
	return "failed" + at
}

// iterationFacts says how many iterations there were and for what.
func iterationFacts(rep *simulate.Report) string {
	n := rep.Counts
	text := units.Integer(n.Iterations)
	if steps := stepsOf(rep.PerStep); steps > 0 {
		text += fmt.Sprintf(", %s per step", units.Significant(float64(weighted(rep.PerStep))/float64(steps)))
	}
	if n.OPIterations > 0 {
		text += fmt.Sprintf("; %s for the operating point", units.Integer(n.OPIterations))
		if rep.Analysis.Kind == "dc" {
			text = fmt.Sprintf("%s, %s per point", units.Integer(n.Iterations), units.Significant(float64(n.Iterations)/float64(max(n.Points, 1))))
		}
		if n.GminSteps+n.SourceSteps > 0 {
			text += fmt.Sprintf(" in %s of gmin and %s of sources", units.Plural(n.GminSteps, "step"), units.Integer(n.SourceSteps))
		}
	}
	if wasted := n.WastedLTE + n.WastedNR; wasted > 0 {
		text += fmt.Sprintf("; %s in rejected steps", units.Integer(wasted))
	}
	if n.LimiterBlocked > 0 {
		text += fmt.Sprintf("; %s continued only because of a limiter", units.Integer(n.LimiterBlocked))
	}
	if n.ResidualBlocked > 0 {
		text += fmt.Sprintf("; %s continued only because of a residual", units.Integer(n.ResidualBlocked))
	}
	return text
}

// timingFacts says which time steps were timed.
func timingFacts(rep *simulate.Report) string {
	switch {
	case rep.Phases == nil:
		return "nothing timed"
	case rep.Analysis.Kind != "tran":
		return "every iteration timed"
	case rep.Phases.Sample > 1:
		return fmt.Sprintf("1 of %d time steps timed", rep.Phases.Sample)
	}
	return "every time step timed"
}

// mostValues is how many unknowns of an operating point a text shows.
const mostValues = 20

// addSolution lists the unknowns of an operating point.
func addSolution(r *reports.Document, rep *simulate.Report) {
	if len(rep.Solution) == 0 {
		return
	}
	t := &reports.Table{Columns: []reports.Column{{Name: "unknown"}, {Name: "value", Right: true}}}
	for _, v := range rep.Solution[:min(len(rep.Solution), mostValues)] {
		t.Append(v.Name, strconv.FormatFloat(v.Value, 'g', 6, 64))
	}
	if more := len(rep.Solution) - len(t.Rows); more > 0 {
		t.Note = fmt.Sprintf("--json lists %s more.", units.Integer(more))
	}
	r.Add(reports.Heading("Operating point"), t)
}

// seconds writes a time with the prefixes of SPICE's users: 2 ns.
func seconds(x float64) string {
	if x == 0 {
		return "0 s"
	}
	for _, p := range []struct {
		scale float64
		unit  string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}, {1e-12, "ps"}} {
		if x >= 0.9995*p.scale {
			return trimZeros(units.Significant(x/p.scale)) + " " + p.unit
		}
	}
	return trimZeros(units.Significant(x/1e-15)) + " fs"
}

// trimZeros removes zeros behind a decimal point.
func trimZeros(s string) string {
	if !strings.Contains(s, ".") || strings.Contains(s, "e") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
