// Pivots measures how long pivots hold in series of matrices, and what finds out.
//
// usage: pivots [-data DIR] [-only REGEXP] [-seeds FROM-TO] [-smallrows] [-time [-checkall]]
//
// DIR holds Matrix Market files; the default is mtx in the folder that NRKIT_ORACLE
// names. Without it, series of files are left out, and named on standard error.
//
// Each series goes through lu.Guarded and through four simpler rules: never choose new
// pivots, choose them when klu_rgrowth would be below √ε, and when a pivot is below 1e-6
// or 1e-3 of the largest entry of its column. A bad solution has a componentwise
// backward error above 1e-8. New pivots are needless if the old ones would have given a
// solution that is not bad. Bad solutions with kept pivots, which a rule missed, count
// apart from those with new pivots, which no rule can prevent. Pivots prints Markdown
// tables.
//
// With -seeds it takes only drifts, with the matrices and the random numbers of each of
// these seeds, and prints the second table. The guard was tuned with seed 0.
//
// With -smallrows it takes systems of three unknowns whose solutions span many orders of
// magnitude, and counts what lu.Guarded lets pass.
//
// With -time it measures instead what the guard costs where it has nothing to do and
// where entries have grown: CPU time of Refactor and Solve beside lu.Solver, the least
// of several rounds. With -checkall the guard checks all solutions.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nrkit/nrkit/newton/lu"
)

var ctx = context.Background()

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pivots: error:", err)
		os.Exit(1)
	}
}

func run() error {
	data := flag.String("data", filepath.Join(os.Getenv("NRKIT_ORACLE"), "mtx"), "folder of Matrix Market files")
	only := flag.String("only", "", "regular expression of names of series")
	timed := flag.Bool("time", false, "measure the cost of the guard")
	all := flag.Bool("checkall", false, "with -time: check all solutions")
	small := flag.Bool("smallrows", false, "systems with rows of small terms")
	seeds := flag.String("seeds", "", "drifts of other seeds, such as 1-20")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	var list []source
	var from, to uint64
	if _, err := fmt.Sscanf(*seeds, "%d-%d", &from, &to); *seeds != "" && err != nil {
		return fmt.Errorf("-seeds %s: want FROM-TO", *seeds)
	}
	switch {
	case *small:
		return smallRows()
	case *timed:
		return measure(sources(*data), names, lu.GuardOptions{CheckAll: *all})
	case *seeds == "":
		list = sources(*data)
	default:
		for seed := from; seed <= to; seed++ {
			list = append(list, drifts(seed)...)
		}
	}
	return compare(list, names, *seeds == "")
}

// sources are all series.
func sources(data string) []source {
	list := []source{
		builtIn("rc", 4000), builtIn("graetz", 20000), builtIn("mul", 20000), builtIn("ring", 20000),
		builtIn("mul4", 2000), builtIn("mul8", 400), builtIn("c6288", 100),
	}
	list = append(list, decks()...)
	if _, err := os.Stat(data); err == nil {
		list = append(list,
			files("resolve_ACTIVSg200", data, "resolve_ACTIVSg200_AC_*"),
			files("resolve_Microgrid_N1000", data, "resolve_ScaleMicrogrid_*"),
			files("nr_c6288_tran", data, "nr_c6288_tran_it*"))
	} else {
		fmt.Fprintln(os.Stderr, "pivots: warning: no series of files:", err)
	}
	return append(list, drifts(0)...)
}

// head prints the head of the table of series.
func head() {
	fmt.Println("| series | n | systems | bad, first pivots | re-pivots | needless | bad | worst | looks | probes | checks | raised | refined |")
	fmt.Println("| ---" + strings.Repeat(" | ---:", 12) + " |")
}

// compare prints how the rules did.
func compare(list []source, names *regexp.Regexp, each bool) error {
	if each {
		head()
	}
	rules := []string{"never", "rgrowth < √ε", "pivot < 1e-6", "pivot < 1e-3", "guard"}
	sums := make([]tally, len(rules))
	count := 0
	for _, src := range list {
		if !names.MatchString(src.name) {
			continue
		}
		g := &guarded{}
		simple := []*kept{never(), byGrowth(), byPivot(1e-6), byPivot(1e-3)}
		n := 0
		err := src.each(func(y system) error {
			n = y.a.Cols
			for _, p := range simple {
				if err := p.take(y); err != nil {
					return err
				}
			}
			return g.take(y)
		})
		if err != nil && g.systems < 100 {
			return fmt.Errorf("%s: %w", src.name, err)
		} else if err != nil {
			fmt.Fprintf(os.Stderr, "pivots: warning: %s ends after %d systems: %v\n", src.name, g.systems, err)
		}
		count++
		if st := g.g.Stats; each {
			fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %.1e | %d | %d | %d | %d | %d |\n", src.name, n, g.systems, simple[0].missed,
				g.repivots, g.needless, g.missed+g.bad, g.worst, st.Looks, st.Probes, st.Checks, st.Raised, st.Refined)
		}
		for k, p := range append(simple, &kept{tally: g.tally}) {
			sums[k].add(p.tally)
		}
	}
	fmt.Printf("\n%d series, %d systems.\n\n| rule | re-pivots | needless | bad, kept pivots | bad, new pivots | worst |\n| --- | ---: | ---: | ---: | ---: | ---: |\n", count, sums[0].systems)
	for k, t := range sums {
		fmt.Printf("| %s | %d | %d | %d | %d | %.1e |\n", rules[k], t.repivots, t.needless, t.missed, t.bad, t.worst)
	}
	return nil
}

// add adds another series.
func (t *tally) add(o tally) {
	t.systems += o.systems
	t.repivots += o.repivots
	t.needless += o.needless
	t.missed += o.missed
	t.bad += o.bad
	t.worst = max(t.worst, o.worst)
}
