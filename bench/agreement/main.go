//go:build linux

// Agreement compares nrkit with ngspice on netlists that other people wrote.
//
// usage: agreement [-seed N] [-n N] [-only REGEXP] [-limit DURATION] [-refine] [-all] [-census] FOLDER...
//
// It looks for netlists with an analysis in the folders, and takes a sample of n of them:
// the same sample for the same files, seed and n. Each of them is one of:
//
//	refused   nrkit does not read or build it, and says why
//	failed    nrkit reads it, but the analysis does not reach its end
//	alone     nrkit runs it, ngspice does not (within the limit)
//	unlike    both run it, but cannot be compared
//	agrees    both run it, and agree
//	differs   both run it, and do not agree
//	broken    nrkit crashes, or does not stop at its limit: the program ends with status 1
//
// Both programs get the transient, otherwise the sweep, otherwise the operating point that
// nrkit takes from the netlist. ngspice reads a copy of the file in a scratch folder. In this copy,
// .control blocks have only commands that change the circuit before its first analysis: they
// write no files and start no programs. Cards of analyses and of printed results are left out, and
// so are options of Xyce's packages, in whose place a card has what nrkit takes from them. Names of
// included files are absolute.
//
// # Criterion
//
// The quantities are the voltages and currents that the netlist saves or prints. If it names none,
// they are the voltages of all nodes, and the currents of sources except in transients: with the
// trapezoidal rule, currents of capacitances alternate around their values.
//
// For each quantity that both report, the figure is the least number that the difference does not
// exceed in 99 % of the simulated time, over the swing of the quantity in ngspice: the largest value
// less the least. Both waveforms are straight lines between their time points. For a sweep, points take the place of time.
// The swing of an operating point is the magnitude of its value. A swing counts as 1 mV or 1 nA at
// least, and as 100 tolerances of SPICE (reltol of the largest value and vntol or abstol), because
// neither program promises more. The figure of a netlist is the figure of its worst quantity. Both
// programs agree if the figure is 1 % at most.
//
// The program also says how many netlists agree at 99 % of nrkit's time points. Most time points lie
// on edges, so this criterion asks more of edges, and depends on how nrkit places its points.
//
// With -refine, both programs solve netlists on which they do not agree once more, with a
// relative tolerance of 1e-6 and with time steps of at most a twentieth of the longest that the netlist
// allows. The totals then have two figures: plain, and with the netlists that agree when refined.
//
// Netlists with random parameters (agauss and the like) cannot be compared: ngspice draws other values in each run.
//
// The program prints a line for each netlist on which both do not agree, the totals,
// and, with -all, a line for each netlist. With -census, nrkit alone reads all netlists and runs none:
// the result is a table of reasons for refusals.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "agreement: error:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	seed                uint64
	n                   int
	only                string
	limit               time.Duration
	refine, all, census bool
	program             string
}

func run(args []string, out io.Writer) error {
	var s settings
	fs := flag.NewFlagSet("agreement", flag.ContinueOnError)
	fs.Uint64Var(&s.seed, "seed", 20, "number that chooses the sample")
	fs.IntVar(&s.n, "n", 327, "size of the sample; 0 takes all netlists")
	fs.StringVar(&s.only, "only", "", "regular expression of names of files, applied before sampling")
	fs.DurationVar(&s.limit, "limit", 20*time.Second, "time for each run of each program; ten times as much if refined")
	fs.BoolVar(&s.refine, "refine", false, "solve netlists on which both differ again, with tight tolerances")
	fs.BoolVar(&s.all, "all", false, "print a line for each netlist")
	fs.BoolVar(&s.census, "census", false, "read and build all netlists in nrkit, print reasons for refusals")
	fs.StringVar(&s.program, "ngspice", "ngspice", "the program")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return errors.New("want at least one folder of netlists")
	}
	names, err := regexp.Compile(s.only)
	if err != nil {
		return err
	}
	decks, err := find(fs.Args(), names)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d netlists with an analysis\n", len(decks))
	if s.census {
		return census(out, decks)
	}
	return compareAll(out, &s, sample(decks, s.seed, s.n))
}

// compareAll runs all decks of the sample, one after the other, and prints what came out.
func compareAll(out io.Writer, s *settings, decks []deck) error {
	g := &peer.NGSpice{Program: s.program, Limit: s.limit}
	version, _, err := g.Version()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "agreement")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(out, "%s; seed %d, sample of %d\n\n", version, s.seed, len(decks))
	var t totals
	for k, d := range decks {
		p := pair{deck: d, ngspice: g, copy: filepath.Join(dir, fmt.Sprintf("deck%d.cir", k)), limit: s.limit}
		r := p.run(nil)
		if r.class == differs && s.refine {
			r.refined = p.refine()
		}
		t.add(r)
		if s.all || r.class >= differs {
			fmt.Fprintln(out, r)
		}
	}
	t.print(out, s.refine)
	if t.count[broken] > 0 {
		return fmt.Errorf("nrkit broke down on %d netlists", t.count[broken])
	}
	return nil
}

// totals count the results.
type totals struct {
	count   [classes]int
	kinds   map[string][2]int // by analysis: those that both run, those that agree
	figures []float64
	points  int // those that agree at points
	refined int // those that differ, but agree when refined
}

func (t *totals) add(r *result) {
	t.count[r.class]++
	if r.class != agrees && r.class != differs {
		return
	}
	if t.kinds == nil {
		t.kinds = map[string][2]int{}
	}
	k := t.kinds[r.analysis]
	k[0]++
	if r.class == agrees {
		k[1]++
	}
	t.kinds[r.analysis] = k
	t.figures = append(t.figures, r.time)
	if r.figure.points <= bound {
		t.points++
	}
	if r.refined != nil && r.refined.class == agrees {
		t.refined++
	}
}

func (t *totals) print(out io.Writer, refine bool) {
	all := 0
	for _, n := range t.count {
		all += n
	}
	both := t.count[agrees] + t.count[differs]
	built := all - t.count[refused]
	fmt.Fprintf(out, "\nsample %d: built %d, refused %d; of the built, failed %d, broken %d, ngspice does not run %d, not comparable %d, both run %d\n",
		all, built, t.count[refused], t.count[failed], t.count[broken], t.count[alone], t.count[unlike], both)
	if both == 0 {
		return
	}
	slices.Sort(t.figures)
	fmt.Fprintf(out, "agree: %s; median figure %.2g\n", share(t.count[agrees], both), t.figures[(both-1)/2])
	fmt.Fprintf(out, "agree by time points: %s\n", share(t.points, both))
	if refine {
		fmt.Fprintf(out, "agree, plain or refined: %s\n", share(t.count[agrees]+t.refined, both))
	}
	for _, kind := range []string{"tran", "dc", "op"} {
		if k := t.kinds[kind]; k[0] > 0 {
			fmt.Fprintf(out, "  %-4s %s\n", kind, share(k[1], k[0]))
		}
	}
}

func share(n, of int) string {
	return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*float64(n)/float64(of))
}
