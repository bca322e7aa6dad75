package compare

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Options say how runs are compared. The zero value is the default, except for
// Kinds.
type Options struct {
	Alpha      float64    // level of the tests; 0: 0.05
	Confidence float64    // of the intervals; 0: 0.95
	Correction Correction // "": BenjaminiHochberg
	Statistic  Statistic  // with which the runs were read, for the report; "": Mean
	MinShare   float64    // quantities that take less of their regime are left out
	Kinds      []Kind     // what is compared; nil: all
	Vary       []string   // what differs on purpose, see Identify

	FailAbove *float64 // nil: no threshold
	FailKinds []Kind   // what it is for; nil: Root, Phase, Benchmark
}

func (o Options) orDefault() Options {
	o.Alpha = cmp.Or(o.Alpha, 0.05)
	o.Confidence = cmp.Or(o.Confidence, 0.95)
	o.Correction = cmp.Or(o.Correction, BenjaminiHochberg)
	o.Statistic = cmp.Or(o.Statistic, Mean)
	if o.Kinds == nil {
		o.Kinds = Kinds()
	}
	if o.FailKinds == nil {
		o.FailKinds = []Kind{Root, Phase, Benchmark}
	}
	return o
}

// ErrNothingInCommon is the error of sides that have no quantity and no count
// in common.
var ErrNothingInCommon = errors.New("the two sides have no quantity and no count in common")

// Compare compares two sides, each with at least one run. It compares any runs:
// Result.Identity says whether the result can be trusted.
//
// Cost: one rank test per quantity. The test is exact up to 50 runs per side, or 25
// with equal values, and then takes milliseconds; beyond that it is approximate.
func Compare(old, new []*Run, o Options) (*Result, error) {
	if len(old) == 0 || len(new) == 0 {
		return nil, errors.New("want at least one run per side")
	}
	o = o.orDefault()
	r := &Result{Schema: Schema, Old: sideOf(old), New: sideOf(new), Identity: Identify(old, new, o.Vary),
		Alpha: o.Alpha, Confidence: o.Confidence, Correction: o.Correction, Statistic: o.Statistic, MinShare: o.MinShare,
		Rows: []Row{}, OnlyOld: []Lone{}, OnlyNew: []Lone{}, FailAbove: o.FailAbove}
	c := comparison{Result: r, old: old, new: new, opt: o}
	c.rows()
	c.judge()
	r.Counts = compareCounts(old, new)
	r.Changes = c.changes()
	r.Work = compareWork(old, new)
	if len(r.Rows)+len(r.Counts)+r.LeftOut == 0 {
		return nil, ErrNothingInCommon
	}
	r.Warnings = c.warnings()
	return r, nil
}

func sideOf(runs []*Run) Side {
	s := Side{Runs: []SideRun{}}
	for _, r := range runs {
		x := SideRun{Name: r.Name, Program: r.Program, Labels: r.Labels}
		if !r.Start.IsZero() {
			x.Start = &r.Start
		}
		if r.Key != nil {
			x.Key = r.Key.Hash()
		}
		s.Runs = append(s.Runs, x)
	}
	return s
}

// A comparison is one being made.
type comparison struct {
	*Result
	old, new []*Run
	opt      Options
	alone    float64 // level at which one row of those looked at first is tested when nothing else differs
	wide     bool    // a side has too few runs for an interval
	few      bool    // both have too few for a test
}

// rows makes the rows without verdicts.
func (c *comparison) rows() {
	for _, q := range c.quantities() {
		a, share := values(c.old, q)
		b, more := values(c.new, q)
		switch share = (share + more) / float64(len(c.old)+len(c.new)); {
		case share < c.opt.MinShare:
			if c.LeftOut++; len(a) == 0 || len(b) == 0 {
				c.LeftOut-- // cannot be compared anyway
			}
		case len(b) == 0:
			c.OnlyOld = append(c.OnlyOld, c.lone(q, a))
		case len(a) == 0:
			c.OnlyNew = append(c.OnlyNew, c.lone(q, b))
		default:
			c.Rows = append(c.Rows, c.row(q, a, b, share))
		}
	}
	slices.SortStableFunc(c.Rows, order)
}

// quantities returns those of all runs that are asked for.
func (c *comparison) quantities() []Quantity {
	seen := map[Quantity]bool{}
	var list []Quantity
	for _, r := range slices.Concat(c.old, c.new) {
		for q := range r.Values {
			if !seen[q] && slices.Contains(c.opt.Kinds, q.Kind) {
				seen[q] = true
				list = append(list, q)
			}
		}
	}
	slices.SortFunc(list, func(a, b Quantity) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Regime, b.Regime), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Unit, b.Unit))
	})
	return list
}

