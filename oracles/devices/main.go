//go:build linux

// Oracledevices evaluates devices at random bias points in nrkit and in ngspice and
// compares the currents of all terminals.
//
// usage: oracledevices [-ngspice PROGRAM] [-only REGEXP] [-points N] [-seed N] [-values]
//
// Each case is N devices, each with a voltage source at each terminal, in netlists of
// 250, because the time of ngspice grows with the square of the number. Both programs read the file, find its operating point and then run a transient in
// which all sources rise by a few percent, which makes the charges visible. Each
// check is one line: the largest difference of a current over the size of the
// current, or over the rounding of the largest current of the device where that is
// more.
//
// It ends with status 1 if a check is wrong, or if ngspice is missing.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oracledevices: error:", err)
		os.Exit(1)
	}
}

// oracle holds what all cases share.
type oracle struct {
	g      *peer.NGSpice
	dir    string
	points int
	seed   uint64
	values bool
	decks  int // so far, which names their files
	wrong  int
}

func run() error {
	o := &oracle{g: &peer.NGSpice{}}
	flag.StringVar(&o.g.Program, "ngspice", "ngspice", "the program")
	flag.DurationVar(&o.g.Limit, "limit", 5*time.Minute, "time for each run of ngspice")
	only := flag.String("only", "", "regular expression of names of cases")
	flag.IntVar(&o.points, "points", 1000, "bias points of each case")
	flag.Uint64Var(&o.seed, "seed", 1, "of the random numbers")
	flag.BoolVar(&o.values, "values", false, "print both sides of checks that hold too")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	version, _, err := o.g.Version()
	if err != nil {
		return err
	}
	fmt.Println(version)
	if o.dir, err = os.MkdirTemp("", "oracledevices"); err != nil {
		return err
	}
	defer os.RemoveAll(o.dir)
	checks := 0
	for _, c := range cases() {
		if !names.MatchString(c.name) {
			continue
		}
		checks++
		if err := o.compare(c); err != nil {
			o.wrong++
			fmt.Printf("%-30s wrong: %v\n", c.name, err)
		}
	}
	fmt.Printf("%d cases, %d checks wrong\n", checks, o.wrong)
	if checks == 0 || o.wrong > 0 {
		return fmt.Errorf("%d checks are wrong in %d cases", o.wrong, checks)
	}
	return nil
}

// together is how many devices are in a netlist.
const together = 250

// deck writes a netlist with the devices from..to-1 of a case.
func (o *oracle) deck(c *testCase, rnd *rand.Rand, from, to int) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s\n%s\n.options %s gmin=%g itl1=1000 trtol=1e10 %s\n.tran 1n 2n\n", c.name, c.models, c.tolerances(), c.gmin(), c.options)
	for k := from; k < to; k++ {
		line := c.line
		if c.random {
			line = "b# p# 0 i={" + randomExpression(rnd, 5, fmt.Sprint(k)) + "}"
		}
		fmt.Fprintln(b, strings.ReplaceAll(line, "#", fmt.Sprint(k)))
		for _, t := range c.terminals {
			v := t.lo + (t.hi-t.lo)*rnd.Float64()
			fmt.Fprintf(b, "v%s%d %s%d 0 dc %.17g pwl(0 %.17g 10n %.17g)\n", t.name, k, t.name, k, v, v, v*1.02+1e-3)
		}
	}
	return b.String() + ".end\n"
}

// compare runs both programs on a case.
func (o *oracle) compare(c *testCase) error {
	rnd := rand.New(rand.NewPCG(o.seed, 1))
	var still, moving difference
	for from := 0; from < o.points; from += together {
		to := min(from+together, o.points)
		ours, theirs, err := o.solve(o.deck(c, rnd, from, to))
		if err != nil {
			return err
		}
		still.add(o.worst(c, from, to, ours.OP, theirs.OP, c.share(), c.floor()))
		if !c.static {
			moving.add(o.worst(c, from, to, last(ours.Tran), last(theirs.Tran), 1e-2, c.movingFloor()))
		}
	}
	o.check(c, "operating point", still, c.bound())
	if !c.static {
		o.check(c, "end of transient", moving, 1e-7)
	}
	return nil
}

// solve runs both programs on a netlist.
func (o *oracle) solve(deck string) (ours, theirs *peer.Run, err error) {
	o.decks++
	path := filepath.Join(o.dir, fmt.Sprintf("deck%d.cir", o.decks))
	if err := os.WriteFile(path, []byte(deck), 0o600); err != nil {
		return nil, nil, err
	}
	job, err := peer.Load(path)
	if err != nil {
		return nil, nil, err
	}
	if theirs, err = o.g.Run(job); err != nil {
		text := err.Error()
		return nil, nil, errors.New(text[:min(len(text), 60)] + " … " + text[max(0, len(text)-200):])
	}
	ours, err = peer.Own(context.Background(), job, true)
	return ours, theirs, err
}

// last returns the waveforms at their last time.
func last(w *peer.Waves) *peer.Waves {
	p := &peer.Waves{Names: w.Names}
	for _, x := range w.Values {
		p.Values = append(p.Values, x[len(x)-1:])
	}
	return p
}

// difference is the largest one of a case.
type difference struct {
	size float64
	text string
	n    int
}

// add takes the currents of other in.
func (d *difference) add(other difference) {
	d.n += other.n
	if !(other.size <= d.size) && !math.IsNaN(d.size) {
		d.size, d.text = other.size, other.text
	}
}

func (o *oracle) check(c *testCase, what string, d difference, bound float64) {
	verdict := "ok"
	if !(d.size <= bound) || d.n == 0 {
		verdict = "wrong"
		o.wrong++
	}
	if verdict == "ok" && !o.values {
		d.text = ""
	}
	fmt.Printf("%-30s %-17s %5d currents %10.3g at most %-7.3g %-5s %s\n", c.name, what, d.n, d.size, bound, verdict, d.text)
}

// worst returns the largest difference of a current of the devices from..to-1.
func (o *oracle) worst(c *testCase, from, to int, ours, theirs *peer.Waves, share, floor float64) difference {
	var d difference
	a, b := columns(ours), columns(theirs)
	for k := from; k < to; k++ {
		largest := 0.0
		var x, y []float64
		for _, t := range c.terminals {
			name := fmt.Sprintf("i(v%s%d)", t.name, k)
			p, q := a[name], b[name]
			if p == nil || q == nil {
				return difference{math.Inf(1), name + " is missing", 0}
			}
			x, y = append(x, p[0]), append(y, q[0])
			largest = max(largest, math.Abs(q[0]))
		}
		for i := range x {
			d.n++
			size := math.Abs(x[i]-y[i]) / max(math.Abs(y[i]), share*largest, floor)
			if !(size <= d.size) && !math.IsNaN(d.size) {
				d.size, d.text = size, fmt.Sprintf("i(v%s%d): nrkit %.15g, ngspice %.15g", c.terminals[i].name, k, x[i], y[i])
			}
		}
	}
	return d
}

// columns returns the values of all quantities by name.
func columns(w *peer.Waves) map[string][]float64 {
	all := map[string][]float64{}
	for k, name := range w.Names {
		all[name] = w.Values[k]
	}
	return all
}
