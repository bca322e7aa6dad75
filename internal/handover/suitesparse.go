package handover

import "github.com/nrkit/nrkit/sparsity"

// writeKLU writes what klu_analyze_given takes: P, Q, and whether Common.btf is on. With
// it on, KLU finds the strong components of A(P, Q). These are the diagonal blocks of
// the order, and KLU keeps the order inside them. R is the limits of the blocks, in
// the order of P; KLU can place the blocks in another order.
func writeKLU(w *writer, _ *sparsity.Pattern, o *Order) {
	limits := o.BlockPtr
	btf := 1
	if limits == nil {
		btf, limits = 0, []int32{0, int32(len(o.Cols))}
	}
	w.head("klu", o)
	w.number("btf", btf)
	array(w, "P", o.Rows, 0)
	array(w, "Q", o.Cols, 0)
	array(w, "R", limits, 0)
}

// The values of Control[UMFPACK_STRATEGY] in umfpack.h.
const (
	umfpackUnsymmetric = 1
	umfpackSymmetric   = 3
)

// writeUMFPACK writes what umfpack_*_qsymbolic takes: the order of the columns, and the
// strategy that it is for.
func writeUMFPACK(w *writer, _ *sparsity.Pattern, o *Order) {
	strategy := umfpackSymmetric
	if o.Column {
		strategy = umfpackUnsymmetric
	}
	w.head("umfpack", o)
	w.number("strategy", strategy)
	array(w, "Qinit", o.Cols, 0)
}

// writeCHOLMOD writes what cholmod_analyze_p takes.
func writeCHOLMOD(w *writer, _ *sparsity.Pattern, o *Order) {
	w.head("cholmod", o)
	array(w, "UserPerm", o.Cols, 0)
}
