//go:build linux

// Oraclengspice simulates circuits in nrkit and in ngspice and compares operating
// points, waveforms and counts.
//
// usage: oraclengspice [-ngspice PROGRAM] [-only REGEXP] [-limit DURATION] [-values]
//
// The circuits are the files of testdata/circuits and the built-in circuits of
// nrkit, unchanged: ngspice reads the same files. The program is run from the root
// of the module. Each check is one line: what was compared, the figure, the bound.
//
//	op         largest difference of an unknown of the operating point, over
//	           reltol·max(|x|,|y|)+vntol (abstol for currents); 1 is SPICE's
//	           tolerance, and the bound is stricter where both agree better
//	sweep      the same for all points of a DC sweep, within SPICE's tolerance
//	waves      largest difference of a waveform at nrkit's time points, ngspice's
//	           interpolated by straight lines, over the swing of the waveform
//	volts      the same in volts, for the circuits with a published tolerance
//	counts     iterations, accepted and rejected time points, operating point
//	           included: relative difference
//
// The ring oscillator starts from a balance that rounding ends, so its phase is
// arbitrary: period and amplitude are compared instead. For the multipliers, the
// product and the last crossings of its bits are compared as well. ngspice needs
// minutes for the operating point of c6288, so c6288 is left out, and mul4 replaces
// it.
//
// nrkit runs with its defaults: it tests residuals for convergence, which ngspice
// does not. Where the counts of iterations differ by that test, a second run
// without the test gives the counts.
//
// It ends with status 1 if a check is wrong, or if ngspice is missing.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
	"github.com/nrkit/nrkit/newton/builtin"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclengspice: error:", err)
		os.Exit(1)
	}
}

func run() error {
	g := &peer.NGSpice{}
	flag.StringVar(&g.Program, "ngspice", "ngspice", "the program")
	flag.DurationVar(&g.Limit, "limit", 5*time.Minute, "time for each run of ngspice")
	only := flag.String("only", "", "regular expression of names of circuits")
	values := flag.Bool("values", false, "print both sides of checks that hold too")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	version, klu, err := g.Version()
	if err != nil {
		return err
	}
	fmt.Printf("%s, KLU: %v\n", version, klu)
	dir, err := os.MkdirTemp("", "oraclengspice")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cases, err := circuits(dir, names)
	if err != nil {
		return err
	}
	r := &report{values: *values}
	for _, c := range cases {
		if err := c.compare(g, r); err != nil {
			r.checks, r.wrong = r.checks+1, r.wrong+1
			fmt.Printf("%-20s wrong: %v\n", c.name, err)
		}
	}
	fmt.Printf("%d checks, %d wrong\n", r.checks, r.wrong)
	if r.wrong > 0 {
		return fmt.Errorf("%d of %d checks are wrong", r.wrong, r.checks)
	}
	return nil
}

// circuits returns the circuits to compare; those built in are written to dir.
func circuits(dir string, only *regexp.Regexp) ([]*circuit, error) {
	paths, err := filepath.Glob("testdata/circuits/*.cir")
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("got no testdata/circuits/*.cir: run it from the root of the module")
	}
	for _, name := range append([]string{"mul4"}, builtin.Names()...) {
		text, err := builtin.Source(name)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, name+".cir")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	var list []*circuit
	for _, path := range paths {
		c := &circuit{name: strings.TrimSuffix(filepath.Base(path), ".cir"), path: path, bounds: usual}
		if b, ok := special[c.name]; ok {
			c.bounds = b
		}
		if only.MatchString(c.name) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("got no circuit with a name that %q matches", only)
	}
	return list, nil
}

// A circuit is one to compare.
type circuit struct {
	name, path string
	bounds
}

// compare runs both programs and checks.
func (c *circuit) compare(g *peer.NGSpice, r *report) error {
	job, err := peer.Load(c.path)
	if err != nil {
		return err
	}
	job.NoOP = c.op == 0
	theirs, err := g.Run(job)
	if err != nil {
		return err
	}
	sweep := job.Net.DC != nil && job.Net.Tran == nil // whose points follow from the iterates of the points before
	ours, err := peer.Own(context.Background(), job, !sweep)
	if err != nil {
		return err
	}
	s := &side{circuit: c, report: r, job: job, ours: ours, theirs: theirs}
	s.operatingPoint()
	s.sweep()
	s.waves("waves", s.bounds.waves)
	s.counts()
	s.ring()
	s.product()
	if s.bounds.waves == 0 || ours.Tran == nil {
		return nil
	}
	// Without its test of residuals, nrkit iterates as ngspice does.
	if s.ours, err = peer.Own(context.Background(), job, false); err != nil {
		return err
	}
	s.waves("plain waves", cmp.Or(c.plain, c.bounds.waves))
	return nil
}
