package circuit

import "math"

// Limiters keep the voltages at which devices are evaluated from steps that the
// device equations cannot follow. They are those of SPICE3.

// limitJunction limits the voltage v of a pn junction against last, that of the
// evaluation before, where the current would grow by more than e². vt is the
// thermal voltage times the emission coefficient, vcrit where the exponential
// becomes steep. Steps in units of vt become log(1+x): what is left of a step
// of 2 is 1.1, where ngspice's 2+log(x-2) falls without bound.
func limitJunction(v, last, vt, vcrit float64) (limited float64, changed bool) {
	if v > vcrit && math.Abs(v-last) > vt+vt {
		if last <= 0 {
			return vt * math.Log(v/vt), true
		}
		if arg := (v - last) / vt; arg > 0 {
			return last + vt*math.Log1p(arg), true
		} else {
			return last - vt*math.Log1p(-arg), true
		}
	}
	if v < 0 {
		floor := 2*last - 1
		if last > 0 {
			floor = -last - 1
		}
		if v < floor {
			return floor, true
		}
	}
	return v, false
}

// limitBase is limitJunction for transistors, with SPICE's logarithm. Steps of little
// more than 2 in units of vt become steps back; the iterations that this takes are
// the price of the same path as in SPICE.
func limitBase(v, last, vt, vcrit float64) (limited float64, changed bool) {
	if v >= 0 && v <= vcrit {
		return v, false
	}
	limited, changed = limitJunction(v, last, vt, vcrit)
	if !changed || !(v > vcrit) || last <= 0 {
		return limited, changed
	}
	step := math.Abs(v-last) / vt
	log := vt * (2 + math.Log(max(step-2, 1e-15)))
	if v < last {
		log = -log
	}
	return last + log, true
}

// within reports whether limitBase leaves v as it is.
func within(v, last, vt, vcrit float64) bool {
	if v > vcrit && !(math.Abs(v-last) <= vt+vt) {
		return false
	}
	if v >= 0 {
		return true
	}
	if last > 0 {
		return v >= -last-1
	}
	return v >= 2*last-1
}

// limitGate limits a gate voltage v against last, near and above the threshold
// von.
//
// SPICE has two bounds more, for steps up below the threshold and down above it,
// that these always go before.
func limitGate(v, last, von float64) float64 {
	high := math.Abs(2*(last-von)) + 2
	strong := von + 3.5
	switch {
	case last < von && v <= last: // off
		return max(v, last-high)
	case last < von:
		return min(v, von+0.5)
	case last < strong && v <= last: // middle
		return max(v, von-0.5)
	case last < strong:
		return min(v, von+4)
	case v > last: // on, staying on
		return min(v, last+high)
	case v < strong: // on, going off
		return max(v, von+2)
	}
	return v
}

// limitDrain limits a drain voltage v against last.
func limitDrain(v, last float64) float64 {
	switch {
	case last >= 3.5 && v > last:
		return min(v, 3*last+2)
	case last >= 3.5 && v < 3.5:
		return max(v, 2)
	case last >= 3.5:
		return v
	case v > last:
		return min(v, 4)
	default:
		return max(v, -0.5)
	}
}
