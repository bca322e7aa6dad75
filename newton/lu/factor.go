package lu

import (
	"context"

	"github.com/nrkit/nrkit/sparsity"
)

// Factor factorises the n×n matrix with pattern a and the values given in the
// order of plan: R⁻¹·A(Row, Col) = L·U + Off, as [Factors] says.
//
// Method: left-looking, one column at a time [1]. A depth-first search over the
// finished columns of L finds the structure of the new column in topological order.
// Each column of L is pruned, for the search, once a symmetric pair of entries shows
// that later columns reach its other rows in another way [2]. The pivot is the
// diagonal entry if the threshold allows it. Otherwise the candidates are the
// entries that are at least a tenth of the largest and not below the threshold. The
// pivot is the candidate whose row is estimated to have the fewest entries in later
// columns, because this row is subtracted from other rows and fills them. Among
// several such rows the pivot is the row that comes first in the plan, which put it
// early because it fills little. Diagonal blocks of the plan are factorised by
// themselves, as in KLU [3]. Columns are not joined to supernodes.
//
// Shapes: a is n×n; rows may be unsorted, and duplicates are summed, but above the
// blocks stay separate entries of Off, and each counts by itself for the row scales.
// len(values) is the number of entries. The result shares no memory with a, values
// or plan.
//
// Cost: the flops of [Stats] and time proportional to them and to |a| + n,
// unless pruning fails to find pairs, which at most doubles it; memory for the
// factors, at most 2.5 times them while they grow, and 100 + 3·(8 or 16) bytes
// for each row.
//
// Factor fails with a [*BudgetError] when opt or ctx says so, with a
// [*SingularError] at the first column without a nonzero pivot, and with a
// [*FiniteError]; then there are no factors, and the error has the statistics.
// It panics if a is not square, if a slice has another length, and if plan or
// opt is not valid. a must satisfy Check.
//
// [1] J. R. Gilbert, T. Peierls, SIAM J. Sci. Stat. Comput. 9(5):862–874, 1988.
// [2] S. C. Eisenstat, J. W. H. Liu, SIAM J. Matrix Anal. Appl. 13(1):202–211, 1992.
// [3] T. A. Davis, E. Palamadai Natarajan, ACM TOMS 37(3):36, 2010.
func Factor[T Scalar](ctx context.Context, a *sparsity.Pattern, values []T, plan Plan, opt Options) (*Factors[T], error) {
	s, err := factorise(ctx, a, values, plan, opt)
	if err != nil {
		return nil, err
	}
	made := new(struct { // one allocation
		factors Factors[T]
		owner   owner[T]
	})
	s.handOut(&made.factors, &made.owner)
	return &made.factors, nil
}

// FactorInto is [Factor] for a program that no longer needs the factors f, and
// factorises again and again: it sets f to the new factors and takes the memory that f
// had, so that it allocates little or nothing. f may be the zero value.
//
// Do not use copies and slices of the old factors afterwards, as after [Factors.Release].
// If FactorInto fails, f is empty.
func FactorInto[T Scalar](ctx context.Context, f *Factors[T], a *sparsity.Pattern, values []T, plan Plan, opt Options) error {
	o := f.owner
	f.Release()
	s, err := factorise(ctx, a, values, plan, opt)
	if err != nil {
		return err
	}
	if o == nil {
		o = new(owner[T])
	}
	s.handOut(f, o)
	return nil
}

// factorise is Factor. It returns the finished state.
func factorise[T Scalar](ctx context.Context, a *sparsity.Pattern, values []T, plan Plan, opt Options) (*state[T], error) {
	if !a.Square() {
		panic(errNotSquare)
	}
	if len(values) != a.NNZ() {
		panic(errValues)
	}
	s := newState(ctx, a, values, plan, opt.resolve())
	if err := s.run(opt); err != nil {
		return nil, err
	}
	return s, nil
}

