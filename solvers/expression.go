package solvers

import (
	"fmt"
	"strconv"
	"strings"
)

// An Expression says where a value of a call is found: a base, then up to four loads
// from memory, then a translation of the number.
type Expression struct {
	Base     Base
	K        uint8 // which argument, from 0
	Constant int32 // the value, if Base is BaseConstant
	Steps    []Step
	Maps     []Map // a value that stands in no Map is unknown; without any Map values stay as they are
}

// A Base is what an expression begins with.
type Base uint8

// The bases.
const (
	BaseArgument    Base = iota + 1 // integer or pointer argument K
	BaseReturn                      // integer or pointer that the function returns
	BaseFloat                       // floating-point argument K
	BaseConstant                    // a number
	BaseFloatReturn                 // floating-point number that the function returns
)

// A Step loads a value of a type from the address value+Offset. With Narrow set it
// loads nothing: it takes the low bytes of the value as that type, since a register
// has undefined high bytes where the argument is narrower.
type Step struct {
	Offset int32
	Type   Load
	Narrow bool
}

// A Load is the type of a value in memory.
type Load uint8

// The types.
const (
	LoadI32 Load = iota + 1
	LoadI64
	LoadU32
	LoadPointer // 64 bits without sign
	LoadU8
	LoadF64
	LoadF32
	LoadI16
)

var loadNames = []string{"", "i32", "i64", "u32", "ptr", "u8", "f64", "f32", "i16"}

// String returns the name of the type in lists.
func (l Load) String() string { return nameOf(loadNames, "type", int(l)) }

// A Map translates one number into another.
type Map struct {
	From, To int16
}

const (
	maxSteps = 4
	maxMaps  = 4
	// maxArgument bounds the number of an argument: 6 in registers and 255 words on
	// the stack hold it.
	maxArgument = 200
)

// String returns the expression as lists write it.
func (e Expression) String() string {
	var s strings.Builder
	switch e.Base {
	case BaseArgument:
		fmt.Fprintf(&s, "a%d", e.K)
	case BaseReturn:
		s.WriteString("ret")
	case BaseFloat:
		fmt.Fprintf(&s, "f%d", e.K)
	case BaseConstant:
		fmt.Fprintf(&s, "%d", e.Constant)
	case BaseFloatReturn:
		s.WriteString("fret")
	default:
		fmt.Fprintf(&s, "base%d", e.Base)
	}
	for _, step := range e.Steps {
		if !step.Narrow {
			fmt.Fprintf(&s, "[%d]", step.Offset)
		}
		fmt.Fprintf(&s, ":%v", step.Type)
	}
	for k, m := range e.Maps {
		s.WriteString(map[bool]string{true: "{", false: " "}[k == 0])
		fmt.Fprintf(&s, "%d=%d", m.From, m.To)
	}
	if len(e.Maps) > 0 {
		s.WriteByte('}')
	}
	return s.String()
}

// An expressionError is a message about byte at of an expression.
type expressionError struct {
	at  int
	msg string
}

func (e *expressionError) Error() string { return e.msg }

// parseExpression reads an expression: aK, ret, fK, fret, a number or a name of
// constantNames, then steps and maps.
func parseExpression(s string) (Expression, error) {
	p := expressionParser{s: s}
	e, err := p.base()
	if err != nil {
		return e, err
	}
	for p.at < len(s) && s[p.at] != '{' {
		step, err := p.step()
		if err != nil {
			return e, err
		}
		if len(e.Steps) == maxSteps {
			return e, p.errorf("more than %d steps", maxSteps)
		}
		e.Steps = append(e.Steps, step)
	}
	if len(e.Steps) > 0 && e.Base == BaseConstant {
		return e, p.errorf("a number has no steps")
	}
	if p.at < len(s) {
		e.Maps, err = p.maps()
	}
	return e, err
}

type expressionParser struct {
	s  string
	at int
}

