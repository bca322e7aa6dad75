package netlist

// A Netlist is a circuit with its subcircuits expanded.
type Netlist struct {
	Title string

	// Nodes has the names of the nodes in order of first appearance, lower
	// case, with the path of the subcircuit in front ("x1.int"). Nodes[0] is
	// "0", ground, which "gnd" names as well.
	Nodes []string

	Elements []Element
	Models   []*Model

	// Analyses that the file asks for, by cards or in .control blocks.
	OP   bool
	DC   *DC
	Tran *Tran

	IC      map[int32]float64 // node → voltage, from .ic
	NodeSet map[int32]float64 // node → voltage, from .nodeset
	Options Options
	Save    []string // what .save and .print name, lower case, such as "v(1)" and "i(vdd)"

	// Where IC, NodeSet and Save are from.
	ICAt, NodeSetAt map[int32]Place
	SaveAt          []Place

	// Files has the names of the files that were read; File of an element or
	// a model indexes it.
	Files []string

	Warnings []Warning

	maker *parser // that makes the netlist at a point of a sweep; nil where no sweep needs this
}

// Kind is the first letter of an element.
type Kind byte

const (
	Resistor  Kind = 'r'
	Capacitor Kind = 'c'
	Inductor  Kind = 'l'
	Voltage   Kind = 'v'
	Current   Kind = 'i'
	Diode     Kind = 'd'
	MOSFET    Kind = 'm'
	Bipolar   Kind = 'q'
	JFET      Kind = 'j'
	MESFET    Kind = 'z'
	Coupling  Kind = 'k'
	Line      Kind = 't'

	VCVS          Kind = 'e'
	CCCS          Kind = 'f'
	VCCS          Kind = 'g'
	CCVS          Kind = 'h'
	Switch        Kind = 's' // controlled by a voltage
	CurrentSwitch Kind = 'w'

	// Behavioural is an element with an expression of voltages and currents: b, and
	// those e, g, r, c and l that have one.
	Behavioural Kind = 'b'
)

// An Element is one device. Nodes index Netlist.Nodes: two for two-terminal
// elements (positive first; anode, cathode), d g s b for a MOSFET, c b e and
// substrate for a bipolar transistor, d g s for a JFET or a MESFET, two nodes and two
// controlling nodes for sources and switches that a voltage controls, and both ends
// for a line.
type Element struct {
	Kind   Kind
	Name   string // with its path, as ngspice prints it: "r1", "m.x1.mp"
	Nodes  [4]int32
	Value  float64 // ohm, farad, henry
	Source *Source // of Voltage and Current
	Model  *Model  // of diodes, transistors and switches
	Extra  *Extra  // of those that have more; nil for the others
	Geometry
	IC    float64 // initial voltage or current, where HasIC
	HasIC bool
	Off   bool
	Line  int32 // of the file named File
	File  int32 // index in the list of files, for messages
}

// Geometry holds what an instance gives in addition to its model. Zero values
// are replaced by defaults on reading (w, l 100 µm; area and multiplier 1).
type Geometry struct {
	W, L, AD, AS, PD, PS float64 // of a MOSFET, in m and m²
	NRD, NRS             float64 // squares of its drain and source; 1 unless given
	Area                 float64 // of a diode, a bipolar transistor, a JFET or a MESFET
	M                    float64 // parallel devices
}

// A Model is a .model line. Param has the values that were given, by their
// lower-case names. An absent parameter has SPICE's default.
type Model struct {
	Name  string
	Type  ModelType
	Param map[string]float64
	Line  int32
	File  int32
}

// ModelType says which equations a model has.
type ModelType byte

const (
	D    ModelType = 'd'
	NMOS ModelType = 'n'
	PMOS ModelType = 'p'
	NPN  ModelType = 'b'
	PNP  ModelType = 'c'
	NJF  ModelType = 'j'
	PJF  ModelType = 'k'
	NMF  ModelType = 'f'
	PMF  ModelType = 'g'
	SW   ModelType = 's'
	CSW  ModelType = 'w'
	VSW  ModelType = 'v' // of PSpice: vswitch and iswitch
	ISW  ModelType = 'i'
	VDN  ModelType = 'x' // power MOSFETs
	VDP  ModelType = 'y'

	// Models that only give values: no element has one in Element.Model.
	RES ModelType = 'r'
	CAP ModelType = 'a'
	IND ModelType = 'l'
)

// A Source is the value of an independent source over time.
type Source struct {
	DC    float64
	Shape Shape // None when it is constant
	// Arg has the arguments of the shape in SPICE's order, only those given:
	// PULSE v1 v2 td tr tf pw per n; SIN vo va freq td theta phase; PWL t1 v1 t2 v2 …;
	// EXP v1 v2 td1 tau1 td2 tau2; SFFM vo va fc mdi fs phasec phases
	Arg []float64

	// Of PWL: by how much it is delayed, and, where it repeats, the time of Arg
	// at which it goes on when it has ended.
	Delay, Repeat float64
	Repeats       bool
}

// Shape is how a source changes in time.
type Shape byte

const (
	None Shape = iota
	Pulse
	Sin
	PWL
	Exp
	SFFM
)

// Tran is a .tran line: tstep tstop [tstart [tmax]] [uic], in seconds.
type Tran struct {
	Step, Stop, Start, Max float64 // Max is 0 when not given
	UIC                    bool
}

// Options are the .options this module understands, with SPICE's defaults.
// The zero value of a field means that the file did not give it.
type Options struct {
	RelTol, AbsTol, VNTol, ChgTol, TrTol float64
	Gmin, PivTol, PivRel                 float64
	ITL1, ITL4                           int
	Method                               string // "trap", "gear" or "be"
	MaxOrd                               int
	Temp, TNom                           float64 // °C, where HasTemp, HasTNom
	HasTemp, HasTNom                     bool
	GminSteps, SourceSteps               int // 0: not given; -1: given as 0
}

// A Place is a line of a file; Line counts from 1.
type Place struct {
	File string
	Line int
}

// A Warning is something usable but doubtful.
type Warning struct {
	File string
	Line int
	Msg  string
}
