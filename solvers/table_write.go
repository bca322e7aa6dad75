package solvers

import (
	"fmt"
	"math"
)

// MarshalBinary returns the table in its binary form: a header, functions, expressions,
// ranges and text, little-endian. It returns an error if a
// function has a value that the form cannot hold.
func (t *Table) MarshalBinary() ([]byte, error) {
	if err := t.Options.check(); err != nil {
		return nil, fmt.Errorf("solvers: %w", err)
	}
	var text, expressions pool
	text.text("") // at offset 0
	var rows []byte
	for _, f := range t.Functions {
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("solvers: %w", err)
		}
		rows = appendFunction(rows, f, &text, &expressions)
	}
	if len(expressions.data)/expressionSize > math.MaxUint16 {
		return nil, fmt.Errorf("solvers: table has %d different expressions, at most %d are possible",
			len(expressions.data)/expressionSize, math.MaxUint16)
	}
	b := append([]byte(nil), tableMagic...)
	for _, n := range []int{len(t.Functions), len(expressions.data) / expressionSize, len(text.data), 0, int(t.Matrices), len(t.Ranges)} {
		b = le.AppendUint32(b, uint32(n))
	}
	b = le.AppendUint64(b, t.Sample)
	b = append(b, make([]byte, headerSize-len(b))...)
	b = append(append(b, rows...), expressions.data...)
	for _, r := range t.Ranges {
		b = le.AppendUint64(le.AppendUint64(b, r[0]), r[1])
	}
	return append(b, text.data...), nil
}

func appendFunction(b []byte, f Function, text, expressions *pool) []byte {
	b = le.AppendUint32(b, text.text(f.Symbol))
	b = le.AppendUint32(b, text.text(f.Library))
	b = le.AppendUint32(b, text.text(f.Soname))
	b = le.AppendUint32(b, symbolHash(f.Symbol))
	b = append(b, byte(f.Phase), byte(f.Layout), byte(f.Index), byte(f.Value), f.Base, f.Stack)
	b = le.AppendUint16(b, uint16(f.Flags))
	var at [fields]uint16
	for _, field := range f.Fields() {
		at[field] = uint16(addExpression(expressions, f.Expressions[field]))
	}
	for _, k := range at {
		b = le.AppendUint16(b, k)
	}
	return le.AppendUint64(b, 0)
}

const (
	// loadNarrow is the bit of a step's type that says: load nothing, take the low
	// bytes.
	loadNarrow = 0x80

	// Flags of an expression.
	expressionZeroUnknown = 1
	expressionGuard       = 2
)

// addExpression adds an expression with its alternatives, which follow it, and returns
// its number from 1.
func addExpression(p *pool, e Expression) int {
	alternatives := e.Alternatives()
	// A chain ends within itself, so its bytes with relative numbers identify it.
	number := p.add(appendChain(nil, alternatives, 0))/expressionSize + 1
	copy(p.data[(number-1)*expressionSize:], appendChain(nil, alternatives, number))
	return number
}

// appendChain appends alternatives, the first of which has a number.
func appendChain(b []byte, alternatives []Expression, number int) []byte {
	for k, e := range alternatives {
		otherwise := 0
		if k+1 < len(alternatives) {
			otherwise = number + k + 1
		}
		b = appendExpression(b, e, uint32(otherwise))
	}
	return b
}

func appendExpression(b []byte, e Expression, otherwise uint32) []byte {
	constant, flags := e.Constant, uint32(0)
	if e.Base != BaseConstant {
		constant = e.Scale
	}
	if e.ZeroUnknown {
		flags |= expressionZeroUnknown
	}
	if e.Guard {
		flags |= expressionGuard
	}
	b = append(b, byte(e.Base), e.K, byte(len(e.Steps)), byte(len(e.Maps)))
	b = le.AppendUint32(b, uint32(constant))
	for k := range maxSteps {
		var step Step
		if k < len(e.Steps) {
			step = e.Steps[k]
		}
		t := byte(step.Type)
		if step.Narrow {
			t |= loadNarrow
		}
		b = append(le.AppendUint32(b, uint32(step.Offset)), t, 0, 0, 0)
	}
	for k := range maxMaps {
		var m Map
		if k < len(e.Maps) {
			m = e.Maps[k]
		}
		b = le.AppendUint16(le.AppendUint16(b, uint16(m.From)), uint16(m.To))
	}
	return le.AppendUint32(le.AppendUint32(b, otherwise), flags)
}
