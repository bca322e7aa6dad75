package trace

import (
	"fmt"
	"slices"
)

// A PoolDocument is a pool as values that can be written to a file, in an order that
// depends on the pool alone. Origins are numbers of a list of traces.
type PoolDocument struct {
	Sample      int             `json:"sample"`               // 1 of so many time steps was timed
	Unit        int             `json:"unit"`                 // regimes divide: 0 nothing, 1 iterations, 2 time steps
	Iterates    bool            `json:"iterates"`             // a trace has iterations
	Few         bool            `json:"few"`                  // a track has too few units to distinguish warm-up from steady
	Restless    bool            `json:"restless"`             // a track whose units do not settle
	Ranges      int64           `json:"ranges"`               // number of ranges
	Open        int64           `json:"open_ranges"`          // ranges without an end
	Odd         int64           `json:"odd_events"`           // events that were passed over
	Steps       int64           `json:"steps"`                // timed time steps
	Preempted   int64           `json:"preempted_steps"`      // time steps in which the thread lost the processor
	PreemptedNS int64           `json:"preempted_ns"`         // time for which it lost the processor in them
	LostCold    int64           `json:"lost_cold_ns"`         // part of that in first steps
	Units       []int64         `json:"units"`                // by regime: outside, cold, warm-up, steady, preempted
	Iterations  []int64         `json:"iterations"`           // likewise
	Histogram   []int64         `json:"histogram"`            // iterations per timed step
	Latency     *SketchDocument `json:"latency"`              // of launches of work on devices
	Moments     []MomentRow     `json:"moments"`              // by name, of clean steps of sampled traces
	Spare       []MomentRow     `json:"moments_of_preempted"` // likewise, of preempted steps
	Places      []PlaceRow      `json:"places"`               // as a tree, each place before the places in it
	Crowd       []PlaceRow      `json:"crowd"`                // by name: ranges beyond the largest number of places
	Bins        StepBins        `json:"bins"`                 // durations by time step
}

// A MomentRow is sums over time steps, of the time y of a phase and the time t of the
// step.
type MomentRow struct {
	Name  string `json:"name"`
	Y     int64  `json:"y"`
	YHigh uint64 `json:"yy_high"`
	YLow  uint64 `json:"yy_low"`
	THigh uint64 `json:"yt_high"`
	TLow  uint64 `json:"yt_low"`
}

// A PlaceRow is a place of a pool.
type PlaceRow struct {
	Name      string      `json:"name"`
	Depth     int         `json:"depth"`     // 0 for the outermost places
	From      int         `json:"from"`      // the first trace that has the place
	Seq       int32       `json:"seq"`       // its number among the places beside it there
	Regimes   []RegimeRow `json:"regimes"`   // in the order of their numbers
	Elsewhere []int64     `json:"elsewhere"` // by regime: time of ranges inside that are in crowd; absent if all are 0
	Loose     int64       `json:"loose"`     // time of ranges in crowd that lie in no other
	Ran       int64       `json:"ran"`       // of the ranges whose CPU time is known, that time
	RanOf     int64       `json:"ran_of"`    // and their time
}

// A RegimeRow is the ranges of a place in a regime.
type RegimeRow struct {
	Regime int            `json:"regime"`
	Total  int64          `json:"total_ns"`
	GPU    int64          `json:"gpu_ns"`
	Wait   int64          `json:"wait_ns"`
	Sketch SketchDocument `json:"sketch"`
}

// A SketchDocument is the values of a sketch: all of them up to 4096, otherwise the
// counts of buckets.
type SketchDocument struct {
	Count   int64   `json:"count"`
	Min     int64   `json:"min"`
	Max     int64   `json:"max"`
	Exact   []int64 `json:"exact,omitempty"`   // sorted, each as the difference to the one before
	Buckets []int64 `json:"buckets,omitempty"` // pairs of the difference to the number of the bucket before and the count
}

// Document returns the pool as values. Number returns the number of a trace.
func (p *Pool) Document(number func(*Origin) int) *PoolDocument {
	d := &PoolDocument{Sample: p.sample, Unit: int(p.unit), Iterates: p.iterates, Few: p.few, Restless: p.restless,
		Ranges: p.ranges, Open: p.open, Odd: p.odd, Steps: p.steps, Preempted: p.preempted, PreemptedNS: p.preemptedNS, LostCold: p.lostCold,
		Units: p.units[:], Iterations: p.iterations[:], Histogram: p.histogram, Moments: momentRows(p.moments), Spare: momentRows(p.spare), Bins: p.Bins()}
	if p.latency.count > 0 {
		d.Latency = p.latency.document()
	}
	var walk func(by map[string]*place, depth int)
	walk = func(by map[string]*place, depth int) {
		for _, name := range sorted(by) {
			d.Places = append(d.Places, by[name].row(name, depth, number))
			walk(by[name].kids, depth+1)
		}
	}
	walk(p.root.kids, 0)
	for _, name := range sorted(p.crowd) {
		d.Crowd = append(d.Crowd, p.crowd[name].row(name, 0, number))
	}
	return d
}

