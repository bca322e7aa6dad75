package evidence

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/nsys/overhead"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Of returns the input that a set of traces makes: its trace and warnings, the
// ranges that exports left open and the events that they lost, the keys and the exit
// code of each file, and the tables of its ranks.
func Of(set *input.Set) *diagnose.Input {
	var names []string
	for _, f := range set.Files {
		names = append(names, filepath.Base(f.Name))
	}
	in := diagnose.NewInput(set.Trace, strings.Join(names, " + "))
	in.Warnings = append(in.Warnings, set.Warnings...)
	for k, f := range set.Files {
		if f.Kind.FromNsight() {
			in.EndsWith(diagnose.Ending{Ranges: f.Unclosed.Ranges, Innermost: f.Unclosed.Innermost, Nested: f.Unclosed.Nested, Source: names[k] + ": NVTX_EVENTS, ANALYSIS_DETAILS"})
		}
		for _, m := range f.Lost {
			in.Missing = append(in.Missing, diagnose.Missing{Text: m.Text, Count: m.Count, Source: names[k] + ": " + nsys.DiagnosticTable})
		}
	}
	if len(set.Files) > 1 { // what they make together has no identity
		in.Keys = nil
		for k, f := range set.Files {
			keys, warnings := diagnose.KeysOf(f.Trace, names[k])
			in.Keys, in.Warnings = append(in.Keys, keys), append(in.Warnings, warnings...)
			if e := diagnose.ExitOf(f.Trace, names[k]); e != nil && (in.Exit == nil || in.Exit.Signal() == 0) {
				in.Exit = e // the first that a signal ended, else any
			}
		}
	}
	addRanks(in, set)
	return in
}

// addRanks adds the ranks. Rules look at all of the table of the slowest rank only: of
// the others the rest is left out, since there may be thousands.
func addRanks(in *diagnose.Input, set *input.Set) {
	slowest := 0
	for r := range phasetable.EachRank(set) {
		in.Ranks = append(in.Ranks, diagnose.Rank{Number: r.Rank, Source: r.Source, Summary: r.Summary})
		k := len(in.Ranks) - 1
		other := k
		if r.Summary.RootNS > in.Ranks[slowest].Summary.RootNS {
			slowest, other = k, slowest
		}
		if other != slowest {
			in.Ranks[other].Summary = outline(in.Ranks[other].Summary)
		}
	}
}

// outline returns a table without regimes, paths and what else one table for all has.
func outline(s *trace.Summary) *trace.Summary {
	return &trace.Summary{Source: s.Source, Program: s.Program, Labels: s.Labels, RootNS: s.RootNS, Phases: s.Phases}
}

// AddOverheads adds to in, which is the input of set, the time that Nsight Systems
// took for itself while the program ran, and that the driver took to load code. It
// adds nothing unless the set is one export whose times are the times of the trace.
//
// What it adds may lie in a temporary file, which goes when the trace is closed.
func AddOverheads(set *input.Set, in *diagnose.Input) (err error) {
	if len(set.Files) != 1 || set.Name == "stdin" || in.Start() == 0 {
		return nil // of several, the clocks are moved; an export that starts before 0 is, too
	}
	f := set.Files[0]
	if kind, err := input.SniffFile(f.Name); err != nil || kind != input.NsightExport {
		return err
	}
	e, err := nsys.Open(f.Name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	space := spill.New(spill.Limit)
	release := f.Release
	f.Release = func() (err error) {
		if release != nil {
			err = release()
		}
		return errors.Join(err, space.Err(), space.Close())
	}
	return overhead.Add(in, e, space)
}
