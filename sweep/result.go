package sweep

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// Schema names the JSON form of a Result.
const Schema = "sweep/v1"

// A Result is the result of a sweep: sweep/v1.
type Result struct {
	Schema         string    `json:"schema"`
	Source         string    `json:"source"`  // of the definition
	Command        []string  `json:"command"` // without what the definition adds
	Baseline       string    `json:"baseline"`
	Planned        int       `json:"planned"` // runs
	Done           int       `json:"done"`    // of them
	Failed         int       `json:"failed"`  // of those
	Alpha          float64   `json:"alpha"`
	Confidence     float64   `json:"confidence"`
	Configurations []Outcome `json:"configurations"` // in the order of the definition
	Warnings       []string  `json:"warnings"`
}

// An Outcome is what was found of a configuration.
type Outcome struct {
	Name     string             `json:"name"`             // name of the configuration
	Values   map[string]string  `json:"values,omitempty"` // by axis of the matrix
	Env      map[string]*string `json:"env,omitempty"`    // its own; null is a variable taken away
	Args     []string           `json:"args,omitempty"`   // its own
	Cold     *Regime            `json:"cold,omitempty"`
	Warm     *Regime            `json:"warm,omitempty"` // warm runs; absent if there are none
	Failures []Failure          `json:"failures,omitempty"`
}

// A Failure is a run that does not count.
type Failure struct {
	Run    int    `json:"run"`
	Why    string `json:"why"`
	Output string `json:"output"` // the file of what it printed, below the folder of the sweep
}

// A Regime is the cold or the warm runs of a configuration.
type Regime struct {
	Planned int      `json:"planned"`
	Runs    int      `json:"runs"` // that count
	Failed  int      `json:"failed"`
	Metrics []Metric `json:"metrics,omitempty"`
	Counts  []Count  `json:"counts,omitempty"`
}

// A Metric is one quantity of the runs.
type Metric struct {
	Name   string    `json:"name"`           // wall, cpu, max_rss, or phase/NAME: the total of a phase
	Unit   string    `json:"unit"`           // ns or B
	Of     []int     `json:"of"`             // numbers of the runs that have it, in their order
	Values []float64 `json:"values"`         // of those
	Median float64   `json:"median"`         // median over the runs
	Low    *float64  `json:"low,omitempty"`  // of the confidence interval; absent when there are too few runs for one
	High   *float64  `json:"high,omitempty"` // upper end of the confidence interval of the median; absent with too few runs

	// Against the same regime of the baseline; absent there.
	Change  *float64        `json:"change,omitempty"` // of the median
	P       *float64        `json:"p,omitempty"`      // of the rank test
	Q       *float64        `json:"p_adjusted,omitempty"`
	Verdict compare.Verdict `json:"verdict,omitempty"`
}

// A Count is an exact count of the captures.
type Count struct {
	Name string `json:"name"`
	Min  int64  `json:"min"`
	Max  int64  `json:"max"` // largest count of a run
}

// Metrics that every run has.
const (
	MetricWall = "wall"
	MetricCPU  = "cpu"     // of the process and its children that it waited for
	MetricRSS  = "max_rss" // the largest of them
)

// phasePrefix begins the names of metrics that are totals of phases.
const phasePrefix = "phase/"

// A Reader reads a capture.
type Reader func(path string) (*trace.Summary, error)

// A values is what the runs of one regime of one configuration have.
type values struct {
	metrics map[string][]float64
	of      map[string][]int // numbers of the runs, by metric
	counts  map[string][]int64
}

// Result returns the result of the runs that ended. read reads the captures.
func (j *Journal) Result(source string, read Reader) (*Result, error) {
	d := j.plan.Definition
	r := &Result{Schema: Schema, Source: source, Command: j.plan.Command, Baseline: d.Baseline, Planned: len(j.plan.Runs),
		Alpha: 0.05, Confidence: 0.95, Warnings: []string{}}
	lists := map[*Regime]*values{}
	for i := range d.Configurations {
		r.Configurations = append(r.Configurations, outcomeOf(d, i))
	}
	for i := range r.Configurations {
		for _, x := range []*Regime{r.Configurations[i].Cold, r.Configurations[i].Warm} {
			lists[x] = &values{map[string][]float64{}, map[string][]int{}, map[string][]int64{}}
		}
	}
	for _, run := range j.plan.Runs {
		rec := j.Done[run.Number]
		if rec == nil {
			continue
		}
		r.Done++
		o := &r.Configurations[run.Configuration]
		x := o.Warm
		if run.Cold {
			x = o.Cold
		}
		if rec.Failed() {
			r.Failed++
			x.Failed++
			o.Failures = append(o.Failures, Failure{rec.Number, rec.Why(), rec.Output})
			continue
		}
		x.Runs++
		if err := lists[x].add(rec, j.Dir, read); err != nil {
			r.Warnings = append(r.Warnings, fmt.Sprintf("run %d has no phases: %v", rec.Number, err))
		} else if rec.Capture == "" && j.plan.mentions(wordCapture) {
			r.Warnings = append(r.Warnings, fmt.Sprintf("run %d has no phases: it left no capture", rec.Number))
		}
	}
	for i := range r.Configurations {
		for _, x := range []*Regime{r.Configurations[i].Cold, r.Configurations[i].Warm} {
			if x != nil {
				x.fill(lists[x], r.Confidence)
			}
		}
	}
	return r, r.judge()
}