func (p *expressionParser) errorf(format string, args ...any) error {
	return &expressionError{p.at, fmt.Sprintf(format, args...)}
}

// word takes the bytes up to one that ends a part.
func (p *expressionParser) word() string {
	end := p.at + strings.IndexAny(p.s[p.at:]+"[", "[]:{}= ")
	w := p.s[p.at:end]
	p.at = end
	return w
}

func (p *expressionParser) base() (Expression, error) {
	begin := p.at
	w := p.word()
	if w == "ret" {
		return Expression{Base: BaseReturn}, nil
	}
	if w == "fret" {
		return Expression{Base: BaseFloatReturn}, nil
	}
	if c, ok := constant(w); ok {
		return Expression{Base: BaseConstant, Constant: c}, nil
	}
	if len(w) > 1 && (w[0] == 'a' || w[0] == 'f') {
		if k, err := strconv.ParseUint(w[1:], 10, 8); err == nil && k < maxArgument {
			return Expression{Base: map[byte]Base{'a': BaseArgument, 'f': BaseFloat}[w[0]], K: uint8(k)}, nil
		}
	}
	p.at = begin
	return Expression{}, p.errorf("expression %q: want aK, fK, ret, fret or a number", p.s)
}

func (p *expressionParser) step() (Step, error) {
	step := Step{Narrow: true}
	if p.s[p.at] == '[' {
		p.at++
		begin := p.at
		offset, err := strconv.ParseInt(p.word(), 0, 32)
		if err != nil {
			p.at = begin
			return step, p.errorf("want the offset as a number after [")
		}
		if p.at == len(p.s) || p.s[p.at] != ']' {
			return step, p.errorf("want ] after the offset")
		}
		p.at++
		step = Step{Offset: int32(offset), Type: LoadPointer}
		if p.at == len(p.s) || p.s[p.at] != ':' {
			return step, p.errorf("want :TYPE after ]")
		}
	}
	if p.s[p.at] != ':' {
		return step, p.errorf("want [OFFSET]:TYPE or :TYPE, got %q", p.s[p.at:])
	}
	p.at++
	begin := p.at
	t, ok := loadType(p.word())
	if !ok {
		p.at = begin
		return step, p.errorf("want one of the types %s", strings.Join(loadNames[1:], ", "))
	}
	step.Type = t
	return step, nil
}

func loadType(name string) (Load, bool) {
	if name == "u64" {
		return LoadPointer, true
	}
	for k, n := range loadNames {
		if k > 0 && n == name {
			return Load(k), true
		}
	}
	return 0, false
}

func (p *expressionParser) maps() ([]Map, error) {
	p.at++
	var maps []Map
	for {
		for p.at < len(p.s) && p.s[p.at] == ' ' {
			p.at++
		}
		if p.at < len(p.s) && p.s[p.at] == '}' {
			p.at++
			break
		}
		begin := p.at
		from, ok := constant(p.word())
		if !ok || p.at == len(p.s) || p.s[p.at] != '=' {
			p.at = begin
			return nil, p.errorf("want FROM=TO between { and }")
		}
		p.at++
		to, ok := constant(p.word())
		if !ok || from != int32(int16(from)) || to != int32(int16(to)) {
			p.at = begin
			return nil, p.errorf("want two numbers of 16 bits, or names of types or layouts")
		}
		maps = append(maps, Map{int16(from), int16(to)})
	}
	if len(maps) == 0 || len(maps) > maxMaps || p.at != len(p.s) {
		return nil, p.errorf("want 1 to %d maps between { and }, at the end of the expression", maxMaps)
	}
	return maps, nil
}

// constant reads a number or a name of a type or layout.
func constant(w string) (int32, bool) {
	if c, ok := constantNames[w]; ok {
		return c, true
	}
	c, err := strconv.ParseInt(w, 0, 32)
	return int32(c), err == nil
}
