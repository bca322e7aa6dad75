package circuit

import (
	"errors"
	"slices"
)

// errStructure says that two circuits cannot stand for each other.
var errStructure = errors.New("the circuit has other unknowns or another Jacobian there, for example because a resistance of a model is 0; such a sweep is not supported")

// Adopt gives the devices of c the values of the devices of o, which o then
// shares with c. What limiters remember stays.
//
// It fails, and changes nothing, if o has other unknowns, another pattern or other
// groups of devices.
func (c *Circuit) Adopt(o *Circuit) error {
	if !slices.Equal(c.names, o.names) || c.charges != o.charges || c.checked != o.checked || len(c.last) != len(o.last) || len(c.families) != len(o.families) ||
		!slices.Equal(c.pattern.ColPtr, o.pattern.ColPtr) || !slices.Equal(c.pattern.RowIdx, o.pattern.RowIdx) {
		return errStructure
	}
	c.base, c.baseA0, c.dynamic = o.base, o.baseA0, o.dynamic
	c.families, c.sources, c.pacers = o.families, o.sources, o.pacers
	return nil
}
