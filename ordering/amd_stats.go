package ordering

// countColumns adds to the statistics a front of pivots columns whose last one
// has below further entries under the diagonal.
func (a *amd) countColumns(pivots, below int) {
	f, r := float64(pivots), float64(below)
	off := int64(pivots)*int64(below) + int64(pivots-1)*int64(pivots)/2
	a.stats.NNZL += off + int64(pivots)
	a.stats.MaxColumn = max(a.stats.MaxColumn, pivots+below)
	// Σ over the columns of c + 2c², where c counts the entries below the
	// diagonal: c divisions and a multiply-add for each pair.
	squares := f * r * r
	if pivots > 1 {
		squares += r*(f-1)*f + (f-1)*f*(2*f-1)/6
	}
	a.stats.FlopsLU += float64(off) + 2*squares
}

// countDense adds the dense rows, which are one full front at the end.
func (a *amd) countDense() {
	if a.stats.Dense > 0 {
		a.countColumns(a.stats.Dense, 0)
	}
}
