package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// tolerance returns the relative tolerance of the netlist.
func (b *builder) tolerance() float64 {
	if r := b.n.Options.RelTol; r != 0 {
		return r
	}
	return 1e-3
}

// given returns the initial condition of e, NaN when it has none.
func given(e *netlist.Element) float64 {
	if e.HasIC {
		return e.IC
	}
	return math.NaN()
}

// checkedCharge numbers a charge whose truncation error is checked.
func (b *builder) checkedCharge() int32 {
	b.c.checked++
	return int32(b.c.checked - 1)
}

// uncheckedCharge numbers another charge, before it is known how many come
// first; renumberCharges moves it behind them.
func (b *builder) uncheckedCharge() int32 {
	b.unchecked++
	return b.unchecked - 1
}

func (b *builder) renumberCharges() {
	c := b.c
	c.charges = c.checked + int(b.unchecked)
	for _, f := range c.families {
		if g, ok := f.(interface{ renumber(checked int32) }); ok {
			g.renumber(int32(c.checked))
		}
	}
}

// voltages makes room for n voltages of a limiter.
func (b *builder) voltages(n int32) int32 {
	b.limited += n
	return b.limited - n
}
