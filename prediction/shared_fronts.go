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
	ord  symbolic.Order
	once sync.Once
	multifrontal.Counts
}

// follow follows UMFPACK through the permuted matrix, once for each order.
func (s *Shared) follow(p *parts, stop func() bool) multifrontal.Counts {
	count := func() multifrontal.Counts {
		whole, _ := p.form()
		return multifrontal.Follow(whole, multifrontal.Options{Stop: stop})
	}
	if s == nil || s.a != p.a {
		return count()
	}
	x := s.fronts.of(p.ord)
	x.once.Do(func() { x.Counts = count() })
	return x.Counts
}

// of returns the place of an order.
func (l *sharedFronts) of(ord symbolic.Order) *orderFronts {
	l.Lock()
	defer l.Unlock()
	for _, x := range l.list {
		if slices.Equal(x.ord.Cols, ord.Cols) && slices.Equal(x.ord.Rows, ord.Rows) {
			return x
		}
	}
	x := &orderFronts{ord: ord}
	l.list = append(l.list, x)
	return x
}
