package captured

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// fullShare is the share of entries that are not zero above which a dense matrix is
// not ordered: the factors would be nearly full.
const fullShare = 0.25

// dense finds what a sparse solver would do with the dense matrices. Equal values are
// captured once, and count for each call.
func (f *folder) dense() error {
	found := map[int32]diagnose.SolverDense{} // by number of the values
	var last *sparsity.Pattern                // that was ordered
	var ordered diagnose.SolverOrdering
	var bytes int64
	skipped := 0
	for k := range f.index.Calls {
		x := &f.index.Calls[k]
		if f.calls[k] < 0 || x.Pattern == "" || x.Files.Matrix == "" || !f.isDense(k) {
			continue
		}
		c := &f.run.Calls[f.calls[k]]
		if _, ok := found[c.Values]; ok || !c.Phase.Factors() || c.Values == 0 || x.Rows != x.N {
			continue
		}
		if bytes += f.size(x.Files.Matrix); bytes > mostBytes {
			skipped++
			continue
		}
		m, err := f.matrix(x.Files.Matrix, true)
		if err != nil {
			return err
		}
		a := m.Matrix.Pattern
		if last == nil || !last.Equal(a) {
			if ordered, err = f.sparse(m); err != nil {
				return err
			}
			last = a
		}
		found[c.Values] = diagnose.SolverDense{File: x.Files.Matrix, N: x.N, Nonzero: int64(a.NNZ()), Sparse: ordered}
	}
	if skipped > 0 {
		f.skip("%d dense matrices were not read: the files are large", skipped)
	}
	for k := range f.run.Calls {
		c := &f.run.Calls[k]
		if d, ok := found[c.Values]; ok && c.Values != 0 && c.Phase.Factors() {
			d.Call = int32(k)
			f.out.Dense = append(f.out.Dense, d)
		}
	}
	return nil
}

// sparse returns the ordering with the fewest flops that holds for any pivots or for
// pivots from the diagonal; without a method if the matrix is nearly full.
func (f *folder) sparse(m *sparseio.File) (diagnose.SolverOrdering, error) {
	a := m.Matrix.Pattern
	if float64(a.NNZ()) > fullShare*float64(a.Rows)*float64(a.Cols) || a.NNZ() > mostEntries {
		return diagnose.SolverOrdering{}, nil
	}
	list, err := f.order(m)
	if err != nil || len(list) == 0 {
		return diagnose.SolverOrdering{}, err
	}
	return list[0], nil
}
