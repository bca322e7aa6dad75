package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// lines are the lossless transmission lines, by Branin's method of characteristics
// [1]: at each end, the voltage less z0 times the current is what the other end sent
// a delay ago.
//
// [1] F. H. Branin, Proceedings of the IEEE 55:2012–2013, 1967.
type lines struct {
	outside
	list   []line
	breaks []float64 // at which a change of slope arrives
	step   [2]float64
}

// A line of two ends with currents into their first nodes.
type line struct {
	end      [2]lineEnd
	z0, td   float64
	sent     []sent
	incident [2]float64 // what arrives at both ends in this step
}

type lineEnd struct {
	plus, minus, branch int32
	v, i                float64 // initial values; NaN when not given
	// Positions of the other end's voltage and current at rest.
	otherPlus, otherMinus, otherBranch int32
}

// sent is what both ends send at a time: what arrives at the other end.
type sent struct {
	t float64
	a [2]float64 // arrives at end 0, at end 1
}

func newLines(*builder, *netlist.Model, temps) (family, error) { return &lines{}, nil }

func (f *lines) add(b *builder, e *netlist.Element, at place) error {
	z0 := valueOr(e, "z0", valueOr(e, "zo", 0))
	td, given := e.Param("td")
	if !given {
		freq, ok := e.Param("f")
		if !ok {
			return elementError(e, "got no td and no f, want the delay of the line")
		}
		td = valueOr(e, "nl", 0.25) / freq
	}
	if !(z0 > 0) || !(td > 0) || math.IsInf(td, 0) {
		return elementError(e, "got z0=%g and a delay of %g s, want both positive", z0, td)
	}
	l := line{z0: z0 / e.M, td: td}
	for k := range l.end {
		v, i := [2]string{"icv1", "icv2"}[k], [2]string{"ici1", "ici2"}[k]
		l.end[k] = lineEnd{plus: b.node[e.Nodes[2*k]], minus: b.node[e.Nodes[2*k+1]], branch: at.branch + int32(k),
			v: valueOr(e, v, math.NaN()), i: valueOr(e, i, math.NaN())}
	}
	f.list = append(f.list, l)
	return nil
}

func (f *lines) parts() int { return len(f.list) }

func (f *lines) visit(v visit) {
	for k := range f.list {
		l := &f.list[k]
		for i := range l.end {
			end, other := &l.end[i], &l.end[1-i]
			v.incidence(end.plus, end.minus, end.branch)
			v(end.branch, end.branch, nil, -l.z0, 0)
			v(end.branch, other.plus, &end.otherPlus, 0, 0)
			v(end.branch, other.minus, &end.otherMinus, 0, 0)
			v(end.branch, other.branch, &end.otherBranch, 0, 0)
		}
	}
}

func (f *lines) load(_ *Circuit, e *newton.Eval) {
	for k := range f.list {
		l := &f.list[k]
		if e.A0 != 0 && e.Mode == newton.Predict {
			l.arrive(e.Time - l.td)
		}
		for i := range l.end {
			end := &l.end[i]
			v, current := e.X[end.plus]-e.X[end.minus], e.X[end.branch]
			contribute(e, end.plus, end.minus, current)
			arrives := l.incident[i]
			if e.A0 == 0 {
				arrives = l.atRest(end, &l.end[1-i], e)
			}
			e.F[end.branch] += v - l.z0*current - arrives
			if e.Scale != nil {
				raise(e.Scale, end.branch, end.branch, v)
				raise(e.Scale, end.branch, end.branch, l.z0*current)
				raise(e.Scale, end.branch, end.branch, arrives)
			}
		}
	}
}

// atRest adds the derivatives by the other end, and returns what arrives from it. A
// small loss makes the currents unique, as in SPICE.
func (l *line) atRest(end, other *lineEnd, e *newton.Eval) float64 {
	z := (1 - e.Gmin) * l.z0
	e.J[end.otherPlus]--
	e.J[end.otherMinus]++
	e.J[end.otherBranch] -= z
	return e.X[other.plus] - e.X[other.minus] + z*e.X[other.branch]
}

// arrive sets what arrives that was sent at t, by a parabola through three points.
func (l *line) arrive(t float64) {
	k := 2
	for k < len(l.sent)-1 && l.sent[k].t <= t {
		k++
	}
	p := l.sent[k-2 : k+1]
	w0 := (t - p[1].t) / (p[0].t - p[1].t) * ((t - p[2].t) / (p[0].t - p[2].t))
	w1 := (t - p[0].t) / (p[1].t - p[0].t) * ((t - p[2].t) / (p[1].t - p[2].t))
	w2 := (t - p[0].t) / (p[2].t - p[0].t) * ((t - p[1].t) / (p[2].t - p[1].t))
	for i := range l.incident {
		l.incident[i] = w0*p[0].a[i] + w1*p[1].a[i] + w2*p[2].a[i]
	}
}

