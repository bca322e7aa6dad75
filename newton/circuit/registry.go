package circuit

import (
	"slices"

	"github.com/nrkit/nrkit/newton/netlist"
)

// A deviceType is a type of devices: everything that is not in the file of the type
// itself.
type deviceType struct {
	kinds  []netlist.Kind
	models []netlist.ModelType // none for a type whose elements have no model
	name   string
	title  string
	syntax []string
	source string // of the equations
	tables []parameterTable

	// make makes a family, of a model at temperatures where the type has models.
	make func(b *builder, m *netlist.Model, t temps) (family, error)

	branches []string // suffixes of the names of the branch currents of an element

	// Parameters of an instance in [Devices]: those that stay, and voltages.
	static, volts []string
}

// A parameterTable is parameters of a model, with the models that it is for.
type parameterTable struct {
	of   string
	list []parameter
}

// deviceTypes are all types, in the order in which Load evaluates them.
var deviceTypes = [...]deviceType{
	{name: "resistor", title: "Resistor", source: "sheet resistance of ngspice", tables: []parameterTable{{"r, res", resistorParams}}, syntax: []string{"R… a b OHM [MODEL] [tc1=] [tc2=] [tce=] [temp=C | dtemp=K] [scale=1] [m=1]", "R… a b MODEL [OHM] [l=] [w=] [tc1=] [tc2=] [tce=] [temp=C | dtemp=K] [scale=1] [m=1]"},
		kinds: []netlist.Kind{netlist.Resistor}, make: newResistors, static: []string{"r"}, volts: []string{"v"}},
	{name: "capacitor", title: "Capacitor", source: "area and perimeter of ngspice", tables: []parameterTable{{"c, cap", capacitorParams}}, syntax: []string{"C… a b FARAD [MODEL] [tc1=] [tc2=] [temp=C | dtemp=K] [scale=1] [m=1] [ic=V]", "C… a b MODEL [FARAD] [l=] [w=] [tc1=] [tc2=] [temp=C | dtemp=K] [scale=1] [m=1] [ic=V]"},
		kinds: []netlist.Kind{netlist.Capacitor}, make: newCapacitors, static: []string{"c"}, volts: []string{"v"}},
	{name: "inductor", title: "Inductor", tables: []parameterTable{{"l, ind", inductorParams}}, syntax: []string{"L… a b HENRY [MODEL] [tc1=] [tc2=] [temp=C | dtemp=K] [scale=1] [m=1] [ic=A]", "L… a b MODEL [HENRY] [tc1=] [tc2=] [temp=C | dtemp=K] [scale=1] [m=1] [ic=A]"},
		kinds: []netlist.Kind{netlist.Inductor}, make: newInductors, branches: []string{"branch"}, static: []string{"l"}, volts: []string{"v"}},
	{name: "coupling", title: "Coupled inductors", syntax: []string{"K… L… L… [L…] COEFFICIENT"},
		kinds: []netlist.Kind{netlist.Coupling}, make: newCouplings, static: []string{"k"}},
	{name: "source", title: "Independent sources", syntax: []string{"V… plus minus [dc] VOLT [pulse(…) | sin(…) | pwl(…) [td=0] [r=SECOND] | pwl file=\"NAME\" [td=0] [r=SECOND] | exp(…) | sffm(…) | pat(…)]", "I… from to [dc] AMPERE [pulse(…) | sin(…) | pwl(…) [td=0] [r=SECOND] | pwl file=\"NAME\" [td=0] [r=SECOND] | exp(…) | sffm(…) | pat(…)] [m=1]"},
		kinds: []netlist.Kind{netlist.Voltage, netlist.Current}, make: newSources, branches: []string{"branch"}},
	{name: "vcvs", title: "Voltage source controlled by voltages", syntax: []string{"E… plus minus control control GAIN", "E… plus minus poly(N) control control … COEFFICIENT …"},
		source: "polynomials of SPICE2", kinds: []netlist.Kind{netlist.VCVS}, make: newControlled, branches: []string{"branch"}},
	{name: "cccs", title: "Current source controlled by currents", syntax: []string{"F… from to V… GAIN [m=1]", "F… from to poly(N) V… … COEFFICIENT … [m=1]"},
		source: "polynomials of SPICE2", kinds: []netlist.Kind{netlist.CCCS}, make: newControlled},
	{name: "vccs", title: "Current source controlled by voltages", syntax: []string{"G… from to control control SIEMENS [m=1]", "G… from to poly(N) control control … COEFFICIENT … [m=1]"},
		source: "polynomials of SPICE2", kinds: []netlist.Kind{netlist.VCCS}, make: newControlled},
	{name: "ccvs", title: "Voltage source controlled by currents", syntax: []string{"H… plus minus V… OHM", "H… plus minus poly(N) V… … COEFFICIENT …"},
		source: "polynomials of SPICE2", kinds: []netlist.Kind{netlist.CCVS}, make: newControlled, branches: []string{"branch"}},
	{name: "behaviour", title: "Expressions of voltages and currents", syntax: []string{
		"B… plus minus v={EXPRESSION} [tc1=0] [tc2=0] [temp=C | dtemp=K]",
		"B… from to i={EXPRESSION} [m=1] [tc1=0] [tc2=0] [temp=C | dtemp=K]",
		"E… plus minus value={EXPRESSION}", "E… plus minus table {EXPRESSION} = (X,Y) (X,Y) …",
		"G… from to value={EXPRESSION} [m=1]", "G… from to table {EXPRESSION} = (X,Y) (X,Y) … [m=1]",
		"R… a b {EXPRESSION} [m=1]", "C… a b {EXPRESSION} [m=1]", "C… a b q={EXPRESSION} [m=1]", "L… a b {EXPRESSION} [m=1]"},
		source: "the expression, with its exact derivatives; `go doc ./newton/netlist` describes expressions",
		kinds:  []netlist.Kind{netlist.Behavioural}, make: newBehaviours, branches: []string{"branch"}},
	{name: "line", title: "Lossless line", syntax: []string{"T… a b c d z0=OHM td=SECOND [ic=V,A,V,A]", "T… a b c d z0=OHM f=HERTZ [nl=0.25] [ic=V,A,V,A]"},
		source: "Branin, Proceedings of the IEEE 55:2012–2013, 1967", kinds: []netlist.Kind{netlist.Line}, make: newLines, branches: []string{"i1", "i2"}, static: []string{"z0", "td"}},
	{name: "switch", title: "Switch controlled by a voltage", syntax: []string{"S… a b control control MODEL [on | off]"},
		source: "SPICE3", tables: []parameterTable{{"sw", switchParams}}, kinds: []netlist.Kind{netlist.Switch}, models: []netlist.ModelType{netlist.SW}, make: newSwitches, volts: []string{"vc"}},
	{name: "current switch", title: "Switch controlled by a current", syntax: []string{"W… a b V… MODEL [on | off]"},
		source: "SPICE3", tables: []parameterTable{{"csw", currentSwitchParams}}, kinds: []netlist.Kind{netlist.CurrentSwitch}, models: []netlist.ModelType{netlist.CSW}, make: newSwitches},
	{name: "smooth switch", title: "Switch of PSpice controlled by a voltage", syntax: []string{"S… a b control control MODEL", "S… a b MODEL control={EXPRESSION}"},
		source: "between off and on, the logarithm of the resistance is a cubic polynomial of the control, as in PSpice", tables: []parameterTable{{"vswitch", smoothSwitchParams}}, kinds: []netlist.Kind{netlist.Switch}, models: []netlist.ModelType{netlist.VSW}, make: newSmoothSwitches},
	{name: "smooth current switch", title: "Switch of PSpice controlled by a current", syntax: []string{"W… a b V… MODEL"},
		source: "the same as for PSpice's switch controlled by a voltage", tables: []parameterTable{{"iswitch", smoothCurrentSwitchParams}}, kinds: []netlist.Kind{netlist.CurrentSwitch}, models: []netlist.ModelType{netlist.ISW}, make: newSmoothSwitches},
	{name: "diode", title: "Diode", syntax: []string{"D… anode cathode MODEL [AREA] [off] [pj=LENGTH] [ic=V] [m=1] [temp=C | dtemp=K]"},
		source: "SPICE3, with ngspice's recombination, knees and sidewalls", tables: []parameterTable{{"d", diodeParams}, {"d, sidewalls of length pj", sideParams}},
		kinds: []netlist.Kind{netlist.Diode}, models: []netlist.ModelType{netlist.D}, make: newDiodes, static: []string{"area"}, volts: []string{"vd"}},
	{name: "bjt", title: "Bipolar transistor", syntax: []string{"Q… collector base emitter [substrate] MODEL [AREA] [areab=] [areac=] [off] [ic=VBE,VCE] [m=1] [temp=C | dtemp=K]"},
		source: "Gummel and Poon, Bell System Technical Journal 49:827–852, 1970; excess phase by Weil and McNamee, 1978", tables: []parameterTable{{"npn, pnp", bjtParams}},
		kinds: []netlist.Kind{netlist.Bipolar}, models: []netlist.ModelType{netlist.NPN, netlist.PNP}, make: newBJTs, static: []string{"area"}, volts: []string{"vbe", "vbc"}},
	{name: "jfet", title: "Junction FET", syntax: []string{"J… drain gate source MODEL [AREA] [off] [ic=VDS,VGS] [m=1] [temp=C | dtemp=K]"},
		source: "Shichman and Hodges, 1968; doping tail by Parker and Skellern, IEEE Transactions on CAD 9:551–553, 1990", tables: []parameterTable{{"njf, pjf", jfetParams}},
		kinds: []netlist.Kind{netlist.JFET}, models: []netlist.ModelType{netlist.NJF, netlist.PJF}, make: newJFETs, static: []string{"area"}, volts: []string{"vgs", "vgd"}},
	{name: "mesfet", title: "MESFET", syntax: []string{"Z… drain gate source MODEL [AREA] [off] [ic=VDS,VGS] [m=1]"},
		source: "Statz and others, IEEE Transactions on Electron Devices 34:160–169, 1987; as in ngspice, temperatures have no effect", tables: []parameterTable{{"nmf, pmf", mesfetParams}},
		kinds: []netlist.Kind{netlist.MESFET}, models: []netlist.ModelType{netlist.NMF, netlist.PMF}, make: newMESFETs, static: []string{"area"}, volts: []string{"vgs", "vgd"}},
	{name: "mosfet", title: "MOSFET", syntax: []string{"M… drain gate source bulk MODEL [w=] [l=] [ad=] [as=] [pd=] [ps=] [nrd=1] [nrs=1] [off] [ic=VDS,VGS,VBS] [m=1] [temp=C | dtemp=K]"},
		source: "level 1: Shichman and Hodges, 1968; levels 2 and 3: Vladimirescu and Liu, ERL-M80/7, 1980; level 6: Sakurai and Newton, IEEE Transactions on Electron Devices 38:887–894, 1991; gates: Meyer, RCA Review 32:42–63, 1971. Without nfs, a channel of level 2 has no current below its threshold, as in SPICE3; ngspice has a current there if vmax is given",
		tables: []parameterTable{{"nmos, pmos of all levels", mosParams}, {"level 1", mos1Params}, {"level 2", mos2Params}, {"level 3", mos3Params}, {"level 6", mos6Params}},
		kinds:  []netlist.Kind{netlist.MOSFET}, models: []netlist.ModelType{netlist.NMOS, netlist.PMOS}, make: newMOSFETs,
		static: []string{"w", "l", "ad", "as", "pd", "ps", "nrd", "nrs"}, volts: []string{"vgs", "vds", "vbs"}},
	{name: "vdmos", title: "Power MOSFET", syntax: []string{"M… drain gate source MODEL [off] [ic=VDS,VGS] [m=1] [temp=C | dtemp=K]", ".model NAME vdmos([pchan] PARAMETER=VALUE …)"},
		source: "ngspice's manual, without self-heating: level 1 with an exponential tail; the charges are integrals of the capacitances", tables: []parameterTable{{"vdmos", vdmosParams}},
		kinds: []netlist.Kind{netlist.MOSFET}, models: []netlist.ModelType{netlist.VDN, netlist.VDP}, make: newVDMOSs, static: []string{"m"}, volts: []string{"vgs", "vds"}},
}

// has says whether m is a model of the type.
func (t *deviceType) has(m *netlist.Model) bool { return slices.Contains(t.models, m.Type) }

// unknowns returns the suffixes of the branch currents of e.
func (t *deviceType) unknowns(e *netlist.Element) []string {
	if e.Kind == netlist.Current || e.Kind == netlist.Behavioural && !e.Extra.Behaviour.Voltage {
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
