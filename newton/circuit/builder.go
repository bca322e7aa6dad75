package circuit

import (
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// builder makes a Circuit of a netlist: it numbers unknowns, charges and
// voltages of limiters, and lists the positions that devices add to.
type builder struct {
	n *netlist.Netlist
	c *Circuit

	of    []int32       // element → its family
	types []*deviceType // of the families
	node  []int32       // netlist node → unknown; ground → the reference
	place []place       // of the elements

	sizes map[sized]int32  // numbers of sizes in their groups
	named map[string]int32 // elements by name, where elements refer to others

	unchecked int32 // charges that are not checked, so far
	limited   int32 // values that limiters keep, so far
}

// sized is a size of the transistors of a group.
type sized struct {
	group *mosGroup
	size  mosSize
}

func newBuilder(n *netlist.Netlist) *builder {
	b := &builder{n: n, c: &Circuit{Title: n.Title}, sizes: map[sized]int32{}}
	b.c.kinds = []newton.Kind{{Name: linearPart}}
	return b
}

// elements numbers the unknowns and makes the devices.
func (b *builder) elements() error {
	b.number()
	if len(b.c.names) == 0 {
		return &ElementError{Name: "circuit", Msg: "no nodes besides ground"}
	}
	for k := range b.n.Elements {
		f := b.of[k]
		if err := b.c.families[f].add(b, &b.n.Elements[k], b.place[k]); err != nil {
			return err
		}
	}
	for _, f := range b.c.families {
		if l, ok := f.(linker); ok {
			if err := l.link(b); err != nil {
				return err
			}
		}
		if p, ok := f.(pacer); ok {
			b.c.pacers = append(b.c.pacers, p)
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
	b.place = make([]place, len(b.n.Elements))
	for k := range b.n.Elements {
		b.place[k].in = c.families[b.of[k]].inner(b, &b.n.Elements[k])
	}
	c.nodes = len(c.names)
	for k := range b.n.Elements {
		e := &b.n.Elements[k]
		b.place[k].branch = -1
		for i, suffix := range b.types[b.of[k]].unknowns(e) {
			if i == 0 {
				b.place[k].branch = int32(len(c.names))
			}
			c.names = append(c.names, e.Name+"#"+suffix)
		}
	}
	c.ground = int32(len(c.names))
	b.node[0] = c.ground
	for k := range b.place { // ground was not known yet
		for t, u := range b.place[k].in {
			if u < 0 {
				b.place[k].in[t] = c.ground
			}
		}
	}
}

// outer returns the unknown of node k of e before ground is known; -1 stands
// for ground.
func outer(e *netlist.Element, k int) int32 { return e.Nodes[k] - 1 }

// innerNode adds a node inside e.
func (b *builder) innerNode(e *netlist.Element, name string) int32 {
	b.c.names = append(b.c.names, e.Name+"#"+name)
	return int32(len(b.c.names) - 1)
}

// finish compresses the positions of all devices to the pattern.
func (b *builder) finish() (*Circuit, error) {
	c := b.c
	b.renumberCharges()
	c.compress()
	c.last = make([]float64, b.limited)
	c.accepted = make([]float64, len(c.last))
	for k, f := range c.families {
		c.kinds[k+1].Parts = f.parts()
	}
	return c, nil
}

// linearPart is the name of the kind that stands for the entries of the Jacobian
// that are linear, and are copied, and for the clearing of the residuals. It has
// no devices.
const linearPart = "linear part"
