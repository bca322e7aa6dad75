package oracle

import "github.com/nrkit/nrkit/sparsity"

// Reaches returns the transitive closure of the graph of a square pattern:
// element [i][j] says that i = j or that a path of entries leads from row i to
// column j.
func Reaches(a *sparsity.Pattern) [][]bool {
	r := make([][]bool, a.Rows)
	for i := range r {
		r[i] = make([]bool, a.Rows)
		r[i][i] = true
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			r[i][j] = true
		}
	}
	for k := range r {
		for i := range r {
			for j := range r {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	return r
}

// Strong returns for each node the least node that it reaches and that reaches
// it.
func Strong(a *sparsity.Pattern) []int {
	r := Reaches(a)
	least := make([]int, len(r))
	for i := range r {
		for j := len(r) - 1; j >= 0; j-- {
			if r[i][j] && r[j][i] {
				least[i] = j
			}
		}
	}
	return least
}

// Weak returns for each node of the graph of A+Aᵀ, or of the bipartite graph
// with the rows before the columns when a is not square, the least node of its
// component.
func Weak(a *sparsity.Pattern) []int {
	n, first := a.Rows, 0
	if !a.Square() {
		n, first = a.Rows+a.Cols, a.Rows
	}
	least := make([]int, n)
	for v := range least {
		least[v] = v
	}
	for changed := true; changed; {
		changed = false
		for j := range a.Cols {
			for _, i := range a.Col(j) {
				x, y := &least[i], &least[first+j]
				if *x != *y {
					*x, *y = min(*x, *y), min(*x, *y)
					changed = true
				}
			}
		}
	}
	return least
}
