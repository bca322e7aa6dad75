package netlist

import (
	"fmt"
	"strings"
)

// What a node of a frame is before it has a number: none yet, or the global
// node global-k for the k-th name of .global.
const (
	unset  int32 = -1
	global int32 = -2
)

// maxNames bounds the bytes of all names of the expanded netlist.
const maxNames int64 = 1 << 31

// An expander writes the flat netlist. The ids of the nodes of all frames that
// are open lie behind each other in ids.
type expander struct {
	p        *parser
	ids      []int32
	globals  []int32          // number of each global node, unset until it is used
	dotted   map[string]int32 // numbers by name; nil where no name has a dot
	names    int64            // bytes of names
	programs int64            // bytes of programs of expressions
	sources  int64            // bytes of sources that several in parallel have
	twice    map[*device]bool // devices that nested has warned of
}

// expand fills the output from the linked scopes.
func (p *parser) expand() error {
	x := &expander{p: p, globals: make([]int32, len(p.globals))}
	for k := range x.globals {
		x.globals[k] = unset
	}
	if p.dotted {
		x.dotted = map[string]int32{}
	}
	p.out.Nodes = []string{"0"}
	p.out.Elements = make([]Element, 0, p.top.size)
	return x.frame(p.main)
}

// anyDotted says whether s or a subcircuit in it names a node with a dot, which
// may be one inside an instance.
func anyDotted(s *scope) bool {
	for _, n := range s.nodes {
		if strings.IndexByte(n, '.') >= 0 {
			return true
		}
	}
	for _, in := range s.inits {
		if strings.IndexByte(in.node, '.') >= 0 {
			return true
		}
	}
	for _, sub := range s.subs {
		if anyDotted(sub) {
			return true
		}
	}
	return false
}

// frame writes the elements of an instance.
func (x *expander) frame(f *frame) error {
	f.base = len(x.ids)
	x.ids = append(x.ids, f.scope.start...)
	for k := range f.scope.devices {
		d := &f.scope.devices[k]
		if d.call != nil {
			g, err := f.call(d)
			if err != nil {
				return x.errorIn(d, err)
			}
			if f.m != 1 && d.m.given && !d.m.inner && g.m != f.m && g.m != 1 {
				x.nested(f, d, g.m/f.m)
			}
			if err := x.frame(g); err != nil {
				return err
			}
			continue
		}
		if err := x.device(f, d); err != nil {
			return err
		}
	}
	err := x.initials(f)
	x.ids = x.ids[:f.base]
	return err
}

func (x *expander) errorIn(d *device, err error) error {
	if _, ok := err.(*SyntaxError); ok {
		return err
	}
	return x.p.errorAt(d.proto.File, d.proto.Line, "%s: %v", shorten(d.proto.Name), err)
}

// device writes one element.
func (x *expander) device(f *frame, d *device) error {
	x.p.out.Elements = append(x.p.out.Elements, d.proto)
	e := &x.p.out.Elements[len(x.p.out.Elements)-1]
	e.Name = f.deviceName(e.Name[0], e.Name)
	if x.names += int64(len(e.Name)); x.names > maxNames {
		return x.errorIn(d, fmt.Errorf("names of the expanded netlist take more than %d bytes", maxNames))
	}
	for k := range letterOf(e.Kind).nodes {
		e.Nodes[k] = x.node(f, d.proto.Nodes[k])
	}
	if e.Extra != nil {
		x.extra(f, e)
	}
	for _, q := range d.dynamic {
		v, err := q.e.eval(f)
		if err != nil {
			return x.errorIn(d, err)
		}
		*q.at(e) = v
	}
	if err := x.parts(f, d, e); err != nil {
		return x.errorIn(d, err)
	}
	if d.behaviour != nil {
		if err := x.behaviour(f, d, e); err != nil {
			return x.errorIn(d, err)
		}
	}
	if err := x.passive(f, d, e); err != nil {
		return x.errorIn(d, err)
	}
	x.fill(e)
	if x.p.altered != nil {
		if err := x.p.alter(e); err != nil {
			return err
		}
	}
	x.multiply(f, d, e)
	err := x.copied(e)
	if err == nil {
		err = e.finish()
	}
	if err != nil {
		return x.errorIn(d, err)
	}
	if e.Kind == Resistor && e.Value == 0 {
		e.Value = leastResistance
		x.p.warn(e.File, e.Line, "%s has 0 ohm; %g ohm is used, as in ngspice", shorten(e.Name), leastResistance)
	}
	return nil
}

// extra gives an element an Extra of its instance.
func (x *expander) extra(f *frame, e *Element) {
	e.Extra = e.Extra.copied()
	for k, n := range e.Extra.Nodes {
		e.Extra.Nodes[k] = x.node(f, n)
	}
	for k, name := range e.Extra.Names {
		e.Extra.Names[k] = f.deviceName(name[0], name)
		x.names += int64(len(e.Extra.Names[k]))
	}
}

// parts gives an element the source and the model of its instance.
func (x *expander) parts(f *frame, d *device, e *Element) (err error) {
	if d.source != nil {
		e.Source, err = d.source.eval(f)
		return err
	}
	if d.model != nil && e.Model == nil {
		e.Model, err = x.model(f, d.model)
	}
	return err
}

