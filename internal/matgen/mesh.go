package matgen

import "github.com/nrkit/nrkit/sparsity"

// Grid2D returns the five-point stencil on an nx×ny grid: nx·ny unknowns,
// numbered along x first.
func Grid2D(nx, ny int) *sparsity.Pattern { return Grid3D(nx, ny, 1) }

// Grid3D returns the seven-point stencil on an nx×ny×nz grid: nx·ny·nz
// unknowns, numbered along x first, then y.
func Grid3D(nx, ny, nz int) *sparsity.Pattern {
	n, plane := nx*ny*nz, nx*ny
	return columns(n, n, func(dst []int32, j int) []int32 {
		x, y, z := j%nx, j%plane/nx, j/plane
		dst = appendIf(dst, z > 0, j-plane)
		dst = appendIf(dst, y > 0, j-nx)
		dst = appendIf(dst, x > 0, j-1)
		dst = append(dst, int32(j))
		dst = appendIf(dst, x < nx-1, j+1)
		dst = appendIf(dst, y < ny-1, j+nx)
		return appendIf(dst, z < nz-1, j+plane)
	})
}

// Grid9 returns the nine-point stencil on an nx×ny grid, numbered along x
// first.
func Grid9(nx, ny int) *sparsity.Pattern {
	return columns(nx*ny, nx*ny, func(dst []int32, j int) []int32 {
		x, y := j%nx, j/nx
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				inside := x+dx >= 0 && x+dx < nx && y+dy >= 0 && y+dy < ny
				dst = appendIf(dst, inside, j+dy*nx+dx)
			}
		}
		return dst
	})
}

func appendIf(dst []int32, ok bool, i int) []int32 {
	if ok {
		dst = append(dst, int32(i))
	}
	return dst
}

// Diagonal returns the n×n diagonal pattern.
func Diagonal(n int) *sparsity.Pattern { return Banded(n, 0, 0) }

// Tridiagonal returns the n×n tridiagonal pattern.
func Tridiagonal(n int) *sparsity.Pattern { return Banded(n, 1, 1) }

// Banded returns the n×n pattern that is full from the lower-th diagonal below
// to the upper-th diagonal above the main one.
func Banded(n, lower, upper int) *sparsity.Pattern {
	return columns(n, n, func(dst []int32, j int) []int32 {
		for i := max(0, j-upper); i <= min(n-1, j+lower); i++ {
			dst = append(dst, int32(i))
		}
		return dst
	})
}

// Dense returns the full rows×cols pattern.
func Dense(rows, cols int) *sparsity.Pattern {
	return columns(rows, cols, func(dst []int32, _ int) []int32 {
		for i := range rows {
			dst = append(dst, int32(i))
		}
		return dst
	})
}

// Arrow returns the n×n diagonal pattern with full first columns and rows, as
// many as hubs says: the natural order fills it completely, the reverse order
// not at all. [ArrowGood] is its reverse.
func Arrow(n, hubs int) *sparsity.Pattern {
	return columns(n, n, func(dst []int32, j int) []int32 {
		last := min(hubs, n) - 1
		if j <= last {
			last = n - 1
		}
		for i := 0; i <= last; i++ {
			dst = append(dst, int32(i))
		}
		return append(dst, int32(j))
	})
}

// ArrowGood returns [Arrow] in reverse order, which does not fill.
func ArrowGood(n, hubs int) *sparsity.Pattern {
	p := sparsity.Identity(n)
	for k := range p {
		p[k] = int32(n - 1 - k)
	}
	return sparsity.Permute(Arrow(n, hubs), p, p)
}
