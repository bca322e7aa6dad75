package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A Result is what all rules say of a run: diagnose/v1.
type Result struct {
	Schema    string       `json:"schema"` // "diagnose/v1"
	Source    string       `json:"source"` // the files of the trace
	Program   string       `json:"program,omitempty"`
	NoTrace   bool         `json:"without_trace,omitempty"`
	Span      int64        `json:"span_ns"`   // from the first event of the trace to the last, or message of the log; no cost is more
	Findings  []Finding    `json:"findings"`  // first what was not captured; then the largest cost first, and unknown costs last, the most severe first
	Cleared   []Clearance  `json:"cleared"`   // in the order of the rules
	Abstained []Abstention `json:"abstained"` // likewise
	Warnings  []string     `json:"warnings"`  // what is doubtful about the input

	err error
}

// Err says that a temporary file failed, a *spill.Error, so that rules may have
// missed something; nil when none did.
func (r *Result) Err() error { return r.err }

// Run asks every rule. The result depends on the input alone.
//
// Cost: a few passes over the events of the trace. Memory: bounded; if there are
// many calls or much work, the data that rules keep of each is in a temporary file.
//
// It panics if a rule breaks its contract: an outcome that is not one of the three,
// or a cost that no measured time covers.
func Run(in *Input, rules []Rule) *Result {
	r := &Result{Schema: "diagnose/v1", Source: in.Source, Program: in.Summary.Program, Span: in.Span(), NoTrace: in.NoTrace,
		Findings: []Finding{}, Cleared: []Clearance{}, Abstained: []Abstention{}, Warnings: []string{}}
	r.Warnings = append(r.Warnings, in.Warnings...)
	if _, why := in.counts(); why != "" {
		r.Warnings = append(r.Warnings, why)
	}
	if x := in.Summary.Slowed(); x > trace.Busy {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the machine was busy: wall-clock time is %.2f times the CPU time of the solver's thread, "+
			"so costs and shares include time of other programs; run again on an idle machine", x))
	}
	for _, rule := range rules {
		if why := in.lacks(&rule); why != "" {
			r.add(rule.ID, Abstain(why))
			continue
		}
		r.add(rule.ID, rule.Check(in))
	}
	r.err = in.release()
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(-cmp.Compare(rank(a), rank(b)), -cmp.Compare(costOf(a), costOf(b)), -cmp.Compare(a.Severity, b.Severity))
	})
	return r
}

// add takes what a rule says.
func (r *Result) add(id string, o Outcome) {
	said := 0
	if len(o.Findings) > 0 {
		said++
	}
	if o.Cleared != "" {
		said++
		r.Cleared = append(r.Cleared, Clearance{id, o.Cleared})
	}
	if o.Abstains != "" {
		said++
		r.Abstained = append(r.Abstained, Abstention{id, o.Abstains})
	}
	if said != 1 {
		panic(fmt.Sprintf("diagnose: rule %s has %d outcomes, want 1", id, said))
	}
	for _, f := range o.Findings {
		f.Rule = id
		if f.Try == nil {
			f.Try = []string{}
		}
		if f.Cost != nil && (*f.Cost < 0 || *f.Cost > r.Span) {
			panic(fmt.Sprintf("diagnose: rule %s has a cost of %d ns in a trace of %d ns", id, *f.Cost, r.Span))
		}
		if len(f.Evidence) == 0 {
			panic(fmt.Sprintf("diagnose: rule %s finds without evidence", id))
		}
		r.Findings = append(r.Findings, f)
	}
}

// rank is 1 for what comes before all costs.
func rank(f Finding) int {
	if f.first {
		return 1
	}
	return 0
}

// costOf orders findings: an unknown cost comes after all known ones.
func costOf(f Finding) int64 {
	if f.Cost == nil {
		return -1
	}
	return *f.Cost
}

// Worst returns the highest severity of the findings; false without any.
func (r *Result) Worst() (Severity, bool) {
	worst := Info
	for _, f := range r.Findings {
		worst = max(worst, f.Severity)
	}
	return worst, len(r.Findings) > 0
}
