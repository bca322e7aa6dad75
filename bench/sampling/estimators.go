package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// watched are the phases whose totals are estimated.
func watched() []string {
	return []string{trace.PhaseBuildSystem, trace.PhaseRefactor, trace.PhaseSolve, trace.PhaseConvergence, trace.PhaseLTE, trace.PhasePredict}
}

// A step is a time step of a capture.
type step struct {
	t  float64   // ns
	y  []float64 // ns in the phases watched
	n  int       // iterations
	ok bool      // it kept the processor
}

// steps returns those of a capture but the first.
func steps(t *trace.Trace) []step {
	names := watched()
	at := make([]int, len(t.Names))
	for i, name := range t.Names {
		at[i] = slices.Index(names, name)
	}
	type open struct {
		name int32
		time int64
	}
	var list []step
	var stack []open
	now := step{}
	for e := range t.Events() {
		switch e.Kind {
		case trace.Begin:
			stack = append(stack, open{e.Name, e.Time})
			switch t.Names[e.Name] {
			case trace.PhaseTimestep:
				now = step{y: make([]float64, len(names)), ok: true}
			case trace.PhaseIteration:
				now.n++
			}
		case trace.Arg:
			now.ok = now.ok && t.Names[e.Name] != trace.ArgCPU
		case trace.End:
			r := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if k := at[r.name]; k >= 0 && now.y != nil {
				now.y[k] += float64(e.Time - r.time)
			}
			if t.Names[r.name] == trace.PhaseTimestep {
				now.t = float64(e.Time - r.time)
				list = append(list, now)
				now.y = nil
			}
		}
	}
	return slices.DeleteFunc(list[min(1, len(list)):], func(s step) bool { return !s.ok })
}

// An estimator returns an estimate of the total of a phase, and its standard
// error, from a sample of the steps all.
type estimator struct {
	name string
	of   func(all *population, sample []int, phase int) (total, deviation float64)
}

// A population is all steps and what is known of them without timing each.
type population struct {
	steps      []step
	time       float64
	iterations float64
	strata     []float64 // steps by iterations
}

const (
	draws    = 400
	sampleOf = 64
	mostIts  = 6 // iterations that are told apart, with those that have more
)

// estimators prints how far estimators are from the truth.
func estimators(nrprof, circuit string) error {
	list, err := capture(nrprof, circuit)
	if err != nil {
		return err
	}
	p := &population{steps: list, strata: make([]float64, mostIts+1)}
	for _, s := range list {
		p.time += s.t
		p.iterations += float64(s.n)
		p.strata[min(s.n, mostIts)]++
	}
	fmt.Printf("%s: %d samples of 1 in %d steps from the %d of a run that kept the processor. Root mean square error of the total, mean of the standard error that the estimator gives, and share of samples within two of these.\n\n",
		circuit, draws, sampleOf, len(list))
	fmt.Println("| estimator | " + strings.Join(watched(), " | ") + " |")
	fmt.Println("| --- |" + strings.Repeat(" ---: |", len(watched())))
	for _, e := range []estimator{{"steps", bySteps}, {"ratio to iterations", byIterations}, {"strata of iterations", byStrata}, {"ratio to time", byTime}} {
		line := "| " + e.name + " |"
		for k := range watched() {
			line += fmt.Sprintf(" %s |", p.try(e, k))
		}
		fmt.Println(line)
	}
	fmt.Println()
	return nil
}

// try draws samples and says how good the estimates of a phase are.
func (p *population) try(e estimator, phase int) string {
	truth := 0.0
	for _, s := range p.steps {
		truth += s.y[phase]
	}
	rng := rand.New(rand.NewPCG(1, 2))
	square, given, covered := 0.0, 0.0, 0
	for range draws {
		var sample []int
		for from := 0; from < len(p.steps); from += sampleOf {
			sample = append(sample, from+rng.IntN(min(sampleOf, len(p.steps)-from)))
		}
		x, se := e.of(p, sample, phase)
		square += (x - truth) * (x - truth)
		given += se
		if math.Abs(x-truth) <= 2*se {
			covered++
		}
	}
	return fmt.Sprintf("%.2f %%, %.2f %%, %.0f %%", 100*math.Sqrt(square/draws)/truth, 100*given/draws/truth, 100*float64(covered)/draws)
}

// bySteps is the mean of a step times the number of steps.
func bySteps(p *population, sample []int, phase int) (total, deviation float64) {
	return p.ratio(sample, phase, func(*step) float64 { return 1 }, float64(len(p.steps)))
}

func byIterations(p *population, sample []int, phase int) (total, deviation float64) {
	return p.ratio(sample, phase, func(s *step) float64 { return float64(s.n) }, p.iterations)
}

func byTime(p *population, sample []int, phase int) (total, deviation float64) {
	return p.ratio(sample, phase, func(s *step) float64 { return s.t }, p.time)
}

// ratio is the estimator of that name, to what has the total given.
func (p *population) ratio(sample []int, phase int, x func(*step) float64, all float64) (total, deviation float64) {
	var sy, sx float64
	for _, i := range sample {
		sy += p.steps[i].y[phase]
		sx += x(&p.steps[i])
	}
	r, scatter, n := sy/sx, 0.0, float64(len(sample))
	for _, i := range sample {
		d := p.steps[i].y[phase] - r*x(&p.steps[i])
		scatter += d * d / (n - 1)
	}
	return r * all, all / sx * math.Sqrt(n*scatter*(1-n/float64(len(p.steps))))
}

// byStrata is the sum over numbers of iterations of the mean of steps with so
// many, times their number.
func byStrata(p *population, sample []int, phase int) (total, deviation float64) {
	sums := make([]struct{ n, y, yy float64 }, mostIts+1)
	for _, i := range sample {
		s := &p.steps[i]
		k := &sums[min(s.n, mostIts)]
		k.n, k.y, k.yy = k.n+1, k.y+s.y[phase], k.yy+s.y[phase]*s.y[phase]
	}
	var known, variance float64
	for h, k := range sums {
		if k.n == 0 {
			continue
		}
		known += p.strata[h]
		total += p.strata[h] * k.y / k.n
		if k.n > 1 {
			s := max(k.yy-k.y*k.y/k.n, 0) / (k.n - 1)
			variance += p.strata[h] * p.strata[h] * s / k.n * max(1-k.n/p.strata[h], 0)
		}
	}
	grow := float64(len(p.steps)) / known // strata of which nothing was drawn
	return grow * total, grow * math.Sqrt(variance)
}
