package planttest

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// A Solver is a program whose runs have the same time steps and iterations, and times
// with noise. The zero value has no noise.
type Solver struct {
	Steps    int
	RunNoise float64 // standard deviation of the logarithm of all times of a run
	Noise    float64 // the same for each phase by itself
	Call     float64 // the same for each call, around the times of its neighbours
	Memory   float64 // from 0 to 1: how much of its noise a call shares with the call before
	Drift    float64 // largest part by which times grow from the begin of a run to its end
	Outliers float64 // share of calls that are interrupted, for up to 50 µs
}

// Realistic has the noise of runs on a machine that does little else.
var Realistic = Solver{Steps: 300, RunNoise: 0.01, Noise: 0.008, Call: 0.08, Memory: 0.8, Drift: 0.03, Outliers: 0.001}

// Names of the ranges of a run.
var names = []string{
	trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration, trace.PhaseBuildSystem, trace.PhaseLinearSolve, trace.PhaseFactor,
	trace.PhaseRefactor, trace.PhaseSolve, trace.PhaseConvergence, trace.PhaseLTE, trace.PhasePredict, trace.PhaseOutput, trace.PhaseOperatingPoint, Compile,
}

// Compile is the name of the compilations of a run.
const Compile = "TSL:XlaCompile:#module=jit_nr_iteration#"

// means are the mean times of phases without ranges in them, in ns.
var means = map[string]float64{
	trace.PhaseBuildSystem: 60_000, trace.PhaseFactor: 400_000, trace.PhaseRefactor: 25_000, trace.PhaseSolve: 4000,
	trace.PhaseConvergence: 2000, trace.PhaseLTE: 3000, trace.PhasePredict: 1500, trace.PhaseOutput: 1000, Compile: 8_000_000,
}

// A maker writes the events of a run.
type maker struct {
	s      Solver
	rng    *rand.Rand
	factor map[string]float64 // by phase, of this run
	mood   float64            // of the machine
	drift  float64            // of this run
	steps  int                // so far
	now    int64
	ids    map[string]int32
	events []trace.Event
}

// Trace returns a run that starts at a time of day.
func (s Solver) Trace(rng *rand.Rand, start time.Time) *trace.Trace {
	m := &maker{s: s, rng: rng, now: 1000, factor: map[string]float64{}, ids: map[string]int32{}, drift: s.Drift * rng.Float64()}
	all := math.Exp(s.RunNoise * rng.NormFloat64())
	for i, name := range names {
		m.ids[name] = int32(i)
		m.factor[name] = all * math.Exp(s.Noise*rng.NormFloat64())
	}
	m.in(trace.PhaseOperatingPoint, trace.NoIndex, func() {
		m.leaf(Compile)
		for k := range 5 {
			m.iteration(int64(k+1), k == 0)
		}
	})
	m.in(trace.PhaseTransient, trace.NoIndex, func() {
		for k := range s.Steps {
			m.step(k)
		}
	})
	h := trace.Header{Program: "simulator", PID: 1 + rng.Int64N(1<<20), Start: start, Labels: map[string]string{"circuit": "x"}}
	return trace.FromEvents(h, names, []trace.Track{{Process: h.PID, Thread: h.PID, Device: -1, Name: "solver"}}, m.events)
}

// step writes a time step. The number of its iterations depends on the step alone.
func (m *maker) step(k int) {
	m.steps = k
	m.in(trace.PhaseTimestep, int64(k+1), func() {
		m.leaf(trace.PhasePredict)
		for i := range 2 + (k*k+k/7)%3/2 {
			m.iteration(int64(i+1), k == 0 && i == 0)
		}
		m.leaf(trace.PhaseLTE)
		m.leaf(trace.PhaseOutput)
	})
}

func (m *maker) iteration(number int64, first bool) {
	m.in(trace.PhaseIteration, number, func() {
		m.leaf(trace.PhaseBuildSystem)
		m.in(trace.PhaseLinearSolve, trace.NoIndex, func() {
			if first {
				m.leaf(trace.PhaseFactor)
			} else {
				m.leaf(trace.PhaseRefactor)
			}
			m.leaf(trace.PhaseSolve)
		})
		m.leaf(trace.PhaseConvergence)
	})
}

// in writes a range with what is in it. A little time passes between ranges.
func (m *maker) in(name string, index int64, inside func()) {
	m.events = append(m.events, trace.Event{Kind: trace.Begin, Name: m.ids[name], Index: index, Time: m.now})
	m.now += 30 + m.rng.Int64N(20)
	inside()
	m.now += 30 + m.rng.Int64N(20)
	m.events = append(m.events, trace.Event{Kind: trace.End, Name: m.ids[name], Time: m.now})
}

// leaf writes a range with nothing in it.
func (m *maker) leaf(name string) {
	s := &m.s
	m.mood = s.Memory*m.mood + math.Sqrt(1-s.Memory*s.Memory)*m.rng.NormFloat64()
	ns := means[name] * m.factor[name] * math.Exp(s.Call*m.mood) * (1 + m.drift*float64(m.steps)/float64(max(s.Steps, 1)))
	if m.rng.Float64() < s.Outliers {
		ns += 50_000 * m.rng.Float64()
	}
	m.events = append(m.events, trace.Event{Kind: trace.Begin, Name: m.ids[name], Index: trace.NoIndex, Time: m.now})
	m.now += int64(ns)
	m.events = append(m.events, trace.Event{Kind: trace.End, Name: m.ids[name], Time: m.now})
}