// values returns what the runs have of a quantity, and the sum of the shares.
func values(runs []*Run, q Quantity) (list []float64, share float64) {
	for _, r := range runs {
		if v, ok := r.Values[q]; ok {
			list = append(list, v.X)
			share += v.Share
		}
	}
	return list, share
}

// regimeOrder is that of what a person looks at first.
var regimeOrder = [...]string{Steady, WarmUp, Cold, Outside, Later, First, Whole}

// order sorts rows by kind, regime, and share of the time.
func order(a, b Row) int {
	kinds, regimes := Kinds(), regimeOrder[:]
	return cmp.Or(cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
		cmp.Compare(slices.Index(regimes, a.Regime), slices.Index(regimes, b.Regime)), cmp.Compare(b.Share, a.Share))
}

// sample makes a sample of values, which are not changed.
func (c *comparison) sample(v []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(v), &benchmath.Thresholds{CompareAlpha: c.opt.Alpha})
}

func (c *comparison) lone(q Quantity, v []float64) Lone {
	return Lone{q.Kind, q.Name, q.Regime, q.Metric, q.Unit, len(v), c.estimate(v).Median}
}

// estimate returns the median of a side and its confidence interval.
func (c *comparison) estimate(v []float64) Estimate {
	s := benchmath.AssumeNothing.Summary(c.sample(v), c.opt.Confidence)
	e := Estimate{N: len(v), Median: s.Center, Values: v}
	if !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0) {
		e.Low, e.High = &s.Lo, &s.Hi
	}
	if len(v) > 1 && (len(v) == len(c.old) || len(v) == len(c.new)) { // else power says it
		c.wide = c.wide || e.Low == nil
	}
	return e
}

// row compares one quantity; its p-value is not adjusted yet.
func (c *comparison) row(q Quantity, a, b []float64, share float64) Row {
	r := Row{Kind: q.Kind, Name: q.Name, Regime: q.Regime, Metric: q.Metric, Unit: q.Unit, Share: share,
		Old: c.estimate(a), New: c.estimate(b), Verdict: Untested}
	if r.Old.Median != 0 {
		if x := r.New.Median/r.Old.Median - 1; !math.IsInf(x, 0) {
			r.Change = &x
		}
	} else if r.New.Median == 0 {
		r.Change = new(float64)
	}
	switch {
	case len(a) == 1 && len(b) == 1:
		r.Note = "1 sample"
		return r
	case !tells(len(a), len(b), c.opt.Alpha):
		r.Note = "too few samples"
		c.few = c.few || len(a) == len(c.old) && len(b) == len(c.new)
		return r
	}
	t := benchmath.AssumeNothing.Compare(c.sample(a), c.sample(b))
	if all := slices.Concat(a, b); slices.Min(all) == slices.Max(all) {
		r.Note = "all samples are equal"
	}
	p := min(max(t.P, 0), 1)
	r.P, r.Verdict = &p, None
	return r
}

// judge adjusts the p-values of all tests together and says what they mean.
func (c *comparison) judge() {
	var p []float64
	var tier []int
	for i := range c.Rows {
		if r := &c.Rows[i]; r.P != nil {
			p = append(p, *r.P)
			tier = append(tier, r.tier())
		}
	}
	c.Tests = len(p)
	w := weights(tier)
	adjusted := c.opt.Correction.adjust(p, w)
	if c.alone = c.opt.Alpha; len(w) > 0 && c.opt.Correction != Uncorrected {
		c.alone *= slices.Max(w) / float64(len(w))
	}
	for i := range c.Rows {
		if r := &c.Rows[i]; r.P != nil {
			r.Q, adjusted = &adjusted[0], adjusted[1:]
			c.decide(r)
		}
	}
	if c.opt.FailAbove != nil {
		c.gate(*c.opt.FailAbove)
	}
}

// tier returns the tier of a row.
func (r *Row) tier() int {
	switch r.Kind {
	case Root, Benchmark:
		return mainTier
	case Kernel, Memory, Graph:
		return workTier
	}
	if r.Kind == Phase && r.Metric == Time && (r.Regime == Steady || r.Regime == Later || r.Regime == Whole) {
		return mainTier
	}
	return partTier
}

// decide sets the verdict of a tested row. Sides that the test tells apart may
// have the same median; then nothing is slower.
func (c *comparison) decide(r *Row) {
	up := r.New.Median > r.Old.Median
	switch {
	case *r.Q > c.opt.Alpha || r.New.Median == r.Old.Median:
	case r.Unit != "ns" && up:
		r.Verdict = More
		c.Changed++
	case r.Unit != "ns":
		r.Verdict = Less
		c.Changed++
	case up:
		r.Verdict = Slower
		c.Slower++
	default:
		r.Verdict = Faster
		c.Faster++
	}
}
