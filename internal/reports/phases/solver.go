package phases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/solvers/calls"
	"github.com/nrkit/nrkit/internal/solvers/symbols"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/run"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// Rows of the tables of solver calls.
const (
	maxFunctions = 20
	maxPatterns  = 8
)

// onlySolvers says whether all ranges of a trace are calls of solver libraries and
// their recording, so that the table of times would say nothing more. If calls of the
// libraries are a part of time steps or of Newton's method, the table shows which.
func onlySolvers(doc *phasetable.Document) bool {
	if doc.Solver == nil || doc.Work != nil {
		return false
	}
	names := map[string]bool{trace.PhaseRecording: true}
	for _, f := range doc.Solver.Functions {
		switch f.Phase {
		case solvers.PhaseSetup.String(), solvers.PhaseNewton.String(), solvers.PhaseIntegrate.String(), solvers.PhaseLinear.String():
			return false
		}
		names[f.Function] = true
	}
	return !slices.ContainsFunc(doc.Phases, func(p trace.Phase) bool { return !names[p.Name] })
}

// addSolver adds the calls of solver libraries, of one file or of each rank.
func addSolver(r *reports.Document, doc *phasetable.Document) {
	if doc.Solver != nil {
		addCalls(r, doc.Solver, "")
		return
	}
	for _, rank := range doc.Ranks {
		if rank.Solver != nil {
			addCalls(r, rank.Solver, fmt.Sprintf(" of rank %d", rank.Rank))
		}
	}
}

// addCalls adds the sections on the calls of a file, above the warnings.
func addCalls(r *reports.Document, s *phasetable.Solver, of string) {
	add := func(blocks ...reports.Block) {
		for _, b := range blocks {
			run.AboveWarnings(r, b)
		}
	}
	add(reports.Heading("Solver calls"+of), callFacts(s), phaseRows(s.Summary))
	for _, sentence := range solverVerdict(s.Summary) {
		add(reports.Paragraph(sentence))
	}
	add(reports.Heading("Solver functions"+of), functionRows(s.Summary))
	if len(s.Patterns) > 0 {
		add(reports.Heading("Matrices"+of), patternRows(s.Summary))
	}
	if s.Rows != nil {
		add(reports.Heading("Solver calls"+of+", one by one"), oneByOne(s.Rows))
	}
}

