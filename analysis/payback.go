package analysis

import (
	"fmt"
	"math"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// A payback says what an ordering has to save to pay for the time that it takes: the
// reference with the least predicted total of ordering, analysis, factorizations and
// solves. Times are for a fixed machine, so that the race ends the same on every one.
type payback struct {
	method   string
	features *prediction.Features
	counted  limit   // what the reference counted while it ran, as a watch counts
	order    float64 // seconds to find the order of the reference
	numeric  float64 // seconds of all that comes after the ordering, in the solver where that is least
	count    int64   // factorizations
}

// paybackMachine has the figures of a core of about 3 GHz.
var paybackMachine = prediction.Machine{
	Schema: prediction.MachineSchema, Name: "fixed", Calibrated: true,
	CacheBytes: []int64{32 << 10, 1 << 20, 32 << 20}, WorkingSetBytes: []int64{16 << 10, 512 << 10, 16 << 20, 256 << 20},
	Update: []float64{0.7, 0.9, 1.3, 3}, Stream: []float64{0.2, 0.25, 0.35, 0.8}, Latency: []float64{1.3, 4.5, 20, 100},
	Column: 6, Dense: 0.06, Scalar: 0.4, Divide: 1.3, Dispatch: 100, Wake: 6000, Cores: 1,
}

// findPayback sets the payback by the references that finished: nil where nobody said
// how many factorizations there are.
func (r *runner) findPayback() {
	for _, m := range r.candidates {
		if m.ordering == nil || m.features == nil {
			continue
		}
		p := r.paybackOf(m)
		if r.pay == nil || p.order+p.numeric < r.pay.order+r.pay.numeric {
			r.pay = p
		}
	}
}

// paybackOf returns the payback of one reference.
func (r *runner) paybackOf(m *candidate) *payback {
	model := prediction.Default()
	p := &payback{method: m.Name, features: m.features, count: r.opt.Factorizations, numeric: math.Inf(1)}
	if c := m.counted; c != nil {
		p.counted = limit{c.entries(m.ordering.NNZOffBlocks), c.FlopsLU}
	}
	p.order = orderingTime(model, m.Name, MatchingNone, m.features, &paybackMachine).Seconds
	k, solves := r.opt.repeats()
	for _, s := range prediction.Solvers() {
		x := &Setting{Solver: s}
		if s != prediction.CHOLMOD && x.times(model, m.features, &paybackMachine) {
			x.total(k, solves)
			p.numeric = min(p.numeric, x.Total.Seconds)
		}
	}
	return p
}

// needs returns the share of the reference's time after the ordering that a method has
// to save to pay for itself: above 1 it never does.
//
// The times are sums with coefficients that are not negative of counts that grow with
// the entries or the flops. So a method whose entries and flops are at least a share s
// of those of the reference takes at least the share s of its time.
func (p *payback) needs(method string) float64 {
	t := orderingTime(prediction.Default(), method, MatchingNone, p.features, &paybackMachine).Seconds
	return (t - p.order) / p.numeric
}

// limit returns the entries and flops beyond which a method cannot pay for itself. Both
// have to be exceeded. The zero value is no limit; a nil payback has none.
func (p *payback) limit(method string) limit {
	if p == nil || p.needs(method) <= 0 {
		return limit{}
	}
	share := max(0, 1-p.needs(method))
	return limit{entries: max(1, share*p.counted.entries), flops: max(1, share*p.counted.flops)}
}

// hopeless reports whether no order of the matrix pays for the time of a method: none
// has fewer entries than the matrix, or fewer flops than that takes. A nil payback
// reports false.
func (p *payback) hopeless(method string) bool {
	if p == nil {
		return false
	}
	f := p.features
	share := 1 - p.needs(method)
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

// never reports whether the method takes longer than all that comes after the reference,
// so that it does not pay for itself on any number of workers. A nil payback reports
// false.
func (p *payback) never(method string) bool { return p != nil && p.needs(method) >= 1 }

// because says why a method does not pay for itself.
func (p *payback) because(method string) string {
	t := orderingTime(prediction.Default(), method, MatchingNone, p.features, &paybackMachine).Seconds
	text := fmt.Sprintf("cannot pay for itself in %s: ", units.Plural(p.count, "factorization"))
	if need := p.needs(method); need < 1 {
		return text + fmt.Sprintf("it would have to save %s of the time under %s", units.Share(need), p.method)
	}
	return text + fmt.Sprintf("the ordering takes %s as long as all factorizations and solves under %s", times(t/p.numeric), p.method)
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
	if m.readable(r) {
		m.features = prediction.Of(r.subject.pattern, o.Analysis, prediction.Options{Entries: mostCounted * int64(r.subject.pattern.NNZ()), Stop: func() bool { return r.ctx.Err() != nil }})
	}
}
