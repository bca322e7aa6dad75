package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// builder makes a Circuit of a netlist: it numbers unknowns, charges and
// voltages of limiters, and lists the positions that devices add to.
type builder struct {
	n *netlist.Netlist
	c *Circuit

	node   []int32 // netlist node → unknown; ground → the reference
	branch []int32 // element → its branch unknown, or -1
	inside []inner // element → its inner nodes

	diode map[*netlist.Model]int
	mos   map[*netlist.Model]int
	sizes map[sized]int32 // numbers of sizes in their groups

	unchecked int32 // charges that are not checked, so far
	limited   int32 // voltages that limiters keep, so far
}

// inner are the unknowns of nodes inside a device, or the nodes outside where
// there are none: of a diode behind the series resistance; of a MOSFET drain
// and source.
type inner [2]int32

// sized is a size of the transistors of a group.
type sized struct {
	group *mosGroup
	size  mosSize
}

func newBuilder(n *netlist.Netlist) *builder {
	return &builder{n: n, c: &Circuit{Title: n.Title},
		diode: map[*netlist.Model]int{}, mos: map[*netlist.Model]int{}, sizes: map[sized]int32{}}
}

// models reads the models that elements name, in the order of the netlist.
func (b *builder) models() error {
	used := map[*netlist.Model]bool{}
	for k := range b.n.Elements {
		if m := b.n.Elements[k].Model; m != nil {
			used[m] = true
		}
	}
	for _, m := range b.n.Models {
		if !used[m] {
			continue
		}
		if m.Type == netlist.D {
			d, err := newDiodeModel(m, b.temps(m))
			if err != nil {
				return err
			}
			b.diode[m] = len(b.c.diodes)
			b.c.diodes = append(b.c.diodes, diodeGroup{model: d})
			continue
		}
		d, err := newMOSModel(m, b.temps(m))
		if err != nil {
			return err
		}
		b.mos[m] = len(b.c.mosfets)
		b.c.mosfets = append(b.c.mosfets, mosGroup{model: d})
	}
	return nil
}

// elements numbers the unknowns and makes the devices.
func (b *builder) elements() error {
	b.number()
	if len(b.c.names) == 0 {
		return &ElementError{Name: "circuit", Msg: "no nodes besides ground"}
	}
	for k := range b.n.Elements {
		e := &b.n.Elements[k]
		var err error
		switch e.Kind {
		case netlist.Resistor:
			err = b.resistor(e)
		case netlist.Capacitor:
			err = b.capacitor(e)
		case netlist.Inductor:
			err = b.inductor(e, b.branch[k])
		case netlist.Voltage:
			b.voltage(e, b.branch[k])
		case netlist.Current:
			b.current(e)
		case netlist.Diode:
			err = b.addDiode(e, b.inside[k])
		case netlist.MOSFET:
			err = b.addMOSFET(e, b.inside[k])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// number gives unknowns to nodes, then to nodes inside devices, then to branches.
func (b *builder) number() {
	c := b.c
	c.names = append(c.names, b.n.Nodes[1:]...)
	b.node = make([]int32, len(b.n.Nodes))
	for k := 1; k < len(b.node); k++ {
		b.node[k] = int32(k - 1)
	}
	b.branch = make([]int32, len(b.n.Elements))
	b.inside = make([]inner, len(b.n.Elements))
	for k := range b.n.Elements {
		b.inside[k] = b.innerNodes(&b.n.Elements[k])
	}
	c.nodes = len(c.names)
	for k := range b.n.Elements {
		e := &b.n.Elements[k]
		b.branch[k] = -1
		if e.Kind == netlist.Voltage || e.Kind == netlist.Inductor {
			b.branch[k] = int32(len(c.names))
			c.names = append(c.names, e.Name+"#branch")
		}
	}
	c.ground = int32(len(c.names))
	b.node[0] = c.ground
	for k := range b.inside { // ground was not known yet
		for t := range b.inside[k] {
			if b.inside[k][t] < 0 {
				b.inside[k][t] = c.ground
			}
		}
	}
}

// innerNodes numbers the nodes inside e; -1 stands for ground.
func (b *builder) innerNodes(e *netlist.Element) inner {
	outer := func(k int) int32 { return e.Nodes[k] - 1 }
	add := func(name string) int32 {
		b.c.names = append(b.c.names, e.Name+"#"+name)
		return int32(len(b.c.names) - 1)
	}
	switch e.Kind {
	case netlist.Diode:
		in := inner{outer(0)}
		if b.c.diodes[b.diode[e.Model]].model.rs != 0 {
			in[0] = add("internal")
		}
		return in
	case netlist.MOSFET:
		in, m := inner{outer(0), outer(2)}, &b.c.mosfets[b.mos[e.Model]].model
		drain, source := m.ohms(e)
		if drain != 0 {
			in[0] = add("drain")
		}
		if source != 0 {
			in[1] = add("source")
		}
		return in
	}
	return inner{}
}

// finish compresses the positions of all devices to the pattern.
func (b *builder) finish() (*Circuit, error) {
	c := b.c
	b.renumberCharges()
	c.compress()
	c.baseA0 = math.NaN()
	c.last = make([]float64, b.limited)
	c.accepted = make([]float64, len(c.last))
	c.kinds = b.kindList()
	return c, nil
}

// linearPart is the name of the kind that stands for the entries of the Jacobian
// that are linear, and are copied, and for the clearing of the residuals. It has
// no devices.
const linearPart = "linear part"

// kindList names the kinds of devices in the order of Load.
func (b *builder) kindList() []newton.Kind {
	c := b.c
	var kinds []newton.Kind
	add := func(name string, parts int) {
		if parts > 0 {
			kinds = append(kinds, newton.Kind{Name: name, Parts: parts})
		}
	}
	kinds = append(kinds, newton.Kind{Name: linearPart})
	add("resistor", len(c.resistors))
	add("capacitor", len(c.capacitors))
	add("inductor", len(c.inductors))
	add("source", len(c.sources))
	for _, m := range b.n.Models {
		if k, ok := b.diode[m]; ok {
			add(m.Name, len(c.diodes[k].list))
		}
	}
	for _, m := range b.n.Models {
		if k, ok := b.mos[m]; ok {
			add(m.Name, len(c.mosfets[k].list))
		}
	}
	return kinds
}
