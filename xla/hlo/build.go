package hlo

import (
	"strings"

	"github.com/nrkit/nrkit/xla/phases"
)

// A builder collects what a module has while it is read.
type builder struct {
	m       *Module
	scopes  phases.Table
	ops     names
	phases  names
	targets names // of custom calls
	dtypes  names

	comps    []*computation
	entry    *computation
	kinds    map[string]string // of computations of HLO, by name: what uses them
	opTotal  counter           // by number of the operation
	dtTotal  counter           // of results, by number of the type
	phTotal  counter           // of operations, by number of the phase
	loops    []*loop
	choices  []*choice
	fused    bool
	body     bool // of MLIR: there is a module, or a function with its name
	frames   frames
	locUses  map[*location]int64 // of MLIR: operations with a location
	inline   map[string]*location
	warnings map[string]int // by code: number in m.Warnings
}

func newBuilder(file string, line int, format string, scopes phases.Table) *builder {
	m := &Module{File: file, Line: line, Format: format, Partitions: 1, Replicas: 1, Warnings: []Warning{}}
	return &builder{m: m, scopes: scopes, kinds: map[string]string{}, warnings: map[string]int{},
		locUses: map[*location]int64{}, inline: map[string]*location{}}
}

// Names are texts with numbers.
type names struct {
	list []string
	of   map[string]int32
}

// number returns the number of a text, a new one where it is new.
func (n *names) number(text []byte) int32 {
	if k, ok := n.of[string(text)]; ok {
		return k
	}
	if n.of == nil {
		n.of = map[string]int32{}
	}
	k := int32(len(n.list))
	n.list = append(n.list, strings.ToValidUTF8(string(text), "�"))
	n.of[string(text)] = k
	return k
}

// A tally counts by numbers.
type tally struct {
	list []tallied
	of   map[int32]int // where in list a number is, when there are many
}

type tallied struct {
	number int32
	n      int64
}

// fewTallied is up to how many numbers a tally is searched from end to end.
const fewTallied = 64

// add adds to the count of a number.
func (t *tally) add(number int32, n int64) {
	if t.of == nil {
		for k := range t.list {
			if t.list[k].number == number {
				t.list[k].n = add(t.list[k].n, n)
				return
			}
		}
		if len(t.list) == fewTallied {
			t.of = make(map[int32]int)
			for k, e := range t.list {
				t.of[e.number] = k
			}
		}
	}
	if k, ok := t.of[number]; ok {
		t.list[k].n = add(t.list[k].n, n)
		return
	}
	if t.of != nil {
		t.of[number] = len(t.list)
	}
	t.list = append(t.list, tallied{number, n})
}

// Classes of launches.
const (
	launchNone = iota - 1
	launchFusion
	launchCustom
	launchCopy
	launchCollective
	launchOther
	launchClasses
)

// A computation is one that is read.
type computation struct {
	name   string // "" of a region: then parent and suffix give it
	parent *computation
	suffix string
	line   int
	kind   string // "" when others say it
	public bool
	params []int64 // of a function of MLIR: bytes of each

	ops      tally
	customs  tally // by target
	launches [launchClasses]int64
	phases   tally // launches by phase
	controls []control
	number   int // in the module
}

// A control is an operation that runs other computations.
type control struct {
	targets []target
	loop    *loop   // of a while; then the targets are condition and body
	choice  *choice // of a conditional; then the targets are the branches
}

// A target is a computation that is run: itself, or its name.
type target struct {
	*computation
	name string
}

// A loop is a while that is read.
type loop struct {
	While
	in              *computation
	condition, body target
	location        *location // of MLIR
}

// A choice is a conditional that is read.
type choice struct {
	Conditional
	in       *computation
	branches []target
	location *location // of MLIR
}

// warn counts something doubtful.
func (b *builder) warn(code string, line int, msg string) {
	k, ok := b.warnings[code]
	if !ok {
		k = len(b.m.Warnings)
		b.warnings[code] = k
		b.m.Warnings = append(b.m.Warnings, Warning{Code: code, Line: line, Msg: msg})
	}
	b.m.Warnings[k].Count++
}

// counter counts by numbers that are dense.
type counter []int64

func (c *counter) add(number int32, n int64) {
	for len(*c) <= int(number) {
		*c = append(*c, 0)
	}
	(*c)[number] = add((*c)[number], n)
}

// count counts an operation of c.
func (b *builder) count(c *computation, op []byte) {
	k := b.ops.number(op)
	c.ops.add(k, 1)
	b.opTotal.add(k, 1)
}

// result counts the result of an operation that is one array.
func (b *builder) result(s shape) {
	b.dtTotal.add(b.dtypes.number([]byte(s.dtype)), 1)
	if s.dynamic {
		b.m.DynamicShapes++
	}
}

// phase returns the number of the phase that a path names, -1 for none.
func (b *builder) phase(opName string) int32 {
	if opName == "" {
		return -1
	}
	if p, ok := b.scopes.Phase(opName); ok {
		return b.phases.number([]byte(p))
	}
	return -1
}

// attribute counts n operations of a phase, -1 for none.
func (b *builder) attribute(phase int32, n int64) {
	if phase < 0 {
		b.m.NoPhase = add(b.m.NoPhase, n)
		return
	}
	b.phTotal.add(phase, n)
}

// phaseName is the name of a phase by its number.
func (b *builder) phaseName(k int32) string {
	if k < 0 {
		return ""
	}
	return b.phases.list[k]
}
