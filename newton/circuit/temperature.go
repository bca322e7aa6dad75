package circuit

import (
	"fmt"
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// Temperatures are in K.
const (
	zeroCelsius = 273.15
	reference   = 27 + zeroCelsius // at which SPICE's constants of silicon hold
)

// temps are the temperature of a device, and that at which the parameters of
// its model hold.
type temps struct{ device, nominal float64 }

// ambient returns the temperature of devices that have none of their own.
func (b *builder) ambient() float64 {
	if o := &b.n.Options; o.HasTemp {
		return o.Temp + zeroCelsius
	}
	return reference
}

// temperature returns the temperature of the device of e.
func (b *builder) temperature(e *netlist.Element) float64 {
	if t, ok := e.Param("temp"); ok {
		return t + zeroCelsius
	}
	if dt, ok := e.Param("dtemp"); ok {
		return b.ambient() + dt
	}
	return b.ambient()
}

// temps returns the temperatures of the devices of a family.
func (b *builder) temps(key familyKey) temps {
	t := temps{key.temp, reference}
	if o := &b.n.Options; o.HasTNom {
		t.nominal = o.TNom + zeroCelsius
	}
	for _, name := range [...]string{"tnom", "tref"} {
		if v, ok := key.model.Param[name]; ok {
			t.nominal = v + zeroCelsius
		}
	}
	return t
}

// heated is the name of the devices of a model at a temperature of their own.
func heated(model string, t float64) string { return fmt.Sprintf("%s at %g °C", model, t-zeroCelsius) }

// thermal returns the thermal voltage at t.
func thermal(t float64) float64 { return boltzmann * t / charge }

// bandgap returns the width of silicon's band gap at t, in eV.
func bandgap(t float64) float64 { return 1.16 - 7.02e-4*t*t/(t+1108) }

// drift returns by how much a built-in potential, scaled in proportion to the
// temperature from reference to t, is too small.
func drift(t float64) float64 {
	gap := 1.1150877/(2*boltzmann*reference) - bandgap(t)/(2*boltzmann*t)
	return -2 * thermal(t) * (1.5*math.Log(t/reference) + charge*gap)
}

// atReference returns the built-in potential at reference that is v at the
// nominal temperature.
func (t temps) atReference(v float64) float64 {
	return (v - drift(t.nominal)) * reference / t.nominal
}

// potential returns the built-in potential of a device whose model says v.
func (t temps) potential(v float64) float64 {
	if t.device == t.nominal {
		return v
	}
	return t.device/reference*t.atReference(v) + drift(t.device)
}

// capacitance returns by what factor the zero-bias capacitance of a junction
// changes that has grading coefficient m and built-in potential v by its model.
func (t temps) capacitance(m, v float64) float64 {
	if t.device == t.nominal {
		return 1
	}
	v0 := t.atReference(v)
	at := func(temp, v float64) float64 { return 1 + m*(4e-4*(temp-reference)-(v-v0)/v0) }
	return at(t.device, t.potential(v)) / at(t.nominal, v)
}

// check says whether both are above absolute zero.
func (t temps) check(m *netlist.Model) error {
	if !(t.device > 0) || !(t.nominal > 0) || math.IsInf(t.nominal, 0) {
		return modelError(m, "got nominal temperature %g °C, want it above %g", t.nominal-zeroCelsius, -zeroCelsius)
	}
	return nil
}
