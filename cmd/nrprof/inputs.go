package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/merge"
	"github.com/nrkit/nrkit/xla/phases"
	"github.com/nrkit/nrkit/xla/xplane"
)

// An inputFlags holds the flags of commands that read traces.
type inputFlags struct {
	align   string
	domains []string
	rename  func(name string) string // of the ranges of the program; nil keeps all
	scopes  scopeFlags
}

func (f *inputFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.align, "align", "auto", "put the clocks of several files together by `METHOD`: wall, start, end:RANGE or begin:RANGE; auto: wall if all files have their start, otherwise start")
	cmd.Flags().StringArrayVar(&f.domains, "domain", nil, "take the ranges of the NVTX domain `NAME` as phases, under their names without it; may be given several times")
	f.scopes.register(cmd)
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

// someFiles is the argument check of commands that take one file or more.
func someFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usage(cmd.CommandPath()+": want FILE..., got 0 arguments", cmd.CommandPath()+" --help says more")
	}
	for i, a := range args {
		for _, b := range args[:i] {
			if a == b || sameFile(a, b) {
				return cli.Usagef("%s is given twice", a)
			}
		}
	}
	return nil
}

// Inputs are the traces of a command, and what they make together.
type inputs struct {
	source
	list  []*source
	ranks []int32 // of list

	clocks []merge.Clock // of list, where ranges made the clocks one
}

// openAll reads traces and puts them into one.
func (p *program) openAll(cmd *cobra.Command, paths []string, f *inputFlags) (*inputs, error) {
	options, err := f.method()
	if err != nil {
		return nil, err
	}
	if slices.Contains(f.domains, "") {
		return nil, cli.Usage("--domain: want the name of a domain", "ranges of the default domain have their names as they are")
	}
	scopes, err := f.scopes.table()
	if err != nil {
		return nil, err
	}
	in := &inputs{}
	in.close = func() error {
		var err error
		for _, s := range in.list {
			err = errors.Join(err, s.close())
		}
		return err
	}
	var traces []*trace.Trace
	var names []string
	for _, path := range paths {
		s, err := p.openScoped(cmd, path, xplane.Options{Scopes: scopes, NoPhases: f.scopes.none})
		if err != nil {
			return nil, errors.Join(err, in.close())
		}
		f.renameIn(s, scopes)
		in.list = append(in.list, s)
		traces = append(traces, s.Trace)
		names = append(names, filepath.Base(s.name))
		for _, w := range s.warnings {
			if len(paths) > 1 && !strings.HasPrefix(w, filepath.Base(s.name)+":") {
				w = filepath.Base(s.name) + ": " + w
			}
			in.warnings = append(in.warnings, w)
		}
	}
	m, err := merge.Merge(traces, options)
	if err != nil {
		return nil, errors.Join(mergeError(err, in.list), in.close())
	}
	in.Trace, in.ranks, in.clocks = m.Trace, m.Ranks, m.Clocks
	in.warnings = append(in.warnings, m.Warnings...)
	in.name = strings.Join(names, " + ")
	return in, nil
}

// renameIn gives the ranges of a trace the names that the flags ask for, and
// those of XLA their phases, between the two: phases of a domain count, and
// numbers tell operations apart.
func (f *inputFlags) renameIn(s *source, scopes phases.Table) {
	if len(f.domains) > 0 {
		var warnings []string
		s.Trace, warnings = withoutDomains(s.Trace, f.domains)
		s.warnings = append(s.warnings, warnings...)
	}
	f.scopes.attribute(s, scopes)
	if f.rename != nil {
		s.Trace = trace.Rename(s.Trace, f.rename)
	}
}

// mergeError names the file that an error is about.
func mergeError(err error, list []*source) error {
	var input *merge.InputError
	if !errors.As(err, &input) {
		return err
	}
	err = fmt.Errorf("%s: %w", list[input.Input].name, input.Err)
	if errors.Is(err, merge.ErrNoStart) {
		return cli.WithHint(err, "--align start lets all start at once")
	}
	return err
}
