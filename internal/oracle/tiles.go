package oracle

import (
	"fmt"
	"maps"
	"slices"
)

// A TileTask is a task of a dense front that is cut into tiles.
type TileTask struct {
	Cost  float64
	After []string // tasks that it waits for
}

// Tiles returns the tasks of fronts that are cut into tiles of at most size rows
// and columns, by name: the front, the step, and the row and the column of the
// tile, so that names sort as tasks do. Front s has pivots[s], rows[s] and cols[s] with these; it
// starts when all tasks of its children are done.
func Tiles(parent []int32, pivots, rows, cols []int, size int) map[string]TileTask {
	tasks := map[string]TileTask{}
	of := make([][]string, len(parent)) // tasks of each front
	for s := range parent {
		var before []string
		for c, p := range parent {
			if int(p) == s {
				before = append(before, of[c]...)
			}
		}
		name := func(k, i, j int) string { return fmt.Sprintf("%06d %06d %06d %06d", s, k, i, j) }
		add := func(n string, cost float64, after ...string) {
			tasks[n] = TileTask{cost, append(append([]string{}, before...), after...)}
			of[s] = append(of[s], n)
		}
		if rows[s] <= size && cols[s] <= size {
			cost := 0.0
			for c := range pivots[s] {
				cost += float64(2*(rows[s]-1-c)*(cols[s]-1-c) + rows[s] - 1 - c)
			}
			add(name(0, 0, 0), cost)
			continue
		}
		r, c := cut(pivots[s], rows[s], size), cut(pivots[s], cols[s], size)
		steps := len(cut(pivots[s], pivots[s], size))
		for k := range steps {
			w := r[k]
			previous := func(i, j int) []string { // what changed tile (i, j) last
				if k == 0 {
					return nil
				}
				return []string{name(k-1, i, j)}
			}
			factor := 0.0
			for x := range w {
				factor += float64(2*x*x + x)
			}
			add(name(k, k, k), factor, previous(k, k)...)
			for i := k + 1; i < len(r); i++ { // for each row and pivot, 2 flops a pivot before, and a division
				add(name(k, i, k), float64(r[i]*(w*(w-1)+w)), append(previous(i, k), name(k, k, k))...)
			}
			for j := k + 1; j < len(c); j++ {
				add(name(k, k, j), float64(c[j]*w*(w-1)), append(previous(k, j), name(k, k, k))...)
			}
			for i := k + 1; i < len(r); i++ {
				for j := k + 1; j < len(c); j++ {
					add(name(k, i, j), float64(2*r[i]*c[j]*w), append(previous(i, j), name(k, i, k), name(k, k, j))...)
				}
			}
		}
	}
	return tasks
}

// cut returns the sizes of the tiles along a side: of the pivots first.
func cut(pivots, side, size int) []int {
	var sizes []int
	for _, n := range []int{pivots, side - pivots} {
		for ; n > 0; n -= size {
			sizes = append(sizes, min(n, size))
		}
	}
	return sizes
}

// LongestChain returns the most cost of a chain of tasks.
func LongestChain(tasks map[string]TileTask) float64 {
	end := map[string]float64{}
	var finish func(n string) float64
	finish = func(n string) float64 {
		if t, ok := end[n]; ok {
			return t
		}
		start := 0.0
		for _, a := range tasks[n].After {
			start = max(start, finish(a))
		}
		end[n] = start + tasks[n].Cost
		return end[n]
	}
	longest := 0.0
	for n := range tasks {
		longest = max(longest, finish(n))
	}
	return longest
}

// TileSchedule simulates workers. A free one takes the ready task from which the
// chain to the end costs most, of several the one whose name comes first.
func TileSchedule(tasks map[string]TileTask, workers int) float64 {
	names := slices.Sorted(maps.Keys(tasks))
	dependents := map[string][]string{}
	for _, n := range names {
		for _, a := range tasks[n].After {
			dependents[a] = append(dependents[a], n)
		}
	}
	priority := map[string]float64{}
	var weigh func(n string) float64
	weigh = func(n string) float64 {
		if p, ok := priority[n]; ok {
			return p
		}
		longest := 0.0
		for _, d := range dependents[n] {
			longest = max(longest, weigh(d))
		}
		priority[n] = tasks[n].Cost + longest
		return priority[n]
	}
	number := map[string]int{}
	for k, n := range names {
		number[n] = k
		weigh(n)
	}
	started, done := make([]bool, len(names)), make([]bool, len(names))
	ready := func(n string) bool {
		return !slices.ContainsFunc(tasks[n].After, func(a string) bool { return !done[number[a]] })
	}
	running := map[int]float64{}
	now := 0.0
	for {
		for len(running) < workers {
			best := -1
			for k, n := range names {
				if !started[k] && (best < 0 || priority[n] > priority[names[best]]) && ready(n) {
					best = k
				}
			}
			if best < 0 {
				break
			}
			started[best] = true
			running[best] = now + tasks[names[best]].Cost
		}
		if len(running) == 0 {
			return now
		}
		now = least(running)
		for k, end := range running {
			if end == now {
				delete(running, k)
				done[k] = true
			}
		}
	}
}
