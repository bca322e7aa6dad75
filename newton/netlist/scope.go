package netlist

import "strings"

// A scope is the main circuit or a subcircuit: its cards, parsed once.
type scope struct {
	name       string
	parent     *scope // the scope that has the definition; nil for the main circuit
	file, line int32

	nodes []string // local nodes; the ports are in front
	index map[string]int32
	ports int
	start []int32 // of a new instance: what its nodes are, see frame

	params     []param // defaults of the header
	body       []param // .param
	formal     map[string]bool
	multiplied bool // an instance has a multiplier

	devices []device
	lines   map[string]int32 // of the devices, by name
	models  map[string]*modelCard
	subs    map[string]*scope
	local   bool // defined inside another subcircuit
	inits   []initial

	functions map[string]*userFunction

	size  int  // elements and instances of an instance, when linked
	cost  cost // of an instance, when linked
	visit byte
}

// A param is a parameter and its value.
type param struct {
	name string
	v    value
}

// An initial is an entry of .ic or .nodeset.
type initial struct {
	node       string
	v          value
	set        bool // .nodeset
	file, line int32
}

// A modelCard is a .model line. Its model is made once where its parameters
// are constants, else once for each instance of its scope.
type modelCard struct {
	name       string
	typ        ModelType // 0 for a type that is not read
	typeName   string
	params     []param
	file, line int32
	scope      *scope
	constant   bool
	model      *Model
}

// A device is an element of a scope, or an instance of a subcircuit. What does
// not depend on parameters is in proto, whose nodes are local.
type device struct {
	proto     Element
	dynamic   []dynamic
	behaviour *behaviourCard // nil for none
	source    *sourceCard
	model     *modelCard
	call      *call
	m         multiplier
	three     bool // a MOSFET has three nodes
	expressed bool // an expression controls a switch
	passive   *passiveCard

	modelName string
}

// A dynamic is a value of an element that depends on parameters.
type dynamic struct {
	at func(*Element) *float64
	e  *expr
}

// A sourceCard is the value of an independent source whose DC value or
// arguments depend on parameters.
type sourceCard struct {
	shape  Shape
	dc     value
	hasDC  bool
	args   []value
	points []float64 // in place of args, where a file has them; shared
	bits   string    // of a pattern, from which eval makes points
	turns  int       // how often the pattern comes once more, -1 for ever

	delay, repeat   value // td and r of pwl
	delays, repeats bool  // they are given
	open            int   // parentheses around parts, while the card is read
}

// A call is an instance of a subcircuit.
type call struct {
	name string
	args []int32 // local nodes
	set  []param
	m    value
	sub  *scope
}

// multiplier says what a device or an instance writes of m.
type multiplier struct {
	given bool
	inner bool // by an expression of the parameter m, which has the instance around it
}

func newScope(name string, parent *scope, file, line int32) *scope {
	return &scope{name: name, parent: parent, file: file, line: line,
		local: parent != nil && parent.parent != nil,
		index: map[string]int32{}, lines: map[string]int32{},
		models: map[string]*modelCard{}, subs: map[string]*scope{}}
}

// ground is the local index of node 0.
const ground int32 = -1

func isGround(name string) bool { return name == "0" || name == "gnd" }

// node returns the local index of a node.
func (s *scope) node(name string) int32 {
	if isGround(name) {
		return ground
	}
	if k, ok := s.index[name]; ok {
		return k
	}
	k := int32(len(s.nodes))
	s.nodes = append(s.nodes, name)
	s.index[name] = k
	return k
}

// findModel looks for a model in the scope and in those around it.
func (s *scope) findModel(name string) *modelCard {
	for ; s != nil; s = s.parent {
		if m := s.models[name]; m != nil {
			return m
		}
	}
	return nil
}

// findBin looks for a model NAME.n, one of several for different sizes, and returns the one
// whose name is first.
func (s *scope) findBin(name string) *modelCard {
	for ; s != nil; s = s.parent {
		var first *modelCard
		for _, m := range s.models {
			if strings.HasPrefix(m.name, name+".") && (first == nil || m.name < first.name) {
				first = m
			}
		}
		if first != nil {
			return first
		}
	}
	return nil
}

// findSub looks for a subcircuit in the scope and in those around it.
func (s *scope) findSub(name string) *scope {
	for ; s != nil; s = s.parent {
		if d := s.subs[name]; d != nil {
			return d
		}
	}
	return nil
}
