package main

import (
	"slices"

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
	if o, ok := merge.Parse(f.align); ok {
		return o, nil
	}
	return merge.Options{}, cli.Unknown("--align", f.align, merge.Methods())
}

// options adds what the flags say to the options of the program.
func (f *inputFlags) options(o *input.Options) error {
	if slices.Contains(f.domains, "") {
		return cli.Usage("--domain: want the name of a domain", "ranges of the default domain have their names as they are")
	}
	if f.noScopes && len(f.scopes) > 0 {
		return cli.Usagef("--scope and --no-scopes exclude each other")
	}
	scopes, err := phases.ParseTable(f.scopes)
	if err != nil {
		return cli.Usagef("--scope: %v", err)
	}
	o.Domains, o.Scopes, o.NoScopes, o.Rename = f.domains, scopes, f.noScopes, f.rename
	return nil
}
