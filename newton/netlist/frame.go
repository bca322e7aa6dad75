package netlist

import (
	"fmt"
	"math"
)

// A frame is an instance of a scope while it is expanded.
type frame struct {
	scope  *scope
	caller *frame // nil for the main circuit
	prefix string // path of the instance with a dot behind it; "" for the main circuit
	args   []int32
	base   int     // of its nodes in expander.ids
	m      float64 // parallel instances of the devices in it
	passes bool    // m on to instances in it, also to those that declare it
	alone  bool    // ngspice takes m of instances alone for the devices in it: one of the subcircuit's has it
	depth  *int    // of parameters that are being evaluated, one count for all frames
	cells  map[string]*cell
	models map[*modelCard]*Model
	out    *Netlist // whose options have the temperature
}

// A cell is a parameter of an instance, evaluated when it is first used.
type cell struct {
	v     value
	val   float64
	state byte // unseen, onPath while it is evaluated, linked when val holds
}

// newFrame returns the frame of the main circuit.
func newFrame(s *scope, out *Netlist) *frame {
	f := &frame{scope: s, m: 1, depth: new(int), out: out}
	f.define(s.body)
	return f
}

// define adds parameters, in place of those with the same names.
func (f *frame) define(ps []param) {
	if len(ps) > 0 && f.cells == nil {
		f.cells = make(map[string]*cell, len(ps))
	}
	for _, q := range ps {
		f.cells[q.name] = &cell{v: q.v}
	}
}

// call returns the frame of an instance that f contains. Its parameters are
// the defaults of the header, those of .param in the subcircuit, and what the
// instance sets, evaluated in f.
func (f *frame) call(d *device) (*frame, error) {
	c := d.call
	g := &frame{scope: c.sub, caller: f, prefix: f.prefix + d.proto.Name + ".", args: c.args, depth: f.depth, out: f.out}
	g.define(c.sub.params)
	g.define(c.sub.body)
	for _, q := range c.set {
		v, err := q.v.eval(f)
		if err != nil {
			return nil, err
		}
		g.set(q.name, v)
	}
	return g, g.multiply(d)
}

// set gives a parameter a value, in place of one with the same name.
func (f *frame) set(name string, v float64) {
	f.define([]param{{name, value{c: v}}})
}

// Constants of physics, with the values of ngspice.
const (
	Boltzmann        = 1.38064852e-23   // J/K
	ElementaryCharge = 1.6021766208e-19 // C
)

// param returns the value of a parameter: of the instance itself, else of the
// nearest instance around it that has one of this name, as in ngspice.
func (f *frame) param(name string) (float64, error) {
	for g := f; g != nil; g = g.caller {
		if c := g.cells[name]; c != nil {
			return c.get(name, g)
		}
	}
	switch name {
	case "pi":
		return math.Pi, nil
	case "temp", "temper":
		return f.out.Options.temperature(), nil
	case "vt":
		return Boltzmann / ElementaryCharge * (f.out.Options.temperature() - absoluteZero), nil
	case "gmin":
		if g := f.out.Options.Gmin; g != 0 {
			return g, nil
		}
		return 1e-12, nil
	case "freq", "hertz":
		return 0, nil
	}
	return 0, fmt.Errorf("parameter %q is not defined", shorten(name))
}

// maxParamDepth bounds chains of parameters that use each other.
const maxParamDepth = 1000

func (c *cell) get(name string, f *frame) (float64, error) {
	switch c.state {
	case linked:
		return c.val, nil
	case onPath:
		return 0, fmt.Errorf("parameter %q depends on itself", shorten(name))
	}
	if *f.depth >= maxParamDepth {
		return 0, fmt.Errorf("parameters nest deeper than %d at %q", maxParamDepth, shorten(name))
	}
	*f.depth++
	c.state = onPath
	v, err := c.v.eval(f)
	*f.depth--
	if err != nil {
		return 0, err
	}
	c.val, c.state = v, linked
	return v, nil
}

func (v value) eval(f *frame) (float64, error) {
	if v.e == nil {
		return v.c, nil
	}
	return v.e.eval(f)
}

// deviceName returns the name of an element of f as ngspice prints it: the
// letter, the path and the name, separated by dots. What a subcircuit defined
// inside another holds is renamed twice, as ngspice does.
func (f *frame) deviceName(letter byte, name string) string {
	if f.caller == nil {
		return name
	}
	if !f.scope.local {
		return string(letter) + "." + f.prefix + name
	}
	outer := f.definer()
	return outer.deviceName(letter, string(letter)+"."+f.prefix[len(outer.prefix):]+name)
}

// definer returns the nearest frame around f of the scope that defines f's.
func (f *frame) definer() *frame {
	for g := f.caller; ; g = g.caller {
		if g.scope == f.scope.parent || g.caller == nil {
			return g
		}
	}
}
