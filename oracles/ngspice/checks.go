//go:build linux

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
)

// A report counts and prints checks.
type report struct {
	values        bool
	checks, wrong int
}

// check prints a line, and both sides where it is wrong.
func (r *report) check(circuit, what string, figure, bound float64, sides string) {
	r.checks++
	verdict := "ok"
	if !(figure <= bound) {
		r.wrong++
		verdict = "wrong"
	}
	if verdict == "ok" && !r.values {
		sides = ""
	}
	fmt.Printf("%-20s %-22s %10.3g  at most %-7.3g %-5s %s\n", circuit, what, figure, bound, verdict, sides)
}

// A side holds both runs of a circuit.
type side struct {
	*circuit
	*report
	job          *peer.Job
	ours, theirs *peer.Run
}

func (s *side) line(what string, figure, bound float64, format string, args ...any) {
	s.check(s.name, what, figure, bound, fmt.Sprintf(format, args...))
}

// operatingPoint compares all quantities that both have.
func (s *side) operatingPoint() {
	if s.op == 0 {
		return
	}
	worst, where := 0.0, ""
	common := s.common("op", s.ours.OP, s.theirs.OP)
	for _, name := range common {
		x, y := s.ours.OP.Column(name)[0], column(s.theirs.OP, name)[0]
		tol := s.tolerance(name, math.Max(math.Abs(x), math.Abs(y)))
		if d := math.Abs(x-y) / tol; !(d <= worst) {
			worst, where = d, fmt.Sprintf("%s: nrkit %.12g, ngspice %.12g", name, x, y)
		}
	}
	s.line(fmt.Sprintf("op, %d quantities", len(common)), worst, s.op, "%s", where)
}

// tolerance is that of SPICE for a quantity of the given size.
func (s *side) tolerance(name string, size float64) float64 {
	or := func(given, otherwise float64) float64 {
		if given != 0 {
			return given
		}
		return otherwise
	}
	o := s.job.Net.Options
	if name[0] == 'i' {
		return or(o.RelTol, 1e-3)*size + or(o.AbsTol, 1e-12)
	}
	return or(o.RelTol, 1e-3)*size + or(o.VNTol, 1e-6)
}

