package main

import (
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/prediction"
)

// uncalibrated widens intervals on machines that were not measured. It is an assumption:
// one machine cannot show how well coefficients carry over to another.
const uncalibrated = 1.5

// extrapolated widens intervals beyond the largest matrices of the fit. It is an
// assumption, too.
const extrapolated = 3

// same is how far the entries of a real factorization may be from the predicted ones,
// as a factor, for a row to be fitted to. Other rows are only evaluated.
const same = 1.1

// A point is a measured time beside its prediction by a model that was fitted without
// the family of the matrix.
type point struct {
	row       *dataset.Row
	measured  float64
	predicted float64
	low, high float64 // of the interval, from the other families
	counts    float64 // entries of the real factors over the predicted ones; 0 if the solver reports none
	clean     bool    // whether the counts hold
	heldOut   bool
}

func (p *point) ratio() float64 { return p.measured / p.predicted }

// A result is the model of one phase with its evaluation.
type result struct {
	models map[string]prediction.Fit // by the family that was left out; "" for held-out matrices
	name   string                    // such as `klu/refactor`
	fit    prediction.Fit
	points []point
	flat   []float64 // measured over predicted by one rate of flops
}

func (r *result) ordering() (string, bool) { return strings.CutPrefix(r.name, "ordering/") }

// heldOut are matrices that no model is fitted to.
var heldOut = []string{"mul24_it000100", "cs90_smult20_rs", "pf_case2869pegase", "irdrop_map21_mna", "fe_4elt2", "watt_2",
	"points_5000", "rajat19", "layers_150", "grid3d_16", "blocks_5000"}

// fitAll fits and evaluates every phase.
func fitAll(rows []dataset.Row, machine *prediction.Machine) (all []*result, w widths) {
	for _, spec := range specs() {
		if r := evaluate(spec, rows, machine); r != nil {
			all = append(all, r)
		}
	}
	w = widths{widthOf(all, tiny), widthOf(all, spilled(machine))}
	for _, r := range all {
		for k := range r.points {
			r.points[k].widen(w, machine)
		}
	}
	return all, w
}

// A case is a row with the samples of a phase.
type measured struct {
	row *dataset.Row
	sample
	counts float64
	clean  bool
}

// casesOf returns the rows that have the phase.
func casesOf(spec spec, rows []dataset.Row, machine *prediction.Machine) []measured {
	var cases []measured
	for k := range rows {
		r := &rows[k]
		t, ok := r.Times[spec.time()]
		if !ok || t <= 0 || (r.Ordering == dataset.Own) != spec.own || spec.when != nil && !spec.when(&r.Features) {
			continue
		}
		c := measured{row: r, sample: sample{seconds: t, weight: 1}, counts: countsOf(spec, r)}
		c.clean = hold(c.counts)
		for _, term := range spec.terms {
			c.each = append(c.each, term.Each(&r.Features, machine))
		}
		cases = append(cases, c)
	}
	return cases
}

// hold reports whether real counts are near the predicted ones.
func hold(counts float64) bool { return counts == 0 || math.Abs(math.Log(counts)) <= math.Log(same) }

// countsOf returns the entries of the real factors of a solver over the predicted ones.
func countsOf(spec spec, r *dataset.Row) float64 {
	solver, _, _ := strings.Cut(spec.time(), "/")
	if spec.own {
		return 0 // the features are of another ordering
	}
	l, u := r.Counts[solver+"/l"], r.Counts[solver+"/u"]
	switch solver {
	case "lu", "klu": // rows whose solver failed have no counts
		return (l + u) / float64(r.Features.L+r.Features.U)
	case "umfpack":
		return (l + u) / float64(r.Features.Whole.L+r.Features.Whole.U)
	case "superlu":
		return (l + u) / float64(r.Features.SuperLU.L+r.Features.SuperLU.U)
	}
	return 0
}

// evaluate fits a phase once without each family, and once to all.
func evaluate(spec spec, rows []dataset.Row, machine *prediction.Machine) *result {
	cases := casesOf(spec, rows, machine)
	if len(cases) < 3*len(spec.terms) {
		return nil
	}
	res := &result{name: spec.name}
	fit := func(without string) prediction.Fit {
		var samples []sample
		for _, c := range cases {
			if c.clean && c.row.Family != without && !slices.Contains(heldOut, c.row.Matrix) {
				samples = append(samples, c.sample)
			}
		}
		return fitOf(samples, spec.terms)
	}
	whole := fit("")
	models := map[string]prediction.Fit{}
	for _, c := range cases {
		family := c.row.Family
		if _, ok := models[family]; !ok {
			models[family] = fit(family)
		}
		p := point{row: c.row, measured: c.seconds, counts: c.counts, clean: c.clean, heldOut: slices.Contains(heldOut, c.row.Matrix)}
		model := models[family]
		if p.heldOut {
			model = whole
		}
		p.predicted = model.Seconds(&c.row.Features, machine)
		res.points = append(res.points, p)
	}
	res.intervals()
	res.fit = whole
	models[""] = whole
	res.models = models
	low, high := res.spread("")
	res.fit.Low, res.fit.High = round(low), round(high)
	res.flat = flatRate(cases)
	return res
}

// intervals gives each point the interval that the errors of the other families make.
func (r *result) intervals() {
	for k := range r.points {
		p := &r.points[k]
		low, high := r.spread(p.row.Family)
		p.low, p.high = p.predicted*math.Min(1, low), p.predicted*math.Max(1, high)
	}
}

// flatRate returns measured over predicted times if time is flops at one rate, the
// median of the rates.
func flatRate(cases []measured) []float64 {
	var rates []float64
	for _, c := range cases {
		rates = append(rates, c.seconds/math.Max(1, c.row.Features.Flops))
	}
	median := quantile(rates, 0.5)
	for k := range rates {
		rates[k] /= median
	}
	return rates
}
