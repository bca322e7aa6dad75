package prediction

import (
	"slices"
	"sync"

	"github.com/nrkit/nrkit/internal/multifrontal"
	"github.com/nrkit/nrkit/symbolic"
)

// sharedFronts keeps what UMFPACK does under each order.
type sharedFronts struct {
	sync.Mutex
	list []*orderFronts
}

// An orderFronts has what UMFPACK does under one order.
type orderFronts struct {
	sync.Mutex
	ord    symbolic.Order
	counts *multifrontal.Counts // nil: not counted to the end
}

// follow follows UMFPACK through the permuted matrix, once for each order. Counts that were
// stopped are not kept.
func (s *Shared) follow(p *parts, stop func() bool) multifrontal.Counts {
	stopped := false
	count := func() multifrontal.Counts {
		whole, _ := p.form()
		return multifrontal.Follow(whole, multifrontal.Options{Stop: func() bool {
			stopped = stopped || stop != nil && stop()
			return stopped
		}})
	}
	if s == nil || s.a != p.a {
		return count()
	}
	x := s.fronts.of(p.ord)
	x.Lock()
	defer x.Unlock()
	if x.counts != nil {
		return *x.counts
	}
	c := count()
	if !stopped {
		x.counts = &c
	}
	return c
}

// of returns the place of an order.
func (l *sharedFronts) of(ord symbolic.Order) *orderFronts {
	l.Lock()
	defer l.Unlock()
	for _, x := range l.list {
		if slices.Equal(x.ord.Cols, ord.Cols) && (slices.Equal(x.ord.Rows, ord.Rows) || symmetric(x.ord) && symmetric(ord)) {
			return x
		}
	}
	x := &orderFronts{ord: ord}
	l.list = append(l.list, x)
	return x
}
