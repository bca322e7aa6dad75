package diagnose

import (
	"iter"

	"github.com/nrkit/nrkit/trace"
)

// FromSummary returns the input of captures of which only the table of phases is known.
// The trace has what is known of them besides their ranges: header and losses. Rules
// that look at single ranges abstain.
func FromSummary(source string, t *trace.Trace, s *trace.Summary) *Input {
	t.Events = func() iter.Seq[trace.Event] { return func(func(trace.Event) bool) {} }
	return &Input{Source: source, Summarized: true, Trace: t, Summary: s, last: s.Span, unclosed: s.Open, roots: s.Ranges - s.Open}
}
