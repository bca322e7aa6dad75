package matgen

import (
	"math"
	"slices"
	"testing"
)

// TestGeometric3D compares a random geometric graph with all pairs of its
// points, and its degree with what is asked for.
func TestGeometric3D(t *testing.T) {
	for _, n := range []int{1, 2, 30, 400} {
		for _, degree := range []int{1, 6, 50, 5000} {
			radius := math.Cbrt(3 * float64(degree) / (4 * math.Pi * float64(n)))
			a, c := Geometric3D(n, degree, 7), newCells(n, radius, 7)
			for j := range n {
				var want []int32
				for i, p := range c.at {
					sum := 0.0
					for axis := range p {
						sum += math.Pow(p[axis]-c.at[j][axis], 2)
					}
					if sum <= radius*radius {
						want = append(want, int32(i))
					}
				}
				if !slices.Equal(a.Col(j), want) {
					t.Fatalf("n = %d, degree %d: want %v next to point %d, got %v", n, degree, want, j, a.Col(j))
				}
			}
		}
	}
	a := Geometric3D(20000, 14, 1) // points at the surface have fewer neighbours
	if mean := float64(a.NNZ()-a.Cols) / float64(a.Cols); mean < 11.5 || mean > 14 {
		t.Errorf("want a degree of about 13, got %.2f", mean)
	}
}

// TestTetrahedra checks that a refined mesh is one: each face belongs to two
// tetrahedra, or to one on the surface of the cube; volumes are positive and add up
// to that of the cube; edges are those of the tetrahedra; and it is finer near
// the sources.
func TestTetrahedra(t *testing.T) {
	for seed := range uint64(4) {
		m := newTetrahedra(2)
		sources := []point{{int64(seed) * unit / 5, unit / 3, unit / 7}}
		for grade := int64(64); grade > 16; grade -= 8 {
			m.refine(sources, grade, 2000)
		}
		faces, edges, volume := map[[3]int32]int{}, map[edge]bool{}, 0.0
		for k, tet := range m.all {
			if m.gone[k] {
				continue
			}
			v := m.volume(tet)
			if v <= 0 {
				t.Fatalf("seed %d: tetrahedron %d has the volume %g", seed, k, v)
			}
			volume += v
			slices.Sort(tet[:])
			for i := range tet {
				face := [3]int32(slices.Delete(slices.Clone(tet[:]), i, i+1))
				faces[face]++
				edges[edge{face[0], face[1]}], edges[edge{face[0], face[2]}], edges[edge{face[1], face[2]}] = true, true, true
			}
		}
		if want := 6 * 8 * math.Pow(float64(unit), 3); volume != want {
			t.Errorf("seed %d: want a sixfold volume of %g, got %g", seed, want, volume)
		}
		for face, count := range faces {
			if want := 2 - m.onSurface(face); count != want {
				t.Errorf("seed %d: face %v belongs to %d tetrahedra, want %d", seed, face, count, want)
			}
		}
		if len(edges) != len(m.around) {
			t.Errorf("seed %d: want %d edges, got %d", seed, len(edges), len(m.around))
		}
		if len(m.at) < 700 {
			t.Errorf("seed %d: want 700 vertices, got %d", seed, len(m.at))
		}
		near := 0
		for _, p := range m.at {
			if sources[0].square(p) < float64(unit*unit)/4 {
				near++
			}
		}
		if near < len(m.at)/5 {
			t.Errorf("seed %d: %d of %d vertices are near the source", seed, near, len(m.at))
		}
	}
}

// volume returns six times the volume of a tetrahedron: a power of two, since
// each is one of the first halved again and again.
func (m *tetrahedra) volume(t [4]int32) float64 {
	var d [3][3]float64
	for k := range d {
		for axis := range 3 {
			d[k][axis] = float64(m.at[t[k+1]][axis] - m.at[t[0]][axis])
		}
	}
	return math.Abs(d[0][0]*(d[1][1]*d[2][2]-d[1][2]*d[2][1]) - d[0][1]*(d[1][0]*d[2][2]-d[1][2]*d[2][0]) + d[0][2]*(d[1][0]*d[2][1]-d[1][1]*d[2][0]))
}

// onSurface returns 1 for a face on the surface of the cube of side 2, and 0
// otherwise.
func (m *tetrahedra) onSurface(face [3]int32) int {
	for axis := range 3 {
		for _, at := range []int64{0, 2 * unit} {
			if m.at[face[0]][axis] == at && m.at[face[1]][axis] == at && m.at[face[2]][axis] == at {
				return 1
			}
		}
	}
	return 0
}
