package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/record"
	"github.com/nrkit/nrkit/internal/solvers/probe"
	"github.com/nrkit/nrkit/internal/solvers/symbols"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// A solverFlags holds the flags about calls into solver libraries, and about names.
type solverFlags struct {
	solvers  string
	matrices string
	wrap     []string
	probe    []string
	rename   []string
}

// policies are the values of --matrices that are words.
var policies = []string{"none", "patterns", "changed", "all"}

// mappable are the phases that --map gives to ranges.
func mappable() []string {
	return []string{trace.PhaseTransient, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep, trace.PhaseTimestep,
		trace.PhasePredict, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve, trace.PhaseFactor, trace.PhaseRefactor,
		trace.PhaseSolve, trace.PhaseConvergence, trace.PhaseLTE, trace.PhaseOutput}
}

// register adds the flags to cmd.
func (f *solverFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.solvers, "solvers", "", "record calls into solver libraries: auto for all, or some of `LIST`: "+strings.Join(solvers.Names(), ", "))
	fl.StringVar(&f.matrices, "matrices", "patterns", "with --solvers, save matrices of `CALLS`: none; patterns, the first of each pattern; changed, also each with new values, and vectors; all; or call numbers, such as 1,50,100-110")
	fl.StringArrayVar(&f.wrap, "wrap", nil, "record calls of a function that a library exports, as `SYMBOL=PHASE`; C++ names as c++filt prints them; may be repeated")
	fl.StringArrayVar(&f.probe, "probe", nil, "record calls of any function of a program or library, as `FILE:SYMBOL=PHASE`, by stopping at it (Linux, CAP_PERFMON; some µs a call); SYMBOL may be 0xOFFSET; may be repeated")
	fl.StringArrayVar(&f.rename, "map", nil, "call NVTX ranges named NAME of the program PHASE, as `NAME=PHASE`; may be repeated")
	cli.Complete(cmd, map[string][]string{"solvers": append([]string{"auto"}, solvers.Names()...), "matrices": policies})
}

// check finds mistakes in what the flags say together.
func (f *solverFlags) check(fl *pflag.FlagSet, recover bool) error {
	for _, name := range []string{"solvers", "matrices", "wrap", "probe"} {
		if recover && fl.Changed(name) {
			return cli.Usagef("--recover runs no program, so --%s has no effect", name)
		}
	}
	if fl.Changed("matrices") && f.solvers == "" {
		return cli.Usage("--matrices needs --solvers", "--solvers auto records the calls of all known libraries")
	}
	return nil
}

// table returns the functions to watch, nil for none. Program is the program that
// will run.
func (f *solverFlags) table(program string) (*solvers.Table, error) {
	if f.solvers == "" && len(f.wrap) == 0 {
		return nil, nil
	}
	t := &solvers.Table{Options: solvers.Options{Sample: solvers.DefaultSample}}
	if f.solvers != "" {
		known := append([]string{"auto"}, solvers.Names()...)
		for name := range strings.SplitSeq(f.solvers, ",") {
			if !slices.Contains(known, strings.TrimSpace(name)) {
				return nil, cli.Unknown("--solvers", name, known)
			}
		}
		var err error
		if t.Functions, err = solvers.Select(f.solvers); err != nil {
			return nil, cli.Usagef("--solvers: %v", err)
		}
		if err := f.policy(&t.Options); err != nil {
			return nil, err
		}
	}
	for _, text := range f.wrap {
		rows, err := wrapRows(text, program)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			t.Functions = slices.DeleteFunc(t.Functions, func(of solvers.Function) bool { return of.Symbol == row.Symbol })
			t.Functions = append(t.Functions, row)
		}
	}
	return t, nil
}