// outcomeOf returns a configuration of which nothing is known.
func outcomeOf(d *Definition, i int) Outcome {
	c := &d.Configurations[i]
	o := Outcome{Name: c.Name, Values: c.Values, Args: c.Args}
	for _, v := range c.Env {
		if o.Env == nil {
			o.Env = map[string]*string{}
		}
		o.Env[v.Name] = nil
		if !v.Unset {
			o.Env[v.Name] = &v.Value
		}
	}
	if d.Cold > 0 {
		o.Cold = &Regime{Planned: d.Cold}
	}
	o.Warm = &Regime{Planned: d.Repeat}
	return o
}

// add takes the values of a run.
func (v *values) add(rec *Record, dir string, read Reader) error {
	put := func(name string, x float64) {
		v.metrics[name] = append(v.metrics[name], x)
		v.of[name] = append(v.of[name], rec.Number)
	}
	put(MetricWall, float64(rec.WallNS))
	put(MetricCPU, float64(rec.UserNS+rec.SysNS))
	if rec.MaxRSS > 0 {
		put(MetricRSS, float64(rec.MaxRSS))
	}
	if rec.Capture == "" {
		return nil
	}
	s, err := read(filepath.Join(dir, filepath.FromSlash(rec.Capture)))
	if err != nil {
		return err
	}
	for _, p := range s.Phases {
		put(phasePrefix+p.Name, float64(p.Total))
	}
	for name, n := range s.Counts.Number {
		if trace.MachineCount(name) {
			continue
		}
		v.counts[name] = append(v.counts[name], n)
	}
	return nil
}

// fill makes the metrics and counts of a regime.
func (x *Regime) fill(v *values, confidence float64) {
	for _, name := range slices.Sorted(maps.Keys(v.counts)) {
		x.Counts = append(x.Counts, Count{name, slices.Min(v.counts[name]), slices.Max(v.counts[name])})
	}
	names := slices.SortedFunc(maps.Keys(v.metrics), func(a, b string) int { return metricOrder(v, a, b) })
	for _, name := range names {
		list := v.metrics[name]
		m := Metric{Name: name, Unit: "ns", Of: v.of[name], Values: list}
		if name == MetricRSS {
			m.Unit = "B"
		}
		s := benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(list), &benchmath.DefaultThresholds), confidence)
		m.Median = s.Center
		if !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0) {
			m.Low, m.High = &s.Lo, &s.Hi
		}
		x.Metrics = append(x.Metrics, m)
	}
}

// metricOrder puts what every run has first, and then the phases that took
// longest.
func metricOrder(v *values, a, b string) int {
	first := []string{MetricWall, MetricCPU, MetricRSS}
	i, k := slices.Index(first, a), slices.Index(first, b)
	switch {
	case i >= 0 && k >= 0:
		return i - k
	case i >= 0:
		return -1
	case k >= 0:
		return 1
	}
	x, y := slices.Max(v.metrics[a]), slices.Max(v.metrics[b])
	switch {
	case x > y:
		return -1
	case x < y:
		return 1
	case a < b:
		return -1
	}
	return 1
}

// judge compares every configuration with the baseline. All p-values are adjusted
// together, since the best of many configurations looks better than it is.
func (r *Result) judge() error {
	base := slices.IndexFunc(r.Configurations, func(o Outcome) bool { return o.Name == r.Baseline })
	var places []*Metric
	var old, new []*compare.Run
	for i := range r.Configurations {
		if i == base {
			continue
		}
		b, o := &r.Configurations[base], &r.Configurations[i]
		for _, pair := range [][2]*Regime{{b.Cold, o.Cold}, {b.Warm, o.Warm}} {
			if pair[0] == nil {
				continue
			}
			for k := range pair[1].Metrics {
				m := &pair[1].Metrics[k]
				if of := pair[0].metric(m.Name); of != nil {
					q := compare.Quantity{Kind: compare.Benchmark, Name: fmt.Sprint(len(places)), Regime: compare.Whole, Metric: compare.Other, Unit: m.Unit}
					places = append(places, m)
					old, new = spread(old, q, of.Values), spread(new, q, m.Values)
				}
			}
		}
	}
	if len(places) == 0 {
		return nil
	}
	c, err := compare.Compare(old, new, compare.Options{Alpha: r.Alpha, Confidence: r.Confidence, Kinds: compare.Kinds()})
	if err != nil {
		return err
	}
	for _, row := range c.Rows {
		var k int
		if _, err := fmt.Sscan(row.Name, &k); err != nil {
			return err
		}
		m := places[k]
		m.Change, m.P, m.Q, m.Verdict = row.Change, row.P, row.Q, row.Verdict
	}
	return nil
}

// metric returns the metric of a name, nil for none.
func (x *Regime) metric(name string) *Metric {
	for k := range x.Metrics {
		if x.Metrics[k].Name == name {
			return &x.Metrics[k]
		}
	}
	return nil
}

// spread gives the k-th run the k-th value.
func spread(runs []*compare.Run, q compare.Quantity, list []float64) []*compare.Run {
	for k, x := range list {
		if k == len(runs) {
			runs = append(runs, &compare.Run{Values: map[compare.Quantity]compare.Value{}})
		}
		runs[k].Values[q] = compare.Value{X: x}
	}
	return runs
}
