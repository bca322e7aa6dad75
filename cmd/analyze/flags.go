package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
)

// A runFlags holds the flags that say what an analysis computes; several
// commands take them.
type runFlags struct {
	orderings []string
	within    time.Duration
	matching  string
	levels    string
	exact     []string
	budget    string
	threshold float64
	timings   bool
	dropZeros bool
	workers   int
	repeats   repeatFlags
}

// register adds the flags to cmd.
func (f *runFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringSliceVar(&f.orderings, "ordering", nil,
		"compare the orderings in `LIST`, such as amd,btf+nd; best: all that may win; all: all that exist (default: those that fit the matrix); see analyze help orderings")
	fl.DurationVar(&f.within, "ordering-budget", 0, "with --ordering best: stop orderings that are still running after `TIME`; 0: no limit, so that all runs print the same")
	f.repeats.register(cmd)
	registerMatching(cmd, &f.matching)
	fl.StringVar(&f.levels, "levels", "", "add the levels of `KIND` lu, in which circuit solvers eliminate columns on GPUs and with threads")
	fl.StringSliceVar(&f.exact, "exact", nil,
		"also report the exact fill, by a numeric LU, of the orderings in `LIST`, or of all; best: only of the recommended ordering; none: run no numeric LU, and recommend by predictions (default best)")
	registerBudget(cmd, &f.budget)
	fl.Float64Var(&f.threshold, "pivot-threshold", analysis.DefaultPivotThreshold,
		"keep a diagonal pivot if it is at least `T` times the largest entry of its column, 0 < T <= 1")
	fl.BoolVar(&f.timings, "timings", false, "add times; the output then differs between runs")
	fl.BoolVar(&f.dropZeros, "drop-zeros", false, "ignore stored entries with the value zero")
	fl.IntVar(&f.workers, "workers", 0, workersUsage)
	for name, complete := range map[string][]string{
		"levels":   {"lu"},
		"ordering": append(analysis.Methods(), analysis.BestOf, "all"),
		"exact":    append(analysis.Methods(), "best", "all", "none"),
	} {
		// The only error is an unknown flag.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(complete, cobra.ShellCompDirectiveNoFileComp))
	}
}

// registerMatching adds the flag that says how rows are matched to columns.
func registerMatching(cmd *cobra.Command, matching *string) {
	cmd.Flags().StringVar(matching, "matching", analysis.MatchingAuto,
		"match rows to columns before ordering; `KIND` is structural (a full diagonal), product (the largest product of the diagonal, with scaling), auto (product if pivots leave the diagonal and product saves entries), or none")
	// The only error is an unknown flag.
	_ = cmd.RegisterFlagCompletionFunc("matching", cobra.FixedCompletions(analysis.Matchings(), cobra.ShellCompDirectiveNoFileComp))
}

// registerBudget adds the flag that limits numeric LUs.
func registerBudget(cmd *cobra.Command, budget *string) {
	cmd.Flags().StringVar(budget, "exact-budget", analysis.DefaultBudget().String(),
		"stop each numeric LU at `LIMIT`: flops, bytes or a duration, or several with commas; 0: no numeric LU. All numeric LUs that decide the recommendation share four times LIMIT")
}

// parseBudget reads that flag. Its error is a usage error.
func parseBudget(s string) (analysis.Budget, error) {
	b, err := analysis.ParseBudget(s)
	if err != nil {
		return b, cli.Usagef("--exact-budget: %v", err)
	}
	return b, nil
}

// checkMatching returns a usage error for a kind that there is not.
func checkMatching(kind string) error {
	if contains(analysis.Matchings(), kind) {
		return nil
	}
	return cli.Usage(fmt.Sprintf("--matching: want %s, got %q", strings.Join(analysis.Matchings(), ", "), kind), cli.DidYouMean(kind, analysis.Matchings()))
}

// What flags of several commands are.
const (
	workersUsage = "use `N` threads; 0: one per processor"
	widthUsage   = "print text of at most `N` columns: tables lose less important columns, and sentences have at most 100; 0: the width of the terminal, and no limit for tables in a pipe"
)

