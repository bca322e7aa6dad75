package handover

import "github.com/nrkit/nrkit/sparsity"

// writeSuperLU writes what SuperLU takes as perm_c under MY_PERMC: the place of each
// column. SuperLU builds the column elimination tree, the tree of AᵀA. Without
// Options.SymmetricMode it postorders this tree and changes perm_c; with it, perm_c stays.
func writeSuperLU(w *writer, _ *sparsity.Pattern, o *Order) {
	mode := 1
	if o.Column {
		mode = 0
	}
	w.head("superlu", o)
	w.number("symmetric_mode", mode)
	array(w, "perm_c", o.Cols.Inverse(), 0)
}

// writeMUMPS writes what MUMPS takes as PERM_IN: the place of each variable, from 1.
func writeMUMPS(w *writer, _ *sparsity.Pattern, o *Order) {
	w.head("mumps", o)
	array(w, "perm_in", o.Cols.Inverse(), 1)
}

// writeCKTSO writes both permutations: CKTSO takes no permutation, so its caller
// permutes the matrix.
func writeCKTSO(w *writer, _ *sparsity.Pattern, o *Order) {
	w.head("cktso", o)
	array(w, "P", o.Rows, 0)
	array(w, "Q", o.Cols, 0)
}
