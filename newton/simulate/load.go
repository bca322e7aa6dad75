package simulate

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/builtin"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// A Circuit is ready to be run.
type Circuit struct {
	Name    string // of the built-in circuit, or of the file without directory and extension
	File    string // empty for a built-in circuit
	Netlist *netlist.Netlist
	System  *circuit.Circuit
}

// Load returns the built-in circuit of that name, or reads the netlist of that
// path: what has a separator or a dot in it is a path.
//
// It fails with the errors of netlist.Parse and circuit.New, and for a name
// that is neither.
func Load(name string) (*Circuit, error) {
	if strings.ContainsAny(name, `./\`) {
		return LoadFile(name)
	}
	text, err := builtin.Source(name)
	if err != nil {
		return nil, err
	}
	n, err := netlist.Parse(name+".cir", strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	c, err := circuit.New(n)
	if err != nil {
		return nil, fmt.Errorf("internal error: %s: %w", name, err)
	}
	return &Circuit{Name: name, Netlist: n, System: c}, nil
}

// LoadFile reads the netlist of that path.
func LoadFile(path string) (*Circuit, error) {
	n, err := netlist.ParseFile(path)
	if err != nil {
		return nil, err
	}
	c, err := circuit.New(n)
	if err != nil {
		return nil, inFile(path, err)
	}
	base := filepath.Base(path)
	return &Circuit{Name: strings.TrimSuffix(base, filepath.Ext(base)), File: path, Netlist: n, System: c}, nil
}

// inFile adds the path to an error that does not say where it is.
func inFile(path string, err error) error {
	var e *circuit.ElementError
	if errors.As(err, &e) && e.File != "" && e.Line > 0 {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// unknown returns the number of the unknown that a netlist writes as "v(out)",
// "i(vdd)" or "out".
func (c *Circuit) unknown(name string) (int, bool) {
	inner := name
	if open := strings.IndexByte(name, '('); open >= 0 && strings.HasSuffix(name, ")") {
		inner = name[open+1 : len(name)-1]
		if strings.EqualFold(name[:open], "i") {
			inner += "#branch"
		}
	}
	for i := range c.System.Size() {
		if c.System.Unknown(i).Name == inner {
			return i, true
		}
	}
	return 0, false
}

// A probe of a waveform is the difference of two unknowns; a negative number is ground.
type probe struct{ plus, minus int }

// probe returns what a netlist writes as "v(a,b)", or as the name of an unknown.
func (c *Circuit) probe(name string) (probe, bool) {
	name = strings.ToLower(name)
	pair, ok := strings.CutPrefix(name, "v(")
	if a, b, two := strings.Cut(strings.TrimSuffix(pair, ")"), ","); ok && two {
		plus, ok := c.node(a)
		minus, too := c.node(b)
		return probe{plus, minus}, ok && too
	}
	k, ok := c.unknown(name)
	return probe{k, -1}, ok
}

// node returns the unknown of a node, -1 for ground.
func (c *Circuit) node(name string) (int, bool) {
	if name == "0" || name == "gnd" {
		return -1, true
	}
	return c.unknown(name)
}

// cannotSave says why probe finds nothing.
func (c *Circuit) cannotSave(name string) string {
	element, ok := strings.CutPrefix(name, "i(")
	element = strings.TrimSuffix(element, ")")
	if ok && slices.ContainsFunc(c.Netlist.Elements, func(e netlist.Element) bool { return e.Name == element }) {
		return "the current of " + element + " is no unknown of the circuit, unlike currents of voltage sources and inductors"
	}
	return "the circuit has no such voltage or current"
}

// saved returns what the netlist saves, all unknowns when it names none.
func (c *Circuit) saved() (probes []probe, names []string) {
	for _, s := range c.Netlist.Save {
		if k, ok := c.probe(s); ok && !slices.Contains(probes, k) {
			probes, names = append(probes, k), append(names, s)
		}
	}
	if len(probes) > 0 {
		return probes, names
	}
	names = c.names()
	for i := range names {
		probes = append(probes, probe{i, -1})
	}
	return probes, names
}

// names returns the names of all unknowns as a netlist writes them: v(out), i(vdd).
func (c *Circuit) names() []string {
	names := make([]string, c.System.Size())
	for i := range names {
		u := c.System.Unknown(i)
		names[i] = "v(" + u.Name + ")"
		if branch, ok := strings.CutSuffix(u.Name, "#branch"); ok && u.Quantity == newton.Current {
			names[i] = "i(" + branch + ")"
		}
	}
	return names
}
