package analysis

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// A payback says what an ordering has to save to pay for the time that it takes: the
// reference with the least predicted total of ordering, analysis, factorizations and
// solves. Times are for the generic machine, so that the race ends the same on every
// machine.
//
// All is a prediction. An ordering gets the benefit of the doubt: its time is the lower
// end of the interval, and the time that it may save is the upper end. Intervals are the
// narrow ones of a calibrated machine: how fast a machine is matters little, because only
// the quotient of two times counts.
type payback struct {
	method   string
	features *prediction.Features
	bases    map[string]*prediction.Features // of the references, from which times of orderings are predicted
	counted  limit                           // what the reference counted while it ran, as a watch counts
	order    prediction.Interval             // time to find the order of the reference
	numeric  prediction.Interval             // time of all that comes after the ordering, in the solver where that is least

	count, solves int64 // factorizations, and solves after each

	once   sync.Mutex
	shares map[string]float64 // by method
}

// paybackMachine returns the machine of paybacks.
func paybackMachine() *prediction.Machine {
	m := prediction.Generic()
	m.Calibrated, m.Microarchitecture = true, prediction.Default().FittedOn[0]
	return m
}

// findPayback sets the payback by the references that finished: nil where nobody said
// how many factorizations there are.
func (r *runner) findPayback() {
	bases := map[string]*prediction.Features{}
	for _, m := range r.candidates {
		// Other methods may still run: only those of references are read.
		if m.role == named.Reference && m.ordering != nil && m.features != nil {
			bases[m.Name] = m.features
		}
	}
	for _, m := range r.candidates {
		if bases[m.Name] == nil {
			continue
		}
		p := r.paybackOf(m, bases)
		if r.pay == nil || p.order.Seconds+p.numeric.Seconds < r.pay.order.Seconds+r.pay.numeric.Seconds {
			r.pay = p
		}
	}
}

// paybackOf returns the payback of one reference.
func (r *runner) paybackOf(m *candidate, bases map[string]*prediction.Features) *payback {
	p := &payback{method: m.Name, features: m.features, bases: bases, shares: map[string]float64{}}
	p.count, p.solves = r.opt.repeats()
	if c := m.counted; c != nil {
		p.counted = limit{c.entries(m.ordering.NNZOffBlocks), c.FlopsLU}
	}
	p.order = p.ordering(m.Name)
	p.numeric = p.after(1)
	return p
}

// ordering predicts the time to find the order of a method.
func (p *payback) ordering(method string) prediction.Interval {
	base := p.bases[baseOf(method)]
	if base == nil {
		base = p.features
	}
	return orderingTime(prediction.Default(), method, MatchingNone, base, paybackMachine())
}

// after predicts the time of all that comes after an ordering whose factors have a share
// of the entries, updates and flops of the reference, in the solver where it is least of
// those that take the order.
func (p *payback) after(share float64) prediction.Interval {
	f := p.features.Scale(share)
	least := prediction.Interval{Seconds: math.Inf(1)}
	opt := Options{Machine: paybackMachine(), Factorizations: p.count, Solves: p.solves}
	for _, s := range prediction.Solvers() {
		x := &Setting{Solver: s}
		if s != prediction.CHOLMOD && x.times(prediction.Default(), f, &opt) {
			if x.total(p.count, p.solves); x.Total.Seconds < least.Seconds {
				least = x.Total
			}
		}
	}
	return least
}

// optimism is by how much more time an ordering may save than is predicted.
func (p *payback) optimism() float64 { return p.numeric.High / p.numeric.Seconds }

// needs returns the seconds that a method has to save after the ordering to pay for
// itself, at least.
func (p *payback) needs(method string) float64 { return p.ordering(method).Low - p.order.Seconds }