// mostWorkers is the largest number of threads that commands take.
const mostWorkers = 1024

// checkWorkers returns a usage error for a number of threads that cannot be.
func checkWorkers(n int) error {
	if n < 0 || n > mostWorkers {
		return cli.Usagef("--workers: want 0 to %d, got %d", mostWorkers, n)
	}
	return nil
}

// checkExact returns a usage error where the flags about numeric LUs contradict
// each other, or where one is given that nothing would look at.
func (f *runFlags) checkExact(set func(name string) bool, budget analysis.Budget) error {
	none := contains(f.exact, "none")
	switch {
	case none && len(f.exact) > 1:
		return cli.Usagef("--exact: none excludes other names, got %s", strings.Join(f.exact, ","))
	case none && set("exact-budget") && !budget.Off:
		return cli.Usagef("--exact none runs no numeric LU, so --exact-budget %s has no effect", f.budget)
	case set("exact") && !none && budget.Off:
		return cli.Usagef("--exact-budget %s runs no numeric LU, but --exact %s needs them", f.budget, strings.Join(f.exact, ","))
	case set("pivot-threshold") && (none || budget.Off):
		return cli.Usagef("--pivot-threshold is for numeric LUs, and --exact none and --exact-budget 0 run no numeric LU")
	}
	return nil
}

// options returns what the flags of cmd say, or a usage error.
func (f *runFlags) options(cmd *cobra.Command) (analysis.Options, error) {
	opt := analysis.Options{
		PivotThreshold: f.threshold,
		Timings:        f.timings,
		DropZeros:      f.dropZeros,
		Workers:        f.workers,
		OrderingTime:   f.within,
		Matching:       f.matching,
		LULevels:       f.levels == "lu",
	}
	if f.levels != "" && f.levels != "lu" {
		return opt, cli.Usagef("--levels: want lu, got %q", f.levels)
	}
	if err := checkMatching(f.matching); err != nil {
		return opt, err
	}
	if err := f.repeats.apply(&opt); err != nil {
		return opt, err
	}
	var err error
	if opt.Budget, err = parseBudget(f.budget); err != nil {
		return opt, err
	}
	if !(f.threshold > 0 && f.threshold <= 1) {
		return opt, cli.Usagef("--pivot-threshold: want a number above 0 and up to 1, got %v", f.threshold)
	}
	if err := checkWorkers(f.workers); err != nil {
		return opt, err
	}
	if opt.Orderings, err = methodList("--ordering", f.orderings, analysis.BestOf, "all"); err != nil {
		return opt, err
	}
	switch {
	case f.within < 0:
		return opt, cli.Usagef("--ordering-budget: want a duration such as 2s, got %v", f.within)
	case f.within > 0 && !contains(f.orderings, analysis.BestOf):
		return opt, cli.Usagef("--ordering-budget needs --ordering best")
	}
	if opt.Exact, err = methodList("--exact", f.exact, "best", "all", "none"); err != nil {
		return opt, err
	}
	return opt, f.checkExact(cmd.Flags().Changed, opt.Budget)
}

// methodList checks names against the methods there are and the words that
// the flag takes besides.
func methodList(flag string, names []string, words ...string) ([]string, error) {
	known := append(analysis.Methods(), words...)
	for _, name := range names {
		if contains(known, name) || analysis.Known(name) {
			continue
		}
		if hint := analysis.PeerHint(name); hint != "" {
			return nil, cli.Usage(fmt.Sprintf("unknown ordering %q", name), hint)
		}
		hint := cli.DidYouMean(name, known)
		if strings.Contains(strings.TrimPrefix(name, "btf+"), "+") {
			hint = strings.Join(analysis.Endings(), " and ") + " may stand after any name but colamd"
		}
		if hint == "" {
			hint = "run analyze help orderings for the names"
		}
		return nil, cli.Usage(fmt.Sprintf("%s: unknown ordering %q, want %s", flag, name, strings.Join(known, ", ")), hint)
	}
	return names, nil
}

// contains reports whether list has s.
func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
