package tape

import "math"

// A Ref is a result that later instructions may use.
type Ref int32

// An instruction computes one result of others. An instruction of a table has the table
// in b, that of a derivative or an integral the state.
type instruction struct {
	op      Op
	varies  bool // with a variable
	a, b, c Ref
}

// A Builder makes a program. Its zero value is ready.
type Builder struct {
	Variables int // of the program

	code   []instruction
	consts []float64
	tables []points
	states int

	// Refs of constants are negative while the program is built: -1-k. Variables
	// come first, then time, then the results of instructions.
	byValue map[uint64]Ref
	byCode  map[instruction]Ref
}

// Var is variable k.
func (b *Builder) Var(k int) Ref { return Ref(k) }

// Time is the time.
func (b *Builder) Time() Ref { return Ref(b.Variables) }

// Const is a constant.
func (b *Builder) Const(v float64) Ref {
	key := math.Float64bits(v)
	if r, ok := b.byValue[key]; ok {
		return r
	}
	if b.byValue == nil {
		b.byValue = map[uint64]Ref{}
	}
	b.consts = append(b.consts, v)
	r := Ref(-len(b.consts))
	b.byValue[key] = r
	return r
}

// Value returns the value of a constant, and whether r is one.
func (b *Builder) Value(r Ref) (float64, bool) {
	if r >= 0 {
		return 0, false
	}
	return b.consts[-1-r], true
}

// Op is the result of an operation of as many arguments as it has.
func (b *Builder) Op(o Op, args ...Ref) Ref {
	if len(args) != o.Arguments() {
		panic("tape: operation of another number of arguments")
	}
	if o == Select {
		if v, ok := b.Value(args[0]); ok {
			if v != 0 {
				return args[1]
			}
			return args[2]
		}
	}
	var v [3]float64
	constant := true
	for k, a := range args {
		x, ok := b.Value(a)
		v[k], constant = x, constant && ok
	}
	if constant {
		return b.Const(Apply(o, v[:len(args)]...))
	}
	return b.add(o, args)
}

// add adds an instruction, unless there is one like it.
func (b *Builder) add(o Op, args []Ref) Ref {
	in := instruction{op: o}
	for k, at := range [...]*Ref{&in.a, &in.b, &in.c} {
		if k < len(args) {
			*at = args[k]
			in.varies = in.varies || b.varies(args[k])
		}
	}
	if o.special() {
		in.varies = b.varies(in.a)
	}
	if r, ok := b.byCode[in]; ok {
		return r
	}
	if b.byCode == nil {
		b.byCode = map[instruction]Ref{}
	}
	b.code = append(b.code, in)
	r := Ref(b.Variables + len(b.code))
	b.byCode[in] = r
	return r
}

// varies says whether a result depends on a variable.
func (b *Builder) varies(r Ref) bool {
	switch {
	case r < 0:
		return false
	case int(r) <= b.Variables:
		return int(r) < b.Variables
	}
	return b.code[int(r)-b.Variables-1].varies
}

// Table is the value of a table at x. The points have x in ascending order and then y
// each; there are two at least.
func (b *Builder) Table(x Ref, xy []float64, c Corner) Ref {
	p := points{corner: c}
	for k := 0; k+1 < len(xy); k += 2 {
		p.x, p.y = append(p.x, xy[k]), append(p.y, xy[k+1])
		if k > 0 && !(xy[k] > xy[k-2]) {
			panic("tape: points of a table are not in ascending order")
		}
	}
	if len(p.x) < 2 {
		panic("tape: fewer than two points of a table")
	}
	if v, ok := b.Value(x); ok {
		y, _ := p.at(v)
		return b.Const(y)
	}
	b.tables = append(b.tables, p)
	return b.add(table, []Ref{x, Ref(len(b.tables) - 1)})
}

// Derivative is the derivative of x by time, a state of the program.
func (b *Builder) Derivative(x Ref) Ref {
	if _, ok := b.Value(x); ok {
		return b.Const(0)
	}
	b.states++
	return b.add(derivative, []Ref{x, Ref(b.states - 1)})
}

// Integral is the integral of x over time, a state of the program: 0 until time passes.
func (b *Builder) Integral(x Ref) Ref {
	b.states++
	return b.add(integral, []Ref{x, Ref(b.states - 1)})
}

// Len returns how many instructions there are so far.
func (b *Builder) Len() int { return len(b.code) }

// Program returns the program whose value is root. The builder must not be used again.
func (b *Builder) Program(root Ref) *Program {
	p := &Program{code: b.code, consts: b.consts, tables: b.tables, variables: b.Variables, states: b.states}
	place := func(r Ref) Ref { // constants lie behind time
		if r < 0 {
			return Ref(p.variables) - r
		}
		if int(r) > p.variables {
			return r + Ref(len(p.consts))
		}
		return r
	}
	for k := range p.code {
		in := &p.code[k]
		in.a = place(in.a)
		if in.op.special() {
			continue
		}
		in.b, in.c = place(in.b), place(in.c)
	}
	p.root = place(root)
	return p
}
