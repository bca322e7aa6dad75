package oracle

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// PipelinedColumns returns when the last column is finished, where each has a
// worker that applies the updates of its sources in ascending order, each when the
// source is finished, 2·c[k] flops for source k, and divides then, c[j] flops.
// Sources are the columns k < j with j in below[k].
func PipelinedColumns(below [][]int32, c []float64) float64 {
	finish := make([]float64, len(c))
	last := 0.0
	for j, sources := range Sources(below) {
		t := 0.0
		for _, k := range sources {
			t = max(t, finish[k]) + 2*c[k]
		}
		finish[j] = t + c[j]
		last = max(last, finish[j])
	}
	return last
}

// Sources returns for each row of L the columns left of the diagonal, ascending,
// where below has the rows of each column.
func Sources(below [][]int32) [][]int32 {
	sources := make([][]int32, len(below))
	for k, rows := range below {
		for _, j := range rows {
			sources[j] = append(sources[j], int32(k))
		}
	}
	return sources
}

// PipelinedSchedule simulates the same on a number of workers, one update after
// the other. A free worker takes, of the columns whose next source is finished,
// the one with the highest priority, of several the first, and leaves it before
// an update whose source is not finished. The division belongs to the last update.
func PipelinedSchedule(below [][]int32, c, priority []float64, workers int) float64 {
	sources := Sources(below)
	applied := make([]int, len(c))
	done, taken := make([]bool, len(c)), make([]bool, len(c))
	canGoOn := func(j int) bool {
		return applied[j] == len(sources[j]) || done[sources[j][applied[j]]]
	}
	cost := func(j int) float64 { // of the next step
		t := 0.0
		if applied[j] < len(sources[j]) {
			t += 2 * c[sources[j][applied[j]]]
		}
		if applied[j]+1 >= len(sources[j]) {
			t += c[j]
		}
		return t
	}
	running := map[int]float64{} // end of the step of each column that a worker has
	now := 0.0
	for {
		for len(running) < workers {
			best := -1
			for j := range c {
				if !taken[j] && !done[j] && canGoOn(j) && (best < 0 || priority[j] > priority[best]) {
					best = j
				}
			}
			if best < 0 {
				break
			}
			taken[best] = true
			running[best] = now + cost(best)
		}
		if len(running) == 0 {
			return now
		}
		now = least(running)
		var turns []int
		for j, end := range running {
			if end == now {
				applied[j]++
				delete(running, j)
				if applied[j] >= len(sources[j]) {
					done[j] = true
				} else {
					turns = append(turns, j)
				}
			}
		}
		for _, j := range turns {
			if canGoOn(j) {
				running[j] = now + cost(j)
			} else {
				taken[j] = false
			}
		}
	}
}

// BelowDiagonal returns the rows of each column of L below the diagonal, as
// [Eliminate] does, by merging the sets of the children of each column. Entries of
// a on either side of the diagonal count.
func BelowDiagonal(a *sparsity.Pattern) [][]int32 {
	sets := make([]map[int32]bool, a.Cols)
	for j := range sets {
		sets[j] = map[int32]bool{}
	}
	for j := range int32(a.Cols) {
		for _, i := range a.Col(int(j)) {
			if i != j {
				sets[min(i, j)][max(i, j)] = true
			}
		}
	}
	below := make([][]int32, a.Cols)
	for j := range sets {
		for i := range sets[j] {
			below[j] = append(below[j], i)
		}
		slices.Sort(below[j])
		if len(below[j]) > 0 {
			for _, i := range below[j][1:] {
				sets[below[j][0]][i] = true
			}
		}
		sets[j] = nil
	}
	return below
}
