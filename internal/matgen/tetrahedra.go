package matgen

import "github.com/nrkit/nrkit/sparsity"

// Tetrahedra returns the graph of a mesh of tetrahedra with graded refinement,
// with a full diagonal: linear elements, an unknown at each vertex. A cube of
// side³ small cubes, each cut into six tetrahedra, is refined until it has at
// least n vertices, the more the nearer to one of sources random points.
//
// Method: a tetrahedron that is too large for its place is bisected at its
// longest edge, with all others around this edge. If one of these has a longer
// edge, that edge is bisected first [1]. The mesh is conforming after each
// step. Coordinates are integers, and ties are decided by
// vertex numbers, so that nothing depends on rounding.
//
// [1] M.-C. Rivara, Int. J. Numer. Meth. Eng. 40(18):3313–3324, 1997.
func Tetrahedra(side, n, sources int, seed uint64) *sparsity.Pattern {
	m := newTetrahedra(side)
	r := generator(seed)
	at := make([]point, max(sources, 1))
	for k := range at {
		for axis := range 3 {
			at[k][axis] = r.Int64N(int64(side)*unit + 1)
		}
	}
	for grade := int64(64); len(m.at) < n; grade-- {
		m.refine(at, grade, n)
	}
	edges := make([]edge, 0, len(m.around))
	for e := range m.around {
		edges = append(edges, e)
	}
	return graph(len(m.at), edges)
}

// unit is the side of a small cube: a power of two, so that edges can be halved
// thirty times.
const unit = int64(1) << 20

// A point is a place in the mesh, or a difference of two.
type point [3]int64

// square returns the square of the distance of p and q.
func (p point) square(q point) float64 {
	sum := 0.0
	for axis := range p {
		d := float64(p[axis] - q[axis])
		sum += d * d
	}
	return sum
}

// tetrahedra is a conforming mesh. Those that were bisected stay in the list
// as gone.
type tetrahedra struct {
	at     []point
	all    [][4]int32
	gone   []bool
	around map[edge][]int32 // the tetrahedra at each edge, u < v, some of them gone
}

// newTetrahedra cuts side³ cubes along the paths from their first to their
// last corner (Kuhn), which makes a conforming mesh.
func newTetrahedra(side int) *tetrahedra {
	m := &tetrahedra{around: map[edge][]int32{}}
	step := [3]int32{1, int32(side + 1), int32((side + 1) * (side + 1))}
	for z := range side + 1 {
		for y := range side + 1 {
			for x := range side + 1 {
				m.at = append(m.at, point{int64(x) * unit, int64(y) * unit, int64(z) * unit})
			}
		}
	}
	for z := range int32(side) {
		for y := range int32(side) {
			for x := range int32(side) {
				corner := x*step[0] + y*step[1] + z*step[2]
				for _, axes := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
					b := corner + step[axes[0]]
					c := b + step[axes[1]]
					m.add([4]int32{corner, b, c, c + step[axes[2]]})
				}
			}
		}
	}
	return m
}

// add puts a tetrahedron into the mesh.
func (m *tetrahedra) add(t [4]int32) {
	k := int32(len(m.all))
	m.all, m.gone = append(m.all, t), append(m.gone, false)
	for i := range t {
		for j := range i {
			e := ordered(t[i], t[j])
			m.around[e] = append(m.around[e], k)
		}
	}
}

func ordered(u, v int32) edge { return edge{min(u, v), max(u, v)} }

// longest returns the longest edge of a tetrahedron; among equals the one that
// comes last by vertex numbers.
func (m *tetrahedra) longest(t [4]int32) edge {
	best, length := edge{-1, -1}, -1.0
	for i := range t {
		for j := range i {
			e := ordered(t[i], t[j])
			l := m.at[e.u].square(m.at[e.v])
			if l > length || l == length && (e.u > best.u || e.u == best.u && e.v > best.v) {
				best, length = e, l
			}
		}
	}
	return best
}

// refine bisects each tetrahedron whose longest edge is longer than grade 64ths
// of its distance from the nearest source, until there are n vertices.
func (m *tetrahedra) refine(sources []point, grade int64, n int) {
	share := float64(grade) / 64
	for k := 0; k < len(m.all) && len(m.at) < n; k++ {
		for !m.gone[k] && len(m.at) < n {
			e := m.longest(m.all[k])
			length := m.at[e.u].square(m.at[e.v])
			if length <= share*share*m.far(e.u, sources) || length < 64 {
				break
			}
			m.bisect(e)
		}
	}
}

// far returns the square of the distance of a vertex from the nearest source,
// or that of half a small cube if this is more.
func (m *tetrahedra) far(v int32, sources []point) float64 {
	far := m.at[v].square(sources[0])
	for _, s := range sources[1:] {
		far = min(far, m.at[v].square(s))
	}
	return max(far, float64(unit*unit/4))
}

// bisect halves the edge e with all tetrahedra around it, after longer edges
// of these.
func (m *tetrahedra) bisect(e edge) {
	for again := true; again; {
		again = false
		for _, k := range m.around[e] {
			if m.gone[k] {
				continue
			}
			if longer := m.longest(m.all[k]); longer != e {
				m.bisect(longer)
				again = true
				break
			}
		}
	}
	mid := int32(len(m.at))
	p, q := m.at[e.u], m.at[e.v]
	for axis := range p {
		p[axis] = (p[axis] + q[axis]) / 2
	}
	m.at = append(m.at, p)
	old := m.around[e]
	delete(m.around, e)
	for _, k := range old {
		if m.gone[k] {
			continue
		}
		m.gone[k] = true
		for _, end := range [2]int32{e.u, e.v} {
			t := m.all[k]
			for i := range t {
				if t[i] == end {
					t[i] = mid
				}
			}
			m.add(t)
		}
	}
}
