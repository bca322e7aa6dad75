package circuit

import (
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// A family is the devices of a circuit that have one type and, where the type has
// models, one model and one temperature.
type family interface {
	// inner numbers the nodes inside e.
	inner(b *builder, e *netlist.Element) inner
	// add makes the device of e.
	add(b *builder, e *netlist.Element, at place) error
	// visit visits the positions of all devices.
	visit(f visit)
	// load adds currents and derivatives of all devices.
	load(c *Circuit, e *newton.Eval)
	// parts returns the number of devices.
	parts() int
	// stamp lists what e adds to.
	stamp(s *stamper, g *assembly.Group, e *netlist.Element, at place)
}

// inner are the unknowns of nodes inside a device, or the nodes outside where
// there are none: of a diode behind the series resistance; of a MOSFET drain
// and source.
type inner [3]int32

// A place is the unknowns that an element has of its own: its first branch
// current, -1 for none, and its inner nodes.
type place struct {
	branch int32
	in     inner
}

// A linker is a family that finds other elements when all have been added.
type linker interface{ link(b *builder) error }

// A pacer is a family that takes part in the choice of time steps.
type pacer interface {
	// longest returns the longest step that may follow the step of the last Load.
	longest(c *Circuit) float64
	// accept says that the time step of the last Load is accepted.
	accept(c *Circuit)
	// corner returns the first break after t.
	corner(t float64) float64
}

// outside is the part of a family whose devices have no nodes inside.
type outside struct{}

func (outside) inner(*builder, *netlist.Element) inner { return inner{} }

// A familyKey is what the devices of a family with models share.
type familyKey struct {
	model *netlist.Model
	temp  float64 // K
}

// families makes the families that the elements need, in the order of the table
// of types, then of the models of the netlist, and remembers which element is in
// which.
func (b *builder) families() error {
	used := map[*netlist.Model][]float64{}
	var kinds [256]bool
	for k := range b.n.Elements {
		e := &b.n.Elements[k]
		kinds[e.Kind] = true
		if e.Model == nil {
			continue
		}
		t, list := b.temperature(e), used[e.Model]
		if len(list) == 0 || list[len(list)-1] != t && !contains(list, t) {
			used[e.Model] = append(list, t)
		}
	}
	models, plain := map[familyKey]int32{}, [256]int32{}
	for k := range deviceTypes {
		t := &deviceTypes[k]
		if len(t.models) == 0 {
			if err := b.plain(t, &kinds, &plain); err != nil {
				return err
			}
			continue
		}
		for _, m := range b.n.Models {
			if !t.has(m) {
				continue
			}
			for _, temp := range used[m] {
				if err := b.modelled(t, familyKey{m, temp}, models); err != nil {
					return err
				}
			}
		}
	}
	b.of = make([]int32, len(b.n.Elements))
	for k := range b.n.Elements {
		e := &b.n.Elements[k]
		if b.of[k] = plain[e.Kind]; e.Model != nil {
			b.of[k] = models[familyKey{e.Model, b.temperature(e)}]
		}
	}
	return nil
}

func contains(list []float64, t float64) bool {
	for _, x := range list {
		if x == t {
			return true
		}
	}
	return false
}

// plain makes the family of a type without models, if there are elements of it.
func (b *builder) plain(t *deviceType, kinds *[256]bool, of *[256]int32) error {
	var made bool
	for _, kind := range t.kinds {
		if !kinds[kind] {
			continue
		}
		if !made {
			f, err := t.make(b, nil, temps{})
			if err != nil {
				return err
			}
			b.addFamily(f, t, t.name)
			made = true
		}
		of[kind] = int32(len(b.c.families) - 1)
	}
	return nil
}

// modelled makes the family of a model at a temperature.
func (b *builder) modelled(t *deviceType, key familyKey, of map[familyKey]int32) error {
	f, err := t.make(b, key.model, b.temps(key))
	if err != nil {
		return err
	}
	of[key] = int32(len(b.c.families))
	name := key.model.Name
	if key.temp != b.ambient() {
		name = heated(name, key.temp)
	}
	b.addFamily(f, t, name)
	return nil
}

// addFamily adds a family with its kind.
func (b *builder) addFamily(f family, t *deviceType, name string) {
	b.c.families = append(b.c.families, f)
	b.types = append(b.types, t)
	b.c.kinds = append(b.c.kinds, newton.Kind{Name: name})
}
