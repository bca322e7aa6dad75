package handover

import (
	"fmt"
	"io"

	"github.com/nrkit/nrkit/sparsity"
)

// An Order is an order of a square matrix, A(Rows, Cols).
type Order struct {
	Method     string
	Rows, Cols sparsity.Perm
	BlockPtr   []int32 // limits of the diagonal blocks; nil: a single block
	Column     bool    // for any row pivots, as the order of AᵀA
}

// A Solver is a solver that takes an order.
type Solver struct {
	Name   string
	Blocks bool // it works on diagonal blocks one by one
	Rows   bool // it takes an order of the rows too, and needs a full diagonal or gains from one

	symmetric bool // it factors symmetric matrices only
	columns   bool // it takes an order for any row pivots
	write     func(w *writer, a *sparsity.Pattern, o *Order)
}

// solvers are all solvers.
func solvers() []Solver {
	return []Solver{
		{Name: "klu", Blocks: true, Rows: true, columns: true, write: writeKLU},
		{Name: "umfpack", columns: true, write: writeUMFPACK},
		{Name: "cholmod", symmetric: true, write: writeCHOLMOD},
		{Name: "superlu", columns: true, write: writeSuperLU},
		{Name: "mumps", write: writeMUMPS},
		{Name: "petsc", Rows: true, write: func(w *writer, _ *sparsity.Pattern, o *Order) { writePETSc[int32](w, o) }},
		{Name: "petsc64", Rows: true, write: func(w *writer, _ *sparsity.Pattern, o *Order) { writePETSc[int64](w, o) }},
		{Name: "cudss", write: writeCuDSS},
		{Name: "cktso", Rows: true, write: writeCKTSO},
	}
}

// Names returns the names of the solvers.
func Names() []string {
	var names []string
	for _, s := range solvers() {
		names = append(names, s.Name)
	}
	return names
}

// Find returns the solver with the name, or nil.
func Find(name string) *Solver {
	for _, s := range solvers() {
		if s.Name == name {
			return &s
		}
	}
	return nil
}

// Accepts returns why the solver cannot factor a matrix with pattern a, or nil.
func (s *Solver) Accepts(a *sparsity.Pattern) error {
	switch {
	case !a.Square():
		return fmt.Errorf("%s needs a square matrix, and this matrix is %d×%d", s.Name, a.Rows, a.Cols)
	case s.symmetric && !a.Equal(sparsity.Transpose(a)):
		return fmt.Errorf("%s needs a symmetric matrix, and this pattern is not symmetric", s.Name)
	}
	return nil
}

// Takes returns why the solver cannot use the order, or nil.
func (s *Solver) Takes(o *Order) error {
	switch {
	case o.Column && !s.columns:
		return fmt.Errorf("%s keeps its pivots near the diagonal, and %s orders for any row pivots", s.Name, o.Method)
	case o.BlockPtr != nil && !s.Blocks:
		return fmt.Errorf("%s has no diagonal blocks, and %s orders inside them", s.Name, o.Method)
	case !s.Rows && !o.Column && !samePlaces(o):
		return fmt.Errorf("%s takes one permutation for rows and columns, and %s has two different permutations", s.Name, o.Method)
	}
	return nil
}

// samePlaces reports whether rows and columns go the same way.
func samePlaces(o *Order) bool {
	for k := range o.Cols {
		if o.Rows[k] != o.Cols[k] {
			return false
		}
	}
	return true
}

// Write writes the order o of a matrix with pattern a in the form of the solver, which
// must accept the matrix and take the order.
//
// Cost: one pass over the order; for cudss also the elimination tree.
func (s *Solver) Write(out io.Writer, a *sparsity.Pattern, o *Order) error {
	w := newWriter(out)
	s.write(w, a, o)
	return w.flush()
}