// defaultWidth is the width and the length of a MOSFET that has none, in m.
const defaultWidth = 100e-6

// fill gives a MOSFET the geometry that .options or SPICE states.
func (x *expander) fill(e *Element) {
	if e.Kind != MOSFET {
		return
	}
	def := &x.p.defaults
	for _, q := range [...]struct{ at, def *float64 }{{&e.W, &def.W}, {&e.L, &def.L}, {&e.AD, &def.AD}, {&e.AS, &def.AS}} {
		if *q.at == 0 {
			*q.at = *q.def
		}
	}
	if e.W == 0 {
		e.W = defaultWidth
	}
	if e.L == 0 {
		e.L = defaultWidth
	}
}

// model returns the model of a card for the instance that f is in.
func (x *expander) model(f *frame, m *modelCard) (*Model, error) {
	g := f
	for g.caller != nil && g.scope != m.scope {
		g = g.caller
	}
	if model := g.models[m]; model != nil {
		return model, nil
	}
	name := m.name
	if g.caller != nil {
		name = strings.TrimSuffix(g.prefix, ".") + ":" + m.name
	}
	model, err := x.p.newModel(m, name, g)
	if err != nil {
		return nil, err
	}
	if g.models == nil {
		g.models = map[*modelCard]*Model{}
	}
	g.models[m] = model
	return model, nil
}

// node returns the number of a local node of f, a new one where it has none.
func (x *expander) node(f *frame, local int32) int32 {
	if local == ground {
		return 0
	}
	at := f.base + int(local)
	id := x.ids[at]
	if id >= 0 {
		return id
	}
	switch {
	case id <= global:
		g := &x.globals[global-id]
		if *g == unset {
			*g = x.newNode(f.scope.nodes[local])
		}
		id = *g
	case int(local) < len(f.args):
		id = x.node(f.caller, f.args[local])
	default:
		id = x.newNode(f.prefix + f.scope.nodes[local])
	}
	x.ids[at] = id
	return id
}

// newNode adds a node, or returns the one that has this name already.
func (x *expander) newNode(name string) int32 {
	if x.dotted != nil {
		if id, ok := x.dotted[name]; ok {
			return id
		}
	}
	id := int32(len(x.p.out.Nodes))
	x.p.out.Nodes = append(x.p.out.Nodes, name)
	x.names += int64(len(name))
	if x.dotted != nil {
		x.dotted[name] = id
	}
	return id
}

// initials records .ic and .nodeset of an instance.
func (x *expander) initials(f *frame) error {
	for _, in := range f.scope.inits {
		v, err := in.v.eval(f)
		if err != nil {
			return x.p.errorAt(in.file, in.line, "%v", err)
		}
		id := x.find(f, in.node)
		if id < 0 {
			x.p.warn(in.file, in.line, "node %s is not connected to anything: its initial voltage is ignored", shorten(f.prefix+in.node))
			continue
		}
		at := Place{x.p.out.Files[in.file], int(in.line)}
		if in.set {
			x.p.out.NodeSet[id], x.p.out.NodeSetAt[id] = v, at
		} else {
			x.p.out.IC[id], x.p.out.ICAt[id] = v, at
		}
	}
	return nil
}

// find returns the number of a node of f by name, -1 if it has none. The
// elements of f are written.
func (x *expander) find(f *frame, name string) int32 {
	if isGround(name) {
		return 0
	}
	if k, ok := f.scope.index[name]; ok {
		for g := f; ; g = g.caller {
			id := x.ids[g.base+int(k)]
			if id >= 0 {
				return id
			}
			if id <= global {
				return x.globals[global-id]
			}
			if int(k) >= len(g.args) {
				break
			}
			if k = g.args[k]; k == ground {
				return 0
			}
		}
	}
	if k, ok := x.p.globals[name]; ok {
		return x.globals[k]
	}
	if id, ok := x.dotted[f.prefix+name]; ok {
		return id
	}
	return -1
}

// leastResistance stands for 0 ohm, as in ngspice.
const leastResistance = 1e-3

// finish checks the values of an element and folds its multiplier into a value
// where the value is all there is.
func (e *Element) finish() error {
	if !(e.M > 0) {
		return fmt.Errorf("got m=%g, want it above 0", e.M)
	}
	switch e.Kind {
	case Resistor, Inductor:
		e.Value, e.M = e.Value/e.M, 1
	case Capacitor:
		e.Value, e.M = e.Value*e.M, 1
	case Voltage, Current:
		if e.Source != nil {
			if err := e.Source.check(); err != nil {
				return err
			}
		}
		if e.M != 1 && e.Kind == Current {
			e.Source = e.Source.times(e.M)
		}
		e.M = 1
	case Behavioural:
		if e.Name[0] == byte(VCVS) || e.Name[0] == byte(Behavioural) && e.Extra.Behaviour.Voltage {
			e.M = 1
		}
	case Diode, Bipolar, JFET, MESFET:
		if !(e.Area > 0) {
			return fmt.Errorf("got area %g, want it above 0", e.Area)
		}
	case MOSFET:
		for _, v := range [...]float64{e.W, e.L, e.AD, e.AS, e.PD, e.PS} {
			if v < 0 {
				return fmt.Errorf("got %g for a width, length, area or perimeter, want it from 0 up", v)
			}
		}
	}
	return nil
}
