package diagnose

import (
	"iter"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// A Part is a flag that adds information about a run to its trace.
type Part string

// Parts.
const (
	PartXLA      Part = "--xla-log"
	PartJAX      Part = "--jax-log"
	PartHLO      Part = "--hlo"
	PartRun      Part = "--run"
	PartAnalysis Part = "--analysis"
)

// WithoutTrace returns the input of a run without a trace. Source names the files
// that replace the trace. The span of the input is the span of the logs: see
// [Input.AddTimes].
func WithoutTrace(source string) *Input {
	t := &trace.Trace{Events: func() iter.Seq[trace.Event] { return func(func(trace.Event) bool) {} }}
	return &Input{Source: source, Trace: t, Summary: trace.Summarize(t, trace.SummaryOptions{Source: source}), NoTrace: true}
}

// AddTimes makes the span of an input without a trace at least as long as the span
// of a log.
func (in *Input) AddTimes(t *LogTimes) {
	if in.NoTrace {
		in.last = max(in.last, t.Span())
	}
}

// has says whether a part is there.
func (in *Input) has(p Part) bool {
	switch p {
	case PartXLA:
		return in.XLA != nil
	case PartJAX:
		return in.JAX != nil && in.JAX.Messages > 0
	case PartHLO:
		return len(in.HLO) > 0
	case PartRun:
		return in.Run != nil
	case PartAnalysis:
		return in.Analysis != nil
	}
	return false
}

// lacks says why a rule cannot tell anything where there is no trace, "" where it
// can.
func (in *Input) lacks(r *Rule) string {
	if in.Summarized && !r.Summary {
		return "a summary does not have the single ranges and operations that this rule looks at; give the captures"
	}
	if !in.NoTrace {
		return ""
	}
	var flags []string
	for _, p := range r.Parts {
		if in.has(p) {
			return ""
		}
		flags = append(flags, string(p))
	}
	if len(flags) == 0 {
		return "there is no trace"
	}
	return "there is no trace, and no " + strings.Join(flags, " or ")
}

// whole names what a share of the span is of.
func (in *Input) whole() string {
	if in.NoTrace {
		return "the time of the log"
	}
	return "the trace"
}

// small says whether a time is too little to be worth a finding. Of a log whose
// times are not known no time is, unless it is none.
func (in *Input) small(ns int64) bool {
	if in.NoTrace && in.Span() == 0 {
		return ns == 0
	}
	return share(ns, in.Span()) < worth
}

// shareText writes the share of a time in the span, where that is known.
func (in *Input) shareText(ns int64) string {
	if in.NoTrace && in.Span() == 0 {
		return "no time"
	}
	return units.Share(share(ns, in.Span())) + " of " + in.whole()
}

// saving returns ns as the cost of a finding. A log may end before the run does
// and begin after it: a cost that is longer than the log is not known.
func (in *Input) saving(ns int64) *int64 {
	if in.NoTrace && ns > in.Span() {
		return nil
	}
	return in.Cost(ns)
}

// losing is the severity of time that is lost. Where there is no trace, nobody
// knows how much of the run it is.
func (in *Input) losing() Severity {
	if in.NoTrace {
		return Info
	}
	return Warning
}
