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
}

// register adds the flags to cmd.
func (f *runFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringSliceVar(&f.orderings, "ordering", nil,
		"orderings to compare, from `LIST`: "+strings.Join(analysis.Methods(), ", ")+", each for A+A' with "+strings.Join(analysis.Endings(), " or ")+" behind it; best (those that may win, losers stopped early), all (default: those that fit the matrix); analyze help orderings explains them")
	fl.DurationVar(&f.within, "ordering-budget", 0, "`TIME` after which best ends the orderings that are not done; 0: no limit, and the output is the same at every run")
	registerMatching(cmd, &f.matching)
	fl.StringVar(&f.levels, "levels", "", "also find the levels of `KIND` lu: those in which solvers for circuits eliminate columns, on GPUs and by threads")
	fl.StringSliceVar(&f.exact, "exact", nil,
		"orderings whose fill a numeric LU finds exactly besides the recommended one, from `LIST`: names as above, best (no other), all; none: no numeric LU, and predictions decide what is recommended (default best)")
	registerBudget(cmd, &f.budget)
	fl.Float64Var(&f.threshold, "pivot-threshold", analysis.DefaultPivotThreshold,
		"a diagonal pivot is kept when it is at least `T` times the largest entry of its column, 0 < T <= 1")
	fl.BoolVar(&f.timings, "timings", false, "add times; the output then differs from run to run")
	fl.BoolVar(&f.dropZeros, "drop-zeros", false, "leave out entries that are stored but zero")
	fl.IntVar(&f.workers, "workers", 0, "number of `threads`; 0: one per processor")
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
		"move rows first so that the diagonal has no holes, by `KIND`, and with product no small values: "+strings.Join(analysis.Matchings(), ", ")+"; auto tries product where pivots leave the diagonal, and takes it where it has fewer entries")
	// The only error is an unknown flag.
	_ = cmd.RegisterFlagCompletionFunc("matching", cobra.FixedCompletions(analysis.Matchings(), cobra.ShellCompDirectiveNoFileComp))
}

// registerBudget adds the flag that limits numeric LUs.
func registerBudget(cmd *cobra.Command, budget *string) {
	cmd.Flags().StringVar(budget, "exact-budget", analysis.DefaultBudget().String(),
		"`LIMIT` of each numeric LU: flops, bytes or a duration, several with commas; 0 turns them off. All numeric LUs that decide what is recommended have four times as much together")
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
		return cli.Usagef("--exact none leaves out the numeric LUs that --exact-budget %s is for", f.budget)
	case set("exact") && !none && budget.Off:
		return cli.Usagef("--exact-budget %s turns off the numeric LUs that --exact %s asks for", f.budget, strings.Join(f.exact, ","))
	case set("pivot-threshold") && (none || budget.Off):
		return cli.Usagef("--pivot-threshold is for numeric LUs, which --exact none and --exact-budget 0 leave out")
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
		return opt, cli.Usagef("--ordering-budget is that of --ordering best, which is not given")
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
			hint = strings.Join(analysis.Endings(), " and ") + " may stand behind orderings of A+A', which colamd is not"
		}
		if hint == "" {
			hint = "analyze help orderings explains the names"
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
