package circuit

import (
	"slices"

	"github.com/nrkit/nrkit/newton/netlist"
)

// A deviceType is a type of devices: everything that is not said in the file of
// the type itself.
type deviceType struct {
	kinds  []netlist.Kind
	models []netlist.ModelType // none for a type whose elements have no model
	name   string
	source string // of the equations
	// make makes a family, of a model at temperatures where the type has models.
	make func(b *builder, m *netlist.Model, t temps) (family, error)

	branches []string // suffixes of the names of the branch currents of an element

	// Parameters of an instance in [Devices]: those that stay, and voltages.
	static, volts []string
}

// deviceTypes are all types, in the order in which Load evaluates them.
var deviceTypes = [...]deviceType{
	{name: "resistor", kinds: []netlist.Kind{netlist.Resistor}, make: newResistors,
		static: []string{"r"}, volts: []string{"v"}},
	{name: "capacitor", kinds: []netlist.Kind{netlist.Capacitor}, make: newCapacitors,
		static: []string{"c"}, volts: []string{"v"}},
	{name: "inductor", kinds: []netlist.Kind{netlist.Inductor}, make: newInductors, branches: []string{"branch"},
		static: []string{"l"}, volts: []string{"v"}},
	{name: "coupling", kinds: []netlist.Kind{netlist.Coupling}, make: newCouplings, static: []string{"k"}},
	{name: "source", kinds: []netlist.Kind{netlist.Voltage, netlist.Current}, make: newSources, branches: []string{"branch"}},
	{name: "vcvs", kinds: []netlist.Kind{netlist.VCVS}, make: newControlled, branches: []string{"branch"}},
	{name: "cccs", kinds: []netlist.Kind{netlist.CCCS}, make: newControlled},
	{name: "vccs", kinds: []netlist.Kind{netlist.VCCS}, make: newControlled},
	{name: "ccvs", kinds: []netlist.Kind{netlist.CCVS}, make: newControlled, branches: []string{"branch"}},
	{name: "line", kinds: []netlist.Kind{netlist.Line}, make: newLines, branches: []string{"i1", "i2"}, static: []string{"z0", "td"}},
	{name: "switch", kinds: []netlist.Kind{netlist.Switch}, models: []netlist.ModelType{netlist.SW}, make: newSwitches, volts: []string{"vc"}},
	{name: "current switch", kinds: []netlist.Kind{netlist.CurrentSwitch}, models: []netlist.ModelType{netlist.CSW}, make: newSwitches},
	{name: "diode", kinds: []netlist.Kind{netlist.Diode}, models: []netlist.ModelType{netlist.D}, make: newDiodes,
		static: []string{"area"}, volts: []string{"vd"}},
	{name: "bjt", kinds: []netlist.Kind{netlist.Bipolar}, models: []netlist.ModelType{netlist.NPN, netlist.PNP}, make: newBJTs,
		static: []string{"area"}, volts: []string{"vbe", "vbc"}},
	{name: "jfet", kinds: []netlist.Kind{netlist.JFET}, models: []netlist.ModelType{netlist.NJF, netlist.PJF}, make: newJFETs,
		static: []string{"area"}, volts: []string{"vgs", "vgd"}},
	{name: "mosfet", kinds: []netlist.Kind{netlist.MOSFET}, models: []netlist.ModelType{netlist.NMOS, netlist.PMOS}, make: newMOSFETs,
		static: []string{"w", "l", "ad", "as", "pd", "ps", "nrd", "nrs"}, volts: []string{"vgs", "vds", "vbs"}},
}

// has says whether m is a model of the type.
func (t *deviceType) has(m *netlist.Model) bool { return slices.Contains(t.models, m.Type) }

// unknowns returns the suffixes of the branch currents of e.
func (t *deviceType) unknowns(e *netlist.Element) []string {
	if e.Kind == netlist.Current {
		return nil
	}
	return t.branches
}

// group returns the kind of the group of e in [Devices], empty where the model
// says it all.
func (t *deviceType) group(e *netlist.Element) string {
	switch {
	case e.Kind == netlist.Voltage:
		return "vsource"
	case e.Kind == netlist.Current:
		return "isource"
	case e.Model != nil:
		return ""
	}
	return t.name
}
