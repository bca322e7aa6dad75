package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/xla/phases"
)

// A scopeFlags holds the flags that say which operations of XLA are of which
// phase.
type scopeFlags struct {
	none  bool
	extra []string // SEGMENT=PHASE
}

func (f *scopeFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.extra, "scope", nil, "operations of XLA with `SEGMENT=PHASE` in their op_name are of that phase, besides those like nr_build_system; may be given several times")
	cmd.Flags().BoolVar(&f.none, "no-scopes", false, "make no phases of the op_name of operations of XLA")
}

// table returns the phases of segments.
func (f *scopeFlags) table() (phases.Table, error) {
	if f.none && len(f.extra) > 0 {
		return phases.Table{}, cli.Usagef("--scope and --no-scopes exclude each other")
	}
	extra := map[string]string{}
	for _, text := range f.extra {
		segment, phase, ok := strings.Cut(text, "=")
		if !ok || segment == "" || phase == "" || strings.ContainsAny(segment, "/()[]") {
			return phases.Table{}, cli.Usagef("--scope: want SEGMENT=PHASE such as stamp=build_system, got %q", text)
		}
		if old, known := extra[segment]; known && old != phase {
			return phases.Table{}, cli.Usagef("--scope: %s is given twice, as %s and as %s", segment, old, phase)
		}
		extra[segment] = phase
	}
	return phases.NewTable(extra), nil
}

// attribute puts the ranges of XLA in s into phases. What reads profiles of JAX
// has done so.
func (f *scopeFlags) attribute(s *source, table phases.Table) {
	if f.none {
		return
	}
	r := phases.Attribute(s.Trace, table)
	if r.Trace != s.Trace {
		s.Trace, s.close = r.Trace, r.Trace.Close
	}
	s.warnings = append(s.warnings, r.Notes()...)
}
