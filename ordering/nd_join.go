package ordering

import "github.com/nrkit/nrkit/sparsity"

// joinTwins returns for each vertex the first one that has the same neighbours,
// itself and each other included, and how many are not the first.
//
// Method: Ashcraft's compression [1]: vertices whose neighbours have the same
// sum are compared. [1] C. Ashcraft, SIAM J. Sci. Comput. 16(6):1404–1411, 1995.
func joinTwins(g *sparsity.Pattern, gone []bool) (first []int32, joined int) {
	n := g.Cols
	first = make([]int32, n)
	sum := make([]uint64, n)
	for v := range first {
		first[v] = int32(v)
		if gone[v] {
			continue
		}
		h := scatter(int32(v))
		for _, u := range g.Col(v) {
			h += scatter(u)
		}
		sum[v] = h
	}
	for v := range n {
		if gone[v] || int(first[v]) != v {
			continue
		}
		for _, u := range g.Col(v) {
			if int(u) > v && sum[u] == sum[v] && int(first[u]) == int(u) && !gone[u] && twins(g, int32(v), u) {
				first[u] = int32(v)
				joined++
			}
		}
	}
	return first, joined
}

// scatter returns a number that looks random.
func scatter(v int32) uint64 {
	z := (uint64(v) + 1) * 0x9e3779b97f4a7c15
	return (z ^ z>>29) * 0xbf58476d1ce4e5b9
}

// twins reports whether the neighbours v and u have the same other ones.
func twins(g *sparsity.Pattern, v, u int32) bool {
	a, b := g.Col(int(v)), g.Col(int(u))
	if len(a) != len(b) {
		return false
	}
	i, j := 0, 0
	for {
		if i < len(a) && a[i] == u {
			i++
		}
		if j < len(b) && b[j] == v {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
		i++
		j++
	}
}
