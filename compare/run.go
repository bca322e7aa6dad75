package compare

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// A Run is one run of a program: a sample of each of its quantities.
type Run struct {
	Name    string // of the file, and of its part if it has several
	File    string // its path and, if the file has several runs, the number of the run; "" when unknown
	Program string
	Host    string // "" when unknown
	PID     int64  // 0 when unknown
	Start   time.Time
	Clock   string
	Labels  map[string]string // what was run: circuit, method, ordering …

	Key   *runkey.Key         // nil when unknown
	Drift []runkey.Difference // of its end from its start

	Values   map[Quantity]Value
	Counts   map[Count]int64
	Warnings []string

	parts     map[partKey]part // of phases by regime, and of places
	estimated bool             // numbers of calls are estimates

	work *trace.Summary // what there is of devices; nil when there is nothing

	course *course // nil when it is not known
}

// A Quantity is what one value of a run is of.
type Quantity struct {
	Kind   Kind
	Name   string // of the phase, kernel …, or the path of a range
	Regime string
	Metric Metric
	Unit   string // of a benchmark; "ns" else
}

// Kind is a sort of quantities.
type Kind string

const (
	Root      Kind = "root"      // the run as a whole
	Phase     Kind = "phase"     // all ranges of one name
	Range     Kind = "range"     // the ranges at one place, of names that lie at several
	Kernel    Kind = "kernel"    // on a device
	Memory    Kind = "memory"    // copies and sets of memory on a device
	Graph     Kind = "graph"     // CUDA graphs as a whole
	Benchmark Kind = "benchmark" // a result in the format of Go benchmarks
)

// Kinds returns all kinds in the order in which they are reported.
func Kinds() []Kind { return []Kind{Root, Phase, Range, Kernel, Memory, Graph, Benchmark} }

// Regimes of quantities. Cold, WarmUp, Steady and Outside are the regimes of
// trace.Regimes.
const (
	Whole   = "whole" // all of the run
	Cold    = "cold"
	WarmUp  = "warm_up"
	Steady  = "steady"
	Outside = "outside"
	First   = "first" // the first call on a thread or device, where there are no iterations
	Later   = "later" // the other calls
)

// Metric is the figure of the ranges.
type Metric string

const (
	Time  Metric = "time"  // of a call, from its begin to its end
	Self  Metric = "self"  // of a call, without the ranges inside it
	GPU   Metric = "gpu"   // of the work that a call launched
	Wait  Metric = "wait"  // of a call in calls that wait for a device
	Total Metric = "total" // of all calls
	Other Metric = "other" // what Unit says
)

// A Value is the value of one run.
type Value struct {
	X     float64 // ns, or in the unit of a benchmark
	Share float64 // of the time of its regime, or of devices
}

// A Count is a number without a distribution.
type Count struct {
	Kind string // "count", "calls", "launches", "histogram"
	Name string
}

func newRun(name string) *Run {
	return &Run{Name: name, Labels: map[string]string{}, Values: map[Quantity]Value{}, Counts: map[Count]int64{}}
}

// largest is the largest value that is taken: two of them have a mean.
const largest = 1e300

// put adds a value to what there is of the quantity: places of one path are one.
// A value that is no time is left out.
func (r *Run) put(q Quantity, x, share float64) {
	if q.Unit == "" {
		q.Unit = "ns"
	}
	v := r.Values[q]
	v.X += x
	if !(math.Abs(v.X) <= largest) || x < 0 && q.Unit == "ns" {
		r.warn("%s %s: the value %g %s is out of range and ignored", q.Kind, q.Name, x, q.Unit)
		return
	}
	if share >= 0 && share <= 1e9 { // else the table is damaged
		v.Share += share
	}
	r.Values[q] = v
}

func (r *Run) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
}

// setKeys reads the identities of the start and the end of the run, of which
// either may be missing.
func (r *Run) setKeys(start, end json.RawMessage) {
	parse := func(text json.RawMessage) *runkey.Key {
		if len(text) == 0 || string(text) == "null" {
			return nil
		}
		k, err := runkey.Parse(text)
		if err != nil {
			r.warn("the key cannot be read: %v", err)
		}
		return k
	}
	r.Key = parse(start)
	if last := parse(end); r.Key != nil && last != nil {
		r.Drift = runkey.Explain(r.Key, last)
	}
}

// ratio is part by whole, 0 of nothing.
func ratio[T int64 | float64](part, whole T) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
