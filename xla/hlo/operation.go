package hlo

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Kinds of operations of MLIR.
const (
	opNone = iota // there is none yet
	opModule
	opFunc
	opCall
	opCustom
	opWhile
	opChoice
	opConstant
	opEnd // of a region
	opOther
)

// An operation is one of MLIR while it is read.
type operation struct {
	kind    int
	name    string
	line    int
	given   []byte // name of the first result, may be empty
	symbol  string
	private bool
	generic bool // of a function: in the generic form
	hasArgs bool // of a function, have been read
	inTypes bool // what follows are types
	results int
	shape   shape
	loc     *location
	regions int
	counted bool
	applies []byte       // of a reduction in short form
	comp    *computation // of a function
	params  []int64      // of a function: bytes of each
	control control
}

// arrow begins the types of the results.
func (o *operation) arrow() {
	o.inTypes = o.kind != opFunc
	o.results = 0
}

// result adds the type of a result.
func (o *operation) result(text []byte, isTensor bool) {
	if o.results++; o.results == 1 && isTensor {
		o.shape = tensor(text)
	} else {
		o.shape = shape{}
	}
}

// wantsDict reports whether the attributes of the operation are of interest.
func (o *operation) wantsDict() bool {
	return o.kind == opModule || o.kind == opFunc || o.kind == opCall || o.kind == opCustom
}

// kindOf returns the full name of an operation and its kind.
func kindOf(name string) (string, int) {
	switch name {
	case "module", "builtin.module":
		return "builtin.module", opModule
	case "func", "func.func":
		return "func.func", opFunc
	case "call", "func.call":
		return "func.call", opCall
	}
	if terminates(name) {
		return name, opEnd
	}
	dialect, op, _ := strings.Cut(name, ".")
	if dialect != "stablehlo" && dialect != "mhlo" {
		return name, opOther
	}
	switch op {
	case "custom_call":
		return name, opCustom
	case "composite":
		return name, opCall
	case "while":
		return name, opWhile
	case "case", "if":
		return name, opChoice
	case "constant":
		return name, opConstant
	}
	return name, opOther
}

// terminates reports whether an operation ends a region.
func terminates(name string) bool {
	return name == "return" || strings.HasSuffix(name, ".return") || strings.HasSuffix(name, ".yield")
}

// startsOp reports whether a word at the beginning of a line is the name of an
// operation.
func startsOp(word []byte) bool {
	switch string(word) {
	case "module", "func", "call", "return":
		return true
	}
	k := bytes.IndexByte(word, '.')
	return k > 0 && k < len(word)-1 && (word[0] < '0' || word[0] > '9')
}

// startOp begins an operation.
func (p *mlirParser) startOp(name, result []byte, line int) {
	p.finishOp()
	f := p.top()
	f.op = operation{line: line, applies: f.op.applies[:0], given: append(f.op.given[:0], result...), params: f.op.params[:0]}
	op := &f.op
	op.generic = p.s.peek() == '('
	op.name, op.kind = kindOf(strings.ToValidUTF8(string(name), "�"))
	if op.kind == opModule {
		if len(p.stack) == 1 || p.b == nil {
			p.b = p.begin(line)
		}
		return
	}
	if p.b == nil && op.kind != opFunc { // an operation outside of everything
		p.skipped()
		op.kind = opNone
		return
	}
	if p.b == nil {
		p.b = p.begin(line)
	}
	if op.kind == opFunc || op.kind == opEnd {
		return
	}
	if f.comp == nil {
		if len(result) > 0 { // outside of functions
			p.skipped()
		}
		op.kind = opNone
		return
	}
	op.counted = true
	p.b.count(f.comp, []byte(op.name))
	p.startControl(op, f.comp)
}

// label is what the regions of an operation are called by: its result, else its
// name and line.
func (o *operation) label() string {
	if len(o.given) > 0 {
		return "%" + strings.ToValidUTF8(string(o.given), "�")
	}
	return fmt.Sprintf("%s@%d", o.name, o.line)
}

// startControl begins a loop or a conditional.
func (p *mlirParser) startControl(op *operation, in *computation) {
	switch op.kind {
	case opWhile:
		op.control.loop = &loop{in: in, While: While{Name: op.label(), Line: op.line}}
		p.b.loops = append(p.b.loops, op.control.loop)
	case opChoice:
		op.control.choice = &choice{in: in, Conditional: Conditional{Name: op.label(), Line: op.line}}
		p.b.choices = append(p.b.choices, op.control.choice)
	}
}

