package netlist

import (
	"fmt"
	"slices"
	"unsafe"
)

// Extra is what only some kinds of elements have.
type Extra struct {
	// Nodes are the controlling nodes of a polynomial source, in pairs.
	Nodes []int32
	// Names are the elements whose currents control a source or a switch, or the
	// inductors that are coupled, with their paths.
	Names []string
	// Coef has the gain of a controlled source, or the coefficients of its
	// polynomial where Poly says of how many variables; the coupling of inductors.
	Coef []float64
	Poly int
	// Given are the parameters of an instance that have no field of their own.
	Given []Parameter
	// Behaviour is the expression of the element, nil for none.
	Behaviour *Behaviour
}

// A Parameter is a parameter of an instance, with its lower-case name.
type Parameter struct {
	Name  string
	Value float64
}

// Param returns the value of a parameter of an instance, and whether it is given.
func (e *Element) Param(name string) (float64, bool) {
	if e.Extra == nil {
		return 0, false
	}
	for _, q := range e.Extra.Given {
		if q.Name == name {
			return q.Value, true
		}
	}
	return 0, false
}

// extra returns the Extra of the element that is read.
func (d *device) extra() *Extra {
	if d.proto.Extra == nil {
		d.proto.Extra = &Extra{}
	}
	return d.proto.Extra
}

// copied returns a copy for an instance: its values may depend on parameters.
func (x *Extra) copied() *Extra {
	if x == nil {
		return nil
	}
	return &Extra{Nodes: slices.Clone(x.Nodes), Names: slices.Clone(x.Names), Coef: slices.Clone(x.Coef),
		Poly: x.Poly, Given: slices.Clone(x.Given)}
}

// extraBytes is what an Extra takes besides its lists.
const extraBytes = int64(unsafe.Sizeof(Extra{}))

// cost returns the bytes of a copy in an instance, without the path in names.
func (x *Extra) cost() cost {
	if x == nil {
		return cost{}
	}
	c := cost{fixed: extraBytes + 4*int64(len(x.Nodes)) + 8*int64(len(x.Coef)) + 32*int64(len(x.Given)), perByte: int64(len(x.Names))}
	for _, name := range x.Names {
		c.fixed += 24 + int64(len(name))
	}
	return c
}

// give reads the value of parameter name of an instance.
func (c *cursor) give(d *device, name string) error {
	if _, ok := d.proto.Param(name); ok {
		return c.errorf("parameter %q of %s is given twice", shorten(name), shorten(d.proto.Name))
	}
	x := d.extra()
	k := len(x.Given)
	x.Given = append(x.Given, Parameter{Name: name})
	return c.assign(d, func(e *Element) *float64 { return &e.Extra.Given[k].Value }, "the value of "+shorten(name))
}

// giveList reads one to len(names) values.
func (c *cursor) giveList(d *device, names ...string) error {
	for k, name := range names {
		if k > 0 && !c.isNumber() {
			return nil
		}
		if err := c.give(d, name); err != nil {
			return err
		}
	}
	return nil
}

// coefficient reads a value into Coef.
func (c *cursor) coefficient(d *device, want string) error {
	x := d.extra()
	k := len(x.Coef)
	x.Coef = append(x.Coef, 0)
	return c.assign(d, func(e *Element) *float64 { return &e.Extra.Coef[k] }, want)
}

// instanceOf are the parameters that the elements of a letter may have besides
// those with a field of their own.
func (c *cursor) instanceParameters(d *device, allowed []string, flags ...string) error {
	for c.more() {
		if c.peek(0, wordToken) && slices.Contains(flags, c.toks[c.i].text) && !c.peek(1, '=') {
			if err := c.flag(d); err != nil {
				return err
			}
			continue
		}
		key := c.key()
		at, want := atArea, "the area"
		switch {
		case key == "" && slices.Contains(allowed, "area") && c.isNumber(), key == "area" && slices.Contains(allowed, "area"):
		case key == "m" && slices.Contains(allowed, "m"):
			at, want = atM, multiplierOf
		case key == "ic" && len(initialNames(d.proto.Kind)) > 0:
			if err := c.giveList(d, initialNames(d.proto.Kind)...); err != nil {
				return err
			}
			continue
		case slices.Contains(allowed, key):
			if err := c.give(d, key); err != nil {
				return err
			}
			continue
		case key == "":
			return c.errorf("got %s, want name=value or the end of the line", c.got())
		default:
			c.i -= 2
			return c.errorf("parameter %q of %s is not supported, want %s", shorten(key), shorten(d.proto.Name), list(allowed))
		}
		if err := c.assign(d, at, want); err != nil {
			return err
		}
	}
	return nil
}

// flag reads off or on.
func (c *cursor) flag(d *device) error {
	if c.toks[c.i].text == "off" {
		d.proto.Off = true
	} else {
		x := d.extra()
		x.Given = append(x.Given, Parameter{c.toks[c.i].text, 1})
	}
	c.i++
	return nil
}

// initialNames are the parameters that the values of ic= become.
func initialNames(kind Kind) []string {
	switch kind {
	case Bipolar:
		return []string{"icvbe", "icvce"}
	case JFET, MESFET:
		return []string{"icvds", "icvgs"}
	case MOSFET:
		return []string{"icvds", "icvgs", "icvbs"}
	case Line:
		return []string{"icv1", "ici1", "icv2", "ici2"}
	}
	return nil
}

// list joins names for a message.
func list(names []string) string {
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	text := names[0]
	for _, n := range names[1 : len(names)-1] {
		text += ", " + n
	}
	return fmt.Sprintf("%s or %s", text, names[len(names)-1])
}
