package analysis

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// A candidate is a method that may run, with its result: an ordering, or why the
// ordering is absent. Both are empty for a method that was stopped, and for a method
// that nobody asked for and that does not suit.
type candidate struct {
	method
	asked  bool // by its name
	all    bool // every method was asked for
	racing bool // it is in the portfolio

	ordering *Ordering
	absent   string

	watch    *watch // how it ended; nil where it did not suit, or was in the store
	started  bool
	counted  *count // of a reference
	shortest bool   // no order with its fill has a shorter critical path by columns; false of one from the store
	optimal  bool   // nor is one faster, if this one fills nothing; false of one from the store
	orderNS  int64
	features *prediction.Features // of a reference, where factorizations are counted

	base func() (symbolic.Order, bool) // what a method with an ending starts from; false if the order is absent
}

// stoppable reports whether the method is in the portfolio for no other reason
// than to win.
func (m *candidate) stoppable() bool {
	return m.racing && m.role != named.Reference && !m.asked && !m.all
}

// newCandidates returns the methods that may run, in the order of the table.
func (r *runner) newCandidates() ([]*candidate, error) {
	if err := r.opt.checkMethods(); err != nil {
		return nil, err
	}
	all, best := slices.Contains(r.opt.Orderings, "all"), slices.Contains(r.opt.Orderings, BestOf)
	var list []*candidate
	for _, m := range methods() {
		asked, racing := r.opt.asksFor(m.Name), best && m.role != named.NoRole
		if asked || all || racing || len(r.opt.Orderings) == 0 && m.when != named.Never {
			list = append(list, &candidate{method: m, asked: asked, all: all, racing: racing})
		}
		for _, ending := range Endings() {
			if e := m.withEnding(ending); r.opt.asksFor(e.Name) {
				list = append(list, &candidate{method: e, asked: true})
			}
		}
	}
	return list, nil
}

// checkMethods returns an error for a name that is no method.
func (o *Options) checkMethods() error {
	for _, name := range o.Orderings {
		if name != "all" && name != BestOf && !Known(name) {
			return fmt.Errorf("%w %q", ErrUnknownMethod, name)
		}
	}
	for _, name := range o.Exact {
		if !Known(name) && !slices.Contains([]string{"best", "all", "none"}, name) {
			return fmt.Errorf("%w %q", ErrUnknownMethod, name)
		}
	}
	return nil
}

// asksFor reports whether a method is asked for by its name.
func (o *Options) asksFor(name string) bool {
	return slices.Contains(o.Orderings, name) || slices.Contains(o.Exact, name)
}

// wanted reports whether somebody asked for the method, for whatever it may win.
func (m *candidate) wanted() bool { return m.asked || m.all }

// unsuited returns why the method does not run on s, "" when it does, and
// whether that is worth saying.
func (m *candidate) unsuited(s *subject) (why string, say bool) {
	a := s.pattern
	switch {
	case a.Rows == 0 || a.Cols == 0:
		return "the matrix is empty", m.wanted()
	case m.blocks && s.whole && !m.wanted():
		return "the solver does not work on diagonal blocks", false
	case m.needsSquare() && !a.Square():
		return "the matrix is " + shape(a.Rows, a.Cols) + ", not square", m.wanted() || !m.blocks
	}
	if why, say := m.unpromising(s); why != "" {
		return why, say
	}
	if m.blocks {
		return m.unsuitedToBlocks(s)
	}
	return "", false
}

// unpromising returns why a method that nobody asked for is not worth its time on s.
func (m *candidate) unpromising(s *subject) (why string, say bool) {
	switch {
	case m.wanted():
	case m.racing:
		if !m.enters(s) {
			return "others have a better chance", false
		}
	case m.when == named.Outside && s.prefers():
		return "inside the diagonal blocks it does better", false
	case m.when == named.Inside && !s.prefers():
		return "outside of diagonal blocks it does better", false
	case m.workOn(s.pattern) > defaultWork:
		return "the matrix is large; --ordering with the name runs the ordering", true
	}
	return "", false
}

// unsuitedToBlocks returns why the method does not run inside the diagonal blocks of s.
func (m *candidate) unsuitedToBlocks(s *subject) (why string, say bool) {
	f := s.form()
	switch {
	case f.Matched < s.pattern.Cols:
		return fmt.Sprintf("the structural rank is %d of %d, so no permutation has a zero-free diagonal", f.Matched, s.pattern.Cols), m.wanted()
	case !m.asked && !rearranged(f):
		return "the matrix has a single diagonal block, so btf+ changes nothing", m.all
	case !m.wanted() && m.when == named.Unsymmetric && s.symmetry() >= nearSymmetry:
		return "the pattern is nearly symmetric", false
	}
	return "", false
}

// candidate returns the candidate of a method, which it adds if it is missing.
func (r *runner) candidate(m method) *candidate {
	at := 0
	place := func(name string) int {
		return slices.IndexFunc(methods(), func(m method) bool { return m.Name == name })
	}
	for k, e := range r.candidates {
		base := e.of
		if base == "" {
			base = e.Name
		}
		if e.Name == m.Name {
			return e
		}
		if place(base) < place(m.Name) {
			at = k + 1
		}
	}
	e := &candidate{method: m}
	r.candidates = slices.Insert(r.candidates, at, e)
	return e
}
