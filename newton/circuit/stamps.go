package circuit

import (
	"maps"
	"slices"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton/netlist"
)

// Devices returns what the devices of a netlist add to the Jacobian and the
// residual, grouped by model in the order of first appearance, with their
// parameters. The parameters of the instance are columns, with all of its m parallel
// copies together. Junction and channel voltages at x are voltage-like parameters,
// all 0 if x is nil. The parameters of the model are shared.
//
// Shapes: x has an element for each unknown of New's circuit, and the result has the
// same unknowns. Cost: one pass over the elements; 200 bytes for each MOSFET.
//
// It fails as New does for models.
func Devices(n *netlist.Netlist, x []float64) (*assembly.Devices, error) {
	b := newBuilder(n)
	if err := b.models(); err != nil {
		return nil, located(err, n)
	}
	b.number()
	s := stamper{b: b, x: x, group: map[groupKey]int{},
		d: &assembly.Devices{Title: n.Title, Unknowns: len(b.c.names), Names: b.c.names}}
	for k := range n.Elements {
		s.add(k, &n.Elements[k])
	}
	return s.d, nil
}

// stamper makes groups of devices.
type stamper struct {
	b     *builder
	x     []float64
	d     *assembly.Devices
	group map[groupKey]int // place in d.Groups
}

// A groupKey is what devices of a group share. A model of the netlist may have
// the name of a kind.
type groupKey struct {
	kind  netlist.Kind
	model string
}

// columns are the parameters of each kind, the last ones voltage-like.
var columns = map[netlist.Kind]struct {
	model  string
	static []string
	volts  []string
}{
	netlist.Resistor:  {"resistor", []string{"r"}, []string{"v"}},
	netlist.Capacitor: {"capacitor", []string{"c"}, []string{"v"}},
	netlist.Inductor:  {"inductor", []string{"l"}, []string{"v"}},
	netlist.Voltage:   {"vsource", nil, nil},
	netlist.Current:   {"isource", nil, nil},
	netlist.Diode:     {"", []string{"area"}, []string{"vd"}},
	netlist.MOSFET:    {"", []string{"w", "l", "ad", "as", "pd", "ps", "nrd", "nrs"}, []string{"vgs", "vds", "vbs"}},
}

// add adds element k.
func (s *stamper) add(k int, e *netlist.Element) {
	g := s.groupOf(e)
	u := func(n int) int32 { return s.b.node[e.Nodes[n]] }
	branch, in := s.b.branch[k], s.b.inside[k]
	switch e.Kind {
	case netlist.Resistor:
		s.admittance(g, u(0), u(1))
		s.finish(g, e, []int32{u(0), u(1)}, e.Value/e.M, s.volts(u(0), u(1)))
	case netlist.Capacitor:
		s.admittance(g, u(0), u(1))
		s.finish(g, e, []int32{u(0), u(1)}, e.Value*e.M, s.volts(u(0), u(1)))
	case netlist.Inductor:
		s.incidence(g, u(0), u(1), branch)
		s.slot(g, branch, branch)
		s.finish(g, e, []int32{u(0), u(1), branch}, e.Value/e.M, s.volts(u(0), u(1)))
	case netlist.Voltage:
		s.incidence(g, u(0), u(1), branch)
		s.finish(g, e, []int32{u(0), u(1), branch})
	case netlist.Current:
		s.finish(g, e, []int32{u(0), u(1)})
	case netlist.Diode:
		rows := []int32{u(0), u(1)}
		if in[0] != u(0) {
			s.admittance(g, u(0), in[0])
			rows = []int32{u(0), in[0], in[0], u(1)}
		}
		s.admittance(g, in[0], u(1))
		s.finish(g, e, rows, e.Area*e.M, s.volts(in[0], u(1)))
	case netlist.MOSFET:
		s.mosfet(g, e, in)
	}
}

// mosfet adds a transistor: all pairs of its terminals, and its resistances.
func (s *stamper) mosfet(g *assembly.Group, e *netlist.Element, in inner) {
	outer := [4]int32{s.b.node[e.Nodes[0]], s.b.node[e.Nodes[1]], s.b.node[e.Nodes[2]], s.b.node[e.Nodes[3]]}
	t := [4]int32{in[0], outer[1], in[1], outer[3]}
	rows := t[:]
	for _, r := range t {
		for _, c := range t {
			s.slot(g, r, c)
		}
	}
	for _, k := range [...]int{0, 2} {
		if t[k] != outer[k] {
			s.admittance(g, outer[k], t[k])
			rows = append(rows, outer[k], t[k])
		}
	}
	m := e.M
	s.finish(g, e, rows, m*e.W, e.L, m*e.AD, m*e.AS, m*e.PD, m*e.PS, e.NRD, e.NRS, s.volts(t[1], t[2]), s.volts(t[0], t[2]), s.volts(t[3], t[2]))
}

// groupOf returns the group of e, which is made when e is its first device.
func (s *stamper) groupOf(e *netlist.Element) *assembly.Group {
	c := columns[e.Kind]
	name, shared := c.model, []assembly.Shared(nil)
	if e.Model != nil {
		name = e.Model.Name
		for _, p := range slices.Sorted(maps.Keys(e.Model.Param)) {
			shared = append(shared, assembly.Shared{Name: p, Value: e.Model.Param[p]})
		}
	}
	key := groupKey{e.Kind, name}
	k, ok := s.group[key]
	if !ok {
		k = len(s.d.Groups)
		s.group[key] = k
		g := assembly.Group{Model: name, Kind: c.model, Shared: shared, JacPtr: []int32{0}, ResPtr: []int32{0},
			ParamNames: append(slices.Clone(c.static), c.volts...)}
		for v := range c.volts {
			g.VoltageLike = append(g.VoltageLike, len(c.static)+v)
		}
		s.d.Groups = append(s.d.Groups, g)
	}
	return &s.d.Groups[k]
}

// finish ends a device that adds to the residuals rows.
func (s *stamper) finish(g *assembly.Group, e *netlist.Element, rows []int32, params ...float64) {
	for _, r := range rows {
		g.ResRow = append(g.ResRow, s.index(r))
	}
	g.JacPtr = append(g.JacPtr, int32(len(g.JacRow)))
	g.ResPtr = append(g.ResPtr, int32(len(g.ResRow)))
	g.DeviceNames = append(g.DeviceNames, e.Name)
	g.Params = append(g.Params, params...)
	g.Len++
}

func (s *stamper) admittance(g *assembly.Group, a, b int32) {
	s.slot(g, a, a)
	s.slot(g, a, b)
	s.slot(g, b, a)
	s.slot(g, b, b)
}

func (s *stamper) incidence(g *assembly.Group, a, b, branch int32) {
	s.slot(g, a, branch)
	s.slot(g, b, branch)
	s.slot(g, branch, a)
	s.slot(g, branch, b)
}

func (s *stamper) slot(g *assembly.Group, row, col int32) {
	g.JacRow = append(g.JacRow, s.index(row))
	g.JacCol = append(g.JacCol, s.index(col))
}

// index turns the reference into -1.
func (s *stamper) index(u int32) int32 {
	if u == s.b.c.ground {
		return -1
	}
	return u
}

// volts returns the voltage between two unknowns.
func (s *stamper) volts(a, b int32) float64 {
	at := func(u int32) float64 {
		if s.x == nil || u == s.b.c.ground {
			return 0
		}
		return s.x[u]
	}
	return at(a) - at(b)
}
