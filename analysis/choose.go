package analysis

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/ordering/named"
)

// A chosen method is one that may run.
type chosen struct {
	method
	asked  bool // by its name
	all    bool // every method was asked for
	racing bool // it is in the portfolio
}

// stoppable reports whether the method is in the portfolio for no other reason
// than to win.
func (m *chosen) stoppable() bool { return m.racing && m.role != named.Reference && !m.asked && !m.all }

// choose returns the methods that may run, in the order of the table.
func (r *runner) choose() ([]*entrant, error) {
	all, best := slices.Contains(r.opt.Orderings, "all"), slices.Contains(r.opt.Orderings, BestOf)
	for _, name := range r.opt.Orderings {
		if name != "all" && name != BestOf && !Known(name) {
			return nil, fmt.Errorf("%w %q", ErrUnknownMethod, name)
		}
	}
	for _, name := range r.opt.Exact {
		if !Known(name) && !slices.Contains([]string{"best", "all", "none"}, name) {
			return nil, fmt.Errorf("%w %q", ErrUnknownMethod, name)
		}
	}
	var list []*entrant
	for _, m := range methods() {
		asked := slices.Contains(r.opt.Orderings, m.Name) || slices.Contains(r.opt.Exact, m.Name)
		racing := best && m.role != named.NoRole
		if asked || all || racing || len(r.opt.Orderings) == 0 && m.when != named.Never {
			list = append(list, &entrant{chosen: chosen{m, asked, all, racing}})
		}
		for _, ending := range Endings() {
			if e := m.withEnding(ending); slices.Contains(r.opt.Orderings, e.Name) || slices.Contains(r.opt.Exact, e.Name) {
				list = append(list, &entrant{chosen: chosen{method: e, asked: true}})
			}
		}
	}
	return list, nil
}

// unsuited returns why the method does not run on s, "" when it does, and
// whether that is worth saying.
func (m *chosen) unsuited(s *subject) (why string, say bool) {
	a := s.pattern
	wanted := m.asked || m.all
	switch {
	case a.Rows == 0 || a.Cols == 0:
		return "the matrix is empty", wanted
	case m.needsSquare() && !a.Square():
		return "the matrix is " + shape(a.Rows, a.Cols) + ", not square", wanted || !m.blocks
	case !wanted && m.racing && !m.enters(s):
		return "others have a better chance", false
	case !wanted && !m.racing && m.when == named.Outside && s.prefers():
		return "inside the diagonal blocks it does better", false
	case !wanted && !m.racing && m.when == named.Inside && !s.prefers():
		return "outside of diagonal blocks it does better", false
	case !wanted && !m.racing && m.workOn(a) > defaultWork:
		return "the matrix is large; --ordering runs it", true
	}
	if m.blocks {
		f := s.form()
		switch {
		case f.Matched < a.Cols:
			return fmt.Sprintf("the structural rank is %d of %d, so no permutation has a zero-free diagonal", f.Matched, a.Cols), wanted
		case !m.asked && !rearranged(f):
			return "the matrix is its own block triangular form, so they are the same as without btf+", m.all
		case !wanted && m.when == named.Unsymmetric && s.symmetry() >= nearSymmetry:
			return "the pattern is nearly symmetric", false
		}
	}
	return "", false
}
