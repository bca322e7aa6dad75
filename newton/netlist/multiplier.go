package netlist

import "fmt"

// newMultiplier returns what a value of m is.
func newMultiplier(v value) multiplier {
	return multiplier{given: true, inner: v.e != nil && v.e.uses("m")}
}

// declares says whether a subcircuit has a parameter, in its header or by .param.
func (s *scope) declares(name string) bool {
	if s.formal[name] {
		return true
	}
	for _, q := range s.body {
		if q.name == name {
			return true
		}
	}
	return false
}

// multiply gives the frame of instance d what m=… of d means. A subcircuit that
// declares a parameter m has it as that parameter, and is not multiplied. In
// any other m is how many instances are parallel, which multiplies the devices in
// it, and can be read as the parameter m. Instances in it get the same m.
//
// These are the rules of ngspice 39, but where instances one inside the other, or
// an instance and a device in it, both have an m: it takes that of the outer
// instance alone, which is 1 where another instance of the subcircuit has one.
// Here they multiply.
func (f *frame) multiply(d *device) error {
	around := f.caller
	m, err := d.call.m.eval(around)
	if err != nil {
		return err
	}
	outer := 1.0
	if around.passes && !d.m.inner {
		outer = around.m
	}
	given := d.m.given || around.passes
	if f.scope.declares("m") {
		f.m = 1
		switch {
		case outer != 1:
			f.set("m", outer)
		case given:
			f.set("m", m)
		}
		return nil
	}
	m *= outer
	if !(m > 0) {
		return fmt.Errorf("got m=%g, want it above 0", m)
	}
	f.m, f.passes = m, given
	if given || f.scope.multiplied {
		f.set("m", m)
	}
	f.alone = given || f.scope.multiplied
	return nil
}

// multiply multiplies an element by the instances of f that are parallel. One
// whose own multiplier is an expression of m is multiplied already.
func (x *expander) multiply(f *frame, d *device, e *Element) {
	if d.m.inner {
		return
	}
	if f.alone && d.m.given && e.M != 1 {
		x.nested(f, d, e.M)
	}
	e.M *= f.m
}

// nested warns of a device or an instance whose multiplier ngspice would
// replace, once for each line.
func (x *expander) nested(f *frame, d *device, own float64) {
	if x.twice == nil {
		x.twice = map[*device]bool{}
	}
	if !x.twice[d] {
		x.twice[d] = true
		x.p.warn(d.proto.File, d.proto.Line, "%s has m=%.6g in an instance with m=%.6g: both multiply it; ngspice 39 uses only the m of the instance",
			shorten(d.proto.Name), own, f.m)
	}
}
