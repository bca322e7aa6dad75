package petsc

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/nrkit/nrkit/internal/bindata"
)

// scalars reads the scalars, real or complex.
func (p *reader) scalars() error {
	begin := p.rd.Offset()
	raw, err := p.floats("the values, one of 8 bytes for each entry")
	if err != nil {
		return err
	}
	ended, err := p.atObject()
	if err == nil && !ended {
		var more []float64
		if more, err = p.floats("the values"); err == nil {
			ended, err = p.atObject()
		}
		var short *bindata.Error
		if errors.As(err, &short) || err == nil && !ended {
			return p.rd.Fault(begin, "want %d bytes of real values or %d bytes of complex values, and then the end of the input or another object",
				8*p.entries, 16*p.entries)
		}
		p.m.Complex = true
		if raw != nil {
			p.pair(raw, more)
			return err
		}
	}
	p.m.Values = raw
	return err
}

// floats reads as many numbers as there are entries; the result is nil with
// PatternOnly.
func (p *reader) floats(what string) ([]float64, error) {
	if p.opt.PatternOnly {
		return nil, p.rd.Skip(8*p.entries, what)
	}
	x := make([]float64, 0, len(p.m.ColIdx)) // which were read
	err := p.rd.Each(p.entries, 8, what, func(b []byte, _ int64) error {
		for ; len(b) > 0; b = b[8:] {
			x = append(x, math.Float64frombits(binary.BigEndian.Uint64(b)))
		}
		return nil
	})
	return x, err
}

// atObject reports whether the input ends here or another object begins.
func (p *reader) atObject() (bool, error) {
	head, _ := p.in.Peek(p.size)
	if len(head) == 0 {
		_, _ = p.rd.Read(make([]byte, 1)) // remembers an error other than the end
		return p.rd.Failure() == nil, p.rd.Failure()
	}
	if len(head) < p.size || p.m.Wide && binary.BigEndian.Uint32(head) != 0 {
		return false, nil
	}
	switch binary.BigEndian.Uint32(head[p.size-4:]) {
	case matID, vecID, isID, bagID:
		p.m.More = p.rd.Offset()
		return true, nil
	}
	return false, nil
}

// pair makes complex values of two halves of a list in which real and imaginary
// parts take turns.
func (p *reader) pair(low, high []float64) {
	n := len(low)
	re, im := make([]float64, n), make([]float64, n)
	at := func(k int) float64 {
		if k < n {
			return low[k]
		}
		return high[k-n]
	}
	for k := range n {
		re[k], im[k] = at(2*k), at(2*k+1)
	}
	p.m.Values, p.m.Imag = re, im
}