// libraries returns the libraries of the functions, the one with the most time first.
func libraries(s *solvers.Summary) string {
	var list []string
	seen := map[string]bool{}
	for _, f := range s.Functions {
		name := f.Library
		if name == "" {
			name = "unknown library"
		}
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// callFacts says how much was recorded and computed.
func callFacts(s *phasetable.Solver) *reports.Table {
	t := reports.Facts()
	calls := units.Integer(s.Calls)
	if s.Threads > 1 {
		calls += " on " + units.Plural(s.Threads, "thread")
	}
	if n := s.Incomplete.Open; n > 0 {
		calls += fmt.Sprintf(", of which %s open when the capture ends", units.Count(n, "is", "are"))
	}
	t.Append("libraries", libraries(s.Summary))
	t.Append("calls", calls)
	span := units.Duration(s.Span) + " from the first call to the last"
	if s.Recording > 0 {
		span += ", without recording"
	}
	if s.Threads > 1 {
		span += ", added over the threads"
	}
	t.Append("time", span)
	if text := reuseFacts(&s.Reuse); text != "" {
		t.Append("computed", text)
	}
	if text := perFacts(&s.Reuse); text != "" {
		t.Append("reuse", text)
	}
	if s.Iterations != nil {
		t.Append("iterations", iterationFacts(s.Iterations))
	}
	if text := statusFacts(s.Run()); text != "" {
		t.Append("status", text)
	}
	return t
}

// reuseFacts says what was computed.
func reuseFacts(u *solvers.Reuse) string {
	var list []string
	for _, x := range []struct {
		n         int64
		one, many string
	}{{u.Analyses, "analysis", "analyses"}, {u.Factorisations, "factorisation", "factorisations"},
		{u.Refactorisations, "refactorisation", "refactorisations"}, {u.Solves, "solve", "solves"}} {
		if x.n > 0 {
			list = append(list, units.Count(x.n, x.one, x.many))
		}
	}
	text := strings.Join(list, ", ")
	if u.Patterns > 0 {
		text += " of " + units.Plural(u.Patterns, "pattern")
		if u.Values > 0 {
			text += " with " + units.Count(u.Values, "set of values", "different sets of values")
		}
	}
	return text
}

// perFacts says how often results were used again.
func perFacts(u *solvers.Reuse) string {
	var list []string
	say := func(n, per int64, one, many, what string) {
		switch {
		case n == 0 || per == 0:
		case n%per == 0:
			list = append(list, units.Count(n/per, one, many)+" per "+what)
		default:
			list = append(list, units.Significant(float64(n)/float64(per))+" "+many+" per "+what)
		}
	}
	factored := u.Factorisations + u.Refactorisations
	say(u.Analyses, u.Patterns, "analysis", "analyses", "pattern")
	say(factored, u.Analyses, "factorisation", "factorisations", "analysis")
	say(u.Solves, factored, "solve", "solves", "factorisation")
	return strings.Join(list, ", ")
}

// iterationFacts says how many iterations there are and who says so.
func iterationFacts(s *solvers.IterationSummary) string {
	text := units.Integer(s.Count)
	switch known := s.Count - s.Inferred; {
	case s.Inferred > 0 && known == 0:
		text += " (inferred: factorisations with the solves that follow)"
	case s.Inferred > 0:
		text += fmt.Sprintf(" (%s inferred: factorisations with the solves that follow)", units.Integer(s.Inferred))
	}
	if s.Solutions > 0 {
		text += " in " + units.Count(s.Solutions, "nonlinear solution", "nonlinear solutions")
	}
	if s.Integrations > 0 {
		text += " in " + units.Count(s.Integrations, "call of a time integrator", "calls of a time integrator")
	}
	if s.Count > 0 {
		text += fmt.Sprintf("; solver time per iteration %s", units.Duration(s.Solver/s.Count))
	}
	return text
}

// phaseRows is the table of phases, with the time outside of the solver and the time
// of recording.
func phaseRows(s *solvers.Summary) *reports.Table {
	right := func(name string) reports.Column { return reports.Column{Name: name, Right: true} }
	t := &reports.Table{Columns: []reports.Column{{Name: "phase"}, right("calls"), right("total"), right("share"), right("mean"), right("median")}}
	outside := s.Outside
	for _, p := range s.Phases {
		name := p.Phase
		if !p.Solver && p.Phase != solvers.PhaseFunction.String() && p.Phase != solvers.PhaseJacobian.String() {
			name += ", outside the solver"
			outside -= p.Total
		}
		t.Append(name, units.Integer(p.Calls), units.Duration(p.Total), units.Share(p.Share), units.Duration(int64(p.Mean)), units.Duration(p.Median))
	}
	t.Append("outside of calls", "", units.Duration(outside), units.Percent(float64(outside), float64(s.Span)), "", "")
	if s.Recording > 0 {
		t.Append("recording", "", units.Duration(s.Recording), "", "", "")
	}
	t.Note = "Time belongs to the innermost call. Calls inside a call of the same phase do not count. Outside of calls: the capture does not say what the program does."
	if s.Recording > 0 {
		t.Note += " Recording is time of nrprof, and no share includes it."
	}
	return t
}

// solverVerdict says in sentences how much there is to gain.
func solverVerdict(s *solvers.Summary) []string {
	if s.Span <= 0 {
		return nil
	}
	text := fmt.Sprintf("Between the first and the last call, the solver takes %s of the time", units.Share(s.Share))
	if s.Evaluation > 0 {
		text += fmt.Sprintf(", evaluation %s", units.Percent(float64(s.Evaluation), float64(s.Span)))
	}
	if s.Threads > 1 {
		return []string{text + fmt.Sprintf(", added over %s. The threads may wait for each other, so this share does not bound the gain of a faster solver.", units.Plural(s.Threads, "thread"))}
	}
	var bounds []string
	for _, x := range []struct {
		part int64
		what string
	}{{s.Solver, "a faster solver speeds this part of the run up"}, {s.Evaluation, "faster evaluation speeds it up"}} {
		if x.part > 0 && x.part < s.Span {
			bounds = append(bounds, x.what+" by at most "+units.Ratio(1/(1-float64(x.part)/float64(s.Span))))
		}
	}
	if len(bounds) > 0 {
		text += ". By Amdahl's law, " + strings.Join(bounds, ", ")
	}
	return []string{text + "."}
}

// functionRows is the table of functions.
func functionRows(s *solvers.Summary) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "function"}, {Name: "library", Rank: 2}, {Name: "phase"}, {Name: "calls", Right: true},
		{Name: "total", Right: true}, {Name: "self", Right: true}, {Name: "share", Right: true}, {Name: "mean", Right: true, Rank: 1}, {Name: "median", Right: true, Rank: 1}}}
	for _, f := range s.Functions[:min(len(s.Functions), maxFunctions)] {
		t.Append(symbols.Legible(f.Function), f.Library, f.Phase, units.Integer(f.Calls), units.Duration(f.Total), units.Duration(f.Self), units.Share(f.Share),
			units.Duration(int64(f.Mean)), units.Duration(f.Median))
	}
	t.Note = "Total has the watched calls inside; self and share do not."
	if n := len(s.Functions) - maxFunctions; n > 0 {
		t.Note += fmt.Sprintf(" %s with less time: see --json.", units.Count(n, "function", "functions"))
	}
	return t
}

