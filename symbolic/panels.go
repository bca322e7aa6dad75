package symbolic

import "github.com/nrkit/nrkit/etree"

// Tile is the largest number of rows and of columns of a tile in the model of
// panels: an update of a full tile is 221,184 flops, some tens of microseconds of
// a processor core.
const Tile = 48

// Panels are the model of supernodal panels whose updates are split in two
// dimensions, as block fan-out methods [1] and solvers of tasks [2, 3] do.
//
// A relaxed supernode is a dense front: its panel of pivot columns and rows, and
// the square of updates that they cause. The pivots are cut into tiles of [Tile]
// columns, the last one smaller, and so are the rows and the columns behind them.
// For each tile of pivots, in turn, the tasks are to factorize the diagonal tile;
// to solve with it each tile below and each tile to the right; and to update each
// tile below and to the right of it. A task waits for the tasks that made the
// tiles it reads, and for the one that changed its own tile before. A front of at
// most Tile rows and columns is one task. The front of a parent starts when all
// tasks of its children are done; adding up their updates costs nothing. Solvers
// that let tasks of a parent start earlier reach more.
//
// [1] E. Rothberg, A. Gupta, SIAM J. Sci. Comput. 15(6):1413–1439, 1994.
// [2] J. D. Hogg, J. K. Reid, J. A. Scott, SIAM J. Sci. Comput.
// 32(6):3627–3649, 2010 (HSL_MA87).
// [3] P. Hénon, P. Ramet, J. Roman, Parallel Computing 28(2):301–321, 2002 (PaStiX).
type panels struct {
	tree   etree.Tree // assembly tree
	fronts []front
}

// A front has so many pivots, and rows and columns with these.
type front struct{ pivots, rows, cols int }

// work returns the flops of all fronts.
func (p *panels) work() float64 {
	sum := 0.0
	for _, f := range p.fronts {
		sum += f.work()
	}
	return sum
}

// criticalPath returns the most flops of a chain of tasks.
func (p *panels) criticalPath() float64 {
	paths := make([]float64, len(p.fronts))
	for s, f := range p.fronts {
		paths[s] = f.path()
	}
	return p.tree.CriticalPath(paths)
}

// work returns the flops of a front: 2·rows·columns below and to the right of each
// pivot, and a division for each row below.
func (f front) work() float64 {
	sum := 0.0
	for c := range f.pivots {
		l, u := float64(f.rows-1-c), float64(f.cols-1-c)
		sum += 2*l*u + l
	}
	return sum
}

// single reports whether f is one task: also where it has no pivots.
func (f front) single() bool { return f.pivots == 0 || f.rows <= Tile && f.cols <= Tile }

// The kinds of tiles that a front has along one side; tiles of a kind are alike
// but for their place.
const (
	fullPivots = iota // Tile pivots
	lastPivots        // the last tile of pivots
	behind            // the largest tile behind the pivots
	kinds
)

// steps returns the number of tiles of pivots, and the size of the last one.
func (f front) steps() (n, last int) {
	n = (f.pivots + Tile - 1) / Tile
	return n, f.pivots - (n-1)*Tile
}

// path returns the most flops of a chain of tasks in the front.
//
// Method: tiles of one kind are ready at the same time in each step, and a larger
// tile behind the pivots is never ready before a smaller one. So it is enough to
// follow one tile of each pair of kinds through the steps.
//
// Cost: O(pivots/Tile), and O(pivots) for one that is a single task.
func (f front) path() float64 {
	if f.single() {
		return f.work()
	}
	steps, last := f.steps()
	rows := [kinds]int{Tile, last, min(Tile, f.rows-f.pivots)}
	cols := [kinds]int{Tile, last, min(Tile, f.cols-f.pivots)}
	var ready [kinds][kinds]float64 // when the last update of a tile of these kinds is done
	end := 0.0
	for k := range steps {
		own := fullPivots
		if k == steps-1 {
			own = lastPivots
		}
		left := [kinds]bool{k < steps-2, k < steps-1, true} // kinds that come after this tile
		size := rows[own]
		factored := ready[own][own] + tileFactor(size)
		end = max(end, factored)
		var below, right [kinds]float64
		for x := range kinds {
			below[x] = max(factored, ready[x][own]) + tileBelow(rows[x], size)
			right[x] = max(factored, ready[own][x]) + tileRight(cols[x], size)
			if left[x] && rows[x] > 0 {
				end = max(end, below[x])
			}
			if left[x] && cols[x] > 0 {
				end = max(end, right[x])
			}
		}
		for x := range kinds {
			for y := range kinds {
				if left[x] && left[y] && rows[x] > 0 && cols[y] > 0 {
					ready[x][y] = max(below[x], right[y], ready[x][y]) + tileUpdate(rows[x], cols[y], size)
					end = max(end, ready[x][y])
				}
			}
		}
	}
	return end
}

// tileFactor returns the flops of factorizing a diagonal tile.
func tileFactor(size int) float64 { return etree.CliqueLUFlops(int32(size)) }

// tileBelow returns the flops of dividing rows by the upper triangle of a diagonal
// tile.
func tileBelow(rows, size int) float64 { return float64(rows) * float64(size) * float64(size) }

// tileRight returns the flops of dividing columns by the unit lower triangle of a
// diagonal tile.
func tileRight(cols, size int) float64 { return float64(cols) * float64(size) * float64(size-1) }

// tileUpdate returns the flops of the product of two tiles.
func tileUpdate(rows, cols, size int) float64 {
	return 2 * float64(rows) * float64(cols) * float64(size)
}
