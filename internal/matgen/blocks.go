package matgen

import "github.com/nrkit/nrkit/sparsity"

// HiddenBlocks returns an n×n pattern with a full transversal that consists of
// strongly connected diagonal blocks of random sizes, of entries between them
// on one side of the diagonal only, and is then hidden by random row and column
// permutations that differ. Its block triangular form has exactly blocks
// diagonal blocks, which is at least 1 and at most n.
//
// Each block larger than one is a cycle; besides, extra entries are thrown
// above the block diagonal, of which a few may coincide.
func HiddenBlocks(n, blocks, extra int, seed uint64) *sparsity.Pattern {
	r := generator(seed)
	first := make([]bool, n+1) // whether a block starts here
	first[0], first[n] = true, true
	for k := 1; k < blocks; {
		if j := r.IntN(n); !first[j] {
			first[j] = true
			k++
		}
	}
	t := &sparsity.Triplets{Rows: n, Cols: n}
	add := func(i, j int) { t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j)) }
	start := 0
	for j := range n {
		if first[j] {
			start = j
		}
		add(j, j)
		if first[j+1] {
			add(start, j)
		} else {
			add(j+1, j)
		}
	}
	for range extra {
		i, j := r.IntN(n), r.IntN(n)
		add(min(i, j), max(i, j))
	}
	m, _ := t.Compress()
	return sparsity.Permute(m.Pattern, RandomPerm(n, seed+1), RandomPerm(n, seed+2))
}