func momentRows(by map[string]*moments) []MomentRow {
	var list []MomentRow
	for _, name := range sorted(by) {
		m := by[name]
		list = append(list, MomentRow{name, m.y, m.yy.high, m.yy.low, m.yt.high, m.yt.low})
	}
	return list
}

// row returns a place without the places in it.
func (p *place) row(name string, depth int, number func(*Origin) int) PlaceRow {
	r := PlaceRow{Name: name, Depth: depth, From: number(p.from), Seq: p.seq, Loose: p.loose, Ran: p.ran, RanOf: p.ranOf}
	if p.elsewhere != [regimes]int64{} {
		r.Elsewhere = p.elsewhere[:]
	}
	for k, s := range p.regime {
		if s != nil {
			r.Regimes = append(r.Regimes, RegimeRow{k, s.total, s.gpu, s.wait, *s.sketch.document()})
		}
	}
	return r
}

// document returns the values of a sketch.
func (s *sketch) document() *SketchDocument {
	d := &SketchDocument{Count: s.count, Min: s.min, Max: s.max}
	last := int64(0)
	if s.octave == nil {
		slices.Sort(s.exact)
		for _, v := range s.exact {
			d.Exact = append(d.Exact, v-last)
			last = v
		}
		return d
	}
	for e, o := range s.octave {
		if o == nil {
			continue
		}
		for i, n := range o {
			if n > 0 {
				at := int64(e*subBuckets + i)
				d.Buckets = append(d.Buckets, at-last, int64(n))
				last = at
			}
		}
	}
	return d
}

// sketch returns the sketch of the values, which may be damaged.
func (d *SketchDocument) sketch() (s sketch, err error) {
	s = sketch{count: d.Count, min: d.Min, max: d.Max}
	least, most, count := int64(-1), int64(0), int64(0)
	note := func(low, high, n int64) {
		if least < 0 {
			least = low
		}
		most, count = high, plus(count, n)
	}
	last := int64(0)
	for _, step := range d.Exact {
		if step < 0 || last+step < 0 || len(d.Exact) > exactSamples {
			return s, fmt.Errorf("a sketch has values out of order, or more than %d", exactSamples)
		}
		last += step
		s.exact = append(s.exact, last)
		note(last, last, 1)
	}
	if len(d.Buckets) > 0 {
		s.octave = make([]*[subBuckets]uint64, 64)
	}
	at := int64(0)
	for k := 0; k+1 < len(d.Buckets); k += 2 {
		step, n := d.Buckets[k], d.Buckets[k+1]
		if step < 0 || step >= 64*subBuckets || at+step >= 57*subBuckets || n <= 0 || k > 0 && step == 0 {
			return s, fmt.Errorf("a sketch has a bucket that does not exist, or is empty")
		}
		at += step
		e, i := int(at/subBuckets), int(at%subBuckets)
		if s.octave[e] == nil {
			s.octave[e] = new([subBuckets]uint64)
		}
		s.octave[e][i] = uint64(n)
		low, high := edges(e, i)
		if least < 0 && (d.Min < low || d.Min > high) {
			return s, fmt.Errorf("the minimum %d of a sketch is not in its first bucket", d.Min)
		}
		note(d.Min, max(low, min(d.Max, high)), n)
	}
	if len(d.Buckets)%2 > 0 || len(d.Buckets) > 0 == (len(d.Exact) > 0) || count != d.Count || d.Count <= exactSamples && len(d.Buckets) > 0 ||
		least != d.Min || most != d.Max {
		return s, fmt.Errorf("a sketch of %d values disagrees with its values", d.Count)
	}
	return s, nil
}

// edges returns the smallest and the largest value of a bucket.
func edges(e, i int) (low, high int64) {
	if e == 0 {
		return int64(i), int64(i)
	}
	low = int64(subBuckets+i) << (e - 1)
	return low, low + (1<<(e-1) - 1)
}
