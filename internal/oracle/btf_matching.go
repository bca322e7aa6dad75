package oracle

import "github.com/nrkit/nrkit/sparsity"

// StructuralRank returns the largest number of entries of a of which no two
// share a row or a column, by trying for each column every row that is left.
// a may have up to 16 columns or so.
func StructuralRank(a *sparsity.Pattern) int { return rankWithout(a, -1, -1) }

// rankWithout returns the structural rank of a without one row and one column;
// -1 leaves nothing out.
func rankWithout(a *sparsity.Pattern, row, col int) int {
	type state struct {
		j    int
		used string // one byte per row
	}
	known := map[state]int{}
	var best func(int, []byte) int
	best = func(j int, used []byte) int {
		if j == a.Cols {
			return 0
		}
		s := state{j, string(used)}
		if v, ok := known[s]; ok {
			return v
		}
		most := best(j+1, used)
		for _, i := range a.Col(j) {
			if j != col && used[i] == 0 {
				used[i] = 1
				most = max(most, 1+best(j+1, used))
				used[i] = 0
			}
		}
		known[s] = most
		return most
	}
	used := make([]byte, a.Rows)
	if row >= 0 {
		used[row] = 1
	}
	return best(0, used)
}

// AugmentedRank returns the same by augmenting paths found recursively, for
// patterns too large to try everything.
func AugmentedRank(a *sparsity.Pattern) int {
	colOf := make([]int, a.Rows)
	for i := range colOf {
		colOf[i] = -1
	}
	var seen map[int32]bool
	var match func(j int) bool
	match = func(j int) bool {
		for _, i := range a.Col(j) {
			if seen[i] {
				continue
			}
			seen[i] = true
			if colOf[i] < 0 || match(colOf[i]) {
				colOf[i] = j
				return true
			}
		}
		return false
	}
	size := 0
	for j := range a.Cols {
		seen = map[int32]bool{}
		if match(j) {
			size++
		}
	}
	return size
}

// Deficiency tells for each row and column to which coarse part of the
// Dulmage–Mendelsohn decomposition it belongs: -1 horizontal, 0 square, 1
// vertical.
//
// By definition a column is horizontal if it can be left out without loss of
// structural rank, and a row vertical if it can; a row with an entry in a
// horizontal column is horizontal, and a column with an entry in a vertical
// row vertical.
func Deficiency(a *sparsity.Pattern) (row, col []int) {
	rank := StructuralRank(a)
	row, col = make([]int, a.Rows), make([]int, a.Cols)
	for i := range row {
		if rankWithout(a, i, -1) == rank {
			row[i] = 1
		}
	}
	for j := range col {
		if rankWithout(a, -1, j) == rank {
			col[j] = -1
		}
	}
	for j := range col {
		for _, i := range a.Col(j) {
			switch {
			case col[j] == -1:
				row[i] = -1
			case row[i] == 1:
				col[j] = 1
			}
		}
	}
	return row, col
}
