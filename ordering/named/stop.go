package named

import "github.com/nrkit/nrkit/ordering"

// The functions below put Stop into the form of the options of an ordering.

func (c Control) stopAMD() func(ordering.AMDStats) bool {
	if c.Stop == nil {
		return nil
	}
	return func(s ordering.AMDStats) bool { return c.Stop(Count{s.NNZL, s.FlopsLU}) }
}

func (c Control) stopND() func(ordering.NDStats) bool {
	if c.Stop == nil {
		return nil
	}
	return func(s ordering.NDStats) bool { return c.Stop(Count{s.NNZL, s.FlopsLU}) }
}

// stopCOLAMD has no counts: COLAMD does not bound the factors.
func (c Control) stopCOLAMD() func(ordering.COLAMDStats) bool {
	if c.Stop == nil {
		return nil
	}
	return func(ordering.COLAMDStats) bool { return c.Stop(Count{}) }
}

// stopSearch has no counts: a search knows its result at its end.
func (c Control) stopSearch() func() bool {
	if c.Stop == nil {
		return nil
	}
	return func() bool { return c.Stop(Count{}) }
}