// common returns the names that both sides have; one that only nrkit has is
// wrong, so that no comparison is of nothing.
func (s *side) common(what string, ours, theirs *peer.Waves) []string {
	var names, missing []string
	for _, name := range ours.Names {
		if column(theirs, name) != nil {
			names = append(names, name)
		} else {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 || len(names) == 0 {
		s.line(what+" names", math.Inf(1), 0, "ngspice has %v, not %v", theirs.Names, missing)
	}
	return names
}

// column returns a quantity of ngspice. Polynomial sources have names of their own
// there, and an inductor with an expression is a source in the other direction.
func column(w *peer.Waves, name string) []float64 {
	if x := w.Column(name); x != nil {
		return x
	}
	if x := w.Column(strings.Replace(name, "i(l", "i(bl", 1)); x != nil {
		x = slices.Clone(x)
		for k := range x {
			x[k] = -x[k]
		}
		return x
	}
	return w.Column(strings.Replace(name, "i(", "i(a$poly$", 1))
}

// waves compares the waveforms at nrkit's time points. Bound is of the swing; 0 leaves it out.
func (s *side) waves(what string, bound float64) {
	if s.ours.Tran == nil || bound == 0 && s.volts == 0 {
		return
	}
	ours, theirs := s.ours.Tran, s.theirs.Tran
	common := s.common(what, ours, theirs)
	worst, where := [2]float64{}, [2]string{}
	for _, name := range common {
		x, y := ours.Column(name), column(theirs, name)
		d, at := s.difference(x, y)
		// A waveform that stands still has a swing of 1000 tolerances.
		swing := max(slices.Max(y)-slices.Min(y), 1e3*s.tolerance(name, 0))
		text := fmt.Sprintf("%s at %.6g s: nrkit %.9g, ngspice %.9g", name, at, ours.At(x, at), theirs.At(y, at))
		if !(d/swing <= worst[0]) {
			worst[0], where[0] = d/swing, text
		}
		if name[0] == 'v' && !(d <= worst[1]) {
			worst[1], where[1] = d, text
		}
	}
	if bound > 0 {
		s.line(fmt.Sprintf("%s, %d of swing", what, len(common)), worst[0], bound, "%s", where[0])
	}
	if s.volts > 0 {
		s.line(fmt.Sprintf("%s, %d, volts", what, len(common)), worst[1], s.volts, "%s", where[1])
	}
}

// difference returns the largest of x against y, and where it is.
func (s *side) difference(x, y []float64) (worst, at float64) {
	ours, theirs, k := s.ours.Tran.Time, s.theirs.Tran.Time, 0
	last := theirs[len(theirs)-1]
	for p, t := range ours {
		// ngspice may leave out the points at 0; nothing is extrapolated
		if t < theirs[0] || t > last*(1+1e-12) {
			continue
		}
		for k+1 < len(theirs)-1 && theirs[k+1] < t {
			k++
		}
		f := (t - theirs[k]) / (theirs[k+1] - theirs[k])
		d := math.Abs(x[p] - (y[k] + f*(y[k+1]-y[k])))
		if !(d <= worst) {
			worst, at = d, t
		}
	}
	return worst, at
}

// counts compares the work that both did.
func (s *side) counts() {
	if s.ours.Tran == nil {
		return
	}
	a, b := s.ours.Counts, s.theirs.Counts
	for _, c := range []struct {
		what         string
		ours, theirs int64
	}{
		{"iterations", a.Iterations, b.Iterations},
		{"accepted", a.Accepted, b.Accepted},
		{"rejected", a.Rejected, b.Rejected},
	} {
		over := max(c.theirs, 1)
		if c.what == "rejected" { // of all steps that were tried
			over = max(b.Accepted+b.Rejected, 1)
		}
		s.line(c.what, math.Abs(float64(c.ours-c.theirs))/float64(over), s.bounds.counts, "nrkit %d, ngspice %d", c.ours, c.theirs)
	}
}

// sweep compares the points of a DC sweep. Either program ends an iteration within
// SPICE's tolerance, not nearer.
func (s *side) sweep() {
	if s.ours.DC == nil {
		return
	}
	worst, where := 0.0, ""
	common := s.common("sweep", s.ours.DC, s.theirs.DC)
	for _, name := range common {
		x, y := s.ours.DC.Column(name), column(s.theirs.DC, name)
		if len(x) != len(y) {
			s.line("sweep points", math.Inf(1), 0, "nrkit %d, ngspice %d", len(x), len(y))
			return
		}
		for k := range x {
			if d := math.Abs(x[k]-y[k]) / s.tolerance(name, max(math.Abs(x[k]), math.Abs(y[k]))); !(d <= worst) {
				worst, where = d, fmt.Sprintf("%s at point %d: nrkit %.12g, ngspice %.12g", name, k, x[k], y[k])
			}
		}
	}
	s.line(fmt.Sprintf("sweep, %d quantities", len(common)), worst, 1, "%s", where)
	a, b := s.ours.Iterations, s.theirs.Iterations
	s.line("iterations", math.Abs(float64(a-b))/float64(max(b, 1)), s.bounds.counts, "nrkit %d, ngspice %d", a, b)
}

// ring compares period and amplitude in the second half.
func (s *side) ring() {
	if !s.bounds.ring {
		return
	}
	var f [2][3]float64 // period, highest, lowest
	for k, w := range []*peer.Waves{s.ours.Tran, s.theirs.Tran} {
		x := w.Column("v(1)")
		half := w.Time[len(w.Time)-1] / 2
		up := slices.DeleteFunc(w.Crossings(x, 0.6, true, false), func(t float64) bool { return t < half })
		if len(up) < 3 {
			s.line("periods", math.Inf(1), 0, "got %d crossings of 0.6 V", len(up))
			return
		}
		first, _ := slices.BinarySearch(w.Time, half)
		f[k] = [3]float64{(up[len(up)-1] - up[0]) / float64(len(up)-1), slices.Max(x[first:]), slices.Min(x[first:])}
	}
	a, b := f[0], f[1]
	s.line("period", math.Abs(a[0]/b[0]-1), 1e-3, "nrkit %.8g s, ngspice %.8g s", a[0], b[0])
	s.line("highest, volts", math.Abs(a[1]-b[1]), 3e-3, "nrkit %.6g V, ngspice %.6g V", a[1], b[1])
	s.line("lowest, volts", math.Abs(a[2]-b[2]), 3e-3, "nrkit %.6g V, ngspice %.6g V", a[2], b[2])
}

// product compares the product of a multiplier at the end with what it should
// be, and when its bits were last at half the supply.
func (s *side) product() {
	if s.bits == 0 {
		return
	}
	for _, p := range []struct {
		who string
		w   *peer.Waves
	}{{"nrkit", s.ours.Tran}, {"ngspice", s.theirs.Tran}} {
		got, err := p.w.Word("p", s.bits, s.job.Net.Tran.Stop, 0.6)
		wrong := 0.0
		if err != nil || got != s.word {
			wrong = 1
		}
		s.line("product of "+p.who, wrong, 0, "got %#x, want %#x %s", got, s.word, errorText(err))
	}
	worst, where := 0.0, ""
	for k := range s.bits {
		name := fmt.Sprintf("v(p%d)", k)
		a := s.ours.Tran.Crossings(s.ours.Tran.Column(name), 0.6, true, true)
		b := s.theirs.Tran.Crossings(s.theirs.Tran.Column(name), 0.6, true, true)
		if len(a) == 0 || len(b) == 0 {
			s.line("crossings of "+name, math.Inf(1), 0, "nrkit %d, ngspice %d", len(a), len(b))
			continue
		}
		if d := math.Abs(a[len(a)-1] - b[len(b)-1]); !(d <= worst) {
			worst, where = d, fmt.Sprintf("%s: nrkit %.7g s, ngspice %.7g s", name, a[len(a)-1], b[len(b)-1])
		}
	}
	s.line("last crossings, ps", worst*1e12, 1, "%s", where)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return strings.TrimSpace(err.Error())
}
