package netlist

import (
	"slices"
	"strings"
)

// A letter is what an element whose name starts with it is.
type letter struct {
	kind   Kind
	says   string
	nodes  int         // of an element
	models []ModelType // that it may have; none for an element without a model
	read   func(*cursor, *device) error
}

// letters are the elements that are read, in the order of messages.
var letters = [...]letter{
	{Resistor, "resistor", 2, nil, (*cursor).passive},
	{Capacitor, "capacitor", 2, nil, (*cursor).passive},
	{Inductor, "inductor", 2, nil, (*cursor).passive},
	{Coupling, "coupled inductors", 0, nil, (*cursor).coupling},
	{Diode, "diode", 2, []ModelType{D}, (*cursor).diode},
	{Bipolar, "bipolar transistor", 4, []ModelType{NPN, PNP}, (*cursor).bipolar},
	{JFET, "junction FET", 3, []ModelType{NJF, PJF}, (*cursor).jfet},
	{MESFET, "MESFET", 3, []ModelType{NMF, PMF}, (*cursor).jfet},
	{MOSFET, "MOSFET", 4, []ModelType{NMOS, PMOS, VDN, VDP}, (*cursor).mosfet},
	{Voltage, "voltage source", 2, nil, (*cursor).independent},
	{Current, "current source", 2, nil, (*cursor).independent},
	{VCVS, "voltage source controlled by voltages", 4, nil, (*cursor).controlled},
	{CCCS, "current source controlled by currents", 2, nil, (*cursor).controlled},
	{VCCS, "current source controlled by voltages", 4, nil, (*cursor).controlled},
	{CCVS, "voltage source controlled by currents", 2, nil, (*cursor).controlled},
	{Switch, "switch controlled by a voltage", 4, []ModelType{SW, VSW}, (*cursor).voltageSwitch},
	{CurrentSwitch, "switch controlled by a current", 2, []ModelType{CSW, ISW}, (*cursor).currentSwitch},
	{Line, "lossless line", 4, nil, (*cursor).transmissionLine},
	{Behavioural, "source with an expression", 2, nil, (*cursor).arbitrary},
	{0, "instance of a subcircuit", 0, nil, (*cursor).instance},
}

// refused are the elements of ngspice that are not read.
var refused = map[byte]string{
	'a': "XSPICE code models", 'n': "Verilog-A devices", 'o': "lossy lines", 'p': "coupled lines",
	'u': "uniform RC lines", 'y': "lossy lines and Y devices of Xyce",
}

// letterOf returns what elements of a kind are, nil for those that are not read.
func letterOf(kind Kind) *letter {
	for k := range letters {
		if letters[k].kind == kind {
			return &letters[k]
		}
	}
	return nil
}

// readable lists the first letters of elements.
func readable() string {
	var b strings.Builder
	for k := range letters {
		kind := byte(letters[k].kind)
		if kind == 0 {
			kind = 'x'
		}
		b.WriteByte(kind)
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// modelTypes are the types of models by name.
var modelTypes = [...]struct {
	name string
	typ  ModelType
}{
	{"d", D}, {"npn", NPN}, {"pnp", PNP}, {"njf", NJF}, {"pjf", PJF}, {"nmf", NMF}, {"pmf", PMF}, {"nmos", NMOS}, {"pmos", PMOS},
	{"sw", SW}, {"csw", CSW}, {"vswitch", VSW}, {"switch", VSW}, {"iswitch", ISW}, {"vdmos", VDN}, {"vdmosn", VDN}, {"vdmosp", VDP}, {"r", RES}, {"res", RES}, {"c", CAP}, {"cap", CAP}, {"l", IND}, {"ind", IND},
}

// String returns the name of the type in a .model line.
func (t ModelType) String() string {
	for _, m := range modelTypes {
		if m.typ == t {
			return m.name
		}
	}
	return "unknown"
}

// modelType returns the type that has a name, 0 for those that are not read.
func modelType(name string) ModelType {
	for _, m := range modelTypes {
		if m.name == name {
			return m.typ
		}
	}
	return 0
}

// either lists names of model types.
func either(types []ModelType) string {
	var names []string
	for _, t := range types {
		names = append(names, t.String())
	}
	return strings.Join(names, " or ")
}

// takes says whether elements of the letter may have a model of type t.
func (l *letter) takes(t ModelType) bool { return slices.Contains(l.models, t) }
