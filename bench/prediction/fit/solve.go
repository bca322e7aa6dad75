package main

import (
	"math"

	"github.com/nrkit/nrkit/prediction"
)

// A model predicts the times of a phase.
type model struct {
	prediction.Fit
	before prediction.Fit // what the code took more where it was measured before a change
}

// seconds predicts the time of a matrix as it was measured on a computer.
func (m *model) seconds(f *prediction.Features, on *computer) float64 {
	t := m.Seconds(f, on.machine)
	if on.before {
		t += m.before.Seconds(f, on.machine)
	}
	return t
}

// A sample is one measured time: the seconds of each term for a coefficient of 1, and
// the seconds that were measured.
type sample struct {
	each    []float64
	seconds float64
	weight  float64
}

// predicted returns the sum of the terms.
func predicted(each, c []float64) float64 {
	sum := 0.0
	for k, x := range each {
		sum += c[k] * x
	}
	return sum
}

// coefficients returns coefficients that are not negative and make the relative errors
// small: the sum of |log(measured/predicted)| over the samples is nearly least.
//
// Method: iteratively reweighted least squares. In each step the logarithm of the
// prediction is replaced by its tangent, errors are weighted by their inverse, and the
// least squares problem with non-negative coefficients is solved by an active set.
func coefficients(samples []sample, terms int) []float64 {
	c := make([]float64, terms)
	for k := range c { // each term alone explains a share of the median sample
		var ratios []float64
		for _, s := range samples {
			if s.each[k] > 0 {
				ratios = append(ratios, s.seconds/s.each[k])
			}
		}
		c[k] = quantile(ratios, 0.5) / float64(terms)
	}
	for range 100 {
		next := step(samples, c)
		moved := 0.0
		for k := range c {
			damped := 0.5*c[k] + 0.5*next[k]
			moved = math.Max(moved, math.Abs(damped-c[k])/math.Max(c[k], 1e-9))
			c[k] = damped
		}
		if moved < 1e-5 {
			break
		}
	}
	for k := range c {
		if c[k] < 1e-6 {
			c[k] = 0
		}
	}
	return c
}

// quadratic is the error up to which errors count squared. Larger errors count as they are.
const quadratic = 0.03

// step solves one reweighted problem.
func step(samples []sample, c []float64) []float64 {
	n := len(c)
	gram, right := make([][]float64, n), make([]float64, n)
	for k := range gram {
		gram[k] = make([]float64, n)
	}
	for _, s := range samples {
		p := predicted(s.each, c)
		if p <= 0 {
			continue
		}
		r := math.Log(s.seconds / p)
		r = math.Max(-0.7, math.Min(0.7, r)) // the tangent holds near the prediction only
		w := s.weight / math.Max(math.Abs(r), quadratic)
		for k := range n {
			x := s.each[k] / p
			if x == 0 {
				continue
			}
			right[k] += w * x * (1 + r)
			for l := range n {
				gram[k][l] += w * x * s.each[l] / p
			}
		}
	}
	return nonnegative(gram, right)
}

// fitOf returns the model of the samples, without terms that have no part in it.
func fitOf(samples []sample, s spec) (m model) {
	for k, c := range coefficients(samples, len(s.terms)+len(s.before)) {
		if c == 0 {
			continue
		}
		if k < len(s.terms) {
			t := s.terms[k]
			t.Coefficient = round(c)
			m.Terms = append(m.Terms, t)
			continue
		}
		t := s.before[k-len(s.terms)]
		t.Coefficient = round(c)
		m.before.Terms = append(m.before.Terms, t)
	}
	return m
}

// round keeps four digits.
func round(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}