// policy reads --matrices.
func (f *solverFlags) policy(opt *solvers.Options) error {
	if k := slices.Index(policies, f.matrices); k >= 0 {
		opt.Matrices = []solvers.Matrices{solvers.MatricesNone, solvers.MatricesPatterns, solvers.MatricesChanged, solvers.MatricesAll}[k]
		return nil
	}
	ranges, ok := callNumbers(f.matrices)
	if !ok {
		return cli.Usage(fmt.Sprintf("--matrices: want %s, or numbers of calls from 1, such as 1,50,100-110, got %q", strings.Join(policies, ", "), f.matrices),
			cli.DidYouMean(f.matrices, policies))
	}
	opt.Matrices, opt.Ranges = solvers.MatricesNumbers, ranges
	return nil
}

// callNumbers reads numbers and ranges of numbers. Ranges come out in order, and none
// touches another one.
func callNumbers(text string) (ranges [][2]uint64, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.ParseUint(low, 10, 63)
		b := a
		if err == nil && isRange {
			b, err = strconv.ParseUint(high, 10, 63)
		}
		if err != nil || a < 1 || b < a {
			return nil, false
		}
		ranges = append(ranges, [2]uint64{a, b})
	}
	slices.SortFunc(ranges, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	out := ranges[:1]
	for _, r := range ranges[1:] {
		if last := &out[len(out)-1]; r[0] <= last[1]+1 {
			last[1] = max(last[1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out, true
}

// wrapRows returns the rows of one --wrap: several where a name in C++ stands for
// several functions.
func wrapRows(text, program string) ([]solvers.Function, error) {
	k := strings.LastIndexByte(text, '=')
	if k < 1 || k == len(text)-1 {
		return nil, cli.Usagef("--wrap: want SYMBOL=PHASE, got %q", text)
	}
	symbol, phase := text[:k], text[k+1:]
	if _, err := solvers.ParsePhase(phase); err != nil {
		return nil, cli.Usage(fmt.Sprintf("--wrap: want a phase, one of %s, got %q", strings.Join(solvers.PhaseNames(), ", "), phase), cli.DidYouMean(phase, solvers.PhaseNames()))
	}
	names := []string{symbol}
	if !symbols.Plain(symbol) {
		var err error
		var none *symbols.NotFoundError
		if names, err = symbols.Resolve(program, symbol); errors.As(err, &none) {
			if names = symbols.Mangled(symbol); names == nil {
				return nil, cli.Usage("--wrap: "+none.Error(), "for a library that is loaded later, give the symbol as nm -D prints it")
			}
		} else if err != nil {
			return nil, nil // the program is not found, which its start reports
		}
	}
	var rows []solvers.Function
	for _, name := range names {
		row, err := solvers.Wrap(name + "=" + phase)
		if err != nil {
			return nil, cli.Usagef("--wrap: %v", err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// probes reads --probe.
func (f *solverFlags) probes() ([]probe.Probe, error) {
	var list []probe.Probe
	for _, text := range f.probe {
		p, err := probe.Parse(text)
		if err != nil {
			return nil, cli.Usagef("--probe: %v", err)
		}
		if _, err := solvers.ParsePhase(p.Phase); err != nil {
			return nil, cli.Usage(fmt.Sprintf("--probe: want a phase, one of %s, got %q", strings.Join(solvers.PhaseNames(), ", "), p.Phase), cli.DidYouMean(p.Phase, solvers.PhaseNames()))
		}
		if err := p.Resolve(); err != nil {
			return nil, fmt.Errorf("--probe: %w", err)
		}
		list = append(list, p)
	}
	return list, nil
}

// renaming reads --map.
func (f *solverFlags) renaming() (record.Renaming, error) {
	m := record.Renaming{}
	for _, text := range f.rename {
		k := strings.LastIndexByte(text, '=')
		if k < 1 {
			return nil, cli.Usagef("--map: want NAME=PHASE, got %q", text)
		}
		name, phase := text[:k], text[k+1:]
		if !slices.Contains(mappable(), phase) {
			return nil, cli.Unknown("--map", phase, mappable())
		}
		if old, ok := m[name]; ok && old != phase {
			return nil, cli.Usagef("--map: %s is both %s and %s", name, old, phase)
		}
		m[name] = phase
	}
	return m, nil
}