// run factorises block after block.
func (s *state[T]) run(opt Options) error {
	if err := s.allocate(opt.Expect); err != nil {
		return err
	}
	if err := s.scaleRows(opt.Scale); err != nil {
		return err
	}
	for ptr := s.plan.BlockPtr; len(ptr) > 1; {
		units := 0
		for units+1 < len(ptr) && ptr[units+1] == ptr[units]+1 {
			units++
		}
		if units > 0 {
			if err := s.units(ptr[0], ptr[units]); err != nil {
				return err
			}
			ptr = ptr[units:]
			continue
		}
		s.startBlock(ptr[0], ptr[1])
		ptr = ptr[1:]
		exchanged := s.stats.OffDiagonal
		for k := s.first; k < s.last; k++ {
			if err := s.column(k); err != nil {
				return err
			}
		}
		if s.stats.OffDiagonal > exchanged { // otherwise the labels are the places
			s.finishBlock()
		}
	}
	return nil
}

// column computes column k of L, U and Off.
func (s *state[T]) column(k int32) error {
	if err := s.load(k); err != nil {
		return err
	}
	if err := s.admit(k); err != nil {
		return err
	}
	if err := s.update(); err != nil {
		return err
	}
	if err := s.pivot(k); err != nil {
		return err
	}
	s.prune(k)
	s.work.done += s.flops
	s.stats.Flops += float64(s.flops)
	s.stats.Columns++
	s.l.ptr[k+1], s.u.ptr[k+1], s.off.ptr[k+1] = s.l.used, s.u.used, s.off.used
	return nil
}

// admit checks the budgets for column k, whose structure is known, and makes
// room for it.
func (s *state[T]) admit(k int32) error {
	s.flops += int64(max(s.ncand-1, 0))
	if s.work.done+s.flops > s.work.stop || k%pollColumns == 0 {
		if err := s.work.check(s.flops); err != nil {
			return s.exhausted(err)
		}
	}
	if s.fill.exceeded(s.plan.Col[k], s.l.used+s.u.used+s.off.used+int64(s.ncand+len(s.topo)-s.top)+int64(k)) {
		return s.exhausted(&BudgetError{Budget: Entries})
	}
	if !s.l.room(int64(s.ncand), &s.mem) || !s.u.room(int64(len(s.topo)-s.top), &s.mem) {
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	return nil
}

// exhausted completes the error of a budget.
func (s *state[T]) exhausted(err *BudgetError) error {
	err.Stats = s.snapshot()
	return err
}

// startBlock makes the columns first ≤ k < last the block at work: no row was met, and
// each column prefers its diagonal.
func (s *state[T]) startBlock(first, last int32) {
	s.first, s.last = first, last
	for k := first; k < last; k++ {
		s.rows[k] = rowState{none, none}
		s.prefer[k], s.columnOf[k] = k, k
	}
}

// finishBlock turns the labels in the columns of L of the block into places
// among the pivots, all of which are known now.
func (s *state[T]) finishBlock() {
	rows := s.l.idx[s.l.ptr[s.first]:s.l.ptr[s.last]]
	for p, label := range rows {
		rows[p] = s.rows[label].pos
	}
}

// scaleRows checks that the values are finite and finds the row scales.
func (s *state[T]) scaleRows(how Scaling) error {
	largest := s.scale
	if how != ScaleMax {
		largest = nil
	}
	if bad := s.kind.maxRow(s.values, s.a.RowIdx, largest); bad != none {
		return s.notFinite(bad)
	}
	for i, v := range largest {
		if v == 0 {
			largest[i] = 1
		}
	}
	s.scale = largest
	return nil
}

// notFinite returns the error for entry p of the matrix.
func (s *state[T]) notFinite(p int) error {
	j := 0
	for s.a.ColPtr[j+1] <= int64(p) {
		j++
	}
	return &FiniteError{Row: int(s.a.RowIdx[p]), Column: j, Stats: s.snapshot()}
}
