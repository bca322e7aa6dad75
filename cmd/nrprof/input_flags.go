package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/xla/phases"
)

// An inputFlags holds the flags of commands that read traces.
type inputFlags struct {
	align    string
	domains  []string
	noScopes bool
	scopes   []string                 // SEGMENT=PHASE
	rename   func(name string) string // of the ranges of the program; nil keeps all
}

func (f *inputFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.align, "align", "auto", "put the clocks of several files together by `METHOD`: wall, start, end:RANGE or begin:RANGE; auto: wall if all files have their start, otherwise start")
	fl.StringArrayVar(&f.domains, "domain", nil, "take the ranges of the NVTX domain `NAME` as phases, under their names without it; may be given several times")
	fl.StringArrayVar(&f.scopes, "scope", nil, "operations of XLA with `SEGMENT=PHASE` in their op_name are of that phase, besides those like nr_build_system; may be given several times")
	fl.BoolVar(&f.noScopes, "no-scopes", false, "make no phases of the op_name of operations of XLA")
	_ = cmd.RegisterFlagCompletionFunc("align", cobra.FixedCompletions([]string{"wall", "start", "end:", "begin:"}, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
}

// method returns what --align says.
func (f *inputFlags) method() (merge.Options, error) {
	how, name, named := strings.Cut(f.align, ":")
	for _, m := range [...]struct {
		how   string
		align merge.Align
		named bool
	}{{"auto", merge.Auto, false}, {"wall", merge.Wall, false}, {"start", merge.Start, false}, {"end", merge.End, true}, {"begin", merge.Begin, true}} {
		if m.how == how && m.named == (named && name != "") {
			return merge.Options{Align: m.align, Range: name}, nil
		}
	}
	return merge.Options{}, unknown("--align", f.align, []string{"wall", "start", "end:RANGE", "begin:RANGE"})
}

// options adds what the flags say to the options of the program.
func (f *inputFlags) options(o *input.Options) error {
	if slices.Contains(f.domains, "") {
		return cli.Usage("--domain: want the name of a domain", "ranges of the default domain have their names as they are")
	}
	scopes, err := f.table()
	if err != nil {
		return err
	}
	o.Domains, o.Scopes, o.NoScopes, o.Rename = f.domains, scopes, f.noScopes, f.rename
	return nil
}

// table returns the phases of segments.
func (f *inputFlags) table() (phases.Table, error) {
	if f.noScopes && len(f.scopes) > 0 {
		return phases.Table{}, cli.Usagef("--scope and --no-scopes exclude each other")
	}
	extra := map[string]string{}
	for _, text := range f.scopes {
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
