package circuit

import (
	"math"
	"sort"

	"github.com/nrkit/nrkit/newton/netlist"
)

// A waveform is the value of a source over time.
type waveform interface {
	at(t float64) float64
	// corner returns the first time after t at which the slope jumps, or +Inf.
	corner(t float64) float64
}

// Each waveform has defaults that depend on the transient analysis, as in
// SPICE: rise and fall times of one step, widths and periods of the whole time.
func newWaveform(s *netlist.Source, tran *netlist.Tran) waveform {
	var step, stop float64
	if tran != nil {
		step, stop = tran.Step, tran.Stop
	}
	arg := func(k int, otherwise float64) float64 {
		if k < len(s.Arg) && s.Arg[k] != 0 {
			return s.Arg[k]
		}
		return otherwise
	}
	switch s.Shape {
	case netlist.Pulse:
		return &pulse{arg(0, 0), arg(1, 0), arg(2, 0), arg(3, step), arg(4, step), arg(5, stop), arg(6, stop), arg(7, 0)}
	case netlist.Sin:
		return &sine{arg(0, 0), arg(1, 0), 2 * math.Pi * arg(2, 1/stop), arg(3, 0), arg(4, 0), arg(5, 0) * math.Pi / 180}
	case netlist.Exp:
		rise := arg(2, step)
		return &exponential{arg(0, 0), arg(1, 0), rise, arg(3, step), arg(4, rise+step), arg(5, step)}
	case netlist.SFFM:
		return &fm{arg(0, 0), arg(1, 0), 2 * math.Pi * arg(2, 1/stop), arg(3, 0), 2 * math.Pi * arg(4, 1/stop),
			arg(5, 0) * math.Pi / 180, arg(6, 0) * math.Pi / 180}
	case netlist.PWL:
		w := &pwl{delay: s.Delay, repeat: s.Repeat, repeats: s.Repeats}
		for k := 0; k+1 < len(s.Arg); k += 2 {
			w.t, w.v = append(w.t, s.Arg[k]), append(w.v, s.Arg[k+1])
		}
		return w
	}
	return constant(s.DC)
}

type constant float64

func (c constant) at(float64) float64     { return float64(c) }
func (c constant) corner(float64) float64 { return math.Inf(1) }

// pulse repeats a trapezium: v1, from delay a rise to v2, a fall back to v1. It repeats
// for ever if count is 0.
type pulse struct{ v1, v2, delay, rise, fall, width, period, count float64 }

func (p *pulse) at(t float64) float64 {
	t -= p.delay
	if p.count > 0 && t > p.count*p.period {
		return p.v1
	}
	if p.period > 0 && t > p.period {
		t -= p.period * math.Floor(t/p.period)
	}
	switch end := p.rise + p.width; {
	case t <= 0 || t >= end+p.fall:
		return p.v1
	case t >= p.rise && t <= end:
		return p.v2
	case t < p.rise:
		return p.v1 + (p.v2-p.v1)*t/p.rise
	default:
		return p.v2 + (p.v1-p.v2)*(t-end)/p.fall
	}
}

func (p *pulse) corner(t float64) float64 {
	base := p.delay
	if p.period > 0 && t > base {
		base += p.period * math.Floor((t-p.delay)/p.period)
	}
	corners := [...]float64{0, p.rise, p.rise + p.width, p.rise + p.width + p.fall}
	for range 2 { // rounding may have put t into the period before
		for _, c := range corners {
			if after(base+c, t) {
				if p.count > 0 && base+c > p.delay+p.count*p.period {
					return math.Inf(1)
				}
				return base + c
			}
		}
		if !(p.period > 0) {
			break
		}
		base += p.period
	}
	return math.Inf(1)
}

// after says whether time a comes after b by more than rounding.
func after(a, b float64) bool { return a-b > 1e-13*math.Abs(b) && a > b }

// sine is a sine that starts at delay and decays.
type sine struct{ offset, amplitude, omega, delay, damping, phase float64 }

func (s *sine) at(t float64) float64 {
	t -= s.delay
	if t <= 0 {
		return s.offset + s.amplitude*math.Sin(s.phase)
	}
	v := s.amplitude * math.Sin(s.omega*t+s.phase)
	if s.damping != 0 {
		v *= math.Exp(-t * s.damping)
	}
	return s.offset + v
}

func (s *sine) corner(t float64) float64 {
	if s.delay > 0 && after(s.delay, t) {
		return s.delay
	}
	return math.Inf(1)
}

// pwl joins points by straight lines and is constant outside. If points have one time, the
// value jumps there, and has the first of their values at this time, as in ngspice. If it
// repeats, the part from repeat on comes again and again.
type pwl struct {
	t, v          []float64
	delay, repeat float64
	repeats       bool
}

// turn returns the time of the points for a time, and what to add to go back.
func (w *pwl) turn(t float64) (local, add float64) {
	t -= w.delay
	if last := len(w.t) - 1; w.repeats && last > 0 && t > w.t[last] {
		period := w.t[last] - w.repeat
		n := math.Floor((t - w.repeat) / period)
		return t - n*period, w.delay + n*period
	}
	return t, w.delay
}

func (w *pwl) at(t float64) float64 {
	t, _ = w.turn(t)
	k := sort.SearchFloat64s(w.t, t)
	switch {
	case len(w.t) == 0:
		return 0
	case k == 0:
		return w.v[0]
	case k == len(w.t):
		return w.v[k-1]
	}
	return w.v[k-1] + (w.v[k]-w.v[k-1])*(t-w.t[k-1])/(w.t[k]-w.t[k-1])
}

func (w *pwl) corner(t float64) float64 {
	local, add := w.turn(t)
	for range 2 { // behind the last point, the repetition has the next one
		for k := sort.SearchFloat64s(w.t, local); k < len(w.t); k++ {
			if after(w.t[k]+add, t) {
				return w.t[k] + add
			}
		}
		if !w.repeats {
			break
		}
		local, add = w.repeat, add+w.t[len(w.t)-1]-w.repeat
	}
	return math.Inf(1)
}