// sends returns what both ends send.
func (l *line) sends(e *newton.Eval) (a [2]float64) {
	for i := range a {
		other := &l.end[1-i]
		v, current := e.X[other.plus]-e.X[other.minus], e.X[other.branch]
		if e.Mode == newton.Initial {
			if other.v == other.v {
				v = other.v
			}
			if other.i == other.i {
				current = other.i
			}
		}
		a[i] = v + l.z0*current
	}
	return a
}

// bends says whether the slope of what is sent changes between two differences over
// two steps, by SPICE's tolerances.
func bends(new, mid, old [2]float64, h0, h1 float64) bool {
	for i := range new {
		d1, d2 := (new[i]-mid[i])/h0, (mid[i]-old[i])/h1
		if math.Abs(d1-d2) >= max(math.Abs(d1), math.Abs(d2))+1 {
			return true
		}
	}
	return false
}

// longest keeps a step from leading past the arrival of a change of slope. Its
// differences are over the steps before, as in SPICE.
func (f *lines) longest(c *Circuit) float64 {
	longest := math.Inf(1)
	for k := range f.list {
		l := &f.list[k]
		n := len(l.sent)
		if bends(l.sends(c.eval), l.sent[n-1].a, l.sent[n-2].a, f.step[0], f.step[1]) {
			longest = min(longest, l.sent[n-1].t+l.td-c.eval.Time)
		}
	}
	return longest
}

func (f *lines) accept(c *Circuit) {
	e := c.eval
	if e.A0 == 0 {
		f.start(e)
		return
	}
	for len(f.breaks) > 0 && f.breaks[0] <= e.Time {
		f.breaks = f.breaks[1:]
	}
	for k := range f.list {
		l := &f.list[k]
		l.forget(e.Time - l.td)
		l.sent = append(l.sent, sent{e.Time, l.sends(e)})
		n := len(l.sent)
		if bends(l.sent[n-1].a, l.sent[n-2].a, l.sent[n-3].a, e.Step, e.Before) {
			f.addBreak(l.sent[n-2].t+l.td, e.Time)
		}
	}
	f.step = [2]float64{e.Step, f.step[0]}
}

// start makes the past of all lines what they are now.
func (f *lines) start(e *newton.Eval) {
	f.breaks = f.breaks[:0]
	f.step = [2]float64{1, 1}
	for k := range f.list {
		l := &f.list[k]
		a := l.sends(e)
		l.sent = append(l.sent[:0], sent{-2 * l.td, a}, sent{-l.td, a}, sent{0, a})
	}
}

// forget drops what has arrived before t, apart from two points.
func (l *line) forget(t float64) {
	k := 2
	for k < len(l.sent)-1 && l.sent[k].t < t {
		k++
	}
	if k -= 2; k > 64 { // moves few points many times otherwise
		l.sent = append(l.sent[:0], l.sent[k:]...)
	}
}

// addBreak adds a break after now, in order.
func (f *lines) addBreak(t, now float64) {
	if t <= now {
		return
	}
	k := len(f.breaks)
	for k > 0 && f.breaks[k-1] >= t {
		if f.breaks[k-1] == t {
			return
		}
		k--
	}
	f.breaks = append(f.breaks, 0)
	copy(f.breaks[k+1:], f.breaks[k:])
	f.breaks[k] = t
}

func (f *lines) corner(t float64) float64 {
	for _, b := range f.breaks {
		if after(b, t) {
			return b
		}
	}
	return math.Inf(1)
}

func (f *lines) stamp(s *stamper, g *assembly.Group, e *netlist.Element, at place) {
	var rows []int32
	for k := range 2 {
		u, v, branch := s.node(e, 2*k), s.node(e, 2*k+1), at.branch+int32(k)
		s.incidence(g, u, v, branch)
		s.slot(g, branch, branch)
		s.slot(g, branch, s.node(e, 2-2*k))
		s.slot(g, branch, s.node(e, 3-2*k))
		s.slot(g, branch, at.branch+int32(1-k))
		rows = append(rows, u, v, branch)
	}
	s.finish(g, e, rows, valueOr(e, "z0", valueOr(e, "zo", 0)), valueOr(e, "td", 0))
}
