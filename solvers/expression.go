package solvers

import (
	"fmt"
	"strings"
)

// An Expression says where a value of a call is found: a base, then up to four loads
// from memory, then a translation of the number, then a factor. The value is unknown
// if a load has a null address, or if there are Maps and the number stands in none.
type Expression struct {
	Base     Base
	K        uint8 // which argument, from 0
	Constant int32 // the value, if Base is BaseConstant
	Steps    []Step
	Maps     []Map // at most 4; without any Map numbers stay as they are
	Scale    int32 // the number is multiplied by it; 0 stands for 1

	// ZeroUnknown says that the number 0 stands for an unknown value.
	ZeroUnknown bool
	// Otherwise is evaluated if the value is unknown. With Guard set the meaning is
	// another one: the value is the value of Otherwise if the number is known, and
	// unknown if the number is unknown.
	Otherwise *Expression
	Guard     bool
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
	// maxAlternatives bounds a chain of alternatives.
	maxAlternatives = 32
)

// Alternatives returns the expression, then its Otherwise, and so on.
func (e Expression) Alternatives() []Expression {
	all := []Expression{e}
	for e.Otherwise != nil {
		e = *e.Otherwise
		all = append(all, e)
	}
	return all
}

// String returns the expression as lists write it.
func (e Expression) String() string {
	var s strings.Builder
	for k, a := range e.Alternatives() {
		if k > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(a.term())
		if a.Otherwise != nil {
			s.WriteString(map[bool]string{false: " |", true: " &"}[a.Guard])
		}
	}
	return s.String()
}

// term returns the expression without its alternatives.
func (e Expression) term() string {
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
	if e.Scale != 0 {
		fmt.Fprintf(&s, "*%d", e.Scale)
	}
	if e.ZeroUnknown {
		s.WriteByte('?')
	}
	return s.String()
}
