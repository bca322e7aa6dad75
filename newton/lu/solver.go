package lu

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// DefaultTolerance is the pivot tolerance of a [Solver] that names none.
const DefaultTolerance = 1e-6

// A Solver factorises real matrices of one pattern again and again, with the
// pivots and the structure of a first factorisation, and solves with them: the
// inner loop of a Newton iteration.
//
//	f, err := lu.Factor(ctx, pattern, values, plan, lu.Options{})
//	s, err := lu.NewSolver(f, pattern)
//	for … {
//		if err := s.Refactor(values); err != nil {
//			… // the pivots are no longer good: Factor and NewSolver anew
//		}
//		s.Solve(x)
//	}
//
// Refactor and Solve allocate nothing. A Solver must not be used by two
// goroutines at a time. By itself it may use several for Refactor: see
// [Solver.SetWorkers].
type Solver struct {
	// Tolerance is the share of the largest entry of its column, of those on
	// and below the diagonal, that a pivot must have for Refactor to succeed.
	// 0 means DefaultTolerance.
	Tolerance float64

	// KeepScale makes Refactor keep the row scales that it has. They have no
	// influence on the solution but by rounding, and on which pivots are
	// found too small.
	KeepScale bool

	small program       // for small matrices, else nil and then all that follows is used
	bytes *small[uint8] // small, if it is one with bytes
	plan  solverPlan

	n, entries int  // of the matrix
	scaled     bool // rows are
	ready      bool // the values below are of factors

	// Rows and columns are numbered in pivot order.
	recip []float64 // reciprocal of the scale of each row
	diag  []float64 // reciprocal of each pivot
	l, u  []float64 // values of L and U
	off   []float64 // values above the blocks

	largest []uint64  // work: twice the bits of the size of the largest entry of each row
	x       []float64 // work: the column, zero between columns
	y       []float64 // work: the solution

	machine Machine // by SetMachine
	team    *team   // goroutines; nil for one
}

// NewSolver returns a Solver for matrices with pattern a. f is the factorisation of
// one of these matrices, and the Solver holds f.
//
// Shapes: a is the pattern that Factor was given. The Solver keeps a and f, does not
// modify them, and they must not be modified while it is used. Cost: time
// proportional to the entries of A, L and U, and the time to sort the rows of each
// column. Memory: 12 bytes for each entry of A and of L, 16 for each entry of U, and
// up to 16 more for each segment of U, a run of entries that is worked on together.
// Entries that are added to make such runs longer take the same, at most 4 entries
// in each column of L and row of U.
//
// It fails with [ErrTooLarge]. It panics if f is not the factorisation of a matrix
// with the pattern a.
func NewSolver(f *Factors[float64], a *sparsity.Pattern) (*Solver, error) {
	n := f.N()
	if a.Rows != n || a.Cols != n {
		panic(errOther)
	}
	if max(a.NNZ(), f.L.Pattern.NNZ()+maxPadding*n, f.U.Pattern.NNZ()+maxPadding*n) >= math.MaxInt32 {
		return nil, ErrTooLarge
	}
	s := &Solver{
		n: n, entries: a.NNZ(), scaled: f.Scale != nil, ready: true, plan: solverPlan{a: a, f: f},
	}
	if s.small = newSmall(f, a); s.small != nil {
		s.bytes, _ = s.small.(*small[uint8])
		s.small.hold(f)
		s.holdScales(s.small.scales())
		s.small.spread()
		return s, nil
	}
	s.plan.build()
	s.recip, s.diag, s.x, s.y = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	s.off, s.largest = make([]float64, f.Off.Pattern.NNZ()), make([]uint64, n)
	s.holdScales(s.recip)
	s.l, s.u = make([]float64, len(s.plan.l.idx)), make([]float64, len(s.plan.u.idx))
	s.take(f)
	return s, nil
}

// take copies the values of f.
func (s *Solver) take(f *Factors[float64]) {
	p := &s.plan
	for q, at := range p.offOrder() {
		s.off[at] = f.Off.Values[q]
	}
	for k, d := range f.Diag {
		s.diag[k] = 1 / d
	}
	s.each(func(k int32, q int64) { s.l[p.l.place(k, f.L.Pattern.RowIdx[q])] = f.L.Values[q] },
		func(k int32, q int64) { s.u[p.u.place(f.U.Pattern.RowIdx[q], k)] = f.U.Values[q] })
}

// holdScales sets recip to the reciprocals of the row scales.
func (s *Solver) holdScales(recip []float64) {
	for k, i := range s.plan.f.Row {
		recip[k] = 1
		if s.scaled {
			recip[k] = 1 / s.plan.f.Scale[i]
		}
	}
}

// each calls inL for each entry q of L in column k, and inU for those of U,
// in the order of the factors that s was made of.
func (s *Solver) each(inL, inU func(k int32, q int64)) {
	l, u := s.plan.f.L.Pattern, s.plan.f.U.Pattern
	for k := range s.N() {
		for q := l.ColPtr[k]; q < l.ColPtr[k+1]; q++ {
			inL(int32(k), q)
		}
		for q := u.ColPtr[k]; q < u.ColPtr[k+1]; q++ {
			inU(int32(k), q)
		}
	}
}

// N returns the order of the matrix.
func (s *Solver) N() int { return s.n }

// Factors returns the factors that s holds, with new values. They share everything
// that does not depend on the values with the factors from which s was made. It
// panics if the last Refactor failed.
func (s *Solver) Factors() *Factors[float64] {
	s.mustBeReady()
	p := &s.plan
	f := *p.f
	f.owner = nil
	f.L.Values, f.U.Values = make([]float64, f.L.Pattern.NNZ()), make([]float64, f.U.Pattern.NNZ())
	f.Off.Values, f.Diag = make([]float64, f.Off.Pattern.NNZ()), make([]float64, s.n)
	recip := s.recip
	if s.small != nil {
		s.small.copyTo(&f)
		recip = s.small.scales()
	} else {
		for q, at := range p.offOrder() {
			f.Off.Values[q] = s.off[at]
		}
		s.each(func(k int32, q int64) { f.L.Values[q] = s.l[p.l.place(k, f.L.Pattern.RowIdx[q])] },
			func(k int32, q int64) { f.U.Values[q] = s.u[p.u.place(f.U.Pattern.RowIdx[q], k)] })
		for k, d := range s.diag {
			f.Diag[k] = 1 / d
		}
	}
	if s.scaled {
		f.Scale = make([]float64, s.n)
		for k, i := range f.Row {
			f.Scale[i] = 1 / recip[k]
		}
	}
	return &f
}

func (s *Solver) mustBeReady() {
	if !s.ready {
		panic(errNotReady)
	}
}
