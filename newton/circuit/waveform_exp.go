package circuit

import "math"

// exponential goes from v1 to v2 from time rise on, and back from time fall on, each
// with its own time constant.
type exponential struct{ v1, v2, rise, riseTau, fall, fallTau float64 }

func (e *exponential) at(t float64) float64 {
	v := e.v1
	if t > e.rise {
		v -= (e.v2 - e.v1) * math.Expm1(-(t-e.rise)/e.riseTau)
	}
	if t > e.rise && t > e.fall {
		v -= (e.v1 - e.v2) * math.Expm1(-(t-e.fall)/e.fallTau)
	}
	return v
}

func (e *exponential) corner(t float64) float64 {
	next := math.Inf(1)
	for _, c := range [...]float64{e.rise, e.fall} {
		if after(c, t) {
			next = min(next, c)
		}
	}
	return next
}

// fm is a sine whose phase another sine modulates.
type fm struct{ offset, amplitude, carrier, index, signal, carrierPhase, signalPhase float64 }

func (f *fm) at(t float64) float64 {
	return f.offset + f.amplitude*math.Sin(f.carrier*t+f.carrierPhase+f.index*math.Sin(f.signal*t+f.signalPhase))
}

func (f *fm) corner(float64) float64 { return math.Inf(1) }
