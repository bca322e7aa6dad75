package main

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/prediction"
)

// extrapolated widens intervals beyond the largest matrices of the fit. It is an
// assumption: larger matrices were not measured.
const extrapolated = 3

// same is how far the entries of a real factorization may be from the counted ones,
// as a factor, for a row to be fitted to. Other rows are only evaluated.
const same = 1.1

// A point is a measured time beside its prediction by a model that was fitted without
// the family of the matrix.
type point struct {
	row       *dataset.Row
	on        *computer
	features  *prediction.Features
	measured  float64
	predicted float64
	low, high float64 // of the interval, from the other families
	counts    float64 // entries of the real factors over the counted ones; 0 if the solver reports none
	clean     bool    // whether the counts hold
	heldOut   bool
}

func (p *point) ratio() float64 { return p.measured / p.predicted }

// A result is the model of one phase with its evaluation.
type result struct {
	without string           // computer to whose times the models were not fitted; "" for none
	models  map[string]model // by the family that was left out; "" for held-out matrices
	name    string           // such as `klu/refactor`
	fit     prediction.Fit
	points  []point
	flat    []float64 // measured over predicted by one rate of flops
}

func (r *result) ordering() (string, bool) { return strings.CutPrefix(r.name, "ordering/") }

// heldOut are matrices that no model is fitted to.
var heldOut = []string{"mul24_it000100", "cs90_smult20_rs", "pf_case2869pegase", "irdrop_map21_mna", "fe_4elt2", "watt_2",
	"points_5000", "rajat19", "layers_150", "grid3d_16", "blocks_5000"}

// fitAll fits and evaluates every phase, without the times of a computer unless without
// is "".
func fitAll(computers []*computer, without string, specs []spec) (all []*result, wide float64) {
	results := make([]*result, len(specs))
	var work sync.WaitGroup
	for k, spec := range specs {
		work.Go(func() { results[k] = evaluate(spec, computers, without) })
	}
	work.Wait()
	all = slices.DeleteFunc(results, func(r *result) bool { return r == nil })
	wide = widthOf(all, spilled)
	for _, r := range all {
		for k := range r.points {
			r.points[k].widen(wide)
		}
	}
	return all, wide
}

// A case is a row with the samples of a phase.
type measured struct {
	row      *dataset.Row
	on       *computer
	features *prediction.Features
	sample
	counts float64
	clean  bool
}

// casesOf returns the rows that have the phase.
func casesOf(spec spec, computers []*computer) []measured {
	var cases []measured
	for _, on := range computers {
		for k := range on.rows {
			r := &on.rows[k]
			f := spec.features(r)
			t, ok := r.Times[spec.time()]
			if !ok || t <= 0 || (r.Ordering == dataset.Own) != spec.own || spec.when != nil && !spec.when(f) {
				continue
			}
			c := measured{row: r, on: on, features: f, sample: sample{seconds: t, weight: 1}, counts: countsOf(spec, r, f)}
			c.clean = hold(c.counts)
			for _, term := range spec.terms {
				c.each = append(c.each, term.Each(f, on.machine))
			}
			for _, term := range spec.before {
				x := 0.0
				if on.before {
					x = term.Each(f, on.machine)
				}
				c.each = append(c.each, x)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// features returns the features that a phase is predicted from: as analyze does, with the
// entries and flops that a numeric LU of newton/lu found, except for an analysis that
// contains an ordering.
func (s spec) features(r *dataset.Row) *prediction.Features {
	l, ok := r.Counts["lu/l"]
	if !ok || s.own || strings.HasPrefix(s.name, "ordering/") {
		return &r.Features
	}
	return r.Features.WithCounts(int64(l), int64(r.Counts["lu/u"]), r.Features.OffBlock, r.Counts["lu/flops"])
}

// hold reports whether real counts are near the predicted ones.
func hold(counts float64) bool { return counts == 0 || math.Abs(math.Log(counts)) <= math.Log(same) }

// countsOf returns the entries of the real factors of a solver over the counted ones.
func countsOf(spec spec, r *dataset.Row, f *prediction.Features) float64 {
	solver, _, _ := strings.Cut(spec.time(), "/")
	if spec.own {
		return 0 // the features are of another ordering
	}
	l, u := r.Counts[solver+"/l"], r.Counts[solver+"/u"]
	switch solver {
	case "lu", "klu": // rows whose solver failed have no counts
		return (l + u) / float64(f.L+f.U)
	case "umfpack":
		return (l + u) / float64(f.Whole.L+f.Whole.U)
	case "superlu":
		return (l + u) / float64(f.SuperLU.L+f.SuperLU.U)
	}
	return 0
}

// evaluate fits a phase once without each family, and once to all.
func evaluate(spec spec, computers []*computer, without string) *result {
	cases := casesOf(spec, computers)
	if len(cases) < 3*len(spec.terms) {
		return nil
	}
	res := &result{name: spec.name, without: without}
	fit := func(family string) model {
		var samples []sample
		for _, c := range cases {
			if c.clean && c.row.Family != family && c.on.name != without && !slices.Contains(heldOut, c.row.Matrix) {
				samples = append(samples, c.sample)
			}
		}
		return fitOf(samples, spec)
	}
	all := fit("")
	res.fit = all.Fit
	res.models = map[string]model{"": all}
	for _, c := range cases {
		family := c.row.Family
		if _, ok := res.models[family]; !ok {
			res.models[family] = fit(family)
		}
		p := point{row: c.row, on: c.on, features: c.features, measured: c.seconds, counts: c.counts, clean: c.clean, heldOut: slices.Contains(heldOut, c.row.Matrix)}
		m := res.model(&p)
		p.predicted = m.seconds(c.features, c.on)
		res.points = append(res.points, p)
	}
	res.intervals()
	res.fit.Spreads = res.spreads(computers)
	res.flat = flatRate(cases)
	return res
}

// model returns the model that a point is predicted by.
func (r *result) model(p *point) model {
	if p.heldOut {
		return r.models[""]
	}
	return r.models[p.row.Family]
}

// intervals gives each point the interval that the errors of the other families on the
// same computer make. A computer that was left out has the errors of all others.
func (r *result) intervals() {
	type group struct {
		family string
		on     *computer
	}
	of := map[group]ends{}
	for k := range r.points {
		p := &r.points[k]
		g := group{p.row.Family, p.on}
		if p.on.name == r.without {
			g.on = nil
		}
		e, ok := of[g]
		if !ok {
			e = r.spread(g.family, g.on)
			of[g] = e
		}
		p.low, p.high = p.predicted*math.Min(1, e.low), p.predicted*math.Max(1, e.high)
	}
}

// spreads returns the ends of intervals on each computer.
func (r *result) spreads(computers []*computer) (all []prediction.Spread) {
	for _, on := range computers {
		if on.name != r.without {
			e := r.spread("", on)
			all = append(all, prediction.Spread{On: on.machine.Microarchitecture, Low: round(e.low), High: round(e.high)})
		}
	}
	return all
}

// flatRate returns measured over predicted times if time is flops at one rate, the
// median of the rates of each computer.
func flatRate(cases []measured) []float64 {
	rates := map[string][]float64{}
	for _, c := range cases {
		rates[c.on.name] = append(rates[c.on.name], c.seconds/math.Max(1, c.row.Features.Flops))
	}
	var all []float64
	for _, c := range cases {
		all = append(all, c.seconds/math.Max(1, c.row.Features.Flops)/quantile(rates[c.on.name], 0.5))
	}
	return all
}