// beginRegion begins a region of the operation that is read, whose brace was
// taken.
func (p *mlirParser) beginRegion(line, col int) {
	k := len(p.stack) - 1
	if p.stack[k].list {
		k--
	}
	owner := &p.stack[k]
	op := &owner.op
	f := frame{line: line, col: col}
	switch {
	case op.kind == opModule:
		p.b.body = true
	case op.kind == opFunc:
		p.b.body = p.b.body || op.generic || op.symbol != ""
		f.comp = &computation{line: op.line}
		op.comp = f.comp
	case owner.comp != nil:
		f.comp = p.region(op, owner.comp)
	}
	if f.comp != nil {
		p.b.comps = append(p.b.comps, f.comp)
	}
	op.regions++
	op.inTypes = false
	p.push(f)
}

// region makes the computation of a region of an operation.
func (p *mlirParser) region(op *operation, in *computation) *computation {
	c := &computation{parent: in, line: p.s.line, kind: KindRegion}
	suffix := fmt.Sprint("region", op.regions)
	runs := true
	switch {
	case op.kind == opWhile && op.regions == 0:
		suffix, c.kind = "cond", KindCondition
	case op.kind == opWhile && op.regions == 1:
		suffix, c.kind = "do", KindBody
	case op.kind == opChoice:
		suffix, c.kind = fmt.Sprint("branch", op.regions), KindBranch
	case applied(op.name):
		c.kind, runs = KindApplied, false
	}
	c.suffix = op.label() + "/" + suffix
	if runs {
		op.control.targets = append(op.control.targets, target{computation: c})
	}
	return c
}

// applied reports whether the regions of an operation are applied to elements.
func applied(name string) bool {
	_, op, _ := strings.Cut(name, ".")
	switch op {
	case "reduce", "reduce_window", "reduce_scatter", "all_reduce", "scatter", "select_and_scatter", "sort", "map":
		return true
	}
	return false
}

// apply counts the operation of a reduction in short form as the region that
// it stands for.
func (p *mlirParser) apply() {
	f := p.top()
	if f.comp == nil || len(f.op.applies) == 0 {
		return
	}
	c := p.region(&f.op, f.comp)
	p.b.comps = append(p.b.comps, c)
	p.b.count(c, f.op.applies)
	f.op.regions++
}

// endRegion ends a region, whose closing brace is next.
func (p *mlirParser) endRegion() bool {
	p.s.take()
	if len(p.stack) == 1 {
		p.skipped()
		return false
	}
	p.finishOp()
	p.stack = p.stack[:len(p.stack)-1]
	return false
}

// finishOp ends the operation that is read.
func (p *mlirParser) finishOp() {
	f := p.top()
	op := &f.op
	switch op.kind {
	case opModule:
		if len(p.stack) == 1 && p.b != nil {
			p.b.m.Name = op.symbol
		}
	case opFunc:
		if op.comp != nil {
			op.comp.name, op.comp.public = op.symbol, !op.private
			op.comp.params = slices.Clone(op.params)
		}
	}
	if op.counted {
		p.finishCounted(op, f.comp)
	}
	op.kind, op.counted = opNone, false
}

// finishCounted adds what an operation of a computation says of itself.
func (p *mlirParser) finishCounted(op *operation, c *computation) {
	n := int64(1)
	if len(op.applies) > 0 {
		n++
	}
	if op.results == 1 && op.shape.dtype != "" {
		for range n {
			p.b.result(op.shape)
		}
	}
	if op.loc != nil {
		p.b.locUses[op.loc] += n
	} else {
		p.b.attribute(-1, n)
	}
	switch op.kind {
	case opConstant:
		p.b.m.Constants++
		p.b.m.ConstantBytes = add(p.b.m.ConstantBytes, op.shape.bytes())
	case opCustom:
		c.customs.add(p.b.targets.number([]byte(op.symbol)), 1)
	case opCall:
		op.control.targets = append(op.control.targets, target{name: op.symbol})
		p.b.use(KindCalled, op.symbol)
	}
	if l := op.control.loop; l != nil {
		l.location = op.loc
	}
	if ch := op.control.choice; ch != nil {
		ch.location = op.loc
	}
	if len(op.control.targets) > 0 || op.control.loop != nil || op.control.choice != nil {
		c.controls = append(c.controls, op.control)
	}
}

// location keeps the location of the operation that is read.
func (p *mlirParser) location(text []byte) {
	op := &p.top().op
	inner := bytes.TrimSpace(text[1:max(1, len(text)-1)])
	if len(inner) > 0 && inner[0] == '#' && !bytes.ContainsAny(inner, " (") {
		op.loc = p.locs.get(inner)
		return
	}
	if p.b == nil {
		return
	}
	k := string(text)
	l, ok := p.b.inline[k]
	if !ok {
		l = &location{}
		p.locs.parse(l, text)
		p.b.inline[k] = l
	}
	op.loc = l
}
