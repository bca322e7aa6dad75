package oracle

import "github.com/nrkit/nrkit/sparsity"

// WholeSolveLevels returns the step of each operation of a solve with
// L·U + Off, counted from 0: first the operations of the forward substitution, one for each
// row, and then the operations of the backward substitution. It writes down what every operation reads, and
// looks for operations that can be done until all are.
func WholeSolveLevels(l, u, off *sparsity.Pattern) []int {
	n := l.Cols
	readers := make([][]int32, 2*n) // of the result of each operation
	for j := range n {
		forward, backward := j, n+j
		readers[forward] = append(readers[forward], int32(backward))
		for _, i := range l.Col(j) {
			if int(i) != j {
				readers[forward] = append(readers[forward], i)
			}
		}
		for _, i := range u.Col(j) {
			if int(i) != j {
				readers[backward] = append(readers[backward], int32(n)+i)
			}
		}
		readers[backward] = append(readers[backward], off.Col(j)...)
	}
	graph := sparsity.NewPattern(2*n, 2*n)
	for j, rows := range readers {
		graph.RowIdx = append(graph.RowIdx, rows...)
		graph.ColPtr[j+1] = int64(len(graph.RowIdx))
	}
	return SolveLevels(graph)
}
