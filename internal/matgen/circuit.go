package matgen

import "github.com/nrkit/nrkit/sparsity"

// Circuit returns a pattern like the Jacobian of a digital circuit of the
// given number of gates in modified nodal analysis: structurally symmetric,
// with a full diagonal, about 4 unknowns per gate.
//
// Unknowns 0, 1 and 2 are the supply rails and the clock, as netlists number
// them: the rails touch every gate and the clock every eighth one, which makes
// dense rows. Each gate has an output and three inner nodes that form small
// cliques; its two inputs are outputs of earlier gates, mostly of near ones.
// The last two unknowns are the currents of the supply sources.
func Circuit(gates int, seed uint64) *sparsity.Pattern {
	const rails = 3
	r := generator(seed)
	n := rails + 4*gates + 2
	out := func(g int) int32 { return int32(rails + 4*g) }
	edges := make([]edge, 0, 16*gates+2)
	for g := range gates {
		o := out(g)
		in := [2]int32{2, 2} // the clock, where there is no earlier gate
		for k := range in {
			if g > 0 {
				in[k] = out(earlier(r.IntN, r.ExpFloat64(), g))
			}
		}
		edges = append(edges,
			edge{0, o}, edge{0, o + 1}, edge{1, o + 2}, edge{1, o + 3},
			edge{o, o + 1}, edge{o, o + 2}, edge{o + 2, o + 3},
			edge{in[0], o}, edge{in[0], o + 1}, edge{in[0], o + 2},
			edge{in[1], o}, edge{in[1], o + 1}, edge{in[1], o + 2}, edge{in[1], o + 3})
		if g%8 == 0 {
			edges = append(edges, edge{2, o}, edge{2, o + 3})
		}
	}
	edges = append(edges, edge{0, int32(n - 2)}, edge{1, int32(n - 1)})
	return graph(n, edges)
}

// earlier picks a gate before g: one in sixteen anywhere, else a near one at
// an exponentially distributed distance.
func earlier(intN func(int) int, exp float64, g int) int {
	if intN(16) == 0 {
		return intN(g)
	}
	return max(0, g-1-int(12*exp))
}

// PowerGrid returns a pattern like that of a power distribution network: an
// nx×ny grid of which some wires are missing, with a supply current unknown
// tied to every pads-th node.
func PowerGrid(nx, ny, pads int, seed uint64) *sparsity.Pattern {
	r := generator(seed)
	var edges []edge
	for y := range ny {
		for x := range nx {
			v := int32(y*nx + x)
			if x+1 < nx && r.IntN(10) > 0 {
				edges = append(edges, edge{v, v + 1})
			}
			if y+1 < ny && r.IntN(10) > 0 {
				edges = append(edges, edge{v, v + int32(nx)})
			}
		}
	}
	n := nx * ny
	for v := 0; v < nx*ny; v += max(1, pads) {
		edges = append(edges, edge{int32(v), int32(n)})
		n++
	}
	return graph(n, edges)
}