// share returns the share of the reference's entries, updates and flops that the factors
// under a method may have at most for the method to pay for itself: 1 if they may have
// more, 0 if none is small enough. It is rounded, so that machines which round sums
// differently agree.
func (p *payback) share(method string) float64 {
	p.once.Lock()
	defer p.once.Unlock()
	if s, ok := p.shares[method]; ok {
		return s
	}
	need, most := p.needs(method), p.optimism()
	pays := func(share float64) bool { return most*(p.numeric.Seconds-p.after(share).Seconds) >= need }
	low, high := 0.0, 1.0
	switch {
	case need <= 0:
		low = 1
	case !pays(0):
	default:
		for high-low > 1e-7 {
			if mid := (low + high) / 2; pays(mid) {
				low = mid
			} else {
				high = mid
			}
		}
	}
	p.shares[method] = math.Round(1e5*low) / 1e5
	return p.shares[method]
}

// limit returns the entries and flops beyond which a method is not predicted to pay for
// itself. Both have to be exceeded. The zero value is no limit; a nil payback has none.
func (p *payback) limit(method string) limit {
	if p == nil {
		return limit{}
	}
	share := p.share(method)
	if share >= 1 {
		return limit{}
	}
	return limit{entries: max(1, share*p.counted.entries), flops: max(1, share*p.counted.flops)}
}

// hopeless reports whether no order of the matrix is predicted to pay for the time of a
// method: none has fewer entries than the matrix, or fewer flops than that takes. A nil
// payback reports false.
func (p *payback) hopeless(method string) bool {
	if p == nil {
		return false
	}
	f := p.features
	share := p.share(method)
	least := float64(f.Entries) / float64(f.L+f.U-f.Rows+f.OffBlock)
	return share <= 0 || least > share && leastFlops(f) > share*f.Flops
}

// leastFlops returns a lower bound of the flops of any order that pivots on the diagonal
// of symmetric blocks: with s entries below the diagonal of n columns the sum of their
// squares is least where all columns have as many. 0 where blocks are not symmetric.
func leastFlops(f *prediction.Features) float64 {
	inside, columns := float64(f.Entries-f.OffBlock-f.Rows), float64(f.Rows-f.Singletons)
	if inside != float64(f.Graph) || columns == 0 {
		return 0
	}
	below := inside / 2
	return 2*below*below/columns + below
}

// never reports whether the method is predicted to take longer than all that comes after
// the reference, so that it does not pay for itself on any number of workers. A nil
// payback reports false.
func (p *payback) never(method string) bool {
	return p != nil && p.needs(method) > (1+1e-9)*p.numeric.High
}

// because says why a method is not predicted to pay for itself.
func (p *payback) because(method string) string {
	text := fmt.Sprintf("not predicted to pay for itself in %s: ", units.Plural(p.count, "factorization"))
	if p.never(method) {
		return text + fmt.Sprintf("the ordering alone takes %s as long as all factorizations and solves under %s",
			times(p.ordering(method).Seconds/p.numeric.Seconds), p.method)
	}
	if share := p.share(method); share > 0 {
		return text + fmt.Sprintf("the factors would have to have at most %s of the entries and flops under %s", units.Share(share), p.method)
	}
	return text + "no factors are small enough to save the time of the ordering"
}

// readable reports whether the payback reads the ordering of the method.
func (m *candidate) readable(r *runner) bool {
	return m.role == named.Reference && r.opt.Factorizations > 0 && r.subject.pattern.Square() && !r.subject.singular()
}

// recounted returns the analysis of an ordering from the store, with the counts that the
// store does not keep, nil if nothing reads them.
func (r *runner) recounted(m *candidate) *Ordering {
	if !m.readable(r) {
		return nil
	}
	return r.analyzeAs(m.ordering.Order, symbolic.Options{Counts: true})
}

// reads keeps what the payback needs of an ordering, if it is the one of a reference.
func (m *candidate) reads(r *runner, o *Ordering) {
	if !m.readable(r) {
		return
	}
	most := mostCounted * int64(r.subject.pattern.NNZ())
	if m.features = o.features; m.features == nil || !m.features.Beyond(most) {
		list := slices.DeleteFunc(r.takers(o.Order), func(s prediction.Solver) bool { return s == prediction.CHOLMOD }) // takes no part in the payback
		m.features = prediction.Of(r.subject.pattern, o.Analysis, prediction.Options{Entries: most, Solvers: list,
			Stop: func() bool { return r.ctx.Err() != nil }, Shared: r.subject.shared})
	}
}