// patternRows says what was computed for each pattern.
func patternRows(s *solvers.Summary) *reports.Table {
	right := func(name string) reports.Column { return reports.Column{Name: name, Right: true} }
	t := &reports.Table{Columns: []reports.Column{right("pattern"), right("n"), right("nnz"), right("analysed"), right("factored"), right("refactored"),
		right("values"), right("solves"), right("time")}}
	sampled := false
	for _, p := range s.Patterns[:min(len(s.Patterns), maxPatterns)] {
		sampled = sampled || p.Sampled
		t.Append(units.Integer(p.Pattern), known(p.N), known(p.NNZ), units.Integer(p.Analyses), units.Integer(p.Factorisations), units.Integer(p.Refactorisations),
			units.Integer(p.Values), units.Integer(p.Solves), units.Duration(p.Total))
	}
	t.Note = "Values: different sets of values with the pattern. Time: of the solver."
	if sampled {
		t.Note += " Large patterns are compared by samples."
	}
	if n := s.Reuse.Patterns - int64(len(t.Rows)); n > 0 {
		t.Note += fmt.Sprintf(" %s with less time: not listed.", units.Count(n, "pattern", "patterns"))
	}
	return t
}

// known writes a size, and a dash for one that is not known.
func known(n int64) string {
	if n < 0 {
		return "–"
	}
	return units.Integer(n)
}

// oneByOne lists calls.
func oneByOne(l *calls.Table) *reports.Table {
	right := func(name string, rank int) reports.Column { return reports.Column{Name: name, Right: true, Rank: rank} }
	t := &reports.Table{Columns: []reports.Column{right("call", 0), right("begin", 0), right("time", 0), {Name: "function"}, {Name: "phase"}, right("n", 0), right("nnz", 1),
		right("pattern", 0), right("values", 0), right("analysis", 2), right("factors", 2), right("iteration", 3), {Name: "end", Rank: 4}}}
	number := func(n int64) string {
		if n == 0 {
			return "–"
		}
		return units.Integer(n)
	}
	optional := func(n *int64) string {
		if n == nil {
			return "–"
		}
		return units.Integer(*n)
	}
	for _, c := range l.Rows {
		end := c.End
		if end == "" && c.Status != nil {
			end = "status " + units.Integer(*c.Status)
		}
		t.Append(number(c.Number), units.Duration(c.Begin), units.Duration(c.Total), symbols.Legible(c.Function), c.Phase, optional(c.N), optional(c.NNZ),
			number(int64(c.Pattern)), number(int64(c.Values)), number(int64(c.Analysis)), number(int64(c.Factorisation)), number(c.Iteration), end)
	}
	if int64(len(l.Rows)) < l.Count {
		t.Note = fmt.Sprintf("Listed: the first 5, the slowest 10 and the last 5 of %s. --csv prints all.", units.Plural(l.Count, "call"))
	}
	return t
}
