package solvers

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// UnmarshalBinary reads a table that MarshalBinary wrote. It checks the hashes
// of the symbols, and that all offsets are within the data.
func (t *Table) UnmarshalBinary(data []byte) error {
	r := tableReader{data: data}
	got, err := r.table()
	if err != nil {
		return fmt.Errorf("table of solver functions: %w", err)
	}
	*t = *got
	return nil
}

type tableReader struct {
	data                         []byte
	rows, expressions, pairs, at []byte // sections; at is the text
	counts                       [6]uint32
}

var le = binary.LittleEndian

// sections cuts the data.
func (r *tableReader) sections() error {
	if len(r.data) < headerSize {
		return fmt.Errorf("%d bytes, want a header of %d", len(r.data), headerSize)
	}
	if string(r.data[:8]) != tableMagic {
		return fmt.Errorf("begins with %q, want %q", r.data[:8], tableMagic)
	}
	for k := range r.counts {
		r.counts[k] = le.Uint32(r.data[8+4*k:])
	}
	rest := r.data[headerSize:]
	var err error
	take := func(n uint32, size uint64) []byte {
		need := uint64(n) * size
		if err != nil || need > uint64(len(rest)) {
			err = fmt.Errorf("%d bytes are fewer than the header says", len(r.data))
			return nil
		}
		section := rest[:need]
		rest = rest[need:]
		return section
	}
	r.rows = take(r.counts[0], functionSize)
	r.expressions = take(r.counts[1], expressionSize)
	r.pairs = take(r.counts[5], rangeSize)
	r.at = take(r.counts[2], 1)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes follow the text", len(rest))
	}
	return err
}

func (r *tableReader) table() (*Table, error) {
	if err := r.sections(); err != nil {
		return nil, err
	}
	t := &Table{Options: Options{Matrices: Matrices(r.counts[4]), Sample: le.Uint64(r.data[32:])}}
	for p := r.pairs; len(p) > 0; p = p[rangeSize:] {
		t.Ranges = append(t.Ranges, [2]uint64{le.Uint64(p), le.Uint64(p[8:])})
	}
	if err := t.Options.check(); err != nil {
		return nil, err
	}
	expressions, err := r.readExpressions()
	if err != nil {
		return nil, err
	}
	for p := r.rows; len(p) > 0; p = p[functionSize:] {
		f, err := r.function(p, expressions)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(t.Functions), err)
		}
		t.Functions = append(t.Functions, f)
	}
	return t, nil
}

func (r *tableReader) text(at uint32) (string, error) {
	if uint64(at) < uint64(len(r.at)) {
		if end := bytes.IndexByte(r.at[at:], 0); end >= 0 {
			return string(r.at[at:][:end]), nil
		}
	}
	return "", fmt.Errorf("no text at offset %d", at)
}

func (r *tableReader) function(p []byte, expressions []Expression) (Function, error) {
	f := Function{Phase: Phase(p[16]), Layout: Layout(p[17]), Index: IndexType(p[18]), Value: ValueType(p[19]),
		Base: p[20], Stack: p[21], Flags: Flags(le.Uint16(p[22:])), Expressions: map[Field]Expression{}}
	for k, to := range []*string{&f.Symbol, &f.Library, &f.Soname} {
		var err error
		if *to, err = r.text(le.Uint32(p[4*k:])); err != nil {
			return f, err
		}
	}
	if got, want := le.Uint32(p[12:]), symbolHash(f.Symbol); got != want {
		return f, fmt.Errorf("hash %#x of %s, want %#x", got, f.Symbol, want)
	}
	for field := range Field(fields) {
		k := int(le.Uint16(p[24+2*int(field):]))
		if k > len(expressions) {
			return f, fmt.Errorf("field %v is expression %d of %d", field, k, len(expressions))
		}
		if k > 0 {
			f.Expressions[field] = expressions[k-1]
		}
	}
	return f, f.check()
}

// readExpressions reads all expressions, from the last one, since alternatives follow.
func (r *tableReader) readExpressions() ([]Expression, error) {
	expressions := make([]Expression, len(r.expressions)/expressionSize)
	lengths := make([]int, len(expressions)) // of chains
	for k := len(expressions) - 1; k >= 0; k-- {
		p := r.expressions[k*expressionSize:][:expressionSize]
		e, err := readExpression(p)
		if err != nil {
			return nil, fmt.Errorf("expression %d: %w", k, err)
		}
		lengths[k] = 1
		if otherwise := int(le.Uint32(p[56:])) - 1; otherwise >= 0 {
			if otherwise <= k || otherwise >= len(expressions) {
				return nil, fmt.Errorf("expression %d: its alternative is expression %d of %d", k, otherwise, len(expressions))
			}
			e.Otherwise = &expressions[otherwise]
			lengths[k] += lengths[otherwise]
		}
		if lengths[k] > maxAlternatives {
			return nil, fmt.Errorf("expression %d: more than %d alternatives", k, maxAlternatives)
		}
		expressions[k] = e
	}
	return expressions, nil
}

func readExpression(p []byte) (Expression, error) {
	flags := le.Uint32(p[60:])
	e := Expression{Base: Base(p[0]), K: p[1], ZeroUnknown: flags&expressionZeroUnknown != 0, Guard: flags&expressionGuard != 0}
	if e.Base == BaseConstant {
		e.Constant = int32(le.Uint32(p[4:]))
	} else {
		e.Scale = int32(le.Uint32(p[4:]))
	}
	if flags >= 2*expressionGuard {
		return e, fmt.Errorf("unknown flags %#x", flags)
	}
	if p[2] > maxSteps || p[3] > maxMaps {
		return e, fmt.Errorf("%d steps and %d maps, want at most %d and %d", p[2], p[3], maxSteps, maxMaps)
	}
	for k := range int(p[2]) {
		s := p[8+8*k:]
		e.Steps = append(e.Steps, Step{Offset: int32(le.Uint32(s)), Type: Load(s[4] &^ loadNarrow), Narrow: s[4]&loadNarrow != 0})
	}
	for k := range int(p[3]) {
		m := p[40+4*k:]
		e.Maps = append(e.Maps, Map{int16(le.Uint16(m)), int16(le.Uint16(m[2:]))})
	}
	return e, nil
}
