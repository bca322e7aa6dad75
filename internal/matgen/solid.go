package matgen

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// Grid27 returns the 27-point stencil on an nx×ny×nz grid, numbered along x
// first, then y: what trilinear elements on bricks give.
func Grid27(nx, ny, nz int) *sparsity.Pattern {
	plane := nx * ny
	return columns(plane*nz, plane*nz, func(dst []int32, j int) []int32 {
		x, y, z := j%nx, j%plane/nx, j/plane
		for w := max(z-1, 0); w <= min(z+1, nz-1); w++ {
			for v := max(y-1, 0); v <= min(y+1, ny-1); v++ {
				for u := max(x-1, 0); u <= min(x+1, nx-1); u++ {
					dst = append(dst, int32(w*plane+v*nx+u))
				}
			}
		}
		return dst
	})
}

// Unknowns returns the pattern in which each node of a has k unknowns,
// numbered one after the other, and each entry of a is a full k×k block: what
// elasticity (k = 3) or flow (k = 4) make of a mesh.
func Unknowns(a *sparsity.Pattern, k int) *sparsity.Pattern {
	return columns(k*a.Rows, k*a.Cols, func(dst []int32, j int) []int32 {
		for _, i := range a.Col(j / k) {
			for u := range k {
				dst = append(dst, i*int32(k)+int32(u))
			}
		}
		return dst
	})
}

// Geometric3D returns a random geometric graph with a full diagonal: n points
// in the unit cube, of which two are joined if they are no further apart than
// the radius at which a point inside has degree neighbours in the mean.
//
// Points are numbered by the cells of a grid, along x first.
func Geometric3D(n, degree int, seed uint64) *sparsity.Pattern {
	if n == 0 {
		return sparsity.NewPattern(0, 0)
	}
	radius := math.Cbrt(3 * float64(degree) / (4 * math.Pi * float64(n)))
	c := newCells(n, radius, seed)
	return columns(n, n, func(dst []int32, j int) []int32 { return c.near(dst, j, radius*radius) })
}

// cells holds points in the unit cube, sorted by the cells of a grid whose
// sides are no shorter than the radius that is asked for.
type cells struct {
	side  int
	first []int32 // points first[c]:first[c+1] are in cell c
	at    [][3]float64
}

func newCells(n int, radius float64, seed uint64) *cells {
	c := &cells{side: max(1, min(int(1/radius), 1000)), at: make([][3]float64, n)}
	r := generator(seed)
	points := make([][3]float64, n)
	c.first = make([]int32, c.side*c.side*c.side+1)
	for k := range points {
		points[k] = [3]float64{r.Float64(), r.Float64(), r.Float64()}
		c.first[c.cell(points[k])+1]++
	}
	for k := 1; k < len(c.first); k++ {
		c.first[k] += c.first[k-1]
	}
	next := append([]int32(nil), c.first...)
	for _, p := range points {
		k := c.cell(p)
		c.at[next[k]] = p
		next[k]++
	}
	return c
}

// along returns the place of a coordinate in the grid.
func (c *cells) along(x float64) int { return min(int(x*float64(c.side)), c.side-1) }

func (c *cells) cell(p [3]float64) int {
	return (c.along(p[2])*c.side+c.along(p[1]))*c.side + c.along(p[0])
}

// near appends the points no further from point j than a distance, whose
// square is given, j among them.
func (c *cells) near(dst []int32, j int, square float64) []int32 {
	p := c.at[j]
	x, y, z := c.along(p[0]), c.along(p[1]), c.along(p[2])
	last := c.side - 1
	for w := max(z-1, 0); w <= min(z+1, last); w++ {
		for v := max(y-1, 0); v <= min(y+1, last); v++ {
			row := (w*c.side + v) * c.side
			for i := c.first[row+max(x-1, 0)]; i < c.first[row+min(x+1, last)+1]; i++ {
				q := c.at[i]
				a, b, d := p[0]-q[0], p[1]-q[1], p[2]-q[2]
				if float64(a*a)+float64(b*b)+float64(d*d) <= square { // never fused
					dst = append(dst, i)
				}
			}
		}
	}
	return dst
}
