package oracle

import "slices"

// Supernodes compares the structure of neighbouring columns: column j+1 joins
// the supernode of column j when the rows of j below j+1 are those of j+1, and
// j+1 among them. With onlyChild, j must be the only column whose first row
// below the diagonal is j+1. It returns the first column of each supernode.
func (f Factor) Supernodes(onlyChild bool) []int32 {
	children, _ := Children(f.Parent())
	start := []int32{}
	for j := range f.Rows {
		if j > 0 && slices.Equal(f.Rows[j-1], append([]int32{int32(j)}, f.Rows[j]...)) &&
			(!onlyChild || len(children[j]) == 1) {
			continue
		}
		start = append(start, int32(j))
	}
	return start
}

// PanelRows returns the union of the rows of the columns from first to last,
// those columns included: the rows of a panel that stores them all.
func (f Factor) PanelRows(first, last int32) []int32 {
	in := map[int32]bool{}
	for j := first; j <= last; j++ {
		in[j] = true
		for _, i := range f.Rows[j] {
			in[i] = true
		}
	}
	rows := []int32{}
	for i := range in {
		rows = append(rows, i)
	}
	slices.Sort(rows)
	return rows
}
