package oracle

import "github.com/nrkit/nrkit/sparsity"

// MinimumDegree plays the elimination game on the graph of A+Aᵀ and always
// eliminates a node with the fewest neighbours, the one with the largest index
// if there are several. It returns the order.
func MinimumDegree(a *sparsity.Pattern) sparsity.Perm {
	adjacent := make([]map[int32]bool, a.Cols)
	for j := range adjacent {
		adjacent[j] = map[int32]bool{}
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if int(i) != j {
				adjacent[j][i], adjacent[i][int32(j)] = true, true
			}
		}
	}
	var order sparsity.Perm
	for range adjacent {
		best := -1
		for j, neighbours := range adjacent {
			if neighbours != nil && (best < 0 || len(neighbours) <= len(adjacent[best])) {
				best = j
			}
		}
		order = append(order, int32(best))
		for u := range adjacent[best] {
			delete(adjacent[u], int32(best))
			for v := range adjacent[best] {
				if u != v {
					adjacent[u][v] = true
				}
			}
		}
		adjacent[best] = nil
	}
	return order
}
