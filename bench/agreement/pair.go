//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// class is what came of a netlist.
type class byte

const (
	refused class = iota // by nrkit
	failed               // in nrkit
	alone                // ngspice does not run it
	unlike               // both run it, but report nothing in common
	agrees
	differs
	broken // nrkit crashed or did not stop
	classes
)

func (c class) String() string {
	return [...]string{"refused", "failed", "alone", "unlike", "agrees", "differs", "broken"}[c]
}

// A result is what came of a netlist, and why.
type result struct {
	deck     deck
	class    class
	analysis string
	why      string
	figure
	refined *result // nil without a second run
}

func (r *result) String() string {
	s := fmt.Sprintf("%-8s %-4s %s: %s", r.class, r.analysis, r.deck.name, r.why)
	if r.refined != nil {
		s += fmt.Sprintf("; refined: %s: %s", r.refined.class, r.refined.why)
	}
	return s
}

// A pair runs one netlist in both programs.
type pair struct {
	deck    deck
	ngspice *peer.NGSpice
	copy    string // path of the netlist for ngspice
	limit   time.Duration
}

// run runs both, after change, if it is not nil, has changed the job.
func (p *pair) run(change func(*peer.Job)) *result {
	r := &result{deck: p.deck, class: refused}
	job, err := p.load()
	if errors.As(err, &crash{}) {
		return r.because(broken, err)
	} else if err != nil {
		return r.because(refused, err)
	}
	r.analysis = choose(job)
	if r.analysis == "" {
		return r.because(refused, errors.New("no analysis"))
	}
	if change != nil {
		change(job)
	}
	ours, class, err := p.own(job)
	if err != nil {
		return r.because(class, err)
	}
	if text, err := os.ReadFile(p.deck.path); err == nil && random.Match(text) {
		return r.because(unlike, errors.New("ngspice gives parameters random values"))
	}
	if job.Net.DC != nil && !even(job.Net.DC) && r.analysis == "dc" {
		return r.because(alone, errors.New("ngspice sweeps by equal steps only"))
	}
	if err := copyDeck(p.copy, p.deck.path, &job.Net.Options); err != nil {
		return r.because(alone, err)
	}
	other := *job
	other.Path = p.copy
	theirs, err := p.ngspice.Run(&other)
	if err != nil {
		return r.because(alone, err)
	}
	r.compare(asked(values(ours, r.analysis), job.Net.Save), values(theirs, r.analysis), tolerances(&job.Net.Options))
	return r
}

// because says why there is no figure, in one line.
func (r *result) because(c class, err error) *result {
	r.class, r.why = c, strings.Join(strings.Fields(err.Error()), " ")
	return r
}

// compare sets the figure.
func (r *result) compare(ours, theirs *peer.Waves, t tolerance) {
	if why := comparable(ours, theirs); why != "" {
		r.class, r.why = unlike, why
		return
	}
	r.figure = worst(ours, theirs, t)
	switch {
	case r.quantity == "":
		r.class, r.why = unlike, fmt.Sprintf("ngspice reports none of %d quantities", len(ours.Names))
		return
	case r.time <= bound:
		r.class = agrees
	default:
		r.class = differs
	}
	r.why = fmt.Sprintf("%.3g of the swing in %s (%.3g at points); points: nrkit %d, ngspice %d",
		r.time, r.quantity, r.points, len(ours.Values[0]), len(theirs.Values[0]))
}

// load reads the netlist and builds the circuit.
func (p *pair) load() (job *peer.Job, err error) {
	defer caught(&err)
	job, err = peer.Load(p.deck.path)
	if err == nil {
		_, err = circuit.New(job.Net)
	}
	return job, err
}

// A crash is a panic.
type crash struct{ error }

// caught makes a panic an error.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = crash{fmt.Errorf("panic: %v", v)}
	}
}

// grace is how long after its limit an analysis may go on until it counts as one that does not stop.
const grace = 30 * time.Second

// own runs the netlist in nrkit. Without an error, the class says nothing.
func (p *pair) own(job *peer.Job) (*peer.Run, class, error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	type answer struct {
		run *peer.Run
		err error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer caught(&a.err)
		a.run, a.err = peer.Own(ctx, job, true)
	}()
	select {
	case a := <-done:
		if errors.As(a.err, &crash{}) {
			return nil, broken, a.err
		}
		return a.run, failed, a.err
	case <-time.After(p.limit + grace):
		return nil, broken, fmt.Errorf("it goes on %v after its limit", grace)
	}
}

// random are functions whose values ngspice chooses at random, where nrkit takes the mean.
var random = regexp.MustCompile(`(?i)\b(agauss|gauss|aunif|unif)[ \t]*\(`)

// choose makes the job one analysis, and names it.
func choose(job *peer.Job) string {
	switch {
	case job.Net.Tran != nil:
		job.NoOP = true
		return "tran"
	case job.Net.DC != nil:
		job.NoOP = true
		return "dc"
	case job.Net.OP:
		return "op"
	}
	return ""
}

// values returns the values of an analysis.
func values(r *peer.Run, analysis string) *peer.Waves {
	switch analysis {
	case "tran":
		return r.Tran
	case "dc":
		return r.DC
	}
	return r.OP
}

// asked returns w without the currents of a transient, unless the netlist names quantities that w has. With the
// trapezoidal rule, currents of capacitances alternate around their values, by an amount that depends on
// where the time points lie.
func asked(w *peer.Waves, save []string) *peer.Waves {
	if w == nil || w.Time == nil || slices.ContainsFunc(save, func(name string) bool { return w.Column(name) != nil }) {
		return w
	}
	voltages := &peer.Waves{Time: w.Time}
	for k, name := range w.Names {
		if !strings.HasPrefix(name, "i(") {
			voltages.Names = append(voltages.Names, name)
			voltages.Values = append(voltages.Values, w.Values[k])
		}
	}
	return voltages
}

// even says whether the values of each source have equal distances, which are what ngspice's command takes.
func even(d *netlist.DC) bool {
	for _, s := range d.Sweeps {
		last := len(s.Values) - 1
		for k, v := range s.Values {
			at := s.Values[0]
			if last > 0 {
				at += (s.Values[last] - s.Values[0]) * float64(k) / float64(last)
			}
			if math.Abs(v-at) > 1e-9*(math.Abs(s.Values[0])+math.Abs(s.Values[last])) {
				return false
			}
		}
	}
	return true
}

const (
	refinedTolerance = 1e-6
	refinedSteps     = 20
)

// refine runs both programs with tight tolerances and short steps.
func (p *pair) refine() *result {
	g := *p.ngspice
	g.Limit *= 10
	fine := pair{deck: p.deck, ngspice: &g, copy: p.copy, limit: 10 * p.limit}
	return fine.run(tighten)
}

// tighten changes a job.
func tighten(job *peer.Job) {
	job.Net.Options.RelTol = refinedTolerance
	if t := job.Net.Tran; t != nil {
		if t.Max == 0 {
			t.Max = min(t.Step, (t.Stop-t.Start)/50)
		}
		t.Max /= refinedSteps
	}
}
